import { randomInt } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { byDay } from '../../../../test/clock.ts'
import { onServer } from '../../../../test/scratch.ts'
import { openTill, type Till } from '../../../../test/faults/till.ts'
import { compareProvider, readTransactions } from '../books/compare.ts'
import { createInvoice } from '../invoices/write-issue.ts'
import { unbillVisit } from '../invoices/for-visit.ts'
import { beginPayment, endPayment, showPayPage } from '../../flows/pay-page/calls.ts'
import { payUrl } from '../invoices/pay-link.ts'
import { lockInvoice } from '../invoices/row.ts'
import { inOrgAll, system } from '../../base/db/door.ts'
import { planCharge, runAttempt } from './charge.ts'
import { releaseIntent } from './intents.ts'
import { reconcile } from './reconcile.ts'
import { runRefund } from './refund.ts'
import { planRefund } from './write-refunds.ts'
import { runAutopay } from './retry.ts'
import type { PaymentRow } from './facts.ts'

byDay()
let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())
afterEach(async () => {
  await till.ask('DELETE', 'faults')
  await till.checkBooks()
})

const tokenOf = async (invoice: string): Promise<string> =>
  (await till.inOrg(async (tx) => payUrl(tx, till.app, await lockInvoice(tx, invoice))))
    .split('/')
    .at(-1)!
/** The browser confirms with the card entered on the page. */
const payOnPage = async (invoice: string, method: string) => {
  const { client_secret } = await beginPayment(till.app, await tokenOf(invoice))
  const form = {
    client_secret,
    payment_method: method,
    ...(method.startsWith('pm_us') ? { 'mandate_data[customer_acceptance][type]': 'online' } : {}),
  }
  return till.provider(
    `/v1/payment_intents/${client_secret.split('_secret')[0]}/confirm`,
    form,
    'browser',
  )
}
const giveBack = async (invoice: string, amount_cents: number): Promise<string> => {
  const { payments } = await till.state(invoice)
  const { id } = await till.inOrg((tx) =>
    planRefund(tx, payments[0] as PaymentRow, { amount_cents, reason: 'Rain', actor_id: null }),
  )
  return (await runRefund(till.app, till.org, id)).state
}
const shuffle = <T>(items: T[]): T[] =>
  items
    .map((item) => [randomInt(1 << 30), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item)

describe('invoice numbers', () => {
  it('have no gaps and no duplicates with 64 callers', async () => {
    const customer = await till.customer(null)
    const before = (await till.rows('select next_invoice_number as n from organizations'))[0].n
    const line = { description: 'Mowing', quantity: 1, unit_price_cents: 4500 }
    const one = (price: number) =>
      inOrgAll(till.app.store, till.org, system, async (tx) => {
        const { row } = await createInvoice(tx, {
          customer_id: customer,
          source: 'manual',
          open: true,
          lines: [{ ...line, unit_price_cents: price }, line, line],
        })
        if (price === 13) throw new Error('something else failed')
        return row.number!
      })
    const callers = onServer ? 64 : 16
    const made = await Promise.all(
      Array.from({ length: callers }, async () => [
        await one(100),
        await one(13).catch(() => null),
        await one(200),
      ]),
    )
    const numbers = made
      .flat()
      .filter((number) => number !== null)
      .sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: callers * 2 }, (_, index) => before + index))
  }, 60_000)

  it('a visit is billed once, and again after being reopened', async () => {
    const customer = await till.customer(null)
    const invoice = await till.invoice(customer)
    const [line] = await till.rows(
      'select series_id, original_date from invoice_lines where invoice_id = $1',
      [invoice],
    )
    await till.inOrg((tx) => unbillVisit(tx, line))
    expect((await till.state(invoice)).invoice.doc).toBe('void')
    expect(
      await till.rows('select 1 from invoice_lines where series_id = $1', [line.series_id]),
    ).toHaveLength(0)
  })
})

