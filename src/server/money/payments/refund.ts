import { sql } from 'kysely'
import type { PaymentStatus } from '../../../domain/money/payment.ts'
import { inOrgAll, type OrgTx, system } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'
import type { InvoiceRow } from '../invoices/row.ts'
import { changeInvoice } from '../invoices/write.ts'
import { NotReady, Rejected, Unknown } from '../../base/outside/payment-faults.ts'
import type { BalanceTransaction, ProviderRefund } from '../../base/outside/stripe.ts'
import { idOf } from '../../base/outside/id-of.ts'
import {
  hasDispute,
  moneyFrom,
  hoursSince,
  keyHours,
  withPaymentOf,
  type MoneyApp,
  type PaymentRow,
} from './facts.ts'
import { offSales, postLedger, type LedgerAccount } from '../ledger/write.ts'
import { disputedWork } from '../../base/sums/kept.ts'
import { adoptRefund, type RefundRow, endRefund, setRefundState } from './write-refunds.ts'
import { changePayment } from './write-payments.ts'
import {
  notifyOfficeOfPayment,
  notifyRefunded,
  notifyRefundFailed,
} from '../../messages/notify-money.ts'
import { payUrl } from '../invoices/pay-link.ts'

/** Cents of a payment refunded or being refunded; failed refunds do not count. */
export async function refundsUnderway(tx: OrgTx, payment_id: string): Promise<number> {
  const { cents } = await tx
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('cents'))
    .where('payment_id', '=', payment_id)
    .where('state', '<>', 'failed')
    .executeTakeFirstOrThrow()
  return cents
}

/**
 * Requests a planned refund from the provider and records the response. Throws Unknown while the
 * outcome is open; repeating is safe.
 */
export async function runRefund(
  app: MoneyApp,
  organization_id: string,
  refund_id: string,
): Promise<RefundRow> {
  const { refund, payment } = await inOrgAll(app.store, organization_id, system, (tx) =>
    readRefund(tx, refund_id),
  )
  if (!payment.account || !payment.provider_intent_id) return refund
  const provider = app.payments.on(payment.account)
  if (refund.provider_id) {
    if (refund.state !== 'failed')
      await applyRefund(app, payment.account, await provider.readRefund(refund.provider_id))
  } else if (refund.state === 'started' || refund.state === 'unknown') {
    try {
      const done =
        hoursSince(refund.created_at) > keyHours
          ? (await provider.listRefunds(payment.provider_intent_id)).find(
              (one) => one.metadata?.['refund_id'] === refund.id,
            )
          : await provider.refund(
              payment.provider_intent_id,
              refund.amount_cents,
              { organization_id, refund_id: refund.id },
              refund.key,
            )
      if (!done)
        await endInOrg(
          app,
          organization_id,
          refund.id,
          'failed',
          'The refund never reached the provider.',
        )
      else await applyRefund(app, payment.account, await provider.readRefund(done.id))
    } catch (fault) {
      if (fault instanceof Unknown) await endInOrg(app, organization_id, refund.id, 'unknown', null)
      else if (fault instanceof Rejected || fault instanceof NotReady) {
        await endInOrg(app, organization_id, refund.id, 'failed', fault.message)
        return (
          await inOrgAll(app.store, organization_id, system, (tx) => readRefund(tx, refund_id))
        ).refund
      }
      throw fault
    }
  }
  return (await inOrgAll(app.store, organization_id, system, (tx) => readRefund(tx, refund_id)))
    .refund
}

async function readRefund(
  tx: OrgTx,
  id: string,
): Promise<{ refund: RefundRow; payment: PaymentRow }> {
  const refund = await tx
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const payment = (await tx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', refund.payment_id)
    .executeTakeFirstOrThrow()) as PaymentRow
  return { refund, payment }
}

const endInOrg = (
  app: MoneyApp,
  organization_id: string,
  ...end: [id: string, state: 'failed' | 'unknown', error_sentence: string | null]
) => inOrgAll(app.store, organization_id, system, (tx) => endRefund(tx, ...end))

const transactionOf = (
  value: string | BalanceTransaction | null | undefined,
): BalanceTransaction | null => (value && typeof value === 'object' ? value : null)

const stateOf = (refund: ProviderRefund): 'pending' | 'succeeded' | 'failed' =>
  refund.status === 'succeeded'
    ? 'succeeded'
    : refund.status === 'failed' || refund.status === 'canceled'
      ? 'failed'
      : 'pending'

/**
 * Where every refund ends, ours or made at the provider, read with its balance transactions
 * expanded. Repeating changes nothing.
 */
export async function applyRefund(
  app: MoneyApp,
  account: string,
  provided: ProviderRefund,
): Promise<void> {
  const intent = idOf(provided.payment_intent)
  if (!intent) return
  await withPaymentOf(app, account, intent, async (tx, payment, invoice) => {
    const refund = await adoptRefund(tx, payment, provided)
    const state = stateOf(provided)
    await postRefund(tx, provided, { refund, payment, invoice })
    if (refund.state === state) return
    // A failure the provider reported is final; an older reading does not undo it.
    if (
      (refund.state === 'failed' && refund.provider_id !== null) ||
      (refund.state === 'succeeded' && state === 'pending')
    )
      return
    const failure = state === 'failed' ? (provided.failure_reason ?? 'The refund failed.') : null
    await setRefundState(tx, refund.id, state, failure)
    const changed = await countRefunded(tx, { refund: { ...refund, state }, payment, invoice })
    if (!changed) return
    const wasTold = refund.accepted_at !== null
    const url = await payUrl(tx, app, changed)
    if (state === 'failed') {
      await notifyOfficeOfPayment(tx, app, changed, {
        once: `refund_failed:${refund.id}`,
        reason: { is: 'refund_failed', detail: provided.failure_reason ?? null },
      })
      if (wasTold) await notifyRefundFailed(tx, changed, payment, refund, url)
    } else if (!wasTold) await notifyRefunded(tx, changed, payment, refund, url)
  })
}

