import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../../domain/base/dates.ts'
import { cadenceOf, patternOf, patterns } from '../../../domain/base/cadence.ts'
import { readCalendar } from './calendar.ts'
import { planRule, selectRules } from './rows.ts'
import { inDays, openTestBed, today, type TestBed } from '../visits/test-bed.ts'
import { readWindowRows } from './window-rows.ts'
import { readWindow } from './window.ts'

let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

const weekdays = fc.option(fc.uniqueArray(fc.nat(6), { minLength: 1, maxLength: 3 }), { nil: null })
const anyRule = fc
  .record({
    pattern: fc.constantFrom(...patterns),
    interval: fc.integer({ min: 1, max: 9 }),
    weekdays,
    month_week: fc.option(fc.constantFrom(1, 2, 3, 4, -1), { nil: null }),
    anchor: fc.integer({ min: -900, max: 60 }),
    later: fc.integer({ min: 0, max: 200 }),
    lasts: fc.option(fc.integer({ min: 0, max: 700 }), { nil: null }),
  })
  .map(({ anchor, later, lasts, ...rule }) => {
    const { pattern, interval } = patternOf(cadenceOf(rule))
    const start_date = inDays(anchor + later)
    return {
      ...rule,
      pattern,
      interval,
      month_week: cadenceOf(rule).unit === 'month' ? rule.month_week : null,
      anchor_date: inDays(anchor),
      start_date,
      end_date: lasts === null ? null : addDays(start_date, lasts),
    }
  })
const windows = fc
  .tuple(fc.integer({ min: -30, max: 200 }), fc.constantFrom(0, 1, 6, 9, 27, 91))
  .map(([first, days]) => ({
    from: inDays(first),
    to: inDays(first + days),
  }))

describe('the rules loaded for a window', () => {
  it('are all that have a date in it, and few others', { timeout: 120_000 }, async () => {
    const customer_id = await bed.addCustomer('Many')
    const always = await bed.addCustomer('Always')
    await bed.write((tx) =>
      tx
        .updateTable('customers')
        .set({ available_days: ['mon', 'tue', 'wed', 'thu'] })
        .where('id', '=', customer_id)
        .execute(),
    )
    await bed.write(async (tx) => {
      for (const closed of [3, 4, 40, 41, 42, 90, 150])
        await tx
          .insertInto('closed_dates')
          .values({ date: inDays(closed) })
          .execute()
      const values = fc.sample(anyRule, { numRuns: 600, seed: 7 }).map((rule, at) => ({
        ...rule,
        id: crypto.randomUUID(),
        series_id: crypto.randomUUID(),
        customer_id: at % 2 ? customer_id : always,
        service_id: bed.ids.mow,
      }))
      await tx.insertInto('rules').values(values).execute()
    })
    await bed.write(async (tx) => {
      const calendar = await readCalendar(tx)
      const rules = await selectRules(tx).where('removed_at', 'is', null).execute()
      const { customers } = await readWindowRows(tx, calendar, { from: today, to: inDays(91) }, {})
      let readForDays = 0
      for (const window of fc.sample(windows, { numRuns: 80, seed: 7 })) {
        const dated = rules.filter(
          (rule) =>
            planRule(rule, window.from, window.to, calendar, customers.get(rule.customer_id))
              .length > 0,
        )
        const read = new Set(
          (await readWindowRows(tx, calendar, window, {})).rules.map(({ id }) => id),
        )
        expect(
          dated
            .filter(({ id }) => !read.has(id))
            .map(({ pattern, interval, anchor_date, weekdays: days }) => ({
              pattern,
              interval,
              anchor_date,
              days,
              window,
            })),
        ).toEqual([])
        if (window.from === window.to) readForDays = Math.max(readForDays, read.size / rules.length)
      }
      expect(readForDays).toBeGreaterThan(0)
      expect(readForDays).toBeLessThan(0.8)
    })
  })
})

describe('visits of one team', () => {
  it('match those in all teams’ visits, however they were reassigned', async () => {
    const [north, south] = [bed.ids.north, bed.ids.south]
    for (const [from, to] of [
      [north, south],
      [south, north],
    ] as const) {
      const { first, rule_id } = await bed.addRule({
        customer_id: await bed.addCustomer(`Given ${from}`),
        team_id: from,
      })
      await bed.ask('olga', `POST /api/schedule/${first}/reschedule`, {
        to_date: inDays(2),
        team_id: to,
      })
      const { first: done } = await bed.addRule({
        customer_id: await bed.addCustomer(`Done ${from}`),
        team_id: from,
      })
      await bed.ask('olga', `POST /api/schedule/${done}/complete`, {})
      await bed.ask('olga', `PATCH /api/schedule/${rule_id}/team`, { team_id: from })
    }
    await bed.write(async (tx) => {
      const calendar = await readCalendar(tx)
      for (const days of [0, 1, 2, 6, 30]) {
        const window = { from: today, to: inDays(days) }
        const all = (await readWindow(tx, calendar, window)).visits
        for (const team of [north, south]) {
          const theirs = (await readWindow(tx, calendar, window, { team_ids: [team] })).visits
          expect(theirs.map(({ occurrence_id }) => occurrence_id)).toEqual(
            all.filter(({ team_id }) => team_id === team).map(({ occurrence_id }) => occurrence_id),
          )
        }
      }
    })
  })
})
