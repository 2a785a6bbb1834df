import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTill, type Till } from '../../../../test/faults/till.ts'
import type { RefundSettled } from '../../../domain/money/refund.ts'
import { checkBooks } from '../books/check.ts'
import { readCredits } from '../credits/read.ts'
import { takeBackCredit } from '../credits/write.ts'
import { readStatement } from '../documents/read-statement.ts'
import { beginPayment, showPayPage } from '../../flows/pay-page/calls.ts'
import { payUrl } from '../invoices/pay-link.ts'
import { lockInvoice } from '../invoices/row.ts'
import { payByHand } from './by-hand.ts'
import type { PaymentRow } from './facts.ts'
import { askForRefund, checkRefund } from './give-back.ts'
import { readFailedRefunds } from './read.ts'
import { reconcile } from './reconcile.ts'
import { runRefund } from './refund.ts'
import { settleFailed } from './settle-refund.ts'
import { planRefund } from './write-refunds.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())
// Whatever becomes of a refund, the ledger is the provider's balance and our own rows tie.
afterEach(async () => {
  await till.ask('DELETE', 'faults')
  await till.checkBooks()
  await till.rows("update ledger_entries set at = at - interval '2 hours'")
  await till.rows('delete from book_checks')
  await checkBooks(till.app)
  const wrong = await till.rows('select first from book_checks where differences > 0')
  if (wrong.length) throw new Error(`The books differ: ${JSON.stringify(wrong)}`)
})

const tokenOf = async (invoice: string): Promise<string> =>
  (await till.inOrg(async (tx) => payUrl(tx, till.app, await lockInvoice(tx, invoice))))
    .split('/')
    .at(-1)!

/** Refunds the first payment of an invoice, as the office does. */
async function refund(invoice: string, amount_cents = 4500): Promise<string> {
  const { payments } = await till.state(invoice)
  const { id } = await till.inOrg(async (tx) => {
    await checkRefund(tx, payments[0] as PaymentRow, amount_cents)
    return planRefund(tx, payments[0] as PaymentRow, {
      amount_cents,
      reason: 'Rain',
      actor_id: null,
    })
  })
  await runRefund(till.app, till.org, id)
  return id
}

/** An invoice whose refund the bank sent back. */
async function failed(amount_cents = 4500): Promise<{ invoice: string; id: string }> {
  const invoice = await till.invoice(await till.customer('pm_card_refundFail'))
  await till.charge(invoice)
  const id = await refund(invoice, amount_cents)
  await till.sandbox.advance()
  await till.deliver()
  return { invoice, id }
}

/** The office settles it; a refund that is asked for again is run. */
async function settle(id: string, as: RefundSettled): Promise<void> {
  const again = await till.inOrg((tx) => settleFailed(tx, till.app, id, as))
  if (again) await runRefund(till.app, till.org, again)
}

/** As if a process wrote it down while the customer's page was still open. */
const payCash = (invoice: string) =>
  till.inOrg(async (tx) => {
    await payByHand(tx, await lockInvoice(tx, invoice), {
      amount_cents: 4500,
      kind: 'cash',
      note: null,
    })
  })

/** The refunds of an invoice that wait for the office. */
const waiting = async (invoice: string) =>
  (await till.inOrg(readFailedRefunds)).filter(({ invoice_id }) => invoice_id === invoice)
const refundNews = async (invoice: string): Promise<[string, string][]> =>
  (
    await till.rows(
      `select m.subject, m.status from messages m join invoices i on i.customer_id = m.customer_id
       where i.id = $1 and m.template = 'refund_issued' order by m.id`,
      [invoice],
    )
  ).map(({ subject, status }) => [subject, status])
const onWay: [string, string] = ['Refund from Green Acres', 'queued']
const cameBack: [string, string] = ['Your refund from Green Acres could not be delivered', 'queued']

