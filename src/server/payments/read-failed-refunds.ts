import { sql } from 'kysely'
import type { FailedRefund } from '../../domain/refund.ts'
import type { OrgTx } from '../db/door.ts'
import { refundsOfPayments, waitsForOffice } from '../ledger/refund-due.ts'

/** Refunds that failed and wait for the office, the oldest first. */
export async function readFailedRefunds(tx: OrgTx): Promise<FailedRefund[]> {
  const { rows } = await sql<FailedRefund>`
    select r.id, r.amount_cents, r.updated_at as failed_at, r.error_sentence as reason, r.accepted_at is not null as was_told,
      p.invoice_id, i.number_prefix || i.number as invoice_number, p.customer_id, p.customer_name
    from ${refundsOfPayments} left join invoices i on i.organization_id = p.organization_id and i.id = p.invoice_id
    where ${waitsForOffice} order by r.updated_at, r.id limit 100`.execute(tx)
  return rows
}
