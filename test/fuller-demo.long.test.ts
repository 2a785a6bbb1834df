import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isOpen, planFuller } from '../demo/fuller-plan.ts'
import { addDays, todayIn, weekdayOf } from '../src/domain/base/dates.ts'
import type { FullerFacts } from './fuller-world.ts'

// Building it takes long, so one weekday of the coming week is drawn; `DEMO_WEEKDAY=0` asks for Sunday.
const today = todayIn('America/New_York', new Date().toISOString())
const wished = Number(process.env['DEMO_WEEKDAY'] ?? Math.floor(Math.random() * 7))
const day = addDays(today, (wished - weekdayOf(today) + 7) % 7)
const folder = mkdtempSync(join(tmpdir(), 'fieldhive-fuller-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe(`the whole demo, built on ${day}`, () => {
  let facts: FullerFacts
  beforeAll(async () => {
    const { TEST_CLOCK_AHEAD: _, ...env } = process.env
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, 'fuller-world.ts'), folder],
      { env: { ...env, TEST_TODAY: `${day}T10:00` }, maxBuffer: 1 << 24 },
    )
    facts = JSON.parse(stdout) as FullerFacts
  }, 600_000)

  it('is of that day, and says what it does', () => {
    expect(facts.today).toBe(day)
    expect(facts.steps).toHaveLength(3)
  })

  it('has customers of many kinds, all of them on the map', () => {
    const { tables } = facts
    expect(tables['customers']).toBeGreaterThanOrEqual(40)
    expect(tables['without_email']).toBeGreaterThanOrEqual(3)
    expect(tables['without_phone']).toBeGreaterThanOrEqual(2)
    expect(tables['located']).toBe(tables['places'])
  })

  it('has full days: done, cancelled and held visits of three crews', () => {
    const plan = planFuller(day)
    const next = facts.days.find(({ date }) => date > day)!
    const now = facts.days.find(({ date }) => date === day)
    for (const one of isOpen(plan) ? [next, now!] : [next]) {
      expect(one.visits).toBeGreaterThanOrEqual(10)
      expect(one).toMatchObject({ crews: 3, held: 1 })
      expect(one.skipped).toBeGreaterThanOrEqual(1)
    }
    expect(Math.max(...facts.days.map(({ done }) => done))).toBeGreaterThanOrEqual(3)
    expect(facts.moved).toBeGreaterThanOrEqual(2)
  })

  it('has six months of money that rise and fall, and more than one way to pay', () => {
    const months = Object.values(facts.revenue)
    expect(months.length).toBeGreaterThanOrEqual(6)
    expect(Math.min(...months.slice(0, 6))).toBeGreaterThan(0)
    const peak = months.indexOf(Math.max(...months))
    expect(months[0]).toBeLessThan(months[peak]! / 2)
    expect(months[5]).toBeLessThan(months[peak]! * 0.8)
    const { tables } = facts
    expect(tables).toMatchObject({ online_kinds: 2, payouts: 6, payout_days: 6 })
    for (const name of ['online', 'cash', 'checks']) expect(tables[name]).toBeGreaterThan(20)
    for (const name of ['declined', 'refunded']) expect(tables[name]).toBeGreaterThanOrEqual(1)
    for (const name of ['drafts', 'overdue']) expect(tables[name]).toBeGreaterThanOrEqual(3)
  })

  it('has an inbox, hours and requests', () => {
    expect(facts.tables).toMatchObject({
      threads: 5,
      unread: 1,
      channels: 2,
      spanish: 1,
      clocked: 4,
      forgotten: 1,
      visit_requests: 1,
    })
    expect(facts.tables['breaks']).toBeGreaterThan(5)
    expect(facts.tables['days_of_hours']).toBeGreaterThanOrEqual(11)
    expect(facts.tables['change_requests']).toBeGreaterThanOrEqual(1)
  })

  it('has books that tie', () => {
    for (const check of facts.books) expect(check).toMatchObject({ differences: 0, first: null })
    expect(facts.books.length).toBeGreaterThan(0)
  })
})
