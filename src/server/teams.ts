import { sql } from 'kysely'
import type { teams } from '../api/teams.ts'
import { crewRoles } from '../domain/roles.ts'
import { isInTeam, nameTakenMessage, teamRules, type CrewMember, type StaffInviteResult, type Team, type TeamMember } from '../domain/team.ts'
import type { Handlers } from './call.ts'
import { todayOf } from './customers/status.ts'
import type { OrgTx } from './db/door.ts'
import { emit, rightsChanged } from './events.ts'
import { inviteStaff } from './invitations.ts'
import { changeInvitedRole } from './invitations/take-on.ts'
import { addStaffPerson } from './memberships.ts'
import { enforce, found, invalid, Refused, refused } from './refusals.ts'
import { byTeamName } from './teams/by-name.ts'
import { emptyTeam, joinTeam, leaveTeam } from './teams/place.ts'

/** Crew people of the organization with their teams; one query. */
const readCrew = async (tx: OrgTx, only?: { team_id?: string; person_id?: string }): Promise<CrewMember[]> => {
  const { rows } = await sql<CrewMember>`select p.id, p.name, p.email, p.phone_number, m.role, m.status, m.team_id, t.name as team, led.teams as also_leads
    from memberships m join people p on p.id = m.person_id
    left join teams t on t.organization_id = m.organization_id and t.id = m.team_id and t.deleted_at is null
    cross join lateral (select coalesce(json_agg(json_build_object('id', one.id, 'name', one.name) order by lower(one.name)), '[]') as teams
      from led_teams l join teams one on one.organization_id = l.organization_id and one.id = l.team_id and one.deleted_at is null
      where l.organization_id = m.organization_id and l.membership_id = m.id and m.role = 'crew_owner') led
    where m.organization_id = ${tx.org} and m.role in ('crew_owner', 'crew_leader', 'crew_member')
      and (${only?.team_id ?? null}::uuid is null or m.team_id = ${only?.team_id ?? null}::uuid
        or exists (select 1 from led_teams l where l.organization_id = m.organization_id and l.membership_id = m.id and l.team_id = ${only?.team_id ?? null}::uuid))
      and (${only?.person_id ?? null}::uuid is null or m.person_id = ${only?.person_id ?? null}::uuid)
    order by lower(coalesce(p.name, p.email)) limit 1000`.execute(tx)
  return rows
}

const memberOf = ({ id, name, email, phone_number, role }: CrewMember): TeamMember => ({ id, name, email, phone_number, role })

export async function readTeams(tx: OrgTx, id?: string): Promise<Team[]> {
  const { rows } = await sql<Omit<Team, 'members'>>`select t.id, t.name, t.color, t.version,
      (select count(*) from customers c where c.organization_id = t.organization_id and c.team_id = t.id and c.status <> 'archived') as customer_count
    from teams t where t.organization_id = ${tx.org} and t.deleted_at is null and (${id ?? null}::uuid is null or t.id = ${id ?? null}::uuid)
    order by lower(t.name) limit 1000`.execute(tx)
  const crew = await readCrew(tx, id ? { team_id: id } : {})
  return rows.sort(byTeamName).map((team) => ({ ...team, members: crew.filter((person) => isInTeam(person, team.id)).map(memberOf) }))
}

const readTeam = async (tx: OrgTx, id: string): Promise<Team> => found((await readTeams(tx, id))[0])

/** Two teams of one name would be told apart by nobody; the database refuses the second. */
const orNameTaken = (fault: unknown): never => {
  throw (fault as { constraint?: string }).constraint === 'teams_name' || /teams_name/.test((fault as Error).message)
    ? refused('name_taken', nameTakenMessage)
    : fault
}

const liveTeam = (tx: OrgTx, id: string) =>
  tx.selectFrom('teams').select('id').where('organization_id', '=', tx.org).where('id', '=', id).where('deleted_at', 'is', null)

/** Takes a team away; its customers and coming work go to another or to nobody, and the past keeps its name. */
async function removeTeam(tx: OrgTx, id: string, move_to: string | null | undefined): Promise<void> {
  found(await liveTeam(tx, id).forUpdate().executeTakeFirst())
  if (move_to === id) throw invalid({ move_to: 'Choose another team.' })
  if (move_to) found(await liveTeam(tx, move_to).forShare().executeTakeFirst())
  const today = await todayOf(tx)
  const rules = sql`organization_id = ${tx.org} and team_id = ${id} and removed_at is null and (end_date is null or end_date >= ${today}::date)`
  const visits = sql`organization_id = ${tx.org} and team_id = ${id} and status in ('scheduled', 'in_progress') and date >= ${today}::date`
  const events = sql`organization_id = ${tx.org} and team_id = ${id} and date >= ${today}::date`
  const { rows } = await sql<{ n: number }>`select (select count(*) from rules where ${rules}) + (select count(*) from visits where ${visits} and team_is_own)
    + (select count(*) from misc_events where ${events}) as n`.execute(tx)
  enforce(teamRules.remove({ future_visits: rows[0]?.n ?? 0, move_to }))
  const heir = move_to ?? null
  await emptyTeam(tx, id)
  await sql`update customers set team_id = ${heir}::uuid where organization_id = ${tx.org} and team_id = ${id}`.execute(tx)
  await sql`update rules set team_id = ${heir}::uuid, updated_at = now() where ${rules}`.execute(tx)
  await sql`update visits set team_id = ${heir}::uuid, version = version + 1 where ${visits}`.execute(tx)
  await sql`update misc_events set team_id = ${heir}::uuid where ${events}`.execute(tx)
  await tx
    .updateTable('teams')
    .set({ deleted_at: sql`now()` })
    .where('organization_id', '=', tx.org)
    .where('id', '=', id)
    .execute()
  await emit(tx, 'team.changed', { team_id: id, removed: true, move_to: heir }, { team_ids: [id, heir] })
  // Customers hear nothing of teams, but their coming visits named this one.
  await emit(tx, 'organization.changed', { fields: ['teams'] })
}