type Scene = { refund: RefundRow; payment: PaymentRow; invoice: InvoiceRow | null }

/** Wakes the screens that show a refund. */
export const emitRefund = (
  tx: OrgTx,
  { id, amount_cents, state }: RefundRow,
  payment: Pick<PaymentRow, 'id' | 'invoice_id' | 'customer_id' | 'refunded_cents'>,
): Promise<void> =>
  emit(
    tx,
    'payment.refunded',
    {
      payment_id: payment.id,
      invoice_id: payment.invoice_id,
      refund_id: id,
      amount_cents,
      refunded_cents: payment.refunded_cents,
      state,
    },
    { customer_id: payment.customer_id },
  )

/** Brings a locked payment and its invoice in line with what went back of them. Returns the invoice. */
export async function countRefunded(
  tx: OrgTx,
  { refund, payment, invoice }: Scene,
): Promise<InvoiceRow | null> {
  const refunded_cents = await refundedCents(tx, payment.id)
  const status: PaymentStatus =
    payment.status === 'disputed'
      ? 'disputed'
      : refunded_cents >= payment.amount_cents
        ? 'refunded'
        : refunded_cents > 0
          ? 'partially_refunded'
          : 'succeeded'
  await changePayment(tx, payment.id, { refunded_cents, status })
  await emitRefund(tx, refund, { ...payment, refunded_cents })
  if (!invoice) return null
  const gone = await invoiceRefunded(tx, invoice.id)
  const sums = {
    ...invoice,
    refunded_cents: gone.cents,
    disputed: await hasDispute(tx, invoice.id),
  }
  return changeInvoice(tx, invoice, {
    refunded_cents: Math.min(sums.refunded_cents, invoice.paid_cents),
    tip_cents: (await tipsOf(tx, invoice.id)) - gone.tip_cents,
    money: moneyFrom(sums, invoice.money),
  })
}

/** What went back, and what returned because it failed. */
async function postRefund(tx: OrgTx, provided: ProviderRefund, scene: Scene): Promise<void> {
  const { refund, payment, invoice } = scene
  const about = { invoice_id: payment.invoice_id, payment_id: payment.id }
  const facts = [
    ['refund', transactionOf(provided.balance_transaction)],
    ['refund_failed', transactionOf(provided.failure_balance_transaction)],
  ] as const
  for (const [fact, moved] of facts)
    if (moved)
      await postLedger(tx, `${fact}:${provided.id}`, about, [
        ['provider_balance', moved.net],
        ...takingOff(refund, invoice, -moved.net),
      ])
}

/** A double payment was never revenue, so its refund corrects the receivable. */
export function takingOff(
  { automatic, tip_cents }: RefundRow,
  invoice: InvoiceRow | null,
  whole: number,
): (readonly [LedgerAccount, number])[] {
  const tip = Math.sign(whole) * tip_cents
  const cents = whole - tip
  return [
    ...(automatic || !invoice
      ? [[automatic ? 'receivable' : 'revenue', cents] as const]
      : offSales(invoice, cents)),
    ['tips', tip],
  ]
}

async function refundedCents(tx: OrgTx, payment_id: string): Promise<number> {
  const { cents } = await tx
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('cents'))
    .where('payment_id', '=', payment_id)
    .where('state', 'in', ['pending', 'succeeded'])
    .executeTakeFirstOrThrow()
  return cents
}

/** What went back of the work and of the tips of an invoice; a lost dispute that was written off too. */
async function invoiceRefunded(
  tx: OrgTx,
  invoice_id: string,
): Promise<{ cents: number; tip_cents: number }> {
  const { rows } = await sql<{ cents: number; tip_cents: number }>`
    select coalesce(sum(g.work), 0)::bigint as cents, coalesce(sum(g.tip), 0)::bigint as tip_cents
    from payments p join lateral (
      select r.amount_cents - r.tip_cents as work, r.tip_cents as tip from refunds r
      where r.organization_id = p.organization_id and r.payment_id = p.id and r.state in ('pending', 'succeeded')
      union all
      -- One that is owed again was taken off what was paid.
      select case d.settled_as when 'written_off' then ${disputedWork} else 0 end, d.amount_cents - ${disputedWork} from disputes d
      where d.organization_id = p.organization_id and d.payment_id = p.id and d.settled_as is not null) g on true
    where p.invoice_id = ${invoice_id}::uuid`.execute(tx)
  return rows[0]!
}

/** The tips that came with the payments of an invoice. */
async function tipsOf(tx: OrgTx, invoice_id: string): Promise<number> {
  const { cents } = await tx
    .selectFrom('payments')
    .select(sql<number>`coalesce(sum(tip_cents), 0)::bigint`.as('cents'))
    .where('invoice_id', '=', invoice_id)
    .where('captured_at', 'is not', null)
    .where(sql<boolean>`not (pm_type = 'us_bank_account' and status = 'disputed')`)
    .executeTakeFirstOrThrow()
  return cents
}