describe('the pay page', () => {
  it('a declined card, then another for the same payment', async () => {
    const invoice = await till.invoice(await till.customer(null))
    expect((await payOnPage(invoice, 'pm_card_chargeDeclined')).error!.code).toBe('card_declined')
    expect(await endPayment(till.app, await tokenOf(invoice))).toMatchObject({
      status: 'open',
      message: 'Your card was declined.',
    })
    await payOnPage(invoice, 'pm_card_visa')
    expect(await endPayment(till.app, await tokenOf(invoice))).toMatchObject({
      status: 'paid',
      balance_cents: 0,
    })
    expect(await till.state(invoice)).toMatchObject({
      attempts: [{ via: 'pay_page', state: 'succeeded' }],
      messages: ['receipt'],
    })
    await expect(beginPayment(till.app, await tokenOf(invoice))).rejects.toMatchObject({
      code: 'already_paid',
    })
    expect(await showPayPage(till.app, await tokenOf(invoice))).toMatchObject({
      can_pay: false,
      reason: 'Already paid',
    })
  })
  it('409 payment_in_progress during a charge; 404 for an invalid link', async () => {
    const invoice = await till.invoice(await till.customer('pm_card_visa'))
    const { attempt_id } = await till.inOrg((tx) =>
      planCharge(tx, { invoice_id: invoice, via: 'staff' }),
    )
    await expect(beginPayment(till.app, await tokenOf(invoice))).rejects.toMatchObject({
      code: 'payment_in_progress',
      message: 'Payment in progress',
    })
    await runAttempt(till.app, till.org, attempt_id)
    await till.rows(
      "update invoices set pay_token_expires_at = now() - interval '1 day' where id = $1",
      [invoice],
    )
    const [{ pay_token_hash }] = await till.rows(
      'select pay_token_hash from invoices where id = $1',
      [invoice],
    )
    expect(pay_token_hash).not.toBeNull()
    await expect(showPayPage(till.app, 'a'.repeat(26))).rejects.toMatchObject({ status: 404 })
  })
  it('races autopay: one charge, in either order', async () => {
    const invoice = await till.invoice(await till.customer('pm_card_visa', { autopay: true }))
    // The page gets its secret before autopay starts.
    const { client_secret } = await beginPayment(till.app, await tokenOf(invoice))
    const { attempt_id } = await till.inOrg((tx) =>
      planCharge(tx, { invoice_id: invoice, via: 'autopay' }),
    )
    const id = client_secret.split('_secret')[0]!
    await Promise.all([
      till.provider(
        `/v1/payment_intents/${id}/confirm`,
        { client_secret, payment_method: 'pm_card_mastercard' },
        'browser',
      ),
      runAttempt(till.app, till.org, attempt_id),
    ])
    await till.deliver(shuffle)
    await reconcile(till.app)
    const seen = await till.state(invoice)
    expect(seen.invoice).toMatchObject({ money: 'paid', paid_cents: 4500 })
    expect(seen.payments).toMatchObject([{ status: 'succeeded' }])
    expect(seen.attempts.filter((attempt) => attempt.state === 'succeeded')).toHaveLength(1)
    expect(
      seen.attempts.every((attempt) =>
        ['succeeded', 'abandoned', 'failed'].includes(attempt.state),
      ),
    ).toBe(true)
    expect(seen.messages).toEqual(['receipt'])
  })
  it('refunds a second successful payment automatically', async () => {
    const invoice = await till.invoice(await till.customer('pm_card_visa'))
    const { client_secret } = await beginPayment(till.app, await tokenOf(invoice))
    // The intent was dropped from our records, as when the amount changes; a browser still has its secret.
    await till.rows("update payment_intents set status = 'canceled' where invoice_id = $1", [
      invoice,
    ])
    await till.charge(invoice)
    await till.provider(
      `/v1/payment_intents/${client_secret.split('_secret')[0]}/confirm`,
      { client_secret, payment_method: 'pm_card_visa' },
      'browser',
    )
    await till.deliver(shuffle)
    const seen = await till.state(invoice)
    expect(seen.invoice).toMatchObject({ money: 'paid', paid_cents: 9000, refunded_cents: 4500 })
    expect(seen.refunds).toMatchObject([
      { automatic: true, state: 'succeeded', amount_cents: 4500 },
    ])
    expect(new Set(seen.payments.map((payment) => payment.status))).toEqual(
      new Set(['refunded', 'succeeded']),
    )
    expect(
      await till.rows(
        'select sum(amount_cents)::bigint as cents from ledger_entries where invoice_id = $1 and account = $2',
        [invoice, 'receivable'],
      ),
    ).toEqual([{ cents: 0 }])
  })
  it('a voided invoice can’t be paid on an old page', async () => {
    const invoice = await till.invoice(await till.customer(null))
    const { client_secret } = await beginPayment(till.app, await tokenOf(invoice))
    await releaseIntent(till.app, till.org, invoice)
    const answer = await till.provider(
      `/v1/payment_intents/${client_secret.split('_secret')[0]}/confirm`,
      { client_secret, payment_method: 'pm_card_visa' },
      'browser',
    )
    expect(answer.error!.code).toBe('payment_intent_unexpected_state')
  })
})

