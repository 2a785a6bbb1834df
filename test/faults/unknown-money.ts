import { beginPayment, endPayment } from '../../src/server/flows/pay-page/calls.ts'
import { lockInvoice } from '../../src/server/money/invoices/row.ts'
import { payUrl } from '../../src/server/money/invoices/pay-link.ts'
import { billTabs } from '../../src/domain/money/to-bill.ts'
import { readQueue } from '../../src/server/money/invoices/read-to-bill.ts'
import { checkRefund } from '../../src/server/money/payments/give-back.ts'
import { idOf } from '../../src/server/base/outside/id-of.ts'
import { planCharge, runAttempt } from '../../src/server/money/payments/charge.ts'
import type { PaymentRow } from '../../src/server/money/payments/facts.ts'
import { handleProviderEvent } from '../../src/server/money/payments/provider-events.ts'
import { readFailedRefunds } from '../../src/server/money/payments/read.ts'
import { reconcile } from '../../src/server/money/payments/reconcile.ts'
import { runRefund } from '../../src/server/money/payments/refund.ts'
import { syncPayout } from '../../src/server/money/payments/sync-payouts.ts'
import { planRefund } from '../../src/server/money/payments/write-refunds.ts'
import type { Line, Said } from './said.ts'
import type { Till } from './till.ts'

// Charges, refunds and payouts of one customer each, to be asked for while answers are lost.

/** A till behind a line, and the same provider without it. */
export type Desk = { till: Till; line: Line; provider: ReturnType<Till['app']['payments']['on']> }

type Event = { id: string; type: string }
export type Asked = {
  /** Whose money it is. */
  customer: string
  /** What the provider tells of it, the oldest first. */
  events: () => Promise<Event[]>
  /** Runs what was asked, from wherever it stopped. */
  again: () => Promise<unknown>
  /** Asks for the same once more, as an impatient person would. Returns null if that is refused. */
  onceMore: () => Promise<unknown>
  /** Whether it ended without an effect, so that asking once more is right. */
  isOver: () => Promise<boolean>
  /** What happens outside afterward. */
  later?: () => Promise<unknown>
  /** What came of it, at the provider and here; `waiting` is what is on a list of the office. */
  end: (waiting: Set<string>) => Promise<object>
}
export type Scene = {
  what: string
  open: (desk: Desk) => Promise<Asked>
  /** How it may end. */
  ends: object[]
  /** What can happen to it, if not all. */
  says?: readonly Said[]
}

const unlessRefused = (work: Promise<unknown>): Promise<unknown> => work.catch(() => null)

/** What the provider has of a customer: what was charged, and what of it went back. */
async function atProvider({ till, provider }: Desk, customer: string) {
  const [{ id }] = await till.rows('select stripe_customer_id as id from customers where id = $1', [
    customer,
  ])
  const intents = await provider.listIntents(id, new Date(0))
  const refunds = (await Promise.all(intents.map((one) => provider.listRefunds(one.id)))).flat()
  return { intents, refunds }
}

const about = (id: string, ...types: string[]): Event[] => types.map((type) => ({ id, type }))

/** What the provider tells of a customer's money. */
async function eventsOf(desk: Desk, customer: string): Promise<Event[]> {
  const { intents, refunds } = await atProvider(desk, customer)
  const charges = intents.flatMap((one) => idOf(one.latest_charge) ?? [])
  return [
    ...intents.flatMap(({ id, status }) => about(id, `payment_intent.${status}`)),
    ...charges.flatMap((id) => about(id, 'charge.updated', 'charge.refunded')),
    ...refunds.flatMap((one) => about(one.id, 'refund.created', 'refund.updated')),
  ]
}

/** Applies the events of it: the newest first, or the oldest, as it was then. Two processes get each event. */
export async function hear(desk: Desk, asked: Asked, said: 'news' | 'older'): Promise<void> {
  const { till, line } = desk
  const events = await asked.events()
  const work = async () => {
    for (const { id, type } of said === 'older' ? events : events.toReversed()) {
      const [{ event_id }] = await till.rows(
        `insert into provider_events (account, event_id, kind, type, object_id, payload)
         values ($1, 'evt_' || uuid7(), 'connect', $2, $3, '{}') returning event_id`,
        [till.account, type, id],
      )
      const handle = () => handleProviderEvent(till.app, { account: till.account, event_id })
      await Promise.allSettled([handle(), handle()])
    }
  }
  await (said === 'older' ? line.asItWas(work) : work())
}

/** So much time goes by for what is open of a customer, or of all. */
const age = async ({ till }: Desk, ago: string, customer: string | null) => {
  const of = `organization_id = $1 and ($2::uuid is null or invoice_id in (select id from invoices where customer_id = $2::uuid))`
  const values = [till.org, customer]
  await till.rows(
    `update charge_attempts set created_at = created_at - interval '${ago}', next_check_at = now() - interval '1 second'
     where state in ('started', 'confirming', 'unknown', 'processing') and ${of}`,
    values,
  )
  await till.rows(
    `update payment_intents set created_at = created_at - interval '${ago}' where provider_id is null and ${of}`,
    values,
  )
  await till.rows(
    `update refunds set created_at = created_at - interval '${ago}', updated_at = updated_at - interval '${ago}'
     where state in ('started', 'unknown', 'pending') and payment_id in (select id from payments where ${of})`,
    values,
  )
}

