import { sql } from 'kysely'
import type { DisputeToAnswer } from '../../domain/dispute.ts'
import type { OrgTx } from '../db/door.ts'

const utc = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A row `d` of disputes as it is shown. */
export const disputeJson = sql`json_build_object('id', d.id, 'status', d.status, 'reason', d.reason, 'amount_cents', d.amount_cents,
  'due_by', ${utc('d.due_by')}, 'evidence_sent_at', ${utc('d.evidence_sent_at')}, 'settled_as', d.settled_as)`

/** Of a row of payments, what disputes took of it, or the fees they cost: what the bank gave back is off again. */
export const disputedSql = (part: 'amount' | 'fee') =>
  sql<number>`(select coalesce(sum(case l.account when 'fees' then ${part === 'fee' ? sql`l.amount_cents` : sql`-l.amount_cents`}
      else ${part === 'fee' ? sql`0` : sql`-l.amount_cents`} end), 0)::bigint from ledger_entries l
    where l.organization_id = payments.organization_id and l.payment_id = payments.id and l.fact like 'dispute:%'
      and l.account in ('provider_balance', 'fees'))`

/** What waits for the office: disputes to answer, soonest first, then lost ones to decide. */
export async function readDisputes(tx: OrgTx): Promise<DisputeToAnswer[]> {
  const { rows } = await sql<{ dispute: DisputeToAnswer }>`
    select ${disputeJson}::jsonb || jsonb_build_object('invoice_id', p.invoice_id, 'invoice_number', i.number, 'customer_id', p.customer_id, 'customer_name', p.customer_name) as dispute
    from disputes d join payments p on p.organization_id = d.organization_id and p.id = d.payment_id
      left join invoices i on i.organization_id = p.organization_id and i.id = p.invoice_id
    where p.pm_type is distinct from 'us_bank_account' and (d.status = 'needs_response' and d.evidence_sent_at is null
      or d.status = 'lost' and d.settled_as is null and p.invoice_id is not null)
    order by d.status = 'lost', d.due_by, d.id limit 100`.execute(tx)
  return rows.map(({ dispute }) => dispute)
}
