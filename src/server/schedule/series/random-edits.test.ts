import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../../domain/base/dates.ts'
import { readCalendar } from '../week/calendar.ts'
import { inDays, openTestBed, today, type TestBed } from '../visits/test-bed.ts'
import { readWindow, visitView } from '../week/window.ts'
import { rounds } from '../../../../test/rounds.ts'

let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

let n = 0

describe('a series under random edits', () => {
  const minutes = fc.constantFrom(60, 600, 900)
  const k = fc.nat(9)
  const scoped = fc.record({
    scope: fc.constantFrom('this' as const, 'following' as const, 'all' as const),
    k,
    replace_changed: fc.boolean(),
  })
  const step = fc.oneof(
    fc.record({ do: fc.constant('move' as const), k, by: fc.integer({ min: 1, max: 20 }) }),
    fc.record({ do: fc.constant('time' as const), k, minutes }),
    fc.record({ do: fc.constant('complete' as const), k }),
    fc.record({ do: fc.constant('skip' as const), k }),
    fc.record({ do: fc.constant('hold' as const), k }),
    fc.record({ do: fc.constant('place' as const), k, by: fc.integer({ min: 0, max: 20 }) }),
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('edit' as const),
        to: scoped,
        change: fc.record({ start_minutes: minutes, notes: fc.constantFrom('Dog', 'Gate') }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('edit' as const),
        to: scoped,
        change: fc.constantFrom<object>(
          { price_cents: 700 },
          { end_date: inDays(40) },
          { end_date: null },
          { pattern: 'every_x_weeks', interval: 2 },
        ),
      }),
    },
    fc.record({ do: fc.constant('lost' as const), k, shift_following: fc.boolean() }),
  )
  type Done = { id: string; status: string }
  // The logic itself is tested with 10,000 runs in src/domain; RANDOM_EDITS=10000 does the same here.
  const wanted = rounds(150, 'RANDOM_EDITS')
  const timeout = 60_000 + wanted * 200

  it(
    'never loses, duplicates or changes a completed visit, and undoes every edit exactly',
    { timeout },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 10 }), async (steps) => {
          const customer_id = await bed.addCustomer(`Customer ${n++}`)
          const { rule_id, visit } = await bed.addRule({
            customer_id,
            service_key: 'look',
            team_id: null,
            end_date: inDays(63),
          })
          /** The customer's visits, read the same way as for every screen. */
          const look = () =>
            bed.write(async (tx) => {
              const calendar = await readCalendar(tx)
              const read = await readWindow(
                tx,
                calendar,
                { from: today, to: inDays(91) },
                { customer_id },
              )
              return read.visits.map((held) => ({
                ...visitView(held, calendar, read, { by_crew: false, sees_prices: true }),
                rule_id: '',
                version: 0,
              }))
            })
          let undone = 0
          const back = async (before: object, edit_id: string | null) => {
            if (edit_id === null) return
            undone++
            const after = await look()
            const answer = await bed.ask('olga', `POST /api/schedule/edits/${edit_id}/undo`)
            expect([answer.status, await look()]).toEqual([200, before])
            return after
          }
          for (const one of steps) {
            const before = await look()
            const names = before.map((seen) => seen.id)
            const done: Done[] = before.filter((seen) => seen.status === 'completed')
            const at = visit(inDays(7 * ('k' in one ? one.k : one.to.k)))
            if (one.do === 'move')
              await bed.ask('olga', `POST /api/schedule/${at}/reschedule`, {
                to_date: addDays(at.slice(-10), one.by),
              })
            if (one.do === 'time')
              await bed.ask('olga', 'POST /api/schedule/set-time', {
                rule_id: at,
                start_minutes: one.minutes,
              })
            if (one.do === 'skip') await bed.ask('olga', `POST /api/schedule/${at}/skip`, {})
            if (one.do === 'hold') {
              const hold = () =>
                bed.ask('olga', `POST /api/schedule/${at}/hold`, { reason: 'Gate locked' })
              await back(before, (await hold()).body.edit_id ?? null)
              await hold()
            }
            if (one.do === 'place') {
              const place = () =>
                bed.ask('olga', `POST /api/schedule/${at}/place`, {
                  to_date: addDays(at.slice(-10), one.by),
                  start_minutes: 480,
                })
              await back(before, (await place()).body.edit_id ?? null)
              await place()
            }
            if (one.do === 'complete')
              await bed.ask('olga', `POST /api/schedule/${at}/complete`, { confirm_future: true })
            if (one.do === 'lost') {
              const lost = {
                date: inDays(7 * one.k),
                team_ids: ['none'],
                act: 'next_working_day',
                reason: 'staff',
                notify: false,
                dry_run: false,
              }
              const { body } = await bed.ask('olga', 'POST /api/schedule/lost-day', {
                ...lost,
                shift_following: one.shift_following,
              })
              await back(before, body.edit_id)
            }
            if (one.do === 'edit') {
              const { k: _, ...input } = one.to
              const ref = one.to.scope === 'all' ? rule_id : at
              const { status, body } = await bed.ask('olga', `PATCH /api/schedule/${ref}`, {
                ...input,
                ...one.change,
              })
              if (status !== 200) continue
              const after = await back(before, body.edit_id)
              for (const was of after ? done : [])
                expect(after?.find((seen) => seen.id === was.id)).toEqual(was)
              // Apply it again, so that the next step starts from the edited series.
              const again = await bed.ask('olga', `PATCH /api/schedule/${ref}`, {
                ...input,
                ...one.change,
              })
              if (after) expect([again.status, await look()]).toEqual([200, after])
            }
            const now = await look()
            expect(new Set(now.map((seen) => seen.id)).size).toBe(now.length)
            for (const was of done) expect(now.find((seen) => seen.id === was.id)).toEqual(was)
            const keepsDates =
              one.do !== 'edit' || !('pattern' in one.change || 'end_date' in one.change)
            if (keepsDates && one.do !== 'move' && one.do !== 'place')
              expect(now.map((seen) => seen.id).toSorted()).toEqual(names.toSorted())
          }
          // A lost day affects all visits, and conflicts are checked among all of them, so each customer would slow down the next.
          await bed.owner((tx) =>
            sql`delete from visits where customer_id = ${customer_id}`.execute(tx),
          )
          await bed.owner((tx) =>
            sql`delete from rules where customer_id = ${customer_id}`.execute(tx),
          )
          // A sequence in which nothing was undone shows too little, so another takes its place.
          fc.pre(undone > 0)
        }),
        { numRuns: Math.ceil(wanted / 10) },
      )
    },
  )
})
