import { sql, type RawBuilder } from 'kysely'
import { isCrewRole, crewRoles, type Role } from '../../domain/base/roles.ts'
import type { OrgTx, PlatformTx } from '../base/db/door.ts'
import { emit, emitIn, rightsChanged } from '../base/events.ts'
import { found, notFound, refused } from '../base/kit/refusals.ts'

type Member = { organization_id: string; person_id: string }

/** Gives a person exactly this role on the staff of an organization, and makes it their place of work. */
export async function placeOnStaff(
  tx: PlatformTx,
  { organization_id, person_id, role }: Member & { role: Role },
): Promise<void> {
  const { rows } = await sql<{ id: string; team_id: string | null }>`
    insert into memberships (organization_id, person_id, role, status)
    values (${organization_id}::uuid, ${person_id}::uuid, ${role}, 'active')
    on conflict (organization_id, person_id, is_customer) do update set role = excluded.role, status = excluded.status, ended_at = null, ended_by = null,
      team_id = case when ${isCrewRole(role)} then memberships.team_id end
    returning id, team_id`.execute(tx)
  const [member] = rows
  if (role !== 'crew_owner')
    await tx.deleteFrom('led_teams').where('membership_id', '=', member!.id).execute()
  await tx
    .updateTable('people')
    .set({ active_organization_id: organization_id })
    .where('id', '=', person_id)
    .execute()
  await emitStaff(tx, { organization_id, person_id }, member!.team_id)
}

/** Ends a person's work for an organization; what they did keeps their name. */
export async function endStaffMembership(
  tx: PlatformTx,
  { organization_id, person_id }: Member,
): Promise<void> {
  const row = await tx
    .updateTable('memberships')
    .set({
      status: 'inactive',
      // A business has one owner at most: the place is free for another.
      role: sql<string>`case when role = 'owner' then 'manager' else role end`,
      ended_at: sql`now()`,
      ended_by: tx.cause.person_id,
    })
    .where('organization_id', '=', organization_id)
    .where('person_id', '=', person_id)
    .where('role', '<>', 'user')
    .returning('team_id')
    .executeTakeFirst()
  if (row) await emitStaff(tx, { organization_id, person_id }, row.team_id)
}

/** Sign-ins made before now no longer open this business; the person's others stay open. */
export const signOutOf = (
  tx: PlatformTx,
  { organization_id, person_id }: Member,
): Promise<unknown> =>
  tx
    .updateTable('memberships')
    .set({ signed_out_at: sql<string>`now()` })
    .where('organization_id', '=', organization_id)
    .where('person_id', '=', person_id)
    .execute()

const emitStaff = (
  tx: PlatformTx,
  { organization_id, person_id }: Member,
  team_id: string | null,
): Promise<void> =>
  emitIn(tx, organization_id, 'team.changed', { team_id, person_id }, { team_ids: [team_id] })

type StaffRow = { id: string; person_id: string; team_id: string | null }

/** Gives somebody another role; only crews belong to a team. */
export async function changeStaffRole(tx: OrgTx, row: StaffRow, role: Role): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ role, ...(isCrewRole(role) ? {} : { team_id: null }) })
    .where('id', '=', row.id)
    .execute()
  if (role !== 'crew_owner')
    await tx.deleteFrom('led_teams').where('membership_id', '=', row.id).execute()
  await announce(tx, row)
}

/** Ends somebody's work here: every process forgets what they may do and closes their streams. */
export async function endStaff(tx: OrgTx, row: StaffRow, by: string): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ status: 'inactive', ended_at: sql`now()`, ended_by: by })
    .where('id', '=', row.id)
    .where('status', '<>', 'inactive')
    .execute()
  await announce(tx, row)
}

/** Gives somebody their work back, with the role they had, in their team if it is still there. */
export async function resumeStaff(tx: OrgTx, row: StaffRow): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({
      status: 'active',
      ended_at: null,
      ended_by: null,
      team_id: sql`(select t.id from teams t where t.id = memberships.team_id and t.deleted_at is null)`,
    })
    .where('id', '=', row.id)
    .execute()
  await announce(tx, row)
}

/** The owner and a manager change places; never two owners, not even for a moment. */
export async function swapOwner(
  tx: OrgTx,
  { from_person_id, to_person_id }: { from_person_id: string; to_person_id: string },
): Promise<void> {
  const give = (person_id: string, role: Role) =>
    tx
      .updateTable('memberships')
      .set({ role, team_id: null })
      .where('person_id', '=', person_id)
      .where('role', '<>', 'user')
      .execute()
  await give(from_person_id, 'manager')
  await give(to_person_id, 'owner')
  await rightsChanged(tx, [from_person_id, to_person_id])
  await emit(tx, 'team.changed', { person_id: to_person_id })
}

