import { sql } from 'kysely'
import type { services } from '../api/services.ts'
import { serviceKey, type Service } from '../domain/service.ts'
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

/** A service of another organization is none. */
async function readFollowers(tx: OrgTx, id: string) {
  const { rows } = await sql<{ follow_price: number; follow_minutes: number }>`
    select count(distinct r.series_id) filter (where r.price_cents is null)::int as follow_price,
      count(distinct r.series_id) filter (where r.duration_minutes is null)::int as follow_minutes
    from services s
    join organizations o on o.id = s.organization_id
    left join rules r on r.organization_id = s.organization_id and r.service_id = s.id and r.removed_at is null
      and coalesce(r.end_date, case when r.pattern = 'once' then r.start_date end, 'infinity') >= (now() at time zone o.time_zone)::date
    where s.organization_id = ${tx.org}::uuid and s.id = ${id}::uuid
    group by s.id`.execute(tx)
  return found(rows[0])
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
  'GET /api/owner/services': ({ inOrg }) =>
    inOrg(async (tx) => ({
      services: await tx
        .selectFrom('services')
        .select(columns)
        .orderBy('active', 'desc')
        .orderBy(sql`lower(name)`)
        .limit(1000)
        .execute(),
    })),

  'GET /api/owner/services/{id}/followers': ({ inOrg, params }) => inOrg((tx) => readFollowers(tx, params.id)),

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
