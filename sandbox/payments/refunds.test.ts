import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWatching } from '../../test/contract/contract.ts'
import { connectedAccount, harnessFor, press, refusal } from './harness.ts'

const { client, startWorld } = harnessFor(Stripe, startWatching)
type World = Awaited<ReturnType<typeof startWorld>>

let world: World
let customer: string
beforeAll(async () => {
  world = await startWorld()
  customer = (await world.connected.customers.create({ name: 'Ann', email: 'ann@example.com' })).id
})
afterAll(() => world.close())

const mandate_data = {
  customer_acceptance: {
    type: 'online' as const,
    online: { ip_address: '127.0.0.1', user_agent: 'test' },
  },
}

async function save(token: string): Promise<string> {
  const intent = await world.connected.setupIntents.create({
    customer,
    confirm: true,
    payment_method: token,
    mandate_data,
  })
  return intent.payment_method as string
}

const pay = (params: object = {}) =>
  world.connected.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    customer,
    confirm: true,
    off_session: true,
    ...params,
  })

describe('refunds, disputes, balance', () => {
  it('refunds in parts, never more than was paid', async () => {
    const intent = await pay({ payment_method: await save('pm_card_visa') })
    const first = await world.connected.refunds.create({ payment_intent: intent.id, amount: 2000 })
    expect(first.status).toBe('succeeded')
    expect(
      (await refusal(world.connected.refunds.create({ payment_intent: intent.id, amount: 3001 })))
        .message,
    ).toMatch(/greater than unrefunded/)
    await world.connected.refunds.create({ charge: intent.latest_charge as string })
    expect(
      (await refusal(world.connected.refunds.create({ payment_intent: intent.id }))).code,
    ).toBe('charge_already_refunded')
    const charge = await world.connected.charges.retrieve(intent.latest_charge as string, {
      expand: ['refunds'],
    })
    expect(charge).toMatchObject({ amount_refunded: 5000, refunded: true })
    expect(charge.refunds!.data).toHaveLength(2)
    expect((await world.connected.refunds.list({ payment_intent: intent.id })).data).toHaveLength(2)
  })

  it('returns the application fee when asked', async () => {
    const intent = await pay({
      payment_method: await save('pm_card_visa'),
      application_fee_amount: 200,
    })
    const refund = await world.connected.refunds.create({
      payment_intent: intent.id,
      amount: 2500,
      refund_application_fee: true,
      expand: ['balance_transaction'],
    })
    expect(refund.balance_transaction).toMatchObject({
      amount: -2500,
      fee: -100,
      net: -2400,
    })
  })

  it('lets a refund fail later and restores the amount', async () => {
    const intent = await pay({ payment_method: await save('pm_card_refundFail') })
    const refund = await world.connected.refunds.create({ payment_intent: intent.id })
    expect(refund.status).toBe('succeeded')
    await world.sandbox.advance()
    expect(await world.connected.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    })
    expect(
      (await world.connected.charges.retrieve(intent.latest_charge as string)).amount_refunded,
    ).toBe(0)
  })

  it('holds a bank refund pending first', async () => {
    const intent = await pay({ payment_method: await save('pm_usBankAccount') })
    expect(
      (await refusal(world.connected.refunds.create({ payment_intent: intent.id }))).statusCode,
    ).toBe(400)
    await world.sandbox.advance()
    const refund = await world.connected.refunds.create({ payment_intent: intent.id })
    expect(refund.status).toBe('pending')
    await world.sandbox.advance()
    expect((await world.connected.refunds.retrieve(refund.id)).status).toBe('succeeded')
  })

  it('raises a dispute later, and refuses to refund it', async () => {
    const intent = await pay({ payment_method: await save('pm_card_createDispute') })
    await world.sandbox.advance()
    const dispute = (
      await world.connected.disputes.list({ charge: intent.latest_charge as string })
    ).data[0]!
    expect(dispute).toMatchObject({ status: 'needs_response', reason: 'fraudulent' })
    expect(
      (await refusal(world.connected.refunds.create({ payment_intent: intent.id }))).code,
    ).toBe('charge_disputed')
    await press(world.sandbox, `dispute/${dispute.id}/won`)
    expect((await world.connected.disputes.retrieve(dispute.id)).status).toBe('won')
  })

  it('adds up: balance, transactions and payouts', async () => {
    const account = await connectedAccount(world.sandbox)
    const stripe = client(world.sandbox, { stripeContext: account })
    const intent = await stripe.paymentIntents.create({
      amount: 10_000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa',
    })
    await stripe.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_bypassPending',
    })
    await stripe.refunds.create({ payment_intent: intent.id, amount: 1000 })
    const before = await stripe.balance.retrieve()
    expect(before.pending[0]!.amount).toBe(10_000 - 320)
    expect(before.available[0]!.amount).toBe(5000 - 175 - 1000)
    await world.sandbox.advance()
    expect((await stripe.balance.retrieve()).available[0]!.amount).toBe(13_505)
    await stripe.payouts.create({ amount: 13_505, currency: 'usd' })
    expect((await refusal(stripe.payouts.create({ amount: 1, currency: 'usd' }))).code).toBe(
      'balance_insufficient',
    )
    expect((await stripe.payouts.list()).data[0]).toMatchObject({ amount: 13_505, status: 'paid' })
    const moment = Math.floor(Date.now() / 1000)
    const rows = await stripe.balanceTransactions.list({
      created: { gte: moment - 60 },
      limit: 100,
    })
    expect(rows.data.reduce((sum, row) => sum + row.net, 0)).toBe(0)
    expect(rows.data.map((row) => row.type).sort()).toEqual([
      'charge',
      'charge',
      'payout',
      'refund',
    ])
  })
})
