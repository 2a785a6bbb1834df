import { sql } from 'kysely'
import { dueWhileClosed } from '../../../domain/money/autopay.ts'
import type { LocalDate } from '../../../domain/base/dates.ts'
import type { OrgTx } from '../../base/db/door.ts'

/** Stops automatic retries. No version or event, since no one watches this. */
export async function stopRetrying(tx: OrgTx, id: string): Promise<void> {
  await tx.updateTable('invoices').set({ next_retry_at: null }).where('id', '=', id).execute()
}

/** Records that an invoice was tried because it fell due. No version or event: people see the charge. */
export async function markTriedWhenDue(tx: OrgTx, id: string): Promise<void> {
  await tx
    .updateTable('invoices')
    .set({
      due_tried_on: sql`greatest((select (now() at time zone o.time_zone)::date from organizations o where o.id = invoices.organization_id), effective_due_date)`,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Stops all automatic charges on a customer's invoices: the office collects them or sends a link.
 */
export async function stopAutomaticCharges(tx: OrgTx, customer_id: string): Promise<void> {
  await sql`update invoices set doc = case when doc = 'scheduled' then 'open' else doc end, charge_on = null, next_retry_at = null
    where customer_id = ${customer_id}::uuid and (charge_on is not null or next_retry_at is not null)`.execute(
    tx,
  )
}

/** Records why an automatic charge was not made; the next charge clears it. */
export async function storeRefusal(
  tx: OrgTx,
  id: string,
  refusal: { code: string; message: string },
): Promise<void> {
  await tx
    .updateTable('invoices')
    .set({ refusal_code: refusal.code, refusal_sentence: refusal.message })
    .where('id', '=', id)
    .execute()
}

/**
 * Leaves an invoice whose charge the business missed while it was closed to the office: it is never
 * charged by itself, and gets a new due date. A draft gets its due date when its period is closed.
 */
export async function leaveToOffice(tx: OrgTx, id: string, due_date: LocalDate): Promise<void> {
  await storeRefusal(tx, id, dueWhileClosed)
  await sql`update invoices set doc = 'open', charge_on = null, due_date = ${due_date}::date, effective_due_date = ${due_date}::date,
      due_date_overridden = true, due_tried_on = ${due_date}::date, version = version + 1, updated_at = now()
    where id = ${id}::uuid and doc <> 'draft'`.execute(tx)
}

/**
 * Plans again what could not be charged while the organization could take no payments: the next run
 * charges it. Returns how many.
 */
export async function planMissed(tx: OrgTx): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update invoices i set refusal_code = null, refusal_sentence = null,
      doc = case when i.money in ('none', 'partial') and i.failure_code is null then 'scheduled' else i.doc end,
      charge_on = case when i.money in ('none', 'partial') and i.failure_code is null then i.effective_due_date else i.charge_on end,
      next_retry_at = case when i.failure_code is not null then now() else i.next_retry_at end
    where ${isMissed} returning i.id`.execute(tx)
  return rows.length
}

/** Invoices `i` that are still owed because the organization could take no payments. */
export const isMissed = sql`i.refusal_code = 'org_not_charge_ready' and i.doc = 'open' and i.money in ('none', 'failed', 'partial')
  and i.total_cents > i.paid_cents`
