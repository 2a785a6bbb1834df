import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, weekdayOf } from '../../../domain/base/dates.ts'
import { noHours } from '../../../domain/base/hours.ts'
import { inDays, openTestBed, type TestBed } from '../visits/test-bed.ts'

// A cleaner whose nights run from 10 PM to 4 AM.

const evening = inDays(50)
const morning = addDays(evening, 1)
let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
  const hours = noHours().map((day) =>
    day.weekday === weekdayOf(evening)
      ? { ...day, opens_minutes: 22 * 60, closes_minutes: 28 * 60, is_closed: false }
      : day,
  )
  for (const { weekday, opens_minutes, closes_minutes, is_closed } of hours)
    await bed.write((tx) =>
      tx
        .insertInto('business_hours')
        .values({
          organization_id: bed.ids.org,
          weekday,
          opens_minutes,
          closes_minutes,
          is_closed,
        })
        .onConflict((one) =>
          one
            .columns(['organization_id', 'weekday'])
            .doUpdateSet({ opens_minutes, closes_minutes, is_closed }),
        )
        .execute(),
    )
})
afterAll(() => bed.close())

const addVisit = async (start_date: string, start_minutes: number, duration_minutes = 60) =>
  (
    await bed.addRule({
      customer_id: await bed.addCustomer(`Night ${start_date} ${start_minutes}`),
      pattern: 'once',
      start_date,
      start_minutes,
      duration_minutes,
      team_id: bed.ids.north,
    })
  ).first
const freeTimes = async (date: string): Promise<number[]> =>
  (
    await bed.ask(
      'olga',
      `GET /api/owner/available-times?date=${date}&service_minutes=60&team_id=${bed.ids.north}`,
    )
  ).body.slots
const warningsAt = async (visit: string, start_minutes: number): Promise<string[]> =>
  (
    await bed.ask('olga', 'POST /api/schedule/set-time', { rule_id: visit, start_minutes })
  ).body.warnings.map(({ code }: { code: string }) => code)

it('free times and warnings look past midnight', async () => {
  expect((await freeTimes(evening)).at(0)).toBe(22 * 60)
  expect((await freeTimes(evening)).at(-1)).toBe(23 * 60 + 45)
  expect((await freeTimes(morning)).at(-1)).toBe(3 * 60)
  const late = await addVisit(evening, 23 * 60 + 30, 120)
  expect((await freeTimes(morning)).at(0)).toBe(90)
  const early = await addVisit(morning, 180)
  expect(await warningsAt(early, 60)).toEqual(['overlap'])
  expect(await warningsAt(early, 90)).toEqual([])
  expect(await warningsAt(early, 210)).toEqual(['outside_hours'])
  // The other way around: the evening runs into what is planned for the morning.
  await warningsAt(early, 90)
  expect(await warningsAt(late, 23 * 60 + 45)).toEqual(['overlap'])
})
