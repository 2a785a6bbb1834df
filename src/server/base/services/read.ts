import { sql } from 'kysely'
import type { Service } from '../../../domain/base/service.ts'
import type { OrgTx } from '../db/door.ts'
import { found } from '../kit/refusals.ts'

export const serviceColumns = [
  'id',
  'key',
  'name',
  'name as label',
  'description',
  'equipment_needed',
  'price_cents',
  'estimated_minutes',
  'crew_members_needed',
  'materials',
  'notes',
  'active',
  'taxable',
  'checklist',
  'records_products',
  'asks_signature',
  'version',
  'created_at',
  'updated_at',
] as const

/** All services, active ones first. */
export const readServices = (tx: OrgTx): Promise<Service[]> =>
  tx
    .selectFrom('services')
    .select(serviceColumns)
    .orderBy('active', 'desc')
    .orderBy(sql`lower(name)`)
    .limit(1000)
    .execute()

/** Counts the running series that follow a service's price or duration. */
export async function readFollowers(
  tx: OrgTx,
  id: string,
): Promise<{ follow_price: number; follow_minutes: number }> {
  const { rows } = await sql<{ follow_price: number; follow_minutes: number }>`
    select count(distinct r.series_id) filter (where r.price_cents is null)::int as follow_price,
      count(distinct r.series_id) filter (where r.duration_minutes is null)::int as follow_minutes
    from services s
    join organizations o on o.id = s.organization_id
    left join rules r on r.organization_id = s.organization_id and r.service_id = s.id and r.removed_at is null
      and coalesce(r.end_date, case when r.pattern = 'once' then r.start_date end, 'infinity') >= (now() at time zone o.time_zone)::date
    where s.id = ${id}::uuid
    group by s.id`.execute(tx)
  return found(rows[0])
}