describe('events', () => {
  it('shuffled, duplicated and late ones end in the same state', async () => {
    const invoices = await Promise.all([
      till.invoice(await till.customer('pm_card_visa')),
      till.invoice(await till.customer('pm_card_chargeCustomerFail')),
      till.invoice(await till.customer('pm_card_mastercard')),
    ])
    for (const invoice of invoices) await till.charge(invoice)
    await giveBack(invoices[2], 1000)
    const ends = async () =>
      JSON.stringify(
        await Promise.all(
          invoices.map(async (id) => {
            const { invoice, attempts, payments, messages } = await till.state(id)
            return [
              invoice.money,
              invoice.paid_cents,
              invoice.refunded_cents,
              attempts.map((a) => a.state),
              payments.map((p) => [p.status, p.refunded_cents]),
              messages,
            ]
          }),
        ),
      )
    const before = await ends()
    for (let round = 0; round < 3; round++) {
      await till.rows('delete from provider_events')
      await till.deliver((events) => shuffle([...events, ...events]))
      expect(await ends()).toBe(before)
    }
  }, 60_000)
})

describe('refunds', () => {
  it('partial, then the rest', async () => {
    const invoice = await till.invoice(await till.customer('pm_card_visa'))
    await till.charge(invoice)
    expect(await giveBack(invoice, 1500)).toBe('succeeded')
    expect(await till.state(invoice)).toMatchObject({
      invoice: { money: 'partially_refunded', refunded_cents: 1500 },
      payments: [{ status: 'partially_refunded' }],
      messages: ['receipt', 'refund_issued'],
    })
    expect(await giveBack(invoice, 3000)).toBe('succeeded')
    expect((await till.state(invoice)).invoice).toMatchObject({
      money: 'refunded',
      refunded_cents: 4500,
    })
    expect(await giveBack(invoice, 100)).toBe('failed')
    expect((await till.state(invoice)).refunds.at(-1)).toMatchObject({ state: 'failed' })
  })
  it('fails later: the amount is restored and staff are notified', async () => {
    const invoice = await till.invoice(await till.customer('pm_card_refundFail'))
    await till.charge(invoice)
    await giveBack(invoice, 4500)
    expect((await till.state(invoice)).invoice.money).toBe('refunded')
    await till.sandbox.advance()
    await till.deliver(shuffle)
    expect(await till.state(invoice)).toMatchObject({
      invoice: { money: 'paid', refunded_cents: 0 },
      refunds: [{ state: 'failed' }],
      payments: [{ status: 'succeeded', refunded_cents: 0 }],
    })
  })
  it('a lost response: one refund', async () => {
    const invoice = await till.invoice(await till.customer('pm_card_visa'))
    await till.charge(invoice)
    await till.ask('POST', 'faults', {
      drop_next_response: { when: 'after', path: '/v1/refunds', count: 4 },
    })
    await expect(giveBack(invoice, 4500)).rejects.toThrow(
      'An error occurred with our connection to Stripe',
    )
    await till.ask('DELETE', 'faults')
    await till.rows("update refunds set updated_at = updated_at - interval '2 hours'")
    await reconcile(till.app)
    expect(await till.state(invoice)).toMatchObject({
      invoice: { money: 'refunded' },
      refunds: [{ state: 'succeeded' }],
    })
  }, 60_000)
  it('made at the provider: recorded in the ledger', async () => {
    const invoice = await till.invoice(await till.customer('pm_card_visa'))
    await till.charge(invoice)
    const { payments } = await till.state(invoice)
    await till.provider('/v1/refunds', {
      payment_intent: payments[0].provider_intent_id,
      amount: '500',
    })
    await till.deliver(shuffle)
    expect(await till.state(invoice)).toMatchObject({
      invoice: { money: 'partially_refunded', refunded_cents: 500 },
      refunds: [{ amount_cents: 500, state: 'succeeded' }],
    })
  })
})

