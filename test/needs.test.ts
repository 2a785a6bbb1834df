import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, todayIn } from '../src/domain/base/dates.ts'
import { goesWithAll, type BillToSend } from '../src/domain/money/to-bill.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let owner: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
})
afterAll(() => open?.close())

const needs = async () => {
  const reply = await owner('GET /api/owner/needs')
  expect(reply).toMatchObject({ status: 200 })
  return reply.body
}

/** What one press on To bill sends, with the charges that were refused. */
const toSend = async () => {
  const list = async (tab: 'drafts' | 'to_send' | 'refused') =>
    (await owner('GET /api/owner/billing/queue', { query: { tab } })).body.items
  const unsent = [...(await list('drafts')), ...(await list('to_send'))]
  return unsent.filter(goesWithAll).length + (await list('refused')).length
}

describe('GET /api/owner/needs', () => {
  it('agrees with the lists behind it', async () => {
    const counted = await needs()
    const { declined, overdue } = (await owner('GET /api/owner/billing/summary')).body
    const requests = await owner('GET /api/owner/customer-requests', {
      query: { status: 'requested' },
    })
    const { finished, unfinished } = (await owner('GET /api/owner/signups')).body
    const ending = (await owner('GET /api/schedule/ending')).body
    expect(counted).toMatchObject({
      declined: declined.count,
      late: overdue.count,
      to_bill: await toSend(),
      requests: requests.body.items.length,
      signups: finished.length,
      unfinished: unfinished.length,
      ending: ending.items.length,
      disputes: (await owner('GET /api/owner/disputes')).body.items.length,
      failed_refunds: (await owner('GET /api/owner/failed-refunds')).body.items.length,
      crew_reports: (await owner('GET /api/owner/crew-reports')).body.items.length,
      extra_work: (await owner('GET /api/owner/extra-work')).body.items.length,
    })
    expect(counted.declined + counted.late + counted.to_bill).toBeGreaterThan(0)
  })

  it('counts no bill that goes out by itself: when the visit is final, or with the month', async () => {
    const today = todayIn('America/New_York', new Date().toISOString())
    const customer_id = open.world.green.customers['rosa']!.id
    const before = (await needs()).to_bill
    const done = async (more: object) => {
      const start_date = addDays(today, -2)
      const body = {
        customer_id,
        service_key: 'leaves',
        pattern: 'weekly' as const,
        start_date,
        ...more,
      }
      const { series_id } = (await owner('POST /api/schedule', { body })).body
      const visit = `/api/schedule/${series_id}:${start_date}/complete`
      return (await owner.raw(`POST ${visit}`, { body: {} })).body.invoice_id as string
    }
    const [soon] = [
      await done({}),
      await done({ service_key: 'edging', billing_mode: 'per_period' }),
    ]
    const { items } = (
      await owner('GET /api/owner/billing/queue', { query: { tab: 'drafts', limit: 200 } })
    ).body
    expect(items.map(({ source }: BillToSend) => source)).toContain('period')
    expect((await needs()).to_bill).toBe(before)
    expect(await toSend()).toBe(before)
    await open.rows('update invoices set send_at = null where id = $1', [soon])
    expect((await needs()).to_bill).toBe(before + 1)
  })

  it('counts a visit of today as soon as it has no team', async () => {
    const today = todayIn('America/New_York', new Date().toISOString())
    const before = (await needs()).unassigned
    const { customers } = (await owner('GET /api/owner/customers')).body
    const customer_id = customers.find(({ status }: { status: string }) => status === 'active')!.id
    const body = { customer_id, service_key: 'mowing', pattern: 'once' as const, start_date: today }
    expect((await owner('POST /api/schedule', { body })).status).toBe(201)
    expect((await needs()).unassigned).toBe(before + 1)
  })

  it('counts past visits until somebody completes or cancels them, as the list does', async () => {
    const today = todayIn('America/New_York', new Date().toISOString())
    const waiting = async () => [
      (await needs()).missed,
      (await owner('GET /api/schedule/missed')).body.items.length,
    ]
    const [before] = await waiting()
    expect(await waiting()).toEqual([before, before])
    const { customers } = (await owner('GET /api/owner/customers')).body
    const { id: customer_id, name } = customers.find(({ status }) => status === 'active')!
    const add = async (service_key: string, days: number) => {
      const start_date = addDays(today, -days)
      const body = {
        customer_id,
        service_key,
        pattern: 'once' as const,
        start_date,
        start_time: '11:00',
      }
      return (await owner('POST /api/schedule', { body })).body.first_visit!.occurrence_id
    }
    const [done, dropped] = [await add('leaves', 3), await add('edging', 14)]
    await add('mowing', 15)
    expect(await waiting()).toEqual([before! + 2, before! + 2])
    const { items } = (await owner('GET /api/schedule/missed')).body
    expect(items).toContainEqual(
      expect.objectContaining({ occurrence_id: done, customer_name: name, title: 'Leaf removal' }),
    )
    await owner.raw(`POST /api/schedule/${done}/complete`, { body: {} })
    await owner.raw(`POST /api/schedule/${dropped}/skip`, { body: {} })
    expect(await waiting()).toEqual([before, before])
  })

  it('counts customers who changed what they want, until somebody has seen it', async () => {
    const customer = await open.as('customer@green-acres.example')
    const before = (await needs()).wishes
    const body = { available_days: ['sat'] }
    expect((await customer('PUT /api/users/preferences', { body })).status).toBe(200)
    expect((await needs()).wishes).toBe(before + 1)
    const params = { id: open.world.green.customers['casey']!.id }
    await owner('POST /api/owner/customers/{id}/wishes-seen', { params })
    expect((await needs()).wishes).toBe(before)
  })

  it('counts visits that wait for a date, put on hold by the crew or the office, as the schedule does', async () => {
    const today = todayIn('America/New_York', new Date().toISOString())
    const waiting = async () => [
      (await needs()).to_place,
      (await owner('GET /api/schedule/tray')).body.count,
    ]
    const [before] = await waiting()
    expect(await waiting()).toEqual([before, before])
    const { id: team_id } = await open.row<{ id: string }>(
      "select id from teams where organization_id = $1 and name = 'North Crew'",
      [open.world.green.id],
    )
    const { customers } = (await owner('GET /api/owner/customers')).body
    const customer_id = customers.find(({ status }: { status: string }) => status === 'active')!.id
    const add = async (service_key: string) => {
      const body = {
        customer_id,
        service_key,
        pattern: 'once' as const,
        start_date: today,
        team_id,
      }
      return (await owner('POST /api/schedule', { body })).body.first_visit!.occurrence_id
    }
    const leader = await open.as('leader@green-acres.example')
    const notDone = {
      client_id: randomUUID(),
      kind: 'not_done',
      at: new Date().toISOString(),
      waited_ms: 0,
      visit: await add('leaves'),
      date: today,
      text: 'Gate locked',
    }
    const sent = await leader('POST /api/crew/commands', { body: { commands: [notDone] } })
    expect(sent.body.answers).toMatchObject([{ result: 'done' }])
    expect(await waiting()).toEqual([before! + 1, before! + 1])
    const held = await add('edging')
    await owner.raw(`POST /api/schedule/${held}/hold`, { body: { reason: 'Waits for a part' } })
    expect(await waiting()).toEqual([before! + 2, before! + 2])
    await owner.raw(`POST /api/schedule/${held}/place`, { body: { to_date: today } })
    expect(await waiting()).toEqual([before! + 1, before! + 1])
  })

  it('counts a payout that failed, until one made later is on its way', async () => {
    const before = (await needs()).payouts
    let n = 0
    const payOut = (status: string, minutes: number, organization_id = open.world.green.id) =>
      open.rows(
        `insert into payouts (organization_id, account, provider_id, amount_cents, currency, status, automatic, arrival_date, made_at)
          values ($1, 'acct_needs', $2, 100, 'usd', $3, true, '2040-01-02', '2040-01-01T12:00Z'::timestamptz + make_interval(mins => $4))`,
        [organization_id, `po_needs_${++n}`, status, minutes],
      )
    await payOut('failed', 0)
    const makesNoDifference: [string, number, string?][] = [
      ['paid', -1],
      // Made at once with it, so it says nothing of what came after.
      ['paid', 0],
      ['pending', 1],
      ['canceled', 1],
      ['paid', 1, open.world.bright.id],
    ]
    for (const [status, minutes, organization] of makesNoDifference) {
      await payOut(status, minutes, organization)
      expect([status, minutes, (await needs()).payouts]).toEqual([status, minutes, before + 1])
    }
    await payOut('failed', 2)
    expect((await needs()).payouts).toBe(before + 2)
    await payOut('in_transit', 1)
    expect((await needs()).payouts).toBe(before + 1)
    await payOut('paid', 3)
    expect((await needs()).payouts).toBe(0)
    await open.rows("delete from payouts where account = 'acct_needs'")
    expect((await needs()).payouts).toBe(before)
  })

  it('counts a crew that uses the clock until one of its stops has begun', async () => {
    const start_date = todayIn('America/New_York', new Date().toISOString())
    const team_id = (await owner('POST /api/owner/teams', { body: { name: 'Clockers' } })).body.id
    const crew = await open.as('crew@green-acres.example')
    await crew('POST /api/crew/shifts/clock-in', { body: {} })
    await crew('POST /api/crew/shifts/clock-out', { body: {} })
    await open.rows(
      `update shifts set team_id = $1 where id = (select id from shifts where organization_id = $2
        and ended_at is not null order by started_at desc limit 1)`,
      [team_id, open.world.green.id],
    )
    const before = (await needs()).not_clocked_in
    const customer_id = open.world.green.customers['rosa']!.id
    const add = async (service_key: string) => {
      const plan = { customer_id, service_key, pattern: 'once' as const, start_date, team_id }
      const reply = await owner('POST /api/schedule', { body: { ...plan, start_time: '00:00' } })
      return reply.body.first_visit!.occurrence_id
    }
    const first = await add('mowing')
    await add('edging')
    expect((await needs()).not_clocked_in).toBe(before + 1)
    await owner.raw(`POST /api/schedule/${first}/complete`, { body: {} })
    expect((await needs()).not_clocked_in).toBe(before)
  })

  it('counts a crew that uses the clock and is not on it', async () => {
    const { id: north } = await open.row<{ id: string }>(
      "select id from teams where organization_id = $1 and name = 'North Crew'",
      [open.world.green.id],
    )
    const crew = await open.as('crew@green-acres.example')
    await crew('POST /api/crew/shifts/clock-in', { body: {} })
    const working = (await needs()).not_clocked_in
    await crew('POST /api/crew/shifts/clock-out', { body: {} })
    await open.rows('update shifts set team_id = $1 where organization_id = $2', [
      north,
      open.world.green.id,
    ])
    expect((await needs()).not_clocked_in).toBeGreaterThanOrEqual(working)
  })

  it('does not see another business', async () => {
    const stranger = await open.as('owner@bright-side.example')
    const mine = await needs()
    expect((await stranger('GET /api/owner/needs')).body).not.toEqual(mine)
  })
})
