import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { calls } from '../../src/api/calls.ts'
import { differences, readTable, writeTable, type Measured } from '../costs/table.ts'

// What each call asks of the database, and how much it answers. A rise has to be meant: the person who accepts it sees it in
// the diff of test/costs.txt and says in the commit why it is worth it.
const file = new URL('../costs.txt', import.meta.url)
const table = () => (existsSync(file) ? readTable(readFileSync(file, 'utf8')) : [])

describe('the costs of the calls', () => {
  it('match test/costs.txt; UPDATE_COSTS=1 rewrites it', () => {
    const { TEST_CLOCK_AHEAD: _, ...env } = process.env
    const measure = new URL('../costs/measure.ts', import.meta.url).pathname
    const text = execFileSync(process.execPath, [measure], {
      encoding: 'utf8',
      // On one day and one database, whatever this run is on: the figures depend on both.
      env: { ...env, TEST_TODAY: '', TEST_DATABASE_URL: '' },
    })
    const now = JSON.parse(text) as Measured[]
    expect(now.map(({ call }) => call)).toEqual(Object.keys(calls))
    if (process.env['UPDATE_COSTS']) writeFileSync(file, writeTable(now, table()))
    expect(differences(now, table())).toEqual([])
  }, 500_000)
})

describe('completing a visit with its bill, consent and message', () => {
  it('never passes 20 statements in 6 round trips', () => {
    const found = table().find(({ call }) => call === 'POST /api/schedule/{rule_id}/complete')
    const { statements, trips } = found as { statements: number; trips: number }
    expect(statements).toBeLessThanOrEqual(20)
    expect(trips).toBeLessThanOrEqual(6)
  })
})

describe('a difference', () => {
  const one = { call: 'GET /api/a', role: 'owner', statements: 3, trips: 2, rows: 9, bytes: 1_000 }
  const unknown = { call: 'POST /api/b', refused: '404 not_found' }
  const kept = readTable(writeTable([one, unknown], []))

  it.each<[string, Measured[], string[]]>([
    ['nothing', [one, unknown], []],
    ['more statements', [{ ...one, statements: 4 }, unknown], ['GET /api/a: statements 3 → 4']],
    ['fewer trips', [{ ...one, trips: 1 }, unknown], ['GET /api/a: trips 2 → 1']],
    ['more rows', [{ ...one, rows: 90 }, unknown], ['GET /api/a: rows 9 → 90']],
    ['a few bytes', [{ ...one, bytes: 1_020 }, unknown], []],
    ['many bytes', [{ ...one, bytes: 1_200 }, unknown], ['GET /api/a: bytes 1000 → 1200']],
    ['a new call', [one, unknown, { ...one, call: 'GET /api/c' }], ['GET /api/c is new']],
    ['a call less', [one], ['POST /api/b is gone']],
    [
      'no sample any more',
      [{ call: one.call, refused: '422 invalid' }, unknown],
      ['GET /api/a: measured → not measured (422 invalid)'],
    ],
    ['another refusal', [one, { ...unknown, refused: '409 gone' }], []],
  ])('%s', (_, now, found) => expect(differences(now, kept)).toEqual(found))
})
