import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type Caller, type OpenWorld } from '../../../../test/world.ts'
import { firstBillAt, graceDays } from '../../../domain/money/platform.ts'

let open: OpenWorld
let owner: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@bright-side.example')
})
afterAll(() => open?.close())

/** Saves a method as the browser does. */
async function save(token: string) {
  const { client_secret, setup_intent_id } = (
    await owner('POST /api/owner/platform-billing/set-payment-method')
  ).body
  const { host, port, publishableKey } = open.sandbox!
  const answer = await fetch(
    `http://${host}:${port}/v1/setup_intents/${client_secret.split('_secret')[0]}/confirm`,
    {
      method: 'POST',
      headers: {
        authorization: `Bearer ${publishableKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ client_secret, payment_method: token }).toString(),
    },
  )
  const { payment_method } = (await answer.json()) as { payment_method: string }
  return owner('POST /api/owner/platform-billing/save-payment-method', {
    body: { payment_method_id: payment_method, setup_intent_id },
  })
}

const status = async () => (await owner('GET /api/owner/platform-billing/status')).body
const atProvider = (method: string, path: string, body: object = {}) =>
  fetch(`http://${open.sandbox!.host}:${open.sandbox!.port}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${open.sandbox!.secretKey}`,
      'content-type': 'application/json',
    },
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  })
const press = (path: string) => atProvider('POST', `/_sandbox/${path}`)

describe('an unpaid bill of the platform', () => {
  it('is paid at once by a new method', async () => {
    await save('pm_card_chargeCustomerFail')
    await owner('POST /api/owner/platform-billing/confirm-subscription')
    const { platform_subscription_id: id } = await status()
    // Once for the free days after the trial, once for the first month.
    for (let times = 0; times < 2; times++) await press(`renew/${id}`)
    await open.until(async () => (await status()).status === 'past_due', 'the bill is past due')
    expect((await status()).open_bill_cents).toBeGreaterThan(0)
    expect(await owner('POST /api/owner/platform-billing/pay')).toMatchObject({
      status: 402,
      body: { code: 'card_declined' },
    })
    expect((await save('pm_card_chargeCustomerFail')).body.status).toBe('past_due')
    const { read_only_from } = await status()
    expect(Math.round((Date.parse(read_only_from!) - Date.now()) / 86_400_000)).toBe(graceDays)
    expect((await save('pm_card_visa')).body).toMatchObject({
      status: 'active',
      read_only_from: null,
      open_bill_cents: 0,
    })
    expect(await owner('POST /api/owner/platform-billing/pay')).toMatchObject({ status: 200 })
  })
})

describe('a subscription that is canceled', () => {
  it('ends with its period, and no bill follows', async () => {
    const { end } = await open.row<{ end: string }>(
      'select platform_period_end as end from organizations where id = $1',
      [open.world.bright.id],
    )
    await owner('POST /api/owner/platform-billing/cancel')
    expect(await status()).toMatchObject({ ends_at: end, next_payment: null })
    await owner('POST /api/owner/platform-billing/restart')
    expect(await status()).toMatchObject({ ends_at: null, next_payment: end })
  })
})

describe('a business that is closed', () => {
  it('is not billed, and is again once it is open', async () => {
    const admin = await open.as('admin@fieldhive.example')
    const { id } = open.world.bright
    const { platform } = open.app.payments
    const { platform_subscription_id: subscription } = await status()
    const setStatus = async (next: 'active' | 'inactive') => {
      await admin('POST /api/admin/update-organization', { body: { id, status: next } })
      await open.until(async () => {
        const { pause_collection } = await platform.readSubscription(subscription!)
        return (pause_collection !== null) === (next === 'inactive')
      }, `bills follow ${next}`)
    }
    const nextBill = async () => {
      await press(`renew/${subscription}`)
      const { latest_invoice } = await platform.readSubscription(subscription!)
      const bill = await platform.readInvoice(latest_invoice as string)
      return { status: bill.status, due: bill.amount_due > 0, paid: bill.amount_paid > 0 }
    }
    await setStatus('inactive')
    expect(await nextBill()).toEqual({ status: 'void', due: true, paid: false })
    expect(await nextBill()).toEqual({ status: 'void', due: true, paid: false })
    await setStatus('active')
    expect(await nextBill()).toEqual({ status: 'paid', due: true, paid: true })
    expect((await status()).status).toBe('active')
  })
})

describe('a subscription that ended while a bill was open', () => {
  const restart = () => owner('POST /api/owner/platform-billing/restart')
  const letters = () =>
    open.rows("select subject from messages where template = 'platform_bill' order by id")
  /** What the platform has ever taken from this business, in cents. */
  const taken = async (): Promise<number> => {
    const { platform_customer_id: customer } = await status()
    const answer = await atProvider('GET', `/v1/charges?customer=${customer}&limit=100`)
    const { data } = (await answer.json()) as { data: { amount: number; status: string }[] }
    return data.reduce((sum, one) => sum + (one.status === 'succeeded' ? one.amount : 0), 0)
  }
  let ended: string
  let cents: number
  beforeAll(async () => {
    await save('pm_card_chargeCustomerFail')
    ended = (await status()).platform_subscription_id!
    await press(`renew/${ended}`)
    await open.until(async () => (await status()).status === 'past_due', 'the bill is past due')
    await atProvider('DELETE', `/v1/subscriptions/${ended}`)
    await open.until(async () => (await status()).status === 'canceled', 'it has ended')
    cents = (await status()).open_bill_cents!
  })

  it('is shown without the amount if the provider keeps us waiting', async () => {
    await atProvider('POST', '/_sandbox/faults', { delay_ms: 5000 })
    expect(await status()).toMatchObject({ status: 'canceled', open_bill_cents: null })
    await atProvider('DELETE', '/_sandbox/faults')
  })
  it('does not start again before that bill is paid', async () => {
    expect(cents).toBeGreaterThan(0)
    expect(await restart()).toMatchObject({ status: 402, body: { code: 'card_declined' } })
    expect(await status()).toMatchObject({
      status: 'canceled',
      platform_subscription_id: ended,
      open_bill_cents: cents,
    })
  })
  it('charges a new card only once its owner says so', async () => {
    expect((await save('pm_card_visa')).body).toMatchObject({
      status: 'canceled',
      open_bill_cents: cents,
    })
  })
  it('pays it once, also if the answer is lost, and tells the owner', async () => {
    const before = await letters()
    const takenBefore = await taken()
    await atProvider('POST', '/_sandbox/faults', {
      drop_next_response: { when: 'after', path: '/v1/invoices/', count: 3 },
    })
    // The provider's library asks again by itself, and so does the owner.
    await open.until(async () => (await restart()).status === 200, 'it starts again')
    const now = await status()
    expect(now.status).not.toBe('canceled')
    expect(now.platform_subscription_id).not.toBe(ended)
    const { platform } = open.app.payments
    expect(await platform.listOpenBills(now.platform_customer_id!)).toEqual([])
    await open.until(
      async () => (await letters()).length > before.length,
      'the owner hears that it was paid',
    )
    expect(await taken()).toBe(takenBefore + cents)
  })
})

describe('the first bill', () => {
  it.each([
    ['2027-06-09T10:00:00.000Z', 28, '2027-06-28T10:00:00.000Z'],
    ['2027-06-29T10:00:00.000Z', 28, '2027-07-28T10:00:00.000Z'],
    ['2027-06-28T10:00:00.000Z', 28, '2027-06-28T10:00:00.000Z'],
  ])('a trial that ends %s, on the %i: %s', (ends, day, first) => {
    expect(firstBillAt(ends, day)).toBe(first)
  })
})