/** Asks again and hears this, or it happens meanwhile. */
export async function say(desk: Desk, asked: Asked, said: Said): Promise<void> {
  if (said === 'news' || said === 'older') return hear(desk, asked, said)
  if (said === 'day') {
    await age(desk, '24 hours', asked.customer)
    return desk.line.forgetKeys()
  }
  desk.line.meanwhile = () => hear(desk, asked, 'news')
  desk.line.next(said)
  await asked.again().catch(() => {})
  desk.line.next(null)
}

/** All is well again: what is open is asked about until nothing is, and all of its events come once more. */
export async function settle(desk: Desk, all: readonly Asked[]): Promise<void> {
  for (const ago of ['1 minute', '3 hours', '24 hours']) {
    await age(desk, ago, null)
    if (ago === '24 hours') desk.line.forgetKeys(true)
    await reconcile(desk.till.app)
  }
  // Banks end what they have begun.
  await desk.till.sandbox.advance()
  for (const asked of all) await asked.later?.()
  await reconcile(desk.till.app)
  for (const asked of all) {
    await hear(desk, asked, 'news')
    await hear(desk, asked, 'older')
  }
}

const toldOf = (messages: string[]) => messages.toSorted()

/** A new customer with this method owes something, and is charged for it. */
const chargeOn =
  (method: string, later?: (desk: Desk, invoice: string) => Promise<unknown>) =>
  async (desk: Desk): Promise<Asked> => {
    const { till } = desk
    const customer = await till.customer(method)
    const invoice = await till.invoice(customer)
    const plan = () => till.inOrg((tx) => planCharge(tx, { invoice_id: invoice, via: 'staff' }))
    const { attempt_id } = await plan()
    const stateOf = async () => (await till.state(invoice)).attempts[0].state as string
    return {
      customer,
      events: () => eventsOf(desk, customer),
      again: () => runAttempt(till.app, till.org, attempt_id),
      onceMore: () => unlessRefused(plan()),
      isOver: async () => ['failed', 'abandoned'].includes(await stateOf()),
      ...(later ? { later: () => later(desk, invoice) } : {}),
      async end(waiting) {
        const { invoice: row, attempts, payments, messages } = await till.state(invoice)
        const { intents } = await atProvider(desk, customer)
        return {
          charged: intents.filter(({ status }) => status === 'succeeded').length,
          money: row.money,
          paid_cents: row.paid_cents,
          attempts: attempts.map(({ state }) => state),
          payments: payments.map(({ status }) => status),
          told: toldOf(messages),
          waits: waiting.has(invoice),
        }
      },
    }
  }

/** What is on a list of the office by now: invoices to send, declined or late, and refunds that failed. */
export const readWaiting = ({ till }: Desk): Promise<Set<string>> =>
  till.inOrg(async (tx) => {
    const bills = await Promise.all(billTabs.map((tab) => readQueue(tx, { tab, limit: 10_000 })))
    const waiting = [...bills.flatMap(({ items }) => items), ...(await readFailedRefunds(tx))]
    return new Set(waiting.map(({ id }) => id))
  })

/** The bank lets go of a debit that is under way. */
async function settleDebit({ till, provider }: Desk, invoice: string): Promise<void> {
  const intents = await till.rows(
    'select provider_id as id from payment_intents where invoice_id = $1 and provider_id is not null',
    [invoice],
  )
  for (const { id } of intents)
    if ((await provider.readIntent(id)).status === 'processing')
      await till.ask('POST', `ach/${id}/settle`)
}

/** What opens the pay page of an invoice. */
export async function payToken({ till }: Desk, invoice: string): Promise<string> {
  const url = await till.inOrg(async (tx) => payUrl(tx, till.app, await lockInvoice(tx, invoice)))
  return url.split('/').at(-1)!
}

/** The customer pays with another card. */
async function payOnPage(desk: Desk, invoice: string): Promise<void> {
  const { till } = desk
  const token = await payToken(desk, invoice)
  const { client_secret } = await beginPayment(till.app, token)
  await till.provider(
    `/v1/payment_intents/${client_secret.split('_secret')[0]}/confirm`,
    { client_secret, payment_method: 'pm_card_visa' },
    'browser',
  )
  await endPayment(till.app, token)
}

