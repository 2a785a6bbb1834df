import { sql, type RawBuilder } from 'kysely'
import type { OrgTx } from '../db/door.ts'

/**
 * The most one visit of a customer's planned work costs with its tax of today, in cents; the services they chose at
 * sign-up if nothing is planned. `o` is their organization.
 */
export const plannedCents = (customer_id: RawBuilder<unknown>): RawBuilder<number> => sql`coalesce(
  (select max(p.cents) from (
    select with_tax(o.id, r.customer_id, r.location_id, s.id, coalesce(r.price_cents, s.price_cents)) as cents from rules r
      join services s on s.organization_id = r.organization_id and s.id = r.service_id
    where r.organization_id = o.id and r.customer_id = ${customer_id} and r.removed_at is null and r.billing_mode <> 'none'
      and (r.end_date is null or r.end_date >= (now() at time zone o.time_zone)::date)
    union all
    select with_tax(o.id, v.customer_id, r.location_id, r.service_id, v.price_cents) from visits v join rules r on r.organization_id = v.organization_id and r.id = v.rule_id
    where v.organization_id = o.id and v.customer_id = ${customer_id} and v.status = 'scheduled' and r.removed_at is null and r.billing_mode <> 'none'
      and v.date >= (now() at time zone o.time_zone)::date) p),
  (select sum(with_tax(o.id, w.id, null, s.id, s.price_cents)) from customers w cross join lateral jsonb_array_elements(w.services_selected) as chosen
      join services s on s.organization_id = o.id and s.active and s.key = chosen ->> 'key'
    where w.organization_id = o.id and w.id = ${customer_id}), 0)`

/** What a consent given now is limited to: the estimate its text shows. */
export async function readEstimate(tx: OrgTx, customer_id: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select ${plannedCents(sql`${customer_id}::uuid`)}::bigint as cents from organizations o where o.id = ${tx.org}::uuid`.execute(
    tx,
  )
  return rows[0]?.cents ?? 0
}
