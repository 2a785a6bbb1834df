import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../domain/dates.ts'
import type { OrgTx } from '../db/door.ts'
import { emit } from '../events.ts'
import { readFrame } from './frame.ts'
import { KnownPlans, type Plan } from './known-plans.ts'
import { inDays, openTestBed, today, type TestBed } from './test-bed.ts'
import { readWindow, visitView } from './window.ts'

const planOf = (rows: number): Plan => ({ rules: [], customers: new Map(Array.from({ length: rows }, (_, n) => [String(n), {} as never])) })
const [a, b] = [
  { org: 'a', plan_revision: 1 },
  { org: 'b', plan_revision: 1 },
]
const may = (from: number, to: number) => ({ from: `2026-05-${String(from).padStart(2, '0')}`, to: `2026-05-${String(to).padStart(2, '0')}` })

describe('plans that are known', () => {
  it('serve a window and what lies in it, of that organization and as it stands', () => {
    const plans = new KnownPlans(100)
    const plan = planOf(10)
    plans.keep(a, may(4, 10), plan)
    expect(plans.of(a, may(4, 10))?.customers).toBe(plan.customers)
    expect(plans.of(a, may(6, 6))?.customers).toBe(plan.customers)
    expect(plans.of(a, may(4, 11))).toBeUndefined()
    expect(plans.of(a, may(3, 10))).toBeUndefined()
    expect(plans.of(b, may(4, 10))).toBeUndefined()
    expect(plans.of({ ...a, plan_revision: 2 }, may(4, 10))).toBeUndefined()
  })

  it('are forgotten when a newer one is read; who began to read before it keeps nothing', () => {
    const plans = new KnownPlans(100)
    plans.keep(a, may(4, 10), planOf(10))
    const newer = { ...a, plan_revision: 2 }
    plans.keep(newer, may(11, 17), planOf(10))
    plans.keep(a, may(4, 10), planOf(10))
    expect(plans.of(a, may(4, 10))).toBeUndefined()
    expect(plans.of(newer, may(11, 17))).toBeDefined()
  })

  it('reach further once somebody looks further, and not while rules change', () => {
    const plans = new KnownPlans(100)
    expect(plans.stretch(a, may(4, 10))).toEqual(may(4, 10))
    plans.keep(a, may(4, 10), planOf(1))
    expect(plans.stretch(a, may(11, 17))).toEqual({ from: '2026-03-27', to: '2026-07-01' })
    expect(plans.stretch({ ...a, plan_revision: 2 }, may(11, 17))).toEqual(may(11, 17))
  })

  it('are at most so many rows: those not asked for longest go first', () => {
    const plans = new KnownPlans(100)
    plans.keep(a, may(1, 7), planOf(40))
    plans.keep(b, may(1, 7), planOf(40))
    plans.of(a, may(1, 7))
    plans.keep({ ...a, org: 'c' }, may(1, 7), planOf(60))
    expect([a, b, { ...a, org: 'c' }].map((of) => plans.of(of, may(1, 7)) !== undefined)).toEqual([true, false, true])
    plans.keep(a, may(1, 14), planOf(41))
    expect(plans.of(a, may(1, 7))?.customers.size).toBe(41)
    expect(plans.of({ ...a, org: 'c' }, may(1, 7))).toBeUndefined()
    plans.keep(b, may(1, 7), planOf(500))
    expect(plans.of(b, may(1, 7))).toBeUndefined()
  })
})