const given = 2000
/** A paid invoice, of which a part is given back. */
const refundOn =
  (method: string) =>
  async (desk: Desk): Promise<Asked> => {
    const { till } = desk
    const customer = await till.customer(method)
    const invoice = await till.invoice(customer)
    await till.charge(invoice)
    const plan = async (amount_cents: number) => {
      const [payment] = (await till.state(invoice)).payments as PaymentRow[]
      return till.inOrg(async (tx) => {
        await lockInvoice(tx, invoice)
        await checkRefund(tx, payment!, amount_cents)
        return planRefund(tx, payment!, { amount_cents, reason: 'Rain', actor_id: null })
      })
    }
    const { id } = await plan(given)
    const refunds = async () => (await till.state(invoice)).refunds
    return {
      customer,
      events: () => eventsOf(desk, customer),
      again: () => runRefund(till.app, till.org, id),
      // More than what is left while the first one may have gone through.
      onceMore: () => unlessRefused(plan(4500 - given + 1)),
      isOver: async () => (await refunds())[0].state === 'failed',
      async end(waiting) {
        const { invoice: row, payments, messages } = await till.state(invoice)
        const rows = await refunds()
        const there = (await atProvider(desk, customer)).refunds
        return {
          back: there.map(({ status }) => status),
          refunds: rows.map(({ state }) => state),
          money: row.money,
          refunded_cents: [row.refunded_cents, payments[0].refunded_cents],
          told: toldOf(messages),
          waits: waiting.has(id),
        }
      },
    }
  }

/** Money that goes to the bank of the business, which may refuse it afterward. */
const payOut =
  (isRefused: boolean) =>
  async (desk: Desk): Promise<Asked> => {
    const { till, provider } = desk
    const customer = await till.customer('pm_card_visa')
    await till.charge(await till.invoice(customer))
    await till.sandbox.advance()
    const { id } = await till.ask<{ id: string }>('POST', `payout/${till.account}`)
    const again = () => syncPayout(till.app, till.account, id)
    return {
      customer,
      events: () =>
        Promise.resolve(
          about(id, 'payout.created', 'payout.paid', 'payout.reconciliation_completed'),
        ),
      again,
      onceMore: () => Promise.resolve(null),
      isOver: () => Promise.resolve(false),
      ...(isRefused
        ? {
            async later() {
              await again()
              await till.ask('POST', `payout/${id}/fail`)
            },
          }
        : {}),
      async end() {
        const [row] = await till.rows(
          `select p.status, p.amount_cents, (select sum(net_cents)::int from payout_lines where payout_id = p.id) as lines_cents,
             (select sum(amount_cents)::int from ledger_entries where account = 'bank' and fact in ('payout:' || $1, 'payout_failed:' || $1)) as bank_cents
           from payouts p where provider_id = $1`,
          [id],
        )
        const { amount } = await provider.readPayout(id)
        return {
          status: row.status,
          amount: row.amount_cents === amount,
          lines: row.lines_cents === amount,
          bank: row.bank_cents === amount ? 'has it' : row.bank_cents,
        }
      },
    }
  }

const isPaid = { charged: 1, money: 'paid', paid_cents: 4500, waits: false }
const unpaid = { charged: 0, paid_cents: 0, payments: [], waits: true }
const isAbandoned = { ...unpaid, money: 'none', attempts: ['abandoned'], told: [] }
/** The provider had a fault of its own, and charged nothing. */
const isFailed = { ...unpaid, money: 'failed', attempts: ['failed'], told: ['payment_failed'] }
const charged = { ...isPaid, attempts: ['succeeded'], payments: ['succeeded'], told: ['receipt'] }
const neverThere = {
  back: [],
  refunds: ['failed'],
  money: 'paid',
  refunded_cents: [0, 0],
  told: ['receipt'],
  waits: true,
}
const isBack = {
  back: ['succeeded'],
  refunds: ['succeeded'],
  money: 'partially_refunded',
  refunded_cents: [given, given],
  told: ['receipt', 'refund_issued'],
  waits: false,
}

export const scenes: Scene[] = [
  {
    what: 'a charge of a card',
    open: chargeOn('pm_card_visa'),
    ends: [charged, isAbandoned, isFailed],
  },
  {
    what: 'a charge of a bank account',
    open: chargeOn('pm_usBankAccount_processing', settleDebit),
    ends: [charged, isAbandoned, isFailed],
  },
  {
    what: 'a charge that is declined and paid on the page afterward',
    open: chargeOn('pm_card_chargeCustomerFail', payOnPage),
    ends: [
      { ...charged, attempts: ['failed', 'succeeded'], told: ['payment_failed', 'receipt'] },
      { ...charged, attempts: ['abandoned', 'succeeded'] },
    ],
  },
  { what: 'a refund', open: refundOn('pm_card_visa'), ends: [isBack, neverThere] },
  {
    what: 'a refund that takes its time',
    open: refundOn('pm_card_pendingRefund'),
    ends: [isBack, neverThere],
  },
  {
    what: 'a refund that the bank sends back',
    open: refundOn('pm_card_refundFail'),
    ends: [
      {
        ...isBack,
        back: ['failed'],
        refunds: ['failed'],
        money: 'paid',
        refunded_cents: [0, 0],
        told: ['receipt', 'refund_issued', 'refund_issued'],
        waits: true,
      },
      neverThere,
    ],
  },
  {
    what: 'a payout',
    open: payOut(false),
    says: ['unread', 'news', 'older'],
    ends: [{ status: 'paid', amount: true, lines: true, bank: 'has it' }],
  },
  {
    what: 'a payout that the bank refuses',
    open: payOut(true),
    says: ['unread', 'news', 'older'],
    ends: [{ status: 'failed', amount: true, lines: true, bank: 0 }],
  },
]