describe('a refund that the bank sends back', () => {
  it('is told to the customer once, and waits for the office, however often and in which order its events come', async () => {
    const { invoice, id } = await failed(2000)
    await till.deliver((events) => events.toReversed())
    await till.deliver()
    const said = await refundNews(invoice)
    expect(said.map(([subject]) => subject)).toEqual([onWay[0], cameBack[0]])
    expect(await waiting(invoice)).toMatchObject([
      {
        id,
        amount_cents: 2000,
        reason: 'expired_or_canceled_card',
        was_told: true,
        customer_name: 'Casey Walker',
      },
    ])
    expect(await till.state(invoice)).toMatchObject({
      invoice: { money: 'paid', refunded_cents: 0 },
      payments: [{ status: 'succeeded', refunded_cents: 0 }],
    })
    const office = await till.rows(
      "select once_key from messages where template = 'payment_failed_staff' and once_key like $1",
      [`refund_failed:${id}%`],
    )
    expect(office.length).toBe(new Set(office.map(({ once_key }) => once_key)).size)
  })

  it('shows in the customer’s own view as still due, until it is settled', async () => {
    const { invoice, id } = await failed()
    const token = await tokenOf(invoice)
    expect(await showPayPage(till.app, token)).toMatchObject({
      refund_due_cents: 4500,
      invoice: { status: 'paid', refunded_cents: 0 },
    })
    await settle(id, 'cash')
    expect(await showPayPage(till.app, token)).toMatchObject({
      refund_due_cents: 0,
      invoice: { status: 'refunded', refunded_cents: 4500 },
    })
  })

  it('says nothing to a customer who never heard of it', async () => {
    const invoice = await till.invoice(await till.customer('pm_card_refundFail'))
    await till.charge(invoice)
    const { payments } = await till.state(invoice)
    await till.provider('/v1/refunds', {
      payment_intent: payments[0].provider_intent_id,
      amount: '500',
    })
    await till.sandbox.advance()
    await till.deliver()
    expect(await refundNews(invoice)).toEqual([])
    const [one] = await waiting(invoice)
    expect(one).toMatchObject({ amount_cents: 500, was_told: false })
    const woken = () =>
      till.rows(
        "select 1 from events where type = 'payment.refunded' and data ->> 'refund_id' = $1",
        [one!.id],
      )
    const before = await woken()
    await settle(one!.id, 'dropped')
    // So that it leaves the list on every screen.
    expect(await woken()).toHaveLength(before.length + 1)
    expect(await waiting(invoice)).toEqual([])
  })
})

describe('a refund that fails while the office asks for it', () => {
  /** Asks as the refund call does; `between` happens after the provider took it on, before its state is read. */
  async function ask(invoice: string, between: () => Promise<unknown>): Promise<unknown> {
    const { payments } = await till.state(invoice)
    const planned = await till.inOrg((tx) =>
      planRefund(tx, payments[0] as PaymentRow, {
        amount_cents: 4500,
        reason: 'Rain',
        actor_id: null,
      }),
    )
    const on = (account: string) => {
      const provider = till.app.payments.on(account)
      const slow: typeof provider = Object.create(provider)
      slow.refund = async (...refund) => {
        const taken = await provider.refund(...refund)
        await between()
        return taken
      }
      return slow
    }
    const call = {
      app: { ...till.app, payments: { ...till.app.payments, on } },
      actor: { organization_id: till.org },
      inOrgAll: till.inOrg,
      idempotency_key: null,
    } as unknown as Parameters<typeof askForRefund>[0]
    return askForRefund(call, planned.id, 'POST /api/owner/stripe/refund')
  }

  it('waits for the office if the bank sent it back, however soon', async () => {
    const invoice = await till.invoice(await till.customer('pm_card_refundFail'))
    await till.charge(invoice)
    await expect(ask(invoice, () => till.sandbox.advance())).rejects.toMatchObject({
      code: 'refund_failed',
    })
    const [one] = await waiting(invoice)
    expect(one).toMatchObject({ amount_cents: 4500, was_told: false })
    await settle(one!.id, 'check')
    expect((await till.state(invoice)).invoice).toMatchObject({ refunded_cents: 4500 })
  })

  it('is only answered if the provider refused it', async () => {
    const invoice = await till.invoice(await till.customer('pm_card_visa'))
    await till.charge(invoice)
    await till.ask('POST', 'faults', { fail_next: { status: 400, path: '/v1/refunds' } })
    await expect(ask(invoice, async () => {})).rejects.toMatchObject({ code: 'refund_failed' })
    expect(await waiting(invoice)).toEqual([])
  })
})

