import { sql } from 'kysely'
import type { OrgTx } from '../../base/db/door.ts'

/**
 * True for a refund `r` of payment `p` that failed and waits for the office. One that took its place has ended it, also if that was taken
 * on and then failed as well, for then it waits itself. While the bank asks for the payment back, or after its fee became a credit, nothing is to do.
 */
export const waitsForOffice = sql<boolean>`(r.state = 'failed' and r.dropped_at is null and (r.accepted_at is not null or r.again_of is null)
  and not exists (select 1 from refunds n where n.organization_id = r.organization_id and n.again_of = r.id and (n.state <> 'failed' or n.accepted_at is not null))
  and p.status <> 'disputed'
  and not exists (select 1 from invoices f where f.organization_id = p.organization_id and f.id = p.invoice_id and f.fee_credit_id is not null))`

/** Refunds `r` with their payments `p`. */
export const refundsOfPayments = sql`refunds r join payments p on p.organization_id = r.organization_id and p.id = r.payment_id`

/** What a customer was told of as refunded, of an invoice, and still waits for, in cents. */
export async function readRefundDue(tx: OrgTx, invoice_id: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(r.amount_cents), 0)::bigint as cents from ${refundsOfPayments}
    where p.invoice_id = ${invoice_id}::uuid and r.accepted_at is not null and ${waitsForOffice}`.execute(
    tx,
  )
  return rows[0]!.cents
}