/** Adds the letter to a person who is there by now: one that does not go out is said, and does not undo them. */
async function inviteCrewMember(call: Parameters<typeof inviteStaff>[0], invite: Parameters<typeof inviteStaff>[1]): Promise<StaffInviteResult> {
  try {
    const sent = await inviteStaff(call, invite)
    return { ...sent, note: sent.note && `Crew member created. ${sent.note}` }
  } catch (fault) {
    if (!(fault instanceof Refused)) call.app.log.error({ err: fault, request_id: call.request_id }, 'crew member not invited')
    return { ok: false, invited: false, note: null, error: fault instanceof Refused ? fault.message : 'Server error. Please try again.' }
  }
}

export const teamHandlers: Handlers<typeof teams> = {
  'GET /api/owner/teams': ({ inOrg }) => inOrg(async (tx) => ({ teams: await readTeams(tx) })),

  'POST /api/owner/teams': ({ inOrg, body }) =>
    inOrg(async (tx) => {
      const row = await tx.insertInto('teams').values({ organization_id: tx.org, name: body.name }).returning('id').executeTakeFirstOrThrow().catch(orNameTaken)
      await emit(tx, 'team.changed', { team_id: row.id }, { team_ids: [row.id] })
      return readTeam(tx, row.id)
    }),

  'PATCH /api/owner/teams/{id}': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      const row = await tx
        .updateTable('teams')
        .set({ name: body.name, version: sql`version + 1` })
        .where('organization_id', '=', tx.org)
        .where('id', '=', params.id)
        .where('deleted_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
        .catch(orNameTaken)
      found(row)
      await emit(tx, 'team.changed', { team_id: params.id }, { team_ids: [params.id] })
      return readTeam(tx, params.id)
    }),

  'PUT /api/owner/teams/{id}/color': ({ inOrg, params, body: { color } }) =>
    inOrg(async (tx) => {
      const before = found(await liveTeam(tx, params.id).select('color').forUpdate().executeTakeFirst())
      if (before.color !== color) {
        await sql`update teams set color = ${color}, version = version + 1 where organization_id = ${tx.org}::uuid and id = ${params.id}::uuid`.execute(tx)
        await emit(tx, 'team.changed', { team_id: params.id }, { team_ids: [params.id] })
      }
      return readTeam(tx, params.id)
    }),

  'DELETE /api/owner/teams/{id}': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      await removeTeam(tx, params.id, body?.move_to)
      return { ok: true as const }
    }),

  'GET /api/owner/teams/members': ({ inOrg }) => inOrg(async (tx) => Object.fromEntries((await readTeams(tx)).map((team) => [team.id, team.members]))),

  'POST /api/owner/teams/{id}/members': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      found(await liveTeam(tx, params.id).forShare().executeTakeFirst())
      await joinTeam(tx, body.user_id, params.id)
      return readTeam(tx, params.id)
    }),

  'DELETE /api/owner/teams/{id}/members/{userId}': ({ inOrg, params }) =>
    inOrg(async (tx) => {
      found(await liveTeam(tx, params.id).executeTakeFirst())
      await leaveTeam(tx, params.userId, params.id)
      return readTeam(tx, params.id)
    }),

  'GET /api/owner/crew-members': ({ inOrg }) => inOrg(async (tx) => ({ crew_members: await readCrew(tx) })),

  'POST /api/owner/crew-members': async (call) => {
    const { body } = call
    const person_id = await addStaffPerson(call, { email: body.email, name: body.name, role: body.role, team_id: body.team_id })
    const invite = body.send_invite
      ? await inviteCrewMember(call, { email: body.email, role: body.role, team_id: body.team_id })
      : { ok: true, invited: false, note: null, error: null }
    const crew_member = await call.inOrgAll(async (tx) => found((await readCrew(tx, { person_id }))[0]))
    return { crew_member, invite }
  },

  'PATCH /api/owner/crew-members/{id}/role': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      found(await tx.selectFrom('memberships').select('id').where('organization_id', '=', tx.org).where('person_id', '=', params.id).executeTakeFirst())
      const row = await tx
        .updateTable('memberships')
        .set({ role: body.role })
        .where('organization_id', '=', tx.org)
        .where('person_id', '=', params.id)
        .where('role', 'in', [...crewRoles])
        .returning(['id', 'team_id', 'status'])
        .executeTakeFirst()
      if (!row) throw refused('not_crew', 'Only a crew person can be made a leader.', 422)
      if (body.role !== 'crew_owner') await tx.deleteFrom('led_teams').where('organization_id', '=', tx.org).where('membership_id', '=', row.id).execute()
      if (row.status === 'invited') await changeInvitedRole(tx, params.id, body.role)
      await rightsChanged(tx, [params.id])
      await emit(tx, 'team.changed', { team_id: row.team_id, person_id: params.id }, { team_ids: [row.team_id] })
      return found((await readCrew(tx, { person_id: params.id }))[0])
    }),

  'POST /api/owner/invitations': (call) => inviteStaff(call, { email: call.body.email, role: call.body.role, team_id: null }),
}
