import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inDays, openTestBed, windowOf, type TestBed } from './test-bed.ts'

let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
  await bed.owner((tx) =>
    tx.updateTable('organizations').set({ zip: '27701' }).where('id', '=', bed.ids.org).execute(),
  )
})
afterAll(() => bed.close())

let n = 0
/** A day of the northern crew with untimed work at these ZIPs, and a time where one is given. */
async function dayAt(date: string, ...stops: [zip: string | null, start_minutes?: number][]) {
  const visits: string[] = []
  for (const [zip, start_minutes] of stops) {
    const customer_id = await bed.addCustomer(`Stop ${String(n++).padStart(3, '0')}`)
    await bed.owner((tx) =>
      tx
        .updateTable('service_locations')
        .set({ zip })
        .where('customer_id', '=', customer_id)
        .execute(),
    )
    const { first } = await bed.addRule({
      customer_id,
      pattern: 'once',
      start_date: date,
      ...(start_minutes === undefined ? {} : { start_minutes }),
    })
    visits.push(first)
  }
  return visits
}
type Name = Parameters<TestBed['ask']>[0]
const suggest = (date: string, who: Name = 'olga', team_id: string = bed.ids.north) =>
  bed.ask(who, `GET /api/schedule/route/suggestion?date=${date}&team_id=${team_id}`)

// Durham, Raleigh, Wilmington.
const [near, between, far] = ['27701', '27601', '28401']

describe('GET /api/schedule/route/suggestion', () => {
  it('goes to what is near first, says how many minutes that saves, and can be taken over', async () => {
    const date = inDays(30)
    const [a, b, c, d] = await dayAt(date, [far], [near], [far], [between])
    const { body } = await suggest(date)
    expect(body).toMatchObject({ unknown_ids: [], suggested: { late_minutes: 0 } })
    // Both in Wilmington one after the other.
    const order = body.occurrence_ids as string[]
    expect(Math.abs(order.indexOf(a!) - order.indexOf(c!))).toBe(1)
    expect(new Set(order)).toEqual(new Set([a, b, c, d]))
    expect(body.saved_minutes).toBe(body.now.drive_minutes - body.suggested.drive_minutes)
    expect(body.saved_minutes).toBeGreaterThan(100)
    expect(body.places).toHaveLength(4)
    expect(
      (
        await bed.ask('lea', 'PUT /api/schedule/route', {
          date,
          team_id: bed.ids.north,
          occurrence_ids: order,
        })
      ).body,
    ).toMatchObject({ ok: true, changed: true })
    const { occurrences } = (await bed.ask('max', windowOf(date, date))).body
    expect(occurrences.map(({ id }: { id: string }) => id)).toEqual(order)
    const again = await suggest(date, 'lea')
    expect(again.body).toMatchObject({ saved_minutes: 0, occurrence_ids: order })
    expect(again.body.suggested).toEqual(again.body.now)
  })

  it('keeps promised times, and leaves out what is done or cancelled', async () => {
    const date = inDays(31)
    const [promised, first, gone] = await dayAt(date, [far, 16 * 60], [near], [near])
    await bed.ask('olga', `POST /api/schedule/${gone}/skip`, {})
    const { body } = await suggest(date)
    expect(body.suggested.stops).toMatchObject([
      { id: first },
      { id: promised, arrives_minutes: 16 * 60 },
    ])
    expect(body.occurrence_ids).toEqual([first])
  })

  it('names stops whose place is unknown', async () => {
    const date = inDays(32)
    const [, lost] = await dayAt(date, [near], [null])
    expect((await suggest(date)).body).toMatchObject({ unknown_ids: [lost] })
  })

  it('is empty for an empty day', async () => {
    expect((await suggest(inDays(33))).body).toMatchObject({
      saved_minutes: 0,
      occurrence_ids: [],
      suggested: { stops: [] },
    })
  })

  it('403 for members and other teams’ leaders; nothing of another business', async () => {
    const date = inDays(30)
    expect((await suggest(date, 'max')).body.code).toBe('forbidden')
    expect((await suggest(date, 'ben')).body.code).toBe('team_denied')
    expect((await suggest(date, 'lea', 'none')).body.code).toBe('team_denied')
    expect((await suggest(date, 'zed')).body).toMatchObject({ places: [], occurrence_ids: [] })
    expect(bed.faults).toEqual([])
  })
})
