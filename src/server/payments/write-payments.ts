import { invoiceNumber } from '../../domain/invoice.ts'
import { sql, type Insertable } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import type { PaymentStatus } from '../../domain/payment.ts'
import type { OrgTx } from '../db/door.ts'
import type { InvoiceRow } from '../invoices/row.ts'
import { postLedger } from '../ledger/write.ts'
import type { Charge, PaymentIntent } from '../outside/stripe.ts'
import { capturedStatuses, chargeOf, methodOf, type PaymentRow } from './facts.ts'

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
