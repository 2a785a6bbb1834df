import { sql } from 'kysely'
import { crewRoles } from '../../domain/roles.ts'
import type { OrgTx } from '../db/door.ts'
import { emit, rightsChanged } from '../events.ts'
import { found, notFound, refused } from '../refusals.ts'

/** The crew membership of somebody of the organization, held. 404 for a stranger, 409 `not_crew` for the rest of the staff. */
async function lockCrew(tx: OrgTx, person_id: string) {
  const rows = await tx
    .selectFrom('memberships')
    .select(['id', 'role', 'team_id'])
    .where('organization_id', '=', tx.org)
    .where('person_id', '=', person_id)
    .forUpdate()
    .execute()
  found(rows[0])
  const row = rows.find(({ role }) => crewRoles.some((one) => one === role))
  if (!row) throw refused('not_crew', 'Only crew people belong to a team.')
  return row
}

const placed = async (tx: OrgTx, person_id: string, team_id: string, team_ids: (string | null)[]): Promise<void> => {
  await rightsChanged(tx, [person_id])
  await emit(tx, 'team.changed', { team_id, person_id }, { team_ids })
}

/** Puts a crew person into a team. They leave the one they were in; a crew owner leads this one as well. */
export async function joinTeam(tx: OrgTx, person_id: string, team_id: string): Promise<void> {
  const row = await lockCrew(tx, person_id)
  if (row.role === 'crew_owner' && row.team_id !== null && row.team_id !== team_id)
    await tx
      .insertInto('led_teams')
      .values({ organization_id: tx.org, membership_id: row.id, team_id })
      .onConflict((on) => on.doNothing())
      .execute()
  else await tx.updateTable('memberships').set({ team_id }).where('organization_id', '=', tx.org).where('id', '=', row.id).execute()
  await placed(tx, person_id, team_id, [row.team_id, team_id])
}

/** Takes a crew person out of a team; 404 when they are not in it. */
export async function leaveTeam(tx: OrgTx, person_id: string, team_id: string): Promise<void> {
  const row = await lockCrew(tx, person_id)
  if (row.team_id === team_id) await leaveFirst(tx, sql`id = ${row.id}`)
  else {
    const led = tx.deleteFrom('led_teams').where('organization_id', '=', tx.org).where('membership_id', '=', row.id).where('team_id', '=', team_id)
    if (!(await led.returning('team_id').executeTakeFirst())) throw notFound()
  }
  await placed(tx, person_id, team_id, [team_id])
}

/** Takes everybody out of a team that is going away. */
export async function emptyTeam(tx: OrgTx, team_id: string): Promise<void> {
  const led = await sql<{ person_id: string }>`delete from led_teams l using memberships m
    where l.organization_id = ${tx.org} and l.team_id = ${team_id} and m.organization_id = l.organization_id and m.id = l.membership_id
    returning m.person_id`.execute(tx)
  const left = await leaveFirst(tx, sql`team_id = ${team_id}`)
  await rightsChanged(tx, [...left, ...led.rows.map(({ person_id }) => person_id)])
}

/** Empties the team of these memberships; a crew owner's next team takes its place. */
async function leaveFirst(tx: OrgTx, which: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{ id: string; person_id: string; team_id: string | null }>`update memberships m
    set team_id = (select l.team_id from led_teams l where l.organization_id = m.organization_id and l.membership_id = m.id and m.role = 'crew_owner' order by l.team_id limit 1)
    where m.organization_id = ${tx.org} and ${which} returning m.id, m.person_id, m.team_id`.execute(tx)
  for (const { id, team_id } of rows)
    if (team_id) await tx.deleteFrom('led_teams').where('organization_id', '=', tx.org).where('membership_id', '=', id).where('team_id', '=', team_id).execute()
  return rows.map(({ person_id }) => person_id)
}
