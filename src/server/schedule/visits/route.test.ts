import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinWeek } from '../../../api/week.ts'
import type { Visit } from '../../../domain/schedule/visit.ts'
import { inDays, openTestBed, weekOf, windowOf, type TestBed } from './test-bed.ts'

let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

let day = 20
/** A separate day with untimed work for the northern crew, for customers with these names, in this order. */
async function anytime(...names: string[]) {
  const date = inDays(day++)
  const visits: string[] = []
  for (const name of names) {
    const customer_id = await bed.addCustomer(name, { team_id: bed.ids.north })
    visits.push(
      (
        await bed.addRule({
          customer_id,
          pattern: 'once',
          start_date: date,
          team_id: bed.ids.north,
        })
      ).first,
    )
  }
  return { date, visits }
}
const order = (
  date: string,
  occurrence_ids: string[],
  who: Parameters<TestBed['ask']>[0] = 'olga',
  team_id: string | null = bed.ids.north,
) => bed.ask(who, 'PUT /api/schedule/route', { date, team_id, occurrence_ids })
const seen = async (date: string, who: Parameters<TestBed['ask']>[0] = 'olga'): Promise<Visit[]> =>
  (await bed.ask(who, windowOf(date, date))).body.occurrences
const names = async (date: string, who?: Parameters<TestBed['ask']>[0]) =>
  (await seen(date, who)).map(({ customer }) => customer.name)

describe('PUT /api/schedule/route', () => {
  it('sorts by name by default, then in the office’s order, for the crew, too, and in both forms of the week', async () => {
    const { date, visits } = await anytime('Zoe', 'Amy', 'Kim')
    expect(await names(date)).toEqual(['Amy', 'Kim', 'Zoe'])
    const [zoe, amy, kim] = visits as [string, string, string]
    expect((await order(date, [kim, zoe, amy])).body).toEqual({
      ok: true,
      changed: true,
      occurrence_ids: [kim, zoe, amy],
    })
    expect(await names(date)).toEqual(['Kim', 'Zoe', 'Amy'])
    expect(await names(date, 'max')).toEqual(['Kim', 'Zoe', 'Amy'])
    expect(
      (await seen(date)).map(({ route_position, version }) => [route_position, version]),
    ).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
    ])
    const week = await bed.ask('lea', weekOf(date, date))
    expect(joinWeek(week.body).occurrences.map(({ customer }) => customer.name)).toEqual([
      'Kim',
      'Zoe',
      'Amy',
    ])
  })

  it('repeating changes nothing and sends no event; a change sends one event, to its crew', async () => {
    const { date, visits } = await anytime('Ed', 'Flo')
    const routeEvents = async () =>
      (await bed.events('route.changed')).filter(
        (event) => (event.data as { date: string }).date === date,
      )
    await order(date, visits.toReversed())
    expect((await order(date, visits.toReversed())).body.changed).toBe(false)
    expect(await routeEvents()).toMatchObject([{ customer_id: null, team_ids: [bed.ids.north] }])
  })

  it('puts visits added meanwhile last and ignores removed ones', async () => {
    const { date, visits } = await anytime('Gil', 'Hal', 'Ina')
    const [gil, hal, ina] = visits as [string, string, string]
    await bed.ask('olga', `POST /api/schedule/${hal}/reschedule`, { to_date: inDays(90) })
    expect((await order(date, [ina, hal])).body.occurrence_ids).toEqual([ina, gil])
  })

  it('a visit that gets a time, another day or team loses its place, and regains it when moved back', async () => {
    const { date, visits } = await anytime('Jo', 'Kai', 'Lia')
    const [jo, kai, lia] = visits as [string, string, string]
    await order(date, [lia, kai, jo])
    const place = async (act: { status: number; body: { visit: Visit } }) => [
      act.status,
      act.body.visit.route_position,
    ]
    const set = (body: object) =>
      bed.ask('olga', 'POST /api/schedule/set-time', { rule_id: kai, ...body })
    expect(await place(await set({ start_minutes: 600 }))).toEqual([200, null])
    expect(await place(await bed.ask('olga', `DELETE /api/schedule/${kai}/time`))).toEqual([200, 2])
    expect(await place(await set({ team_id: bed.ids.south }))).toEqual([200, null])
    expect(await place(await set({ team_id: bed.ids.north }))).toEqual([200, 2])
    const away = await bed.ask('olga', `POST /api/schedule/${kai}/reschedule`, {
      to_date: inDays(91),
    })
    expect(away.body.visit.route_position).toBeNull()
  })

  it('ordering doesn’t count as a change: earlier edits can still be undone', async () => {
    const { date, visits } = await anytime('Max', 'Nan')
    const [max, nan] = visits as [string, string]
    const { edit_id } = (
      await bed.ask('olga', `PATCH /api/schedule/${max}`, { scope: 'this', notes: 'Gate' })
    ).body
    await order(date, [nan, max])
    expect((await bed.ask('olga', `POST /api/schedule/edits/${edit_id}/undo`)).status).toBe(200)
    expect(await names(date)).toEqual(['Nan', 'Max'])
  })

  it('unassigned work has its own order', async () => {
    const { date } = await anytime()
    const [a, b] = await Promise.all(
      ['Oz', 'Pat'].map(async (name) => {
        const customer_id = await bed.addCustomer(name, {})
        return (
          await bed.addRule({ customer_id, pattern: 'once', start_date: date, team_id: null })
        ).first
      }),
    )
    expect((await order(date, [b!, a!], 'mike', null)).status).toBe(200)
    expect(await names(date)).toEqual(['Pat', 'Oz'])
  })

  it('404 when none of them exist, also in another business; 403 for members and other teams’ leaders; 422 for an invalid id', async () => {
    const { date, visits } = await anytime('Quin')
    expect(await order(inDays(89), visits)).toMatchObject({
      status: 404,
      body: {
        error: 'Those visits are no longer among the team’s untimed visits that day.',
      },
    })
    expect((await order(date, visits, 'zed')).status).toBe(404)
    expect((await order(date, visits, 'max')).body.code).toBe('forbidden')
    expect((await order(date, visits, 'ben')).body.code).toBe('team_denied')
    expect((await order(date, visits, 'lea', null)).body.code).toBe('team_denied')
    expect((await order(date, visits, 'lea')).status).toBe(200)
    expect((await order(date, ['nothing'])).status).toBe(422)
    expect(bed.faults).toEqual([])
  })
})
