import { sql } from 'kysely'
import type { PaymentStatus } from '../../domain/payment.ts'
import type { OrgTx } from '../db/door.ts'
import { audit, emit } from '../events.ts'
import { changeInvoice, type InvoiceRow } from '../invoices/issue.ts'
import type { Dispute } from '../outside/stripe.ts'
import { hasDispute, moneyFrom, postLedger, type LedgerAccount, type MoneyApp, type PaymentRow } from './facts.ts'
import { tellFailure, tellOffice } from './notices.ts'
import { withPaymentOf } from './payment-of.ts'

const endedWell: ReadonlySet<string> = new Set(['won', 'prevented', 'warning_closed'])

/**
 * The one end of every dispute. A disputed card payment is set aside until the bank decides; a bank debit that comes back is
 * lost at once: its invoice is owed again and that bank account is not charged by itself any more.
 */
export async function applyDispute(app: MoneyApp, account: string, dispute: Dispute): Promise<void> {
  const intent = typeof dispute.payment_intent === 'string' ? dispute.payment_intent : dispute.payment_intent?.id
  if (!intent) return
  await withPaymentOf(app, account, intent, async (tx, payment, invoice) => {
    const known = await tx.selectFrom('disputes').select('status').where('organization_id', '=', tx.org).where('id', '=', dispute.id).executeTakeFirst()
    const isReturn = payment.pm_type === 'us_bank_account'
    const set_aside: LedgerAccount = isReturn && payment.invoice_id ? 'receivable' : 'disputes'
    for (const moved of dispute.balance_transactions) {
      await postLedger(tx, `dispute:${moved.id}`, { invoice_id: payment.invoice_id, payment_id: payment.id }, [
        ['provider_balance', moved.net],
        [set_aside, -moved.amount],
        ['fees', moved.fee],
      ])
    }
    // A decided dispute is final; a stale reading from before is not believed.
    if (known && (known.status === dispute.status || ['won', 'lost'].includes(known.status))) return
    const due_by = dispute.evidence_details?.due_by ? new Date(dispute.evidence_details.due_by * 1000).toISOString() : null
    await sql`insert into disputes (organization_id, id, payment_id, amount_cents, status, reason, due_by) values (${tx.org}::uuid, ${dispute.id}, ${payment.id}::uuid, ${dispute.amount}::bigint, ${dispute.status}, ${dispute.reason}, ${due_by}::timestamptz)
      on conflict (organization_id, id) do update set status = excluded.status, due_by = excluded.due_by, updated_at = now()`.execute(tx)
    if (dispute.status.startsWith('warning_') && !known) return
    const status: PaymentStatus = endedWell.has(dispute.status) ? calmStatus(payment) : 'disputed'
    const returned = isReturn && status === 'disputed' ? { failure_code: 'returned', failure_sentence: 'The bank returned this payment.' } : {}
    await tx
      .updateTable('payments')
      .set({ status, ...returned, updated_at: sql`now()` })
      .where('organization_id', '=', tx.org)
      .where('id', '=', payment.id)
      .execute()
    await audit(tx, {
      action: 'payment.disputed',
      entity: 'payment',
      entity_id: payment.id,
      before: { status: payment.status },
      after: { status, dispute: dispute.id, dispute_status: dispute.status },
    })
    await emit(
      tx,
      'payment.disputed',
      { payment_id: payment.id, invoice_id: payment.invoice_id, dispute_id: dispute.id, status: dispute.status, amount_cents: dispute.amount },
      { customer_id: payment.customer_id },
    )
    if (!invoice) return
    if (isReturn && status === 'disputed') {
      if (payment.status !== 'disputed') await reopenReturned(tx, app, invoice, payment, dispute)
      return
    }
    const changed = await changeInvoice(tx, invoice, { money: moneyFrom({ ...invoice, disputed: await hasDispute(tx, invoice.id) }, invoice.money) })
    if (!known)
      await tellOffice(tx, app, changed, {
        once: `dispute:${dispute.id}`,
        reason: `The customer disputes this payment (${dispute.reason}).${due_by ? ` Answer by ${due_by.slice(0, 10)} in your Stripe dashboard.` : ''}`,
      })
    if (status === 'disputed') await stopAutopay(tx, payment)
  })
}

const calmStatus = (payment: PaymentRow): PaymentStatus =>
  payment.refunded_cents >= payment.amount_cents ? 'refunded' : payment.refunded_cents > 0 ? 'partially_refunded' : 'succeeded'

async function reopenReturned(tx: OrgTx, app: MoneyApp, invoice: InvoiceRow, payment: PaymentRow, dispute: Dispute): Promise<void> {
  const paid_cents = Math.max(0, invoice.paid_cents - payment.amount_cents)
  const sentence = 'The bank returned this payment.'
  const changed = await changeInvoice(tx, invoice, {
    paid_cents,
    refunded_cents: Math.min(invoice.refunded_cents, paid_cents),
    paid_at: null,
    money: paid_cents > 0 ? 'partial' : 'failed',
    failure_code: 'returned',
    failure_sentence: sentence,
    next_retry_at: null,
  })
  await stopAutopay(tx, payment)
  await emit(
    tx,
    'payment.failed',
    { invoice_id: invoice.id, payment_id: payment.id, code: 'returned', sentence, next_retry_at: null, customer_id: invoice.customer_id },
    { customer_id: invoice.customer_id },
  )
  await tellFailure(tx, app, changed, { once: `returned:${dispute.id}`, reason: sentence, next_retry_at: null, tell_customer: true })
}

/** The method of a disputed or returned payment is not charged by itself again until the customer chooses anew. */
async function stopAutopay(tx: OrgTx, payment: PaymentRow): Promise<void> {
  const attempt = await tx
    .selectFrom('charge_attempts')
    .select('payment_method_id')
    .where('organization_id', '=', tx.org)
    .where('provider_charge_id', '=', payment.provider_charge_id)
    .executeTakeFirst()
  if (!attempt?.payment_method_id || !payment.customer_id) return
  const method = await tx
    .updateTable('payment_methods')
    .set({ last_return_code: 'disputed', updated_at: sql`now()` })
    .where('organization_id', '=', tx.org)
    .where('id', '=', attempt.payment_method_id)
    .returning('id')
    .executeTakeFirst()
  if (!method) return
  await tx
    .updateTable('customers')
    .set({ autopay_enabled: false, updated_at: sql`now()` })
    .where('organization_id', '=', tx.org)
    .where('id', '=', payment.customer_id)
    .where('default_payment_method_id', '=', method.id)
    .execute()
}
