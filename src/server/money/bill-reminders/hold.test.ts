import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../../domain/base/dates.ts'
import { openWorld, type Caller, type OpenWorld } from '../../../../test/world.ts'
import { reviewHolds } from './hold.ts'

let open: OpenWorld
let owner: Caller
let today: string
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  today = open.world.green.today
  await open.rows("update invoices set effective_due_date = '2099-01-01'")
  await open.rows('update customers set autopay_enabled = false')
  await settings({ hold_after_cents: 10_000, hold_after_days: 14 })
})
afterAll(() => open?.close())
afterEach(async () => {
  await open.rows("update invoices set effective_due_date = '2099-01-01'")
  await open.rows('delete from payment_holds')
})

const settings = async (body: object) =>
  expect((await owner('PATCH /api/owner/schedule-settings', { body })).status).toBe(200)
const casey = () => open.world.green.customers['casey']!.id

/** An unpaid invoice of Casey that is some days late. */
async function late(days: number, cents = 10_000): Promise<string> {
  const { body } = await owner('POST /api/invoices', {
    body: {
      customer_id: casey(),
      lines: [{ description: 'Hedges', unit_price_cents: cents }],
      due_date: addDays(today, -days),
      open: true,
    },
  })
  return body.invoice.id
}
let days = 0
/** Plans a visit of Casey on a day of its own. */
const planned = async () =>
  (
    await owner('POST /api/schedule', {
      body: {
        customer_id: casey(),
        service_key: 'mowing',
        pattern: 'once',
        start_date: addDays(today, ++days),
        price_cents: 4500,
      },
    })
  ).body.first_visit!.occurrence_id
const heldOf = async (visit: string) => {
  const { body } = await owner('GET /api/schedule', {
    query: { from: today, to: addDays(today, 6) },
  })
  const all = body.occurrences as { occurrence_id: string; customer: { held_since: string } }[]
  return all.find(({ occurrence_id }) => occurrence_id === visit)!.customer.held_since
}
const told = async () =>
  (
    await open.rows(
      "select data ->> 'is_held' as is_held from messages where template = 'payment_hold' and customer_id = $1 and channel = 'email' order by id",
      [casey()],
    )
  ).map(({ is_held }) => is_held)
const history = async () =>
  (
    await open.rows(
      "select action from audit where entity_id = $1 and action in ('customer.held', 'customer.released') order by id",
      [casey()],
    )
  ).map(({ action }) => action)
const pay = (id: string) =>
  owner('POST /api/invoices/{id}/mark-paid', { params: { id }, body: {}, key: `paid-${id}` })

describe('the visits of a customer who is past the threshold', () => {
  it('are held once, and return by themselves when it is paid', async () => {
    const visit = await planned()
    const invoice = await late(14)
    const [messages, entries] = [await told(), await history()]
    await Promise.all([reviewHolds(open.app), reviewHolds(open.app)])
    expect(await heldOf(visit)).toEqual(expect.any(String))
    expect((await told()).slice(messages.length)).toEqual(['true'])
    const portal = await open.as('customer@green-acres.example')
    expect((await portal('GET /api/users/standing')).body.held).toMatchObject({
      overdue_cents: 10_000,
    })
    const upcoming = (await portal('GET /api/users/upcoming-services')).body.items
    expect(upcoming).toContainEqual(
      expect.objectContaining({ occurrence_id: visit, state: 'held' }),
    )
    await pay(invoice)
    await open.until(async () => (await heldOf(visit)) === null, 'the visits go on')
    await reviewHolds(open.app)
    expect((await told()).slice(messages.length)).toEqual(['true', 'false'])
    expect((await history()).slice(entries.length)).toEqual(['customer.held', 'customer.released'])
    expect((await portal('GET /api/users/standing')).body.held).toBeNull()
  })

  it('that are paid for overnight are only told to go on', async () => {
    const visit = await planned()
    const invoice = await late(14)
    await reviewHolds(open.app)
    const [letter] = await open.rows(
      "select id from messages where template = 'payment_hold' and customer_id = $1 order by id desc limit 1",
      [casey()],
    )
    const read = async () =>
      (await open.rows('select status, reason from messages where id = $1', [letter!.id]))[0]
    await open.until(async () => (await read())!.status !== 'sending', 'it is out')
    // As if the visits had been held late in the evening.
    await open.rows(
      "update messages set status = 'queued', sent_at = null, claimed_at = null, held_until = now() + interval '9 hours' where id = $1",
      [letter!.id],
    )
    await pay(invoice)
    await open.until(async () => (await heldOf(visit)) === null, 'the visits go on')
    expect(await read()).toEqual({ status: 'refused', reason: 'replaced' })
    expect((await told()).at(-1)).toBe('false')
  })

  it('are not held below it, or while it is off', async () => {
    const visit = await planned()
    await late(13)
    await late(20, 9999)
    await reviewHolds(open.app)
    expect(await heldOf(visit)).toBeNull()
    await late(14, 500)
    await settings({ hold_after_cents: null, hold_after_days: null })
    await reviewHolds(open.app)
    expect(await heldOf(visit)).toBeNull()
    await settings({ hold_after_cents: 10_000, hold_after_days: 14 })
    await reviewHolds(open.app)
    expect(await heldOf(visit)).not.toBeNull()
  })

  it('go on when the office says so, with a reason, until more is late', async () => {
    const visit = await planned()
    await late(14)
    await reviewHolds(open.app)
    const release = (reason: string) =>
      owner('POST /api/owner/customers/{id}/hold-release', {
        params: { id: casey() },
        body: { reason },
      })
    expect((await release(' ')).status).toBe(422)
    expect(await release('Promised to pay on Friday')).toMatchObject({
      status: 200,
      body: { held_since: null },
    })
    expect(await release('Again')).toMatchObject({
      status: 409,
      body: { code: 'customer_not_held' },
    })
    await reviewHolds(open.app)
    expect(await heldOf(visit)).toBeNull()
    await late(14, 100)
    await reviewHolds(open.app)
    expect(await heldOf(visit)).not.toBeNull()
  })

  it('can still be completed by a crew that did them anyway', async () => {
    const visit = await planned()
    await late(14)
    await reviewHolds(open.app)
    const done = await owner('POST /api/schedule/{rule_id}/complete', {
      params: { rule_id: visit },
      body: { confirm_future: true },
    })
    expect(done.status).toBe(200)
  })
})