describe('a schedule read from known plans', () => {
  let bed: TestBed
  beforeAll(async () => {
    bed = await openTestBed()
  })
  afterAll(() => bed.close())

  const plans = new KnownPlans(10_000)
  /** Both ways in one transaction. */
  const readBoth = (window: { from: string; to: string }) =>
    bed.write(async (tx) => {
      const frame = await readFrame(tx)
      const who = { by_crew: false, sees_prices: true }
      const [known, anew] = [await readWindow(tx, frame, window, {}, plans), await readWindow(tx, frame, window)]
      return [known, anew].map((read) => read.visits.map((held) => visitView(held, frame, read, who)))
    })

  const setCustomer = (values: object) => (tx: OrgTx) => tx.updateTable('customers').set(values).where('id', '=', bed.ids.bob).execute()
  const setRule = (values: object) => (tx: OrgTx) => tx.updateTable('rules').set(values).where('customer_id', '=', bed.ids.bob).execute()
  const place = (street: string) => ({ street, city: 'Cary', state: 'NC', zip: '27511' })
  /** Whatever a schedule shows of somebody's rules, themselves and where they live, by what wrote it. */
  const writes: [string, (tx: OrgTx) => Promise<unknown>][] = [
    ['a name', setCustomer({ name: 'Robert' })],
    ['an address for letters', setCustomer({ email: 'robert@example.com' })],
    ['a phone number', setCustomer({ phone_number: '+19195550123' })],
    ['how it is written', setCustomer({ phone_display: '(919) 555-0123' })],
    ['a street', setCustomer(place('2 Elm St'))],
    ['days', setCustomer({ available_days: ['mon', 'tue'] })],
    ['no card', setCustomer({ default_payment_method_id: null })],
    ['a pause', setCustomer({ status: 'paused', paused_from: inDays(3), resume_on: inDays(20) })],
    ['its end', setCustomer({ status: 'active', paused_from: null, resume_on: null })],
    [
      'a place of their own',
      (tx) =>
        tx
          .insertInto('service_locations')
          .values({ organization_id: tx.org, customer_id: bed.ids.bob, is_default: true, ...place('3 Fir St') })
          .execute(),
    ],
    ['another street of it', (tx) => tx.updateTable('service_locations').set(place('4 Ash St')).execute()],
    ['none', (tx) => tx.deleteFrom('service_locations').execute()],
    ['a team', (tx) => setRule({ team_id: bed.ids.south })(tx)],
    ['a time', setRule({ start_minutes: 615 })],
    ['a price', setRule({ price_cents: 12_300 })],
    ['a note', setRule({ notes: 'Gate' })],
    ['a rhythm', setRule({ pattern: 'every_x_weeks', interval: 2 })],
    [
      'a closed day',
      (tx) =>
        tx
          .insertInto('closed_dates')
          .values({ organization_id: tx.org, date: inDays(14) })
          .execute(),
    ],
    ['an open one', (tx) => tx.deleteFrom('closed_dates').execute()],
    ['an end', setRule({ end_date: inDays(20) })],
    ['a rule removed', setRule({ removed_at: sql`now()` })],
  ]

  const write = (work: (tx: OrgTx) => Promise<unknown>) =>
    bed.write(async (tx) => {
      await work(tx)
      await emit(tx, 'customer.changed', {})
    })

  it('knows what was written as soon as it is told', async () => {
    await bed.addRule({ start_date: today })
    const window = { from: today, to: inDays(30) }
    for (const [what, work] of writes) {
      const [, before] = await readBoth(window)
      await write(work)
      const [known, anew] = await readBoth(window)
      expect(anew, what).not.toEqual(before)
      expect(known, what).toEqual(anew)
    }
  })

  it('shows in any order of looking and writing what reading anew does', async () => {
    const { rule_id } = await bed.addRule({ start_date: inDays(-40) })
    await bed.addRule({ customer_id: bed.ids.cleo, pattern: 'monthly' })
    const window = fc.record({ first: fc.integer({ min: -60, max: 90 }), days: fc.integer({ min: 0, max: 40 }) })
    const step = fc.oneof({ weight: 4, arbitrary: window }, fc.constantFrom('rule', 'visit', 'closed'))
    for (const [nth, one] of fc.sample(step, { numRuns: 150, seed: 26 }).entries()) {
      if (one === 'rule') await bed.ask('olga', `PATCH /api/schedule/${rule_id}/team`, { team_id: nth % 2 ? bed.ids.north : bed.ids.south })
      else if (one === 'visit') await bed.ask('olga', 'POST /api/schedule/set-time', { rule_id, date: inDays(2), start_minutes: 600 })
      else if (one === 'closed')
        await write((tx) => sql`insert into closed_dates (organization_id, date) select ${tx.org}::uuid, ${inDays(2)}::date on conflict do nothing`.execute(tx))
      else {
        const from = inDays(one.first)
        const [known, anew] = await readBoth({ from, to: addDays(from, one.days) })
        expect(known).toEqual(anew)
      }
    }
  })

  it('is read anew for who sees less', async () => {
    await bed.addRule({ team_id: bed.ids.south })
    const window = `from=${today}&to=${inDays(10)}`
    const all = await bed.ask('olga', `GET /api/schedule?${window}`)
    const theirs = await bed.ask('lea', `GET /api/schedule?${window}`)
    const neighbours = await bed.ask('zed', `GET /api/schedule?${window}`)
    expect(all.body.occurrences.length).toBeGreaterThan(theirs.body.occurrences.length)
    expect(new Set(theirs.body.occurrences.map(({ team_id }: { team_id: string }) => team_id))).toEqual(new Set([bed.ids.north]))
    expect(neighbours.body.occurrences).toEqual([])
  })
})
