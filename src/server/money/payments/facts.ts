import { sql, type Selectable } from 'kysely'
import type { Database } from '../../../../db/schema.ts'
import type { InvoiceMoney } from '../../../domain/money/invoice.ts'
import type { PaymentStatus } from '../../../domain/money/payment.ts'
import type { App } from '../../base/call.ts'
import { inOrgAll, onPlatform, system, type OrgTx } from '../../base/db/door.ts'
import type { Charge, PaymentIntent } from '../../base/outside/stripe.ts'
import { lockInvoice, type InvoiceRow } from '../invoices/row.ts'

/** The parts of the app that money code needs. */
export type MoneyApp = Pick<App, 'store' | 'payments' | 'log' | 'config' | 'secret'>

export type PaymentRow = Omit<Selectable<Database['payments']>, 'status'> & {
  status: PaymentStatus
}

/** Statuses of a payment whose money came in, even if refunded or disputed later. */
export const capturedStatuses: ReadonlySet<string> = new Set<PaymentStatus>([
  'succeeded',
  'refunded',
  'partially_refunded',
  'disputed',
])

export const readPayment = (
  tx: OrgTx,
  provider_intent_id: string,
): Promise<PaymentRow | undefined> =>
  tx
    .selectFrom('payments')
    .selectAll()
    .where('provider_intent_id', '=', provider_intent_id)
    .forUpdate()
    .executeTakeFirst() as Promise<PaymentRow | undefined>

export const chargeOf = (intent: PaymentIntent): Charge | null =>
  typeof intent.latest_charge === 'object' ? intent.latest_charge : null

/** What of an intent is a tip, in cents: it was set together with the amount. */
export const tipOn = ({ metadata }: Pick<PaymentIntent, 'metadata'>): number =>
  Math.max(0, Math.trunc(Number(metadata['tip_cents'])) || 0)

/** The method's kind and last digits, for lists and receipts. */
export function methodOf(charge: Charge | null): {
  pm_type: string | null
  card_brand: string | null
  last4: string | null
  wallet: string | null
} {
  const details = charge?.payment_method_details
  if (details?.card)
    return {
      pm_type: 'card',
      card_brand: details.card.brand ?? null,
      last4: details.card.last4 ?? null,
      wallet: details.card.wallet?.type ?? null,
    }
  if (details?.us_bank_account)
    return {
      pm_type: 'us_bank_account',
      card_brand: null,
      last4: details.us_bank_account.last4 ?? null,
      wallet: null,
    }
  return { pm_type: details?.type ?? null, card_brand: null, last4: null, wallet: null }
}

/** An invoice's money status from its sums in cents; `otherwise` if nothing was ever paid. */
export function moneyFrom(
  sums: { total_cents: number; paid_cents: number; refunded_cents: number; disputed: boolean },
  otherwise: InvoiceMoney = 'none',
): InvoiceMoney {
  const { total_cents, paid_cents, refunded_cents, disputed } = sums
  if (paid_cents <= 0) return otherwise
  if (disputed) return 'disputed'
  // What was never paid stays owed, whatever of the rest was given back.
  if (paid_cents < total_cents) return 'partial'
  if (refunded_cents >= paid_cents) return 'refunded'
  return paid_cents - refunded_cents >= total_cents ? 'paid' : 'partially_refunded'
}

/**
 * True if a card payment of the invoice is disputed; a returned bank debit is owed again instead, as
 * is a dispute that was lost and settled.
 */
export async function hasDispute(tx: OrgTx, invoice_id: string): Promise<boolean> {
  return Boolean(
    await tx
      .selectFrom('payments')
      .select('id')
      .where('invoice_id', '=', invoice_id)
      .where('status', '=', 'disputed')
      .where(sql<boolean>`pm_type is distinct from 'us_bank_account'`)
      .where(
        sql<boolean>`not exists (select 1 from disputes d where d.organization_id = payments.organization_id and d.payment_id = payments.id and d.settled_as is not null)`,
      )
      .executeTakeFirst(),
  )
}

/**
 * The provider forgets keys after 24 hours; after this many hours, a repeated call might act again.
 */
export const keyHours = 23
export const hoursSince = (moment: string): number => (Date.now() - Date.parse(moment)) / 3_600_000

/**
 * Runs `work` on the payment of a provider's intent, with invoice and payment locked in that order.
 * Ignores intents that are not ours.
 */
export async function withPaymentOf(
  app: MoneyApp,
  account: string,
  intent: string,
  work: (tx: OrgTx, payment: PaymentRow, invoice: InvoiceRow | null) => Promise<void>,
): Promise<void> {
  const owner = await onPlatform(app.store, system, (tx) =>
    tx
      .selectFrom('payments')
      .select(['organization_id', 'id', 'invoice_id'])
      .where('provider_intent_id', '=', intent)
      .where('account', '=', account)
      .executeTakeFirst(),
  )
  if (!owner) return
  await inOrgAll(app.store, owner.organization_id, system, async (tx) => {
    const invoice = owner.invoice_id ? await lockInvoice(tx, owner.invoice_id) : null
    const payment = (await tx
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', owner.id)
      .forUpdate()
      .executeTakeFirstOrThrow()) as PaymentRow
    await work(tx, payment, invoice)
  })
}
