import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, daysBetween } from '../../../domain/base/dates.ts'
import type { OpenDates } from '../../../domain/schedule/self-move.ts'
import { inDays, openTestBed, today, type TestBed } from '../visits/test-bed.ts'
import { byDay } from '../../../../test/clock.ts'

byDay()
let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())
beforeEach(() => set({}))

const set = (settings: object, more: object = {}) =>
  bed.write((tx) =>
    tx
      .updateTable('organizations')
      .set({ schedule_settings: JSON.stringify(settings), ...more })
      .where('id', '=', bed.ids.org)
      .execute(),
  )
let n = 0
/** A one-off visit on a day of its own, so that none is a duplicate. */
const once = async (given: object = {}) => {
  const day = inDays(20 + 2 * n++)
  const rule = { customer_id: bed.ids.bob, start_date: day, pattern: 'once', service_key: 'look' }
  return { ...(await bed.addRule({ ...rule, ...given })), day }
}
const open = (who: 'ana' | 'bob', occurrence_id: string) =>
  bed.ask(who, `GET /api/users/open-dates?occurrence_id=${occurrence_id}`)
const datesOf = async (occurrence_id: string): Promise<OpenDates> =>
  (await open('bob', occurrence_id)).body
const move = (
  who: 'ana' | 'bob',
  occurrence_id: string,
  to: { date: string; start_minutes: number | null },
  date = occurrence_id.slice(-10),
) =>
  bed.ask(who, 'POST /api/users/move-visit', {
    occurrence_id,
    date,
    to_date: to.date,
    start_minutes: to.start_minutes,
  })
const newest = (template: string) =>
  bed.write((tx) =>
    tx
      .selectFrom('messages')
      .select(['id', 'customer_id', 'data'])
      .where('template', '=', template)
      .orderBy('id', 'desc')
      .executeTakeFirst(),
  )
const countOf = async (template: string): Promise<number> =>
  (
    await bed.write((tx) =>
      tx.selectFrom('messages').select('id').where('template', '=', template).execute(),
    )
  ).length

describe('GET /api/users/open-dates', () => {
  it('offers weekdays around the visit, never its own day, and open days to wish for', async () => {
    const { first, day: own } = await once()
    const { dates, wishes, ...rest } = await datesOf(first)
    expect(rest).toEqual({
      occurrence_id: first,
      date: own,
      move: 'immediate',
      cutoff_hours: 24,
    })
    expect(dates.length).toBeGreaterThan(8)
    const days = dates.map(({ date }) => date)
    expect(days).not.toContain(own)
    expect(days.every((day) => day > today && daysBetween(own, day) <= 14)).toBe(true)
    expect(days.every((day) => ![0, 6].includes(new Date(`${day}T12:00Z`).getUTCDay()))).toBe(true)
    expect(wishes).toHaveLength(12)
  })

  it('never offers a closed day, one that does not suit the customer, or one beside the series', async () => {
    const { first } = await once()
    const [closed] = (await datesOf(first)).dates
    await bed.write((tx) =>
      tx
        .insertInto('closed_dates')
        .values({ organization_id: bed.ids.org, date: closed!.date, reason: null })
        .execute(),
    )
    const { dates, wishes } = await datesOf(first)
    expect(dates.map(({ date }) => date)).not.toContain(closed!.date)
    expect(wishes).not.toContain(closed!.date)
    await bed.write((tx) => tx.deleteFrom('closed_dates').execute())

    const available = (days: string[]) =>
      bed.write((tx) =>
        tx
          .updateTable('customers')
          .set({ available_days: days })
          .where('id', '=', bed.ids.bob)
          .execute(),
      )
    await available(['tue'])
    const tuesdays = (await datesOf(first)).dates.map(({ date }) => date)
    expect(tuesdays.every((day) => new Date(`${day}T12:00Z`).getUTCDay() === 2)).toBe(true)
    expect(tuesdays.length).toBeGreaterThan(0)
    await available([])

    const weekly = await bed.addRule({ customer_id: bed.ids.bob, start_date: inDays(9) })
    const around = (await datesOf(weekly.visit(inDays(16)))).dates
    expect(around.every(({ date }) => date > inDays(9) && date < inDays(23))).toBe(true)
    await bed.ask('olga', `POST /api/schedule/${weekly.rule_id}/end`, { end_date: today })
  })

  it('lists days with the crew nearby first, and leaves out days at capacity', async () => {
    const { first } = await once({ team_id: bed.ids.south })
    const [, , busy] = (await datesOf(first)).dates
    await bed.addRule({
      customer_id: bed.ids.ana,
      team_id: bed.ids.south,
      start_date: busy!.date,
      pattern: 'once',
    })
    expect((await datesOf(first)).dates[0]).toEqual({ ...busy, nearby: 1 })
    await set({ capacity_per_team_day: 1 })
    expect((await datesOf(first)).dates.map(({ date }) => date)).not.toContain(busy!.date)
  })

  it('offers the nearest free time where the visit’s own is taken', async () => {
    const { first } = await once({ start_minutes: 600 })
    const [day] = (await datesOf(first)).dates
    expect(day!.start_minutes).toBe(600)
    await bed.addRule({
      customer_id: bed.ids.ana,
      start_date: day!.date,
      start_minutes: 590,
      pattern: 'once',
    })
    const then = (await datesOf(first)).dates.find(({ date }) => date === day!.date)
    expect(then!.start_minutes).toBe(555)
  })

  it('offers only wishes inside the cutoff, or with the switch off', async () => {
    const near = await once({ start_date: today, start_minutes: 1439 })
    expect(await datesOf(near.first)).toMatchObject({ move: 'request', dates: [] })
    const { first } = await once()
    await set({ self_move: false })
    expect(await datesOf(first)).toMatchObject({ move: 'request', dates: [] })
    await set({ self_move_cutoff_hours: 30 * 24 })
    expect(await datesOf(first)).toMatchObject({ move: 'request', cutoff_hours: 720 })
  })

  it('404 for another customer’s visit, 409 visit_cancelled', async () => {
    const { first } = await once()
    expect((await open('ana', first)).status).toBe(404)
    await bed.ask('olga', `POST /api/schedule/${first}/skip`, {})
    expect(await open('bob', first)).toMatchObject({
      status: 409,
      body: { code: 'visit_cancelled' },
    })
  })
})

