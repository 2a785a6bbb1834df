import { sql } from 'kysely'
import type { services } from '../api/services.ts'
import { serviceKey, type ListedService, type Service } from '../domain/service.ts'
import type { Handlers } from './call.ts'
import type { OrgTx } from './db/door.ts'
import { emit } from './events.ts'
import { found } from './refusals.ts'

const columns = [
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
  'version',
  'created_at',
  'updated_at',
] as const

export async function readServices(tx: OrgTx): Promise<ListedService[]> {
  const services = await tx
    .selectFrom('services')
    .select(columns)
    .orderBy('active', 'desc')
    .orderBy(sql`lower(name)`)
    .limit(1000)
    .execute()
  const following = await readFollowing(tx)
  return services.map((service) => ({ ...service, ...(following.get(service.id) ?? { follow_price: 0, follow_minutes: 0 }) }))
}

/** How many series that still have visits to come leave price or minutes to their service. */
async function readFollowing(tx: OrgTx): Promise<Map<string, Pick<ListedService, 'follow_price' | 'follow_minutes'>>> {
  const { rows } = await sql<{ service_id: string; follow_price: number; follow_minutes: number }>`
    select r.service_id,
      count(distinct r.series_id) filter (where r.price_cents is null)::int as follow_price,
      count(distinct r.series_id) filter (where r.duration_minutes is null)::int as follow_minutes
    from rules r
    join organizations o on o.id = r.organization_id
    where r.organization_id = ${tx.org}::uuid and r.removed_at is null
      and coalesce(r.end_date, case when r.pattern = 'once' then r.start_date end, 'infinity') >= (now() at time zone o.time_zone)::date
    group by r.service_id`.execute(tx)
  return new Map(rows.map(({ service_id, ...counts }) => [service_id, counts]))
}

/** Adds a service under a key of its own. */
export async function addService(
  tx: OrgTx,
  service: { name: string; price_cents: number; estimated_minutes: number; description: string; active?: boolean },
): Promise<Service> {
  const taken = (await tx.selectFrom('services').select('key').where('organization_id', '=', tx.org).execute()).map((row) => row.key)
  const row = await tx
    .insertInto('services')
    .values({ organization_id: tx.org, key: serviceKey(service.name, taken), ...service })
    .returning(columns)
    .executeTakeFirstOrThrow()
  await emit(tx, 'service.changed', { service_id: row.id })
  return row
}

export const serviceHandlers: Handlers<typeof services> = {
  'GET /api/owner/services': ({ inOrg }) => inOrg(async (tx) => ({ services: await readServices(tx) })),

  'POST /api/owner/services': ({ inOrg, body }) => inOrg((tx) => addService(tx, body)),

  'PATCH /api/owner/services/{id}': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      const row = await tx
        .updateTable('services')
        .set({ ...body, description: body.description ?? undefined, version: sql`version + 1`, updated_at: sql`now()` })
        .where('organization_id', '=', tx.org)
        .where('id', '=', params.id)
        .returning(columns)
        .executeTakeFirst()
      await emit(tx, 'service.changed', { service_id: params.id })
      return found(row)
    }),
}