describe('the office settles it', () => {
  it('by refunding again, once', async () => {
    const { invoice, id } = await failed()
    // Meanwhile the customer has a card that works.
    await settle(id, 'again')
    expect(await waiting(invoice)).toEqual([])
    await expect(settle(id, 'again')).rejects.toMatchObject({ code: 'refund_settled' })
    await expect(settle(id, 'cash')).rejects.toMatchObject({ code: 'refund_settled' })
    expect((await till.state(invoice)).invoice).toMatchObject({ money: 'refunded' })
    // The card is still closed: the second one comes back, and is the one to settle now.
    await till.sandbox.advance()
    await till.deliver()
    const [second, ...more] = await waiting(invoice)
    expect(more).toEqual([])
    expect(second!.id).not.toBe(id)
    await settle(second!.id, 'check')
    expect(await waiting(invoice)).toEqual([])
  })

  it.each(['cash', 'check', 'other'] as const)('by paying it by %s', async (as) => {
    const { invoice, id } = await failed()
    await settle(id, as)
    expect(await till.state(invoice)).toMatchObject({
      invoice: { money: 'refunded', refunded_cents: 4500 },
      payments: [{ status: 'refunded', refunded_cents: 4500 }],
    })
    const [cash] = await till.rows(
      "select coalesce(sum(amount_cents), 0)::int as cents from ledger_entries where invoice_id = $1 and account = 'cash'",
      [invoice],
    )
    expect(cash.cents).toBe(-4500)
    expect(await refundNews(invoice)).toHaveLength(3)
    expect(await waiting(invoice)).toEqual([])
    await expect(refund(invoice)).rejects.toMatchObject({ code: 'refund_amount_invalid' })
  })

  it('by keeping it as credit, which is the customer’s own money', async () => {
    const { invoice, id } = await failed()
    await settle(id, 'credit')
    const { customer_id } = (await till.state(invoice)).invoice
    const { credits, left_cents } = await till.inOrg((tx) => readCredits(tx, customer_id))
    expect(credits).toMatchObject([{ amount_cents: 4500, paid_in: true }])
    expect(left_cents).toBe(4500)
    await expect(till.inOrg((tx) => takeBackCredit(tx, credits[0]!.id))).rejects.toMatchObject({
      code: 'credit_paid_in',
    })
    const next = await till.invoice(customer_id, 4500)
    expect((await till.state(next)).invoice).toMatchObject({ money: 'paid', credit_cents: 4500 })
    const day = new Date().toISOString().slice(0, 10)
    const { entries, before_cents } = await till.inOrg((tx) =>
      readStatement(tx, customer_id, { from: day, to: day }),
    )
    expect(before_cents + entries.reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
  })

  it('cannot be dropped once the customer was told', async () => {
    const { invoice, id } = await failed()
    await expect(settle(id, 'dropped')).rejects.toMatchObject({ code: 'refund_told' })
    expect(await waiting(invoice)).toHaveLength(1)
  })

  it('with any other refund of the payment that is enough for it', async () => {
    const { invoice } = await failed(2000)
    await refund(invoice, 1000)
    expect(await waiting(invoice)).toHaveLength(1)
    await refund(invoice, 3000)
    expect(await waiting(invoice)).toEqual([])
  })

  it('of what was paid twice: the second payment was never sold, whatever becomes of it', async () => {
    for (const as of ['again', 'cash', 'credit'] as const) {
      const invoice = await till.invoice(await till.customer('pm_card_refundFail'))
      const { client_secret } = await beginPayment(till.app, await tokenOf(invoice))
      await payCash(invoice)
      await till.provider(
        `/v1/payment_intents/${client_secret.split('_secret')[0]}/confirm`,
        { client_secret, payment_method: 'pm_card_refundFail' },
        'browser',
      )
      await till.deliver()
      await till.sandbox.advance()
      await till.deliver()
      const [one] = await waiting(invoice)
      await settle(one!.id, as)
      const [sold] = await till.rows(
        "select coalesce(sum(amount_cents), 0)::int as cents from ledger_entries where invoice_id = $1 and account = 'revenue'",
        [invoice],
      )
      expect(sold.cents).toBe(-4500)
      expect(await waiting(invoice)).toEqual([])
    }
  })
})

describe('a process that dies', () => {
  it('while the office refunds again: it is asked for once more under its key, and done once', async () => {
    const { invoice, id } = await failed()
    await till.ask('POST', 'faults', {
      drop_next_response: { when: 'after', path: '/v1/refunds', count: 4 },
    })
    await expect(settle(id, 'again')).rejects.toThrow(
      'An error occurred with our connection to Stripe',
    )
    await till.ask('DELETE', 'faults')
    // Nobody is asked to do again what may have been done.
    expect(await waiting(invoice)).toEqual([])
    await expect(settle(id, 'cash')).rejects.toMatchObject({ code: 'refund_settled' })
    await till.rows("update refunds set updated_at = updated_at - interval '2 hours'")
    await reconcile(till.app)
    const { refunds, invoice: row } = await till.state(invoice)
    expect(refunds.map(({ state }) => state)).toEqual(['failed', 'succeeded'])
    expect(row).toMatchObject({ money: 'refunded', refunded_cents: 4500 })
  }, 60_000)

  it('before the provider heard of it: it waits for the office again', async () => {
    const { invoice, id } = await failed()
    const again = await till.inOrg((tx) => settleFailed(tx, till.app, id, 'again'))
    // So long ago that its key is forgotten: the provider is asked what it knows.
    await till.rows("update refunds set created_at = now() - interval '3 days' where id = $1", [
      again,
    ])
    await runRefund(till.app, till.org, again!)
    expect(await waiting(invoice)).toMatchObject([{ id }])
    await settle(id, 'cash')
    expect(await waiting(invoice)).toEqual([])
  })
})
