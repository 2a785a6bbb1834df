import type { Standing } from '../../domain/portal.ts'
import { sql } from 'kysely'
import type { OrgTx } from '../db/door.ts'
import { owedCents } from '../invoices/owed.ts'

/** Since when a customer's visits wait for a payment, and what is overdue; null if they do not wait. */
export async function readHeld(tx: OrgTx, customer_id: string): Promise<Standing['held']> {
  const overdue = sql`i.organization_id = h.organization_id and i.customer_id = h.customer_id
    and i.effective_due_date < (now() at time zone (select time_zone from organizations where id = app_org()))::date`
  const { rows } = await sql<{ since: string; overdue_cents: number }>`
    select h.held_at as since, ${owedCents(overdue)}::bigint as overdue_cents from payment_holds h
    where h.customer_id = ${customer_id}::uuid and h.released_at is null`.execute(tx)
  return rows[0] ?? null
}
