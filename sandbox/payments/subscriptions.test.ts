import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWatching } from '../../test/contract/contract.ts'
import { harnessFor, press, refusal, whole } from './harness.ts'
import { priceOf } from './prices.ts'
import { periodAfter } from './periods.ts'

const { startWorld } = harnessFor(Stripe, startWatching)
type World = Awaited<ReturnType<typeof startWorld>>

let world: World
let price: string
beforeAll(async () => {
  world = await startWorld()
  const made = await world.platform.prices.create({
    currency: 'usd',
    nickname: 'Active users',
    product_data: { name: 'Platform' },
    recurring: { interval: 'month' },
    billing_scheme: 'tiered',
    tiers_mode: 'graduated',
    tiers: [
      { up_to: 50, unit_amount: 300 },
      { up_to: 149, unit_amount: 200 },
      { up_to: 150, unit_amount: 100 },
      { up_to: 'inf', unit_amount: 0 },
    ],
  })
  price = made.id
})
afterAll(() => world.close())

async function customer(token?: string): Promise<string> {
  const { id } = await world.platform.customers.create({ name: 'Green Lawn' })
  if (token) {
    const method = await world.platform.paymentMethods.attach(token, { customer: id })
    await world.platform.customers.update(id, {
      invoice_settings: { default_payment_method: method.id },
    })
  }
  return id
}

describe('prices', () => {
  it('add up tiers', async () => {
    const tiers = (await world.platform.prices.retrieve(price, { expand: ['tiers'] })).tiers!
    expect(tiers).toHaveLength(4)
    expect((await world.platform.prices.retrieve(price)).tiers).toBeUndefined()
    const row = {
      id: 'p',
      object: 'price',
      tiers_mode: 'graduated',
      _tiers: tiers.map((tier) => ({ ...tier, unit_amount_decimal: String(tier.unit_amount) })),
    }
    expect([0, 1, 50, 51, 149, 150, 1000].map((count) => priceOf(row, count))).toEqual([
      0, 300, 15_000, 15_200, 34_800, 34_900, 34_900,
    ])
  })
})

