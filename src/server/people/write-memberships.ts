import { sql } from 'kysely'
import { emailKey } from '../../domain/base/email.ts'
import { highestRole, isCrewRole, type Role } from '../../domain/base/roles.ts'
import type { OrgTx, PlatformTx } from '../base/db/door.ts'
import { emit, rightsChanged } from '../base/events.ts'
import { found, refused } from '../base/kit/refusals.ts'

/** Adds a person to the staff as invited, with or without a team. 409 `already_member`. */
export async function addInvitedStaff(
  tx: OrgTx,
  { person_id, role, team_id }: { person_id: string; role: Role; team_id: string | null },
): Promise<void> {
  const made = await tx
    .insertInto('memberships')
    .values({ person_id, role, team_id, status: 'invited' })
    .onConflict((on) => on.columns(['organization_id', 'person_id', 'is_customer']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw refused('already_member', 'This person already belongs to your organization.')
  await rightsChanged(tx, [person_id])
  await emit(tx, 'team.changed', { team_id, person_id }, { team_ids: [team_id] })
}

/** Adds somebody new to the staff, who needs no invitation. */
export async function addActiveStaff(
  tx: OrgTx,
  { person_id, role, team_id }: { person_id: string; role: Role; team_id: string | null },
): Promise<void> {
  await tx
    .insertInto('memberships')
    .values({ person_id, role, team_id, status: 'active' })
    .execute()
  await emit(tx, 'team.changed', { team_id, person_id }, { team_ids: [team_id] })
}

/**
 * Adds a person to the staff, or promotes them; joining never lowers a role. Returns the resulting
 * membership.
 */
export async function joinStaff(
  tx: OrgTx,
  { person_id, role: invited, team_id }: { person_id: string; role: Role; team_id: string | null },
): Promise<{ id: string; role: Role; team_id: string | null }> {
  const known = await tx
    .selectFrom('memberships')
    .select(['id', 'role', 'status'])
    .where('person_id', '=', person_id)
    .where('role', '<>', 'user')
    .forUpdate()
    .executeTakeFirst()
  const role =
    known && known.status !== 'inactive'
      ? (highestRole([known.role as Role, invited]) ?? invited)
      : invited
  const in_crew = isCrewRole(role)
  const { rows } = await sql<{ id: string; team_id: string | null }>`
    insert into memberships (organization_id, person_id, role, team_id, status)
    values (${tx.org}, ${person_id}, ${role}, ${in_crew ? team_id : null}, 'active')
    on conflict (organization_id, person_id, is_customer) do update set status = 'active', ended_at = null, ended_by = null, role = excluded.role,
      team_id = case when ${in_crew} then coalesce(memberships.team_id, excluded.team_id) end returning id, team_id`.execute(
    tx,
  )
  const member = found(rows[0])
  // Only crew owners lead more than one team.
  if (role !== 'crew_owner')
    await tx.deleteFrom('led_teams').where('membership_id', '=', member.id).execute()
  return { ...member, role }
}

/** Makes a person the owner of a new organization. */
export const addOwner = (
  tx: PlatformTx,
  owner: { organization_id: string; person_id: string },
): Promise<unknown> =>
  tx
    .insertInto('memberships')
    .values({ ...owner, role: 'owner', status: 'active' })
    .execute()

/** Adds a person as a customer of an organization; an existing membership stays as it is. */
export async function joinAsCustomer(
  tx: OrgTx,
  { person_id, customer_id }: { person_id: string; customer_id: string },
): Promise<void> {
  await tx
    .insertInto('memberships')
    .values({ person_id, role: 'user', customer_id, status: 'active' })
    .onConflict((on) => on.columns(['organization_id', 'person_id', 'is_customer']).doNothing())
    .execute()
  await rightsChanged(tx, [person_id])
}

/** Adds a person as a customer of any organization, or reactivates them there. */
export async function rejoinAsCustomer(
  tx: PlatformTx,
  membership: { organization_id: string; person_id: string; customer_id: string },
): Promise<void> {
  const { customer_id, person_id } = membership
  await tx
    .insertInto('memberships')
    .values({ ...membership, role: 'user' })
    .onConflict((on) =>
      on
        .columns(['organization_id', 'person_id', 'is_customer'])
        .doUpdateSet({ status: 'active', customer_id }),
    )
    .execute()
  await rightsChanged(tx, [person_id])
}

/**
 * Removes the invited staff member with this e-mail address: their invitation was revoked before
 * they joined.
 */
export async function removeInvitedStaff(tx: OrgTx, email: string): Promise<void> {
  const { rows } = await sql<{ person_id: string; team_id: string | null }>`
    delete from memberships m using people p
    where m.status = 'invited' and m.role <> 'user' and p.id = m.person_id and lower(p.email) = ${emailKey(email)}
    returning m.person_id, m.team_id`.execute(tx)
  for (const { person_id, team_id } of rows)
    await emit(tx, 'team.changed', { team_id, person_id }, { team_ids: [team_id] })
}
