import { sql } from 'kysely'
import { sendAlong, type OrgTx } from '../db/door.ts'

export type LedgerAccount =
  | 'provider_balance'
  | 'receivable'
  | 'revenue'
  | 'fees'
  | 'cash'
  | 'disputes'

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

/** Reverses a voided invoice's claim, as far as no payment has settled it. */
export async function reverseClaim(tx: OrgTx, invoice_id: string): Promise<void> {
  await sql`insert into ledger_entries (organization_id, fact, account, amount_cents, invoice_id)
    select organization_id, 'void:' || invoice_id, account, -sum(amount_cents), invoice_id from ledger_entries
    where invoice_id = ${invoice_id}::uuid and payment_id is null group by organization_id, invoice_id, account
    on conflict (organization_id, fact, account) do nothing`.execute(tx)
}
