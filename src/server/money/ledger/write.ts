import { sql } from 'kysely'
import { taxShare } from '../../../domain/money/tax.ts'
import { sendAlong, type OrgTx } from '../../base/db/door.ts'
import { idOf } from '../../base/outside/id-of.ts'

export type LedgerAccount =
  | 'provider_balance'
  | 'receivable'
  | 'revenue'
  | 'fees'
  | 'cash'
  | 'disputes'
  | 'tax'
  | 'customer_credit'
  | 'credits_given'
  | 'bank'
  | 'tips'

/**
 * Posts the entries of one fact, in cents, summing to zero. Each fact is written only once, however
 * often it is reported.
 */
export async function postLedger(
  tx: OrgTx,
  fact: string,
  about: { invoice_id: string | null; payment_id: string | null },
  entries: readonly (readonly [LedgerAccount, number])[],
): Promise<void> {
  if (entries.reduce((sum, [, cents]) => sum + cents, 0) !== 0)
    throw new Error(`The entries of ${fact} do not sum to zero`)
  const rows = entries
    .filter(([, cents]) => cents !== 0)
    .map(([account, amount_cents]) => ({ fact, account, amount_cents, ...about }))
  if (!rows.length) return
  sendAlong(
    tx,
    tx
      .insertInto('ledger_entries')
      .values(rows)
      .onConflict((on) => on.columns(['organization_id', 'fact', 'account']).doNothing()),
  )
}

/**
 * The entries that take an amount of an invoice off what was sold: its part of the tax is owed to
 * the state no more, the rest was revenue.
 */
export function offSales(
  invoice: { total_cents: number; tax_cents: number },
  cents: number,
): (readonly [LedgerAccount, number])[] {
  const tax = Math.sign(cents) * taxShare(invoice.tax_cents, invoice.total_cents, Math.abs(cents))
  return [
    ['revenue', cents - tax],
    ['tax', tax],
  ]
}

/** Reverses a voided invoice's claim, as far as no payment has settled it. */
export async function reverseClaim(tx: OrgTx, invoice_id: string): Promise<void> {
  await sql`insert into ledger_entries (organization_id, fact, account, amount_cents, invoice_id)
    select organization_id, 'void:' || invoice_id, account, -sum(amount_cents), invoice_id from ledger_entries
    where invoice_id = ${invoice_id}::uuid and payment_id is null group by organization_id, invoice_id, account
    on conflict (organization_id, fact, account) do nothing`.execute(tx)
}

type Transaction = { id: string; type: string; source: string | { id: string } | null }

/** The ledger facts that must add up to a provider's transaction; none for what we do not book. */
export function factsOf({ type, source: from, id }: Transaction): string[] {
  const source = idOf(from) ?? ''
  if (type === 'charge' || type === 'payment') return [`charge:${source}`, `fee:${source}`]
  if (source.startsWith('dp_') || source.startsWith('du_') || source.startsWith('pdp_'))
    return [`dispute:${id}`]
  if (type === 'refund' || type === 'payment_refund') return [`refund:${source}`]
  if (type === 'refund_failure' || type === 'payment_failure_refund')
    return [`refund_failed:${source}`]
  if (type === 'payout') return [`payout:${source}`]
  if (type === 'payout_failure' || type === 'payout_cancel') return [`payout_failed:${source}`]
  return []
}
