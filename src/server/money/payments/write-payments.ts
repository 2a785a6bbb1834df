import { invoiceNumber } from '../../../domain/money/invoice.ts'
import { sql, type Insertable } from 'kysely'
import type { Database } from '../../../../db/schema.ts'
import type { PaymentStatus } from '../../../domain/money/payment.ts'
import type { OrgTx } from '../../base/db/door.ts'
import type { InvoiceRow } from '../invoices/row.ts'
import { postLedger } from '../ledger/write.ts'
import type { Charge, PaymentIntent, Dispute } from '../../base/outside/stripe.ts'
import { capturedStatuses, chargeOf, methodOf, type PaymentRow } from './facts.ts'
import type { DisputeSettled } from '../../../domain/money/dispute.ts'

type Payer = Required<
  Pick<
    Insertable<Database['payments']>,
    'invoice_id' | 'customer_id' | 'customer_name' | 'customer_email'
  >
>

/** Writes the single payment of a provider's intent: inserted when first seen, updated later. `tip_cents` of a captured one came on top. */
export async function writePayment(
  tx: OrgTx,
  account: string,
  intent: PaymentIntent,
  status: PaymentStatus,
  payer: Payer,
  known: PaymentRow | undefined,
  tip_cents = 0,
): Promise<PaymentRow> {
  const values = { status, ...outcomeOf(intent, status, known, tip_cents) }
  const row = known
    ? await tx
        .updateTable('payments')
        .set({ ...values, updated_at: sql`now()` })
        .where('id', '=', known.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto('payments')
        .values({
          ...values,
          ...payer,
          provider_intent_id: intent.id,
          account,
          currency: intent.currency.toUpperCase(),
          description: intent.description ?? null,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
  return row as PaymentRow
}

/** What the provider reports: captured at a moment, or failed for a reason. */
function outcomeOf(
  intent: PaymentIntent,
  status: PaymentStatus,
  known: PaymentRow | undefined,
  tip_cents: number,
) {
  const charge = chargeOf(intent)
  const provider_charge_id = charge?.id ?? null
  const method = methodOf(charge)
  if (!capturedStatuses.has(status)) {
    const error = intent.last_payment_error
    return {
      provider_charge_id,
      ...method,
      failure_code: error?.decline_code ?? error?.code ?? null,
      failure_sentence: error?.message ?? null,
      captured_at: null,
      amount_cents: intent.amount,
    }
  }
  const created = charge?.created ?? intent.created
  return {
    provider_charge_id,
    ...method,
    failure_code: null,
    failure_sentence: null,
    captured_at: known?.captured_at ?? new Date(created * 1000).toISOString(),
    amount_cents: intent.amount_received,
    tip_cents,
  }
}

export type ManualPayment = { amount_cents: number; kind: string; note: string | null }

/**
 * Inserts a payment received outside the product: cash, a check, a transfer. `kept_cents` of it is the
 * credit `credit_id`.
 */
export const insertManualPayment = (
  tx: OrgTx,
  invoice: InvoiceRow,
  { amount_cents, kind, note }: ManualPayment,
  kept: { kept_cents: number; credit_id: string | null },
): Promise<PaymentRow> =>
  tx
    .insertInto('payments')
    .values({
      ...kept,
      invoice_id: invoice.id,
      customer_id: invoice.customer_id,
      kind,
      amount_cents,
      fee_cents: 0,
      net_cents: amount_cents,
      status: 'succeeded',
      currency: invoice.currency,
      description: [`Invoice ${invoiceNumber(invoice)}`.trim(), note].filter(Boolean).join(': '),
      customer_name: invoice.customer_name,
      customer_email: invoice.customer_email,
      captured_at: sql`now()`,
    })
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<PaymentRow>

/** Marks a payment recorded by hand as taken back. */
export async function markReversed(tx: OrgTx, id: string, reversal_reason: string): Promise<void> {
  await tx
    .updateTable('payments')
    .set({
      status: 'canceled',
      reversed_at: sql`now()`,
      reversed_by: tx.cause.person_id,
      reversal_reason,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/** Records the provider's fee, often known only after the charge. */
export async function recordFee(
  tx: OrgTx,
  payment: Pick<PaymentRow, 'id' | 'invoice_id' | 'fee_cents'>,
  charge: Charge,
): Promise<void> {
  const transaction =
    typeof charge.balance_transaction === 'object' ? charge.balance_transaction : null
  if (!transaction || payment.fee_cents !== null) return
  await tx
    .updateTable('payments')
    .set({ fee_cents: transaction.fee, net_cents: transaction.net })
    .where('id', '=', payment.id)
    .execute()
  const about = { invoice_id: payment.invoice_id, payment_id: payment.id }
  await postLedger(tx, `fee:${charge.id}`, about, [
    ['fees', transaction.fee],
    ['provider_balance', -transaction.fee],
  ])
}

/** Changes a payment's status: canceled, partially or fully refunded, disputed, returned. */
export async function changePayment(
  tx: OrgTx,
  id: string,
  changes: {
    status: PaymentStatus
    refunded_cents?: number
    failure_code?: string
    failure_sentence?: string
  },
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ ...changes, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Inserts a dispute, or updates its status and deadline. `due_by` is ISO 8601. */
export async function writeDispute(
  tx: OrgTx,
  payment_id: string,
  dispute: Dispute,
  due_by: string | null,
): Promise<void> {
  await sql`insert into disputes (organization_id, id, payment_id, amount_cents, status, reason, due_by) values (${tx.org}::uuid, ${dispute.id}, ${payment_id}::uuid, ${dispute.amount}::bigint, ${dispute.status}, ${dispute.reason}, ${due_by}::timestamptz)
    on conflict (organization_id, id) do update set status = excluded.status, due_by = excluded.due_by, updated_at = now()`.execute(
    tx,
  )
}

/** Stores what the bank is to be told, before it is sent. */
export async function storeEvidence(tx: OrgTx, id: string, evidence: string): Promise<void> {
  await tx
    .updateTable('disputes')
    .set({ evidence, evidence_by: tx.cause.person_id, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Records that the evidence reached the provider. */
export async function markAnswered(tx: OrgTx, id: string): Promise<void> {
  await tx
    .updateTable('disputes')
    .set({ evidence_sent_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('evidence_sent_at', 'is', null)
    .execute()
}

/** Records what became of a lost dispute. */
export async function settleDispute(
  tx: OrgTx,
  id: string,
  settled_as: DisputeSettled,
): Promise<void> {
  await tx
    .updateTable('disputes')
    .set({ settled_as, settled_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}
