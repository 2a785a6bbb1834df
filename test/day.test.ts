import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inOrgAll } from '../src/server/base/db/door.ts'
import { resetClock, setClock } from './clock.ts'
import { ahead_ms } from './day.ts'
import { addOrganization, openScratch, type Scratch } from './scratch.ts'

let scratch: Scratch
let org: string
beforeAll(async () => {
  scratch = await openScratch()
  org = await addOrganization(scratch.store)
})
afterAll(() => scratch.drop())

const minute = 60_000
const near = (moment: string | number | Date) =>
  Math.abs(new Date(moment).getTime() - (performance.timeOrigin + performance.now())) < minute

const folder = join(import.meta.dirname, 'e2e')
const journeys = readdirSync(folder)
  .filter((file) => file.endsWith('.e2e.ts'))
  .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))
const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0

describe('journeys', () => {
  it('that calculate with dates run on many days: each such file has at least one title tagged @dates or @role', () => {
    const without = journeys
      .filter(
        ({ text }) => /domain\/base\/dates\.ts|inDays/.test(text) && !/@dates|@role/.test(text),
      )
      .map(({ file }) => file)
    expect(without).toEqual([])
  })

  // The full check runs the days, the roles and the rest apart: a story told in several tests stays whole.
  it.each(['@dates', '@role'])(
    'told in several tests are tagged %s as a whole or not at all',
    (tag) => {
      const torn = journeys
        .filter(({ text }) => text.includes("mode: 'serial'"))
        .filter(({ text }) => {
          const tagged = count(text, new RegExp(`\\btest\\([^\\n]*${tag}\\b`, 'g'))
          return tagged > 0 && tagged < count(text, /\btest\(/g)
        })
        .map(({ file }) => file)
      expect(torn).toEqual([])
    },
  )
})

describe('the tests’ day', () => {
  it('applies to JavaScript and to the database: statements, defaults and today', async () => {
    expect(near(Date.now())).toBe(true)
    const { rows } = await inOrgAll(scratch.store, org, { person_id: null }, (tx) =>
      sql<Record<string, string>>`
        select now() as statement, clock_timestamp() as clock, created_at as stored,
          (now()::date)::text as today from organizations where id = ${org}`.execute(tx),
    )
    const [row] = rows
    expect([row!['statement'], row!['clock'], row!['stored']].map((one) => near(one!))).toEqual([
      true,
      true,
      true,
    ])
    expect(row!['today']).toBe(new Date().toISOString().slice(0, 10))
  })

  it('keeps running: it stays the same distance ahead of the real clock', async () => {
    const before = Date.now()
    await new Promise((done) => setTimeout(done, 20))
    expect(Date.now() - before).toBeGreaterThanOrEqual(19)
    expect(Math.abs(ahead_ms)).toBeGreaterThan(0)
  })

  it('moves in an open database too', async () => {
    const moment = '2027-02-14T15:00:00Z'
    await setClock(scratch.store, moment)
    try {
      const wire = await scratch.store.acquire()
      const { rows } = await wire.query('select now() as now').finally(() => wire.release())
      const moved = [
        Date.now(),
        (rows[0] as { now: string }).now,
        performance.timeOrigin + performance.now(),
      ]
      for (const one of moved)
        expect(Math.abs(new Date(one).getTime() - Date.parse(moment))).toBeLessThan(minute)
    } finally {
      resetClock()
    }
  })
})