describe('a bank debit', () => {
  it('is processing, then paid, then returned: due again, autopay off', async () => {
    const customer = await till.customer('pm_usBankAccount_dispute', { autopay: true })
    const invoice = await till.invoice(customer)
    await till.charge(invoice, 'autopay')
    expect(await till.state(invoice)).toMatchObject({
      invoice: { money: 'processing' },
      attempts: [{ state: 'processing' }],
      messages: [],
    })
    await till.sandbox.advance()
    await till.deliver(shuffle)
    const seen = await till.state(invoice)
    if (seen.invoice.money === 'paid') {
      await till.sandbox.advance()
      await till.deliver(shuffle)
    }
    expect(await till.state(invoice)).toMatchObject({
      invoice: { money: 'failed', failure_code: 'returned', paid_cents: 0, next_retry_at: null },
      payments: [{ status: 'disputed', failure_code: 'returned' }],
    })
    expect(
      (await till.rows('select autopay_enabled from customers where id = $1', [customer]))[0]
        .autopay_enabled,
    ).toBe(false)
    // Due again, and payable by other means.
    await payOnPage(invoice, 'pm_card_visa')
    await till.deliver(shuffle)
    expect((await till.state(invoice)).invoice).toMatchObject({ money: 'paid', paid_cents: 4500 })
  })
  it('fails after days: retried only for insufficient funds', async () => {
    for (const [method, retried] of [
      ['pm_usBankAccount_insufficientFunds', true],
      ['pm_usBankAccount_accountClosed', false],
    ] as const) {
      const invoice = await till.invoice(await till.customer(method, { autopay: true }))
      await till.charge(invoice, 'autopay')
      await till.sandbox.advance()
      await till.deliver(shuffle)
      const seen = await till.state(invoice)
      expect(seen).toMatchObject({
        invoice: { money: 'failed', paid_cents: 0 },
        attempts: [{ state: 'failed' }],
        messages: ['payment_failed'],
      })
      expect(seen.invoice.next_retry_at !== null).toBe(retried)
    }
  })
})

describe('a dispute', () => {
  it('withholds the money and returns it when won', async () => {
    const invoice = await till.invoice(
      await till.customer('pm_card_createDispute', { autopay: true }),
    )
    await till.charge(invoice, 'autopay')
    await till.sandbox.advance()
    await till.deliver(shuffle)
    expect(await till.state(invoice)).toMatchObject({
      invoice: { money: 'disputed', paid_cents: 4500 },
      payments: [{ status: 'disputed' }],
    })
    expect(await giveBack(invoice, 100)).toBe('failed')
    const [{ id }] = await till.rows('select id from disputes order by created_at desc limit 1')
    await till.ask('POST', `dispute/${id}/won`)
    await till.deliver(shuffle)
    expect((await till.state(invoice)).invoice).toMatchObject({ money: 'paid' })
  })
})

describe('retries', () => {
  it('two more attempts, then none', async () => {
    const invoice = await till.invoice(
      await till.customer('pm_card_chargeCustomerFail', { autopay: true }),
    )
    await till.charge(invoice, 'autopay')
    for (let tries = 1; tries <= 3; tries++) {
      const { invoice: row, attempts } = await till.state(invoice)
      expect(attempts).toHaveLength(tries)
      expect(row.next_retry_at === null).toBe(tries === 3)
      await till.rows(
        "update invoices set next_retry_at = now() - interval '1 minute' where id = $1 and next_retry_at is not null",
        [invoice],
      )
      await runAutopay(till.app)
      const [open] = await till.rows(
        "select id from charge_attempts where invoice_id = $1 and state = 'started'",
        [invoice],
      )
      expect(open !== undefined).toBe(tries < 3)
      if (open) await runAttempt(till.app, till.org, open.id)
    }
  })
  it('stop when autopay is turned off', async () => {
    const customer = await till.customer('pm_card_chargeCustomerFail', { autopay: true })
    const invoice = await till.invoice(customer)
    await till.charge(invoice, 'autopay')
    await till.rows('update customers set autopay_enabled = false where id = $1', [customer])
    await till.rows(
      "update invoices set next_retry_at = now() - interval '1 minute' where id = $1",
      [invoice],
    )
    await runAutopay(till.app)
    expect(await till.state(invoice)).toMatchObject({
      invoice: { money: 'failed', next_retry_at: null },
      attempts: [{ state: 'failed' }],
    })
  })
  it('charges an invoice on its charge day', async () => {
    const customer = await till.customer('pm_card_visa', { autopay: true })
    await till.rows('update customers set preferred_charge_day = 5 where id = $1', [customer])
    const invoice = await till.invoice(customer)
    expect((await till.state(invoice)).invoice).toMatchObject({
      doc: 'scheduled',
      number: expect.any(Number),
    })
    await runAutopay(till.app)
    expect((await till.state(invoice)).attempts).toHaveLength(0)
    await till.rows('update invoices set charge_on = now()::date - 1 where id = $1', [invoice])
    await runAutopay(till.app)
    const { attempts, invoice: row } = await till.state(invoice)
    expect(row).toMatchObject({ doc: 'open', money: 'processing' })
    await runAttempt(till.app, till.org, attempts[0].id)
    expect((await till.state(invoice)).invoice.money).toBe('paid')
  })
})

