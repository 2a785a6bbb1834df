import { sql, type RawBuilder } from 'kysely'
import { crewRoles, isCrewRole, type Role } from '../../domain/roles.ts'
import type { OrgTx } from '../db/door.ts'
import { emit, rightsChanged } from '../events.ts'
import { found, notFound, refused } from '../refusals.ts'

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