describe('POST /api/users/move-visit', () => {
  it('moves at once; office, team and customer learn of it; a repeat changes nothing', async () => {
    const { first, day: own } = await once()
    const [day] = (await datesOf(first)).dates
    const { status, body } = await move('bob', first, day!)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      outcome: 'moved',
      request: { action: 'reschedule', status: 'approved', preferred_dates: [day!.date] },
      item: { date: day!.date, state: 'rescheduled', original_date: own },
    })
    expect((await bed.events('visit.rescheduled')).at(-1)).toMatchObject({
      customer_id: bed.ids.bob,
      team_ids: [bed.ids.north],
      data: { occurrence_id: first, date: day!.date, old_date: own },
    })
    expect(await newest('visit_rescheduled')).toMatchObject({
      customer_id: bed.ids.bob,
      data: { on: day!.date, own: true, old: { on: own } },
    })
    expect(await newest('request_received')).toMatchObject({
      data: { action: 'moved', on: day!.date, old: { on: own } },
    })
    const told = await countOf('request_received')
    expect((await move('bob', first, day!)).body).toMatchObject({
      outcome: 'moved',
      request: { id: body.request.id },
    })
    expect(await countOf('request_received')).toBe(told)
    const inbox = (await bed.ask('olga', 'GET /api/owner/customer-requests')).body.items
    expect(inbox.map((one: { id: string }) => one.id)).not.toContain(body.request.id)
  })

  it('409 day_taken with the days free now, when the day filled meanwhile', async () => {
    const { first } = await once()
    const [day] = (await datesOf(first)).dates
    await bed.addRule({
      customer_id: bed.ids.ana,
      start_date: day!.date,
      pattern: 'once',
      service_key: 'look',
    })
    await set({ capacity_per_team_day: 1 })
    const { status, body } = await move('bob', first, day!)
    expect([status, body.code]).toEqual([409, 'day_taken'])
    expect(body.details).toMatchObject({ occurrence_id: first, move: 'immediate' })
    const fresh = (body.details as OpenDates).dates
    expect(fresh.map(({ date }) => date)).not.toContain(day!.date)
    expect((await move('bob', first, fresh[0]!)).status).toBe(200)
  })

  it('gives the last place of a day to one of two customers', async () => {
    await set({ capacity_per_team_day: 1 })
    const mine = await once({ team_id: bed.ids.south })
    const hers = await once({
      team_id: bed.ids.south,
      customer_id: bed.ids.ana,
      start_date: mine.day,
    })
    const [day] = (await datesOf(mine.first)).dates
    const answers = await Promise.all([
      move('bob', mine.first, day!),
      move('ana', hers.first, day!),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('409 visit_moved with fresh days, when the office moved the visit meanwhile', async () => {
    const { first } = await once()
    const [day, other] = (await datesOf(first)).dates
    await bed.ask('olga', `POST /api/schedule/${first}/reschedule`, { to_date: other!.date })
    const { status, body } = await move('bob', first, day!)
    expect([status, body.code, body.details.date]).toEqual([409, 'visit_moved', other!.date])
    expect((await move('bob', first, day!, other!.date)).status).toBe(200)
  })

  it('becomes a request inside the cutoff, or with the switch off', async () => {
    const near = await once({ start_date: today, start_minutes: 1438 })
    const asked = await move('bob', near.first, { date: inDays(3), start_minutes: 1438 })
    expect(asked.body).toMatchObject({
      outcome: 'requested',
      request: { action: 'reschedule', status: 'requested', preferred_dates: [inDays(3)] },
      item: { date: today, state: 'reschedule_requested' },
    })
    await set({ self_move: false })
    const { first, day: own } = await once()
    expect(
      (await move('bob', first, { date: addDays(own, 1), start_minutes: null })).body,
    ).toMatchObject({
      outcome: 'requested',
      item: { date: own, move: 'request' },
    })
  })

  it('takes back the customer’s own open request; 409 request_open while they ask to cancel', async () => {
    const { first, day: own } = await once()
    const asked = await bed.ask('bob', 'POST /api/users/request-reschedule', {
      date: own,
      occurrence_id: first,
    })
    const [day] = (await datesOf(first)).dates
    expect((await move('bob', first, day!)).status).toBe(200)
    const all = (await bed.ask('olga', 'GET /api/owner/customer-requests?status=all')).body.items
    expect(all.find(({ id }: { id: string }) => id === asked.body.request.id)).toMatchObject({
      status: 'withdrawn',
    })

    await set({ cancel_cutoff_hours: 720 })
    const other = await once({ start_date: inDays(15) })
    await bed.ask('bob', 'POST /api/users/cancel-service', {
      date: inDays(15),
      occurrence_id: other.first,
    })
    expect(await move('bob', other.first, day!)).toMatchObject({
      status: 409,
      body: { code: 'request_open' },
    })
  })

  it('404 for another customer’s visit', async () => {
    const { first } = await once()
    expect((await move('ana', first, { date: inDays(9), start_minutes: null })).status).toBe(404)
  })
})

describe('POST /api/users/cancel-service', () => {
  it('skips one visit of a series; the office learns of it, the others stay', async () => {
    const weekly = await bed.addRule({ customer_id: bed.ids.bob, start_date: inDays(4) })
    const skipped = weekly.visit(inDays(11))
    const { body } = await bed.ask('bob', 'POST /api/users/cancel-service', {
      date: inDays(11),
      occurrence_id: skipped,
    })
    expect(body).toMatchObject({ outcome: 'cancelled', item: { recurring: true } })
    expect(await newest('request_received')).toMatchObject({
      data: { action: 'skipped', on: inDays(11) },
    })
    expect(await newest('visit_cancelled')).toMatchObject({ data: { own: true } })
    const { items } = (await bed.ask('bob', 'GET /api/users/upcoming-services')).body
    const mine = items.filter((one: { occurrence_id: string }) =>
      one.occurrence_id.startsWith(weekly.series_id),
    )
    expect(mine.slice(0, 3).map(({ state }: { state: string }) => state)).toEqual([
      'scheduled',
      'cancelled',
      'scheduled',
    ])
  })

  it('tells the office again when the visit was restored in between', async () => {
    const { first, day } = await once()
    const cancel = () =>
      bed.ask('bob', 'POST /api/users/cancel-service', { date: day, occurrence_id: first })
    const earlier = (await cancel()).body.request.id
    await bed.ask('olga', `POST /api/schedule/${first}/restore`, {})
    const told = await newest('request_received')
    const { body } = await cancel()
    expect(body).toMatchObject({ outcome: 'cancelled', request: { status: 'approved' } })
    expect(body.request.id).not.toBe(earlier)
    expect((await newest('request_received'))?.id).not.toBe(told?.id)
  })
})
