import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inDays, openTestBed, today, type TestBed } from '../../schedule/visits/test-bed.ts'

let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

type Who = Parameters<TestBed['ask']>[0]
const setOut = (who: Who, visit: string) =>
  bed.ask(who, `POST /api/schedule/${visit}/on-the-way`, {})
const post = (visit: string, act: string, body: object = {}) =>
  bed.ask('olga', `POST /api/schedule/${visit}/${act}`, body)
const messages = () =>
  bed.owner((tx) =>
    tx
      .selectFrom('messages')
      .select(['customer_id', 'channel', 'status', 'useful_until', 'text'])
      .where('template', '=', 'on_the_way')
      .orderBy('id')
      .execute(),
  )
const crewsMayComplete = (may: boolean) =>
  bed.owner((tx) =>
    tx
      .updateTable('organizations')
      .set({ schedule_settings: JSON.stringify({ crew_can_complete: may }) })
      .where('id', '=', bed.ids.org)
      .execute(),
  )

describe('POST /api/schedule/{rule_id}/on-the-way', () => {
  it('shows since when, tells the customer once, and updates open boards', async () => {
    const customer_id = await bed.addCustomer('Wendy')
    const { first } = await bed.addRule({ customer_id, start_time: '10:00' })
    const { status, body } = await setOut('lea', first)
    expect(status).toBe(200)
    expect(body).toMatchObject({ changed: true, visit: { status: 'scheduled' } })
    const since = body.visit.on_the_way_at
    expect(Math.abs(Date.parse(since) - Date.now())).toBeLessThan(60_000)
    expect((await bed.events('visit.on_the_way')).at(-1)).toMatchObject({
      customer_id,
      team_ids: [bed.ids.north],
      data: { occurrence_id: first, date: today },
    })

    const again = await setOut('olga', first)
    expect(again.body).toMatchObject({ changed: false, visit: { on_the_way_at: since } })
    expect(await bed.events('visit.on_the_way')).toHaveLength(1)
    const told = (await messages()).filter((one) => one.customer_id === customer_id)
    expect(told).toHaveLength(1)
    expect(told[0]!.text).toContain('on our way')
    // Old news at the latest two hours from now, or when the arrival window ends.
    expect(Date.parse(told[0]!.useful_until!)).toBeGreaterThan(Date.now())
  })

  it('a crew member may if the organization lets them complete', async () => {
    await crewsMayComplete(false)
    const { first } = await bed.addRule({ customer_id: bed.ids.cleo })
    expect((await setOut('max', first)).status).toBe(403)
    await crewsMayComplete(true)
    expect((await setOut('max', first)).body).toMatchObject({ changed: true })
    expect((await messages()).filter((one) => one.customer_id === bed.ids.cleo)).toHaveLength(1)
  })

  it('404 for another team’s visit, 403 for customers', async () => {
    const { first } = await bed.addRule()
    expect((await setOut('ben', first)).status).toBe(404)
    expect((await setOut('bob', first)).status).toBe(403)
    expect((await setOut('zed', first)).status).toBe(404)
  })

  it('409 visit_not_today', async () => {
    const { first } = await bed.addRule({ start_date: inDays(1) })
    expect((await setOut('lea', first)).body.code).toBe('visit_not_today')
  })

  it.each([
    ['visit_locked', 'complete', {}],
    ['visit_cancelled', 'skip', {}],
    ['visit_on_hold', 'hold', { reason: 'Rain' }],
  ])('409 %s', async (code, act, body) => {
    const { first } = await bed.addRule({ customer_id: await bed.addCustomer(code) })
    expect((await post(first, act, body)).status).toBe(200)
    expect((await setOut('lea', first)).body).toMatchObject({ code })
  })

  it('is over once the visit is done, and starts over on another day', async () => {
    const { first } = await bed.addRule({ pattern: 'once' })
    await setOut('lea', first)
    const moved = await post(first, 'reschedule', { to_date: inDays(2) })
    expect(moved.body.visit.on_the_way_at).toBeNull()
    const back = await post(first, 'reschedule', { to_date: today })
    expect(back.body.visit.on_the_way_at).not.toBeNull()
    const done = await post(first, 'complete')
    expect(done.body.visit.on_the_way_at).toBeNull()
  })

  it('its customer sees it', async () => {
    const { first } = await bed.addRule({ customer_id: bed.ids.ana })
    await setOut('lea', first)
    const { body } = await bed.ask('ana', 'GET /api/users/upcoming-services')
    const item = (body.items as { occurrence_id: string; state: string }[]).find(
      ({ occurrence_id }) => occurrence_id === first,
    )
    expect(item).toMatchObject({ state: 'on_the_way', rescheduled: false })
  })
})