describe('subscriptions', () => {
  it('begin with a trial, are previewed, changed, cancelled and restarted', async () => {
    const trialEnd = Math.floor(Date.now() / 1000) + 14 * 86_400
    const made = await world.platform.subscriptions.create({
      customer: await customer('pm_card_visa'),
      items: [{ price, quantity: 10 }],
      trial_end: trialEnd,
      payment_behavior: 'default_incomplete',
      expand: ['latest_invoice'],
    })
    expect(made.status).toBe('trialing')
    expect(made.latest_invoice).toMatchObject({ status: 'paid', total: 0 })
    const item = made.items.data[0]!
    expect(item.current_period_end).toBe(trialEnd)
    const preview = await world.platform.invoices.createPreview({
      subscription: made.id,
      subscription_details: { items: [{ id: item.id, quantity: 60 }] },
    })
    expect(preview.amount_due).toBe(50 * 300 + 10 * 200)
    expect(
      (
        await refusal(
          world.platform.subscriptions.update(made.id, { items: [{ id: item.id, quantity: 12 }] }),
        )
      ).param,
    ).toBe('proration_behavior')
    const changed = await world.platform.subscriptions.update(made.id, {
      items: [{ id: item.id, quantity: 12 }],
      proration_behavior: 'none',
    })
    expect(changed.items.data[0]!.quantity).toBe(12)
    expect(
      (await world.platform.subscriptions.update(made.id, { cancel_at_period_end: true }))
        .cancel_at,
    ).toBe(trialEnd)
    expect(
      (await world.platform.subscriptions.update(made.id, { cancel_at_period_end: false }))
        .cancel_at,
    ).toBeNull()

    await press(world.sandbox, `renew/${made.id}`)
    const renewed = await world.platform.subscriptions.retrieve(made.id, {
      expand: ['latest_invoice.payments'],
    })
    expect(renewed.status).toBe('active')
    expect(renewed.latest_invoice).toMatchObject({ status: 'paid', amount_paid: 3600 })
    expect((await world.platform.charges.list()).data[0]!.amount).toBe(3600)
    expect((await world.platform.subscriptions.cancel(made.id)).status).toBe('canceled')
    const types = (await world.platform.events.list({ limit: 100 })).data.map((event) => event.type)
    expect(types).toEqual(
      expect.arrayContaining([
        'customer.subscription.created',
        'customer.subscription.updated',
        'customer.subscription.deleted',
        'invoice.paid',
      ]),
    )
  })

  it('wait for their first payment, which the browser makes', async () => {
    const made = await world.platform.subscriptions.create({
      customer: await customer(),
      items: [{ price, quantity: 1 }],
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'],
    })
    expect(made.status).toBe('incomplete')
    const invoice = whole(made.latest_invoice)
    const intent = invoice.payments!.data[0]!.payment.payment_intent as string
    expect(invoice.confirmation_secret!.client_secret).toMatch(intent)
    await world.platform.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' })
    const active = await world.platform.subscriptions.retrieve(made.id)
    expect(active.status).toBe('active')
    expect(active.default_payment_method).toMatch(/^pm_/)
    expect((await world.platform.invoices.retrieve(invoice.id)).status).toBe('paid')
  })

  it('start on a day of the month without a stub', async () => {
    const made = await world.platform.subscriptions.create({
      customer: await customer('pm_card_visa'),
      items: [{ price, quantity: 3 }],
      billing_cycle_anchor_config: { day_of_month: 1 },
      proration_behavior: 'none',
    })
    expect(made.status).toBe('active')
    expect(new Date(made.items.data[0]!.current_period_end * 1000).getUTCDate()).toBe(1)
  })

  it('charge no part of a month after a trial', async () => {
    const trialEnd = Math.floor(Date.now() / 1000) + 14 * 86_400
    const day = (new Date(trialEnd * 1000).getUTCDate() % 28) + 1
    const made = await world.platform.subscriptions.create({
      customer: await customer('pm_card_visa'),
      items: [{ price, quantity: 150 }],
      trial_end: trialEnd,
      billing_cycle_anchor_config: { day_of_month: day },
      proration_behavior: 'none',
    })
    const renew = async () => {
      await press(world.sandbox, `renew/${made.id}`)
      const { latest_invoice } = await world.platform.subscriptions.retrieve(made.id, {
        expand: ['latest_invoice'],
      })
      return (latest_invoice as Stripe.Invoice).total
    }
    expect(await renew()).toBe(0)
    expect(await renew()).toBe(34_900)
  })

  it('try an unpaid bill again, a few times', async () => {
    const id = await customer('pm_card_chargeCustomerFail')
    const made = await world.platform.subscriptions.create({
      customer: id,
      items: [{ price, quantity: 1 }],
      trial_period_days: 7,
    })
    await press(world.sandbox, `renew/${made.id}`)
    for (let times = 0; times < 5; times++) await press(world.sandbox, 'advance')
    const { latest_invoice } = await world.platform.subscriptions.retrieve(made.id, {
      expand: ['latest_invoice'],
    })
    expect((latest_invoice as Stripe.Invoice).attempt_count).toBe(4)
  })

  it('fall past due when the card fails, and recover when the invoice is paid', async () => {
    const id = await customer('pm_card_chargeCustomerFail')
    const made = await world.platform.subscriptions.create({
      customer: id,
      items: [{ price, quantity: 1 }],
      trial_period_days: 7,
    })
    await press(world.sandbox, `renew/${made.id}`)
    const due = await world.platform.subscriptions.retrieve(made.id)
    expect(due.status).toBe('past_due')
    const method = await world.platform.paymentMethods.attach('pm_card_visa', { customer: id })
    await world.platform.invoices.pay(due.latest_invoice as string, { payment_method: method.id })
    expect((await world.platform.subscriptions.retrieve(made.id)).status).toBe('active')
  })

  it('are not made at all when they must not be incomplete', async () => {
    const id = await customer('pm_card_chargeCustomerFail')
    const error = await refusal(
      world.platform.subscriptions.create({
        customer: id,
        items: [{ price, quantity: 1 }],
        payment_behavior: 'error_if_incomplete',
      }),
    )
    expect(error.type).toBe('StripeCardError')
    expect((await world.platform.subscriptions.list({ customer: id, status: 'all' })).data).toEqual(
      [],
    )
    expect(
      (
        await world.platform.billingPortal.sessions.create({
          customer: id,
          return_url: 'https://example.com/back',
        })
      ).url,
    ).toBe('https://example.com/back')
  })
})

describe('periods', () => {
  it('keep the day of the month, or take the last', () => {
    const at = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1000
    const month = { interval: 'month' }
    expect(periodAfter(at('2026-01-31'), month, at('2026-01-31'))).toBe(at('2026-02-28'))
    expect(periodAfter(at('2026-01-31'), month, at('2026-02-28'))).toBe(at('2026-03-31'))
    expect(periodAfter(at('2024-02-29'), { interval: 'year' }, at('2024-02-29'))).toBe(
      at('2025-02-28'),
    )
    expect(periodAfter(at('2026-01-01'), { interval: 'week' }, at('2026-01-08'))).toBe(
      at('2026-01-15'),
    )
  })
})
