import { sql } from 'kysely'
import type { OwnershipOffer, StaffPerson } from '../../../domain/people/staff.ts'
import type { OrgTx, PlatformTx } from '../../base/db/door.ts'
import { found } from '../../base/kit/refusals.ts'

type Row = Omit<StaffPerson, 'sessions' | 'has_second_factor'>

/** Everyone on the staff, the highest roles first; who left comes last. */
export async function readStaff(tx: OrgTx, id?: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.id, p.name, p.email, p.phone_number, p.avatar_url, m.role,
      case when p.status = 'inactive' or m.status = 'inactive' then 'inactive' when p.status = 'invited' then 'invited' else m.status end as status,
      m.team_id, t.name as team, p.last_seen_at, m.ended_at
    from memberships m join people p on p.id = m.person_id
    left join teams t on t.organization_id = m.organization_id and t.id = m.team_id and t.deleted_at is null
    where m.role <> 'user' and (${id ?? null}::uuid is null or p.id = ${id ?? null}::uuid)
    order by m.status = 'inactive', array_position(array['owner', 'manager', 'payee', 'crew_owner', 'crew_leader', 'crew_member'], m.role),
      lower(coalesce(p.name, p.email)), p.id limit 2000`.execute(tx)
  return rows
}

/** True if somebody has access to a business. Locked: who ends it at the same moment waits. 404. */
export async function lockAccess(
  tx: PlatformTx,
  person_id: string,
  organization_id: string,
): Promise<boolean> {
  const { status } = found(
    await tx
      .selectFrom('memberships')
      .select('status')
      .where('organization_id', '=', organization_id)
      .where('person_id', '=', person_id)
      .where('role', '<>', 'user')
      .forUpdate()
      .executeTakeFirst(),
  )
  return status !== 'inactive'
}

/** True if somebody also belongs to another business, or to the platform. */
export async function belongsElsewhere(
  tx: PlatformTx,
  person_id: string,
  organization_id: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from memberships where person_id = ${person_id}::uuid and organization_id <> ${organization_id}::uuid and status <> 'inactive'
    union all select 1 from people where id = ${person_id}::uuid and platform_role is not null limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** A staff membership, locked until the transaction ends. 404. */
export async function lockStaff(tx: OrgTx, person_id: string) {
  return found(
    await tx
      .selectFrom('memberships')
      .select(['id', 'person_id', 'role', 'status', 'team_id'])
      .where('person_id', '=', person_id)
      .where('role', '<>', 'user')
      .forUpdate()
      .executeTakeFirst(),
  )
}

/** The open offer of the business; null if there is none. */
export async function readOffer(tx: OrgTx): Promise<OwnershipOffer | null> {
  const row = await tx
    .selectFrom('ownership_offers as o')
    .innerJoin('people as f', 'f.id', 'o.from_person_id')
    .innerJoin('people as t', 't.id', 'o.to_person_id')
    .select(['o.id', 'o.expires_at', 'f.id as from_id', 't.id as to_id'])
    .select(sql<string>`coalesce(f.name, f.email)`.as('from_name'))
    .select(sql<string>`coalesce(t.name, t.email)`.as('to_name'))
    .where('o.status', '=', 'open')
    .where('o.expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  if (!row) return null
  const { id, expires_at, from_id, from_name, to_id, to_name } = row
  return {
    id,
    expires_at,
    from: { id: from_id, name: from_name },
    to: { id: to_id, name: to_name },
  }
}