async function announce(tx: OrgTx, { person_id, team_id }: StaffRow): Promise<void> {
  await rightsChanged(tx, [person_id])
  await emit(tx, 'team.changed', { team_id, person_id }, { team_ids: [team_id] })
}

/**
 * Adds a crew person to a team. They leave their current one, except a crew owner, who leads both.
 */
export async function joinTeam(tx: OrgTx, person_id: string, team_id: string): Promise<void> {
  const row = await lockCrew(tx, person_id)
  if (row.role === 'crew_owner' && row.team_id !== null && row.team_id !== team_id)
    await tx
      .insertInto('led_teams')
      .values({ membership_id: row.id, team_id })
      .onConflict((on) => on.doNothing())
      .execute()
  else await tx.updateTable('memberships').set({ team_id }).where('id', '=', row.id).execute()
  await emitPlaced(tx, person_id, team_id, [row.team_id, team_id])
}

/** Removes a crew person from a team; 404 if they are not in it. */
export async function leaveTeam(tx: OrgTx, person_id: string, team_id: string): Promise<void> {
  const row = await lockCrew(tx, person_id)
  if (row.team_id === team_id) await leaveFirstTeam(tx, sql`id = ${row.id}`)
  else {
    const led = tx
      .deleteFrom('led_teams')
      .where('membership_id', '=', row.id)
      .where('team_id', '=', team_id)
    if (!(await led.returning('team_id').executeTakeFirst())) throw notFound()
  }
  await emitPlaced(tx, person_id, team_id, [team_id])
}

/** Removes everyone from a team that is being deleted. */
export async function emptyTeam(tx: OrgTx, team_id: string): Promise<void> {
  const led = await sql<{ person_id: string }>`
    delete from led_teams l using memberships m
    where l.team_id = ${team_id} and m.organization_id = l.organization_id and m.id = l.membership_id
    returning m.person_id`.execute(tx)
  const left = await leaveFirstTeam(tx, sql`team_id = ${team_id}`)
  await rightsChanged(tx, [...left, ...led.rows.map(({ person_id }) => person_id)])
}

/** Changes a crew person's crew role. 404 if unknown, 422 `not_crew` for other staff. */
export async function setCrewRole(
  tx: OrgTx,
  person_id: string,
  role: Role,
): Promise<{ team_id: string | null; status: string }> {
  const anyone = tx.selectFrom('memberships').select('id').where('person_id', '=', person_id)
  found(await anyone.executeTakeFirst())
  const row = await tx
    .updateTable('memberships')
    .set({ role })
    .where('person_id', '=', person_id)
    .where('role', 'in', [...crewRoles])
    .returning(['id', 'team_id', 'status'])
    .executeTakeFirst()
  if (!row) throw refused('not_crew', 'Only a crew person can be made a leader.', 422)
  if (role !== 'crew_owner')
    await tx.deleteFrom('led_teams').where('membership_id', '=', row.id).execute()
  await rightsChanged(tx, [person_id])
  await emit(tx, 'team.changed', { team_id: row.team_id, person_id }, { team_ids: [row.team_id] })
  return row
}

/** Locks a person's crew membership. 404 if unknown, 409 `not_crew` for other staff. */
async function lockCrew(
  tx: OrgTx,
  person_id: string,
): Promise<{ id: string; role: string; team_id: string | null }> {
  const rows = await tx
    .selectFrom('memberships')
    .select(['id', 'role', 'team_id'])
    .where('person_id', '=', person_id)
    .forUpdate()
    .execute()
  found(rows[0])
  const row = rows.find(({ role }) => isCrewRole(role))
  if (!row) throw refused('not_crew', 'Only crew people belong to a team.')
  return row
}

/** Clears the first team of these memberships; a crew owner's next team takes its place. */
async function leaveFirstTeam(tx: OrgTx, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string; person_id: string; team_id: string | null }>`
    update memberships m
    set team_id = (select l.team_id from led_teams l where l.organization_id = m.organization_id and l.membership_id = m.id and m.role = 'crew_owner' order by l.team_id limit 1)
    where ${which} returning m.id, m.person_id, m.team_id`.execute(tx)
  for (const { id, team_id } of rows)
    if (team_id)
      await tx
        .deleteFrom('led_teams')
        .where('membership_id', '=', id)
        .where('team_id', '=', team_id)
        .execute()
  return rows.map(({ person_id }) => person_id)
}

async function emitPlaced(
  tx: OrgTx,
  person_id: string,
  team_id: string,
  team_ids: (string | null)[],
): Promise<void> {
  await rightsChanged(tx, [person_id])
  await emit(tx, 'team.changed', { team_id, person_id }, { team_ids })
}