describe('a rule billed per period', () => {
  it('collects visits in one draft, drops a reopened one, and is charged when the period ends', async () => {
    const customer = await till.customer('pm_card_visa', { autopay: true })
    const first = await till.invoice(customer, 4500, {
      billing_mode: 'per_period',
      date: '2026-11-02',
    })
    const second = await till.invoice(customer, 2500, {
      billing_mode: 'per_period',
      date: '2026-11-09',
    })
    const third = await till.invoice(customer, 1000, {
      billing_mode: 'per_period',
      date: '2026-11-16',
    })
    const later = await till.invoice(customer, 700, {
      billing_mode: 'per_period',
      date: '2026-12-07',
    })
    expect([second, third]).toEqual([first, first])
    expect(later).not.toBe(first)
    expect((await till.state(first)).invoice).toMatchObject({
      doc: 'draft',
      number: null,
      total_cents: 8000,
      period_start: '2026-10-28',
      period_end: '2026-11-27',
    })
    const [line] = await till.rows(
      'select series_id, original_date from invoice_lines where invoice_id = $1 and total_cents = 1000',
      [first],
    )
    await till.inOrg((tx) => unbillVisit(tx, line))
    expect((await till.state(first)).invoice.total_cents).toBe(7000)
    await till.rows('update invoices set period_end = now()::date - 1 where id = $1', [first])
    await runAutopay(till.app)
    const { invoice, attempts } = await till.state(first)
    expect(invoice).toMatchObject({ doc: 'open', money: 'processing', number: expect.any(Number) })
    await runAttempt(till.app, till.org, attempts[0].id)
    expect((await till.state(first)).invoice).toMatchObject({ money: 'paid', paid_cents: 7000 })
  })
})

it('the ledger matches the provider, transaction by transaction', async () => {
  await till.deliver()
  const transactions = await readTransactions(till.app, till.account, 2)
  expect(await till.inOrg((tx) => compareProvider(tx, transactions, 2))).toEqual([])
})

describe('reconciling', () => {
  it.each([
    ['doc', 'void', 'canceled'],
    ['doc', 'uncollectible', 'canceled'],
    ['money', 'paid', 'canceled'],
    ['money', 'refunded', 'canceled'],
    ['money', 'failed', 'requires_payment_method'],
  ])('the payment begun for an invoice that is %s %s is %s', async (column, state, status) => {
    const invoice = await till.invoice(await till.customer(null))
    await beginPayment(till.app, await tokenOf(invoice))
    await till.rows(`update invoices set ${column} = $2 where id = $1`, [invoice, state])
    await reconcile(till.app)
    const [intent] = await till.rows('select status from payment_intents where invoice_id = $1', [
      invoice,
    ])
    expect(intent).toEqual({ status })
  })

  it('fetches what was never delivered, of accounts and of the platform', async () => {
    const { payments } = till.app
    const missed = (id: string, account: string | null) => async () => [
      {
        id,
        account,
        type: 'charge.updated',
        object_id: 'ch_1',
        object_type: 'charge',
        live: false,
        payload: {},
      },
    ]
    const app = {
      ...till.app,
      payments: {
        ...payments,
        on: (account: string) => ({
          ...payments.on(account),
          listUndelivered: missed('evt_account', account),
        }),
        platform: { ...payments.platform, listUndelivered: missed('evt_platform', null) },
      },
    } as unknown as Till['app']
    await reconcile(app)
    expect(
      await till.rows(
        "select event_id, kind, account from provider_events where event_id in ('evt_account', 'evt_platform') order by event_id",
      ),
    ).toEqual([
      { event_id: 'evt_account', kind: 'connect', account: till.account },
      { event_id: 'evt_platform', kind: 'platform', account: expect.any(String) },
    ])
  })
})
