import { sql, type Selectable } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import type { InvoiceMoney } from '../../domain/invoice.ts'
import type { PaymentStatus } from '../../domain/payment.ts'
import type { App } from '../call.ts'
import { sendAlong, type Doer, type OrgTx } from '../db/door.ts'
import type { Charge, PaymentIntent } from '../outside/stripe.ts'

/** What money code needs of the process. */
export type MoneyApp = Pick<App, 'store' | 'payments' | 'log' | 'config' | 'secret'>

/** Jobs and webhooks act for nobody. */
export const nobody: Doer = { person_id: null }

export type PaymentRow = Omit<Selectable<Database['payments']>, 'status'> & { status: PaymentStatus }
export type LedgerAccount = 'provider_balance' | 'receivable' | 'revenue' | 'fees' | 'cash' | 'disputes'

/** Statuses that say the money came in, whatever became of it later. */
export const capturedStatuses: ReadonlySet<string> = new Set<PaymentStatus>(['succeeded', 'refunded', 'partially_refunded', 'disputed'])

/** Books one fact: entries in cents that sum to zero, written once however often the fact is seen. */
export async function postLedger(
  tx: OrgTx,
  fact: string,
  about: { invoice_id: string | null; payment_id: string | null },
  entries: readonly (readonly [LedgerAccount, number])[],
): Promise<void> {
  if (entries.reduce((sum, [, cents]) => sum + cents, 0) !== 0) throw new Error(`The entries of ${fact} do not sum to zero`)
  const rows = entries.filter(([, cents]) => cents !== 0).map(([account, amount_cents]) => ({ organization_id: tx.org, fact, account, amount_cents, ...about }))
  if (!rows.length) return
  sendAlong(
    tx,
    tx
      .insertInto('ledger_entries')
      .values(rows)
      .onConflict((on) => on.columns(['organization_id', 'fact', 'account']).doNothing()),
  )
}

/** What the provider took for a charge is often known only later than the charge. */
export async function postFee(tx: OrgTx, payment: Pick<PaymentRow, 'id' | 'invoice_id' | 'fee_cents'>, charge: Charge): Promise<void> {
  const transaction = typeof charge.balance_transaction === 'object' ? charge.balance_transaction : null
  if (!transaction || payment.fee_cents !== null) return
  await tx
    .updateTable('payments')
    .set({ fee_cents: transaction.fee, net_cents: transaction.net })
    .where('organization_id', '=', tx.org)
    .where('id', '=', payment.id)
    .execute()
  await postLedger(tx, `fee:${charge.id}`, { invoice_id: payment.invoice_id, payment_id: payment.id }, [
    ['fees', transaction.fee],
    ['provider_balance', -transaction.fee],
  ])
}

export const readPayment = (tx: OrgTx, provider_intent_id: string): Promise<PaymentRow | undefined> =>
  tx
    .selectFrom('payments')
    .selectAll()
    .where('organization_id', '=', tx.org)
    .where('provider_intent_id', '=', provider_intent_id)
    .forUpdate()
    .executeTakeFirst() as Promise<PaymentRow | undefined>

export const chargeOf = (intent: PaymentIntent): Charge | null => (typeof intent.latest_charge === 'object' ? intent.latest_charge : null)

/** The method's kind and last digits, as lists and receipts show them. */
export function methodOf(charge: Charge | null): { pm_type: string | null; card_brand: string | null; last4: string | null } {
  const details = charge?.payment_method_details
  if (details?.card) return { pm_type: 'card', card_brand: details.card.brand ?? null, last4: details.card.last4 ?? null }
  if (details?.us_bank_account) return { pm_type: 'us_bank_account', card_brand: null, last4: details.us_bank_account.last4 ?? null }
  return { pm_type: details?.type ?? null, card_brand: null, last4: null }
}

type Payer = { invoice_id: string | null; customer_id: string | null; customer_name: string | null; customer_email: string | null }

/** Writes the one fact of a provider intent: made at the first sight, changed at later ones. */
export async function writePayment(
  tx: OrgTx,
  account: string,
  intent: PaymentIntent,
  status: PaymentStatus,
  payer: Payer,
  known: PaymentRow | undefined,
): Promise<PaymentRow> {
  const charge = chargeOf(intent)
  const captured = capturedStatuses.has(status)
  const values = {
    status,
    provider_charge_id: charge?.id ?? null,
    ...methodOf(charge),
    failure_code: captured ? null : (intent.last_payment_error?.decline_code ?? intent.last_payment_error?.code ?? null),
    failure_sentence: captured ? null : (intent.last_payment_error?.message ?? null),
    captured_at: captured ? (known?.captured_at ?? new Date((charge?.created ?? intent.created) * 1000).toISOString()) : null,
    amount_cents: captured ? intent.amount_received : intent.amount,
  }
  const row = known
    ? await tx
        .updateTable('payments')
        .set({ ...values, updated_at: sql`now()` })
        .where('organization_id', '=', tx.org)
        .where('id', '=', known.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto('payments')
        .values({
          ...values,
          ...payer,
          organization_id: tx.org,
          provider_intent_id: intent.id,
          account,
          currency: intent.currency.toUpperCase(),
          description: intent.description ?? null,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
  return row as PaymentRow
}

/** An invoice's money from its sums in cents; `otherwise` stands when nothing was ever paid. */
export function moneyFrom(
  sums: { total_cents: number; paid_cents: number; refunded_cents: number; disputed: boolean },
  otherwise: InvoiceMoney = 'none',
): InvoiceMoney {
  const { total_cents, paid_cents, refunded_cents, disputed } = sums
  if (paid_cents <= 0) return otherwise
  if (disputed) return 'disputed'
  if (refunded_cents >= paid_cents) return 'refunded'
  if (paid_cents - refunded_cents >= total_cents) return 'paid'
  return refunded_cents > 0 ? 'partially_refunded' : 'partial'
}

/** Whether a card payment of the invoice is under dispute; a returned bank debit is owed again instead. */
export async function hasDispute(tx: OrgTx, invoice_id: string): Promise<boolean> {
  return Boolean(
    await tx
      .selectFrom('payments')
      .select('id')
      .where('organization_id', '=', tx.org)
      .where('invoice_id', '=', invoice_id)
      .where('status', '=', 'disputed')
      .where(sql<boolean>`pm_type is distinct from 'us_bank_account'`)
      .executeTakeFirst(),
  )
}
