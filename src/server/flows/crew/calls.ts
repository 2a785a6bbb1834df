import { sql } from 'kysely'
import type { crew, CrewCustomer, CrewTeam } from '../../../api/crew.ts'
import type { Handlers } from '../../base/call.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { changeContact } from '../../customers/write.ts'
import { lockCustomer } from '../../customers/write-row.ts'
import { found, noTeam } from '../../base/kit/refusals.ts'
import { readCalendar } from '../../schedule/week/calendar.ts'
import { widenSight } from '../../base/db/sight.ts'
import { readShift } from '../../schedule/shifts/read.ts'
import { clockIn, clockOut } from '../../schedule/shifts/write.ts'
import type { Actor } from '../../base/actor.ts'

export const crewHandlers: Handlers<typeof crew> = {
  'POST /api/crew/shifts/clock-in': ({ inOrg, actor, body }) =>
    inOrg((tx) => clockIn(tx, actor, body ?? {})),
  'POST /api/crew/shifts/clock-out': ({ inOrg, actor, body }) =>
    inOrg((tx) => clockOut(tx, actor, body ?? {})),
  'GET /api/crew/shifts/current': ({ readOrg, actor }) =>
    readOrg((tx) => readShift(tx, actor.person_id)),

  // A crew owner who leads the caller's team may be a member of another, outside the caller's
  // sight.
  'GET /api/crew/team': ({ readOrgAll, actor }) => readOrgAll((tx) => readTeams(tx, actor)),

  'GET /api/crew/customers': ({ readOrg, actor }) =>
    readOrg(async (tx) => {
      if (!actor.team_ids.length) throw noTeam()
      return { customers: await readCustomers(tx, actor) }
    }),

  'PUT /api/crew/customers/{id}': ({ inOrg, actor, params, body }) =>
    inOrg(async (tx) => {
      found((await readCustomers(tx, actor, params.id))[0])
      const customer = await lockCustomer(tx, params.id)
      // A first phone number turns on texts the customer agreed to, and crews cannot see consents.
      if (body.phone_number) widenSight(tx)
      await changeContact(tx, customer, body, actor.team_ids)
      return found((await readCustomers(tx, actor, params.id))[0])
    }),
}

async function readTeams(tx: OrgTx, actor: Actor): Promise<CrewTeam> {
  if (!actor.team_ids.length) throw noTeam()
  const { rows } = await sql<
    CrewTeam['teams'][number]['members'][number] & {
      team_id: string
      team: string
      color: string | null
    }
  >`
    select t.id as team_id, t.name as team, t.color, p.id, p.name, p.phone_number, p.avatar_url, m.role, m.role <> 'crew_member' as is_leader, p.id = ${actor.person_id} as is_you
    from teams t
    left join memberships m on m.organization_id = t.organization_id and m.status <> 'inactive' and m.role in ('crew_owner', 'crew_leader', 'crew_member')
      and (m.team_id = t.id or (m.role = 'crew_owner' and exists (
        select 1 from led_teams l where l.organization_id = m.organization_id and l.membership_id = m.id and l.team_id = t.id)))
    left join people p on p.id = m.person_id
    where t.id = any (${`{${actor.team_ids.join(',')}}`}::text::uuid[]) and t.deleted_at is null
    order by t.id <> ${actor.team_id}::uuid, lower(t.name), t.id, m.role = 'crew_member', lower(p.name), p.id limit 1000`.execute(
    tx,
  )
  const teams: CrewTeam['teams'] = []
  for (const { team_id, team, color, ...member } of rows) {
    if (teams.at(-1)?.team.id !== team_id)
      teams.push({ team: { id: team_id, name: team, color }, members: [] })
    if (member.id) teams.at(-1)!.members.push(member)
  }
  const [first] = teams
  if (!first) throw noTeam()
  return { ...first, teams }
}

/** Active customers of the caller's teams, by assignment or by scheduled work. */
async function readCustomers(tx: OrgTx, actor: Actor, id?: string): Promise<CrewCustomer[]> {
  const { today } = await readCalendar(tx)
  const teams = sql`any (${`{${actor.team_ids.join(',')}}`}::text::uuid[])`
  const { rows } = await sql<CrewCustomer>`
    select c.id, c.name, c.email, c.phone_number, l.street, l.city, l.state, l.zip, c.team_id
    from customers c left join service_locations l on l.organization_id = c.organization_id and l.customer_id = c.id and l.is_default
    where c.status = 'active' and (${id ?? null}::uuid is null or c.id = ${id ?? null}::uuid)
      and (c.team_id = ${teams}
        or exists (select 1 from rules r where r.organization_id = c.organization_id and r.customer_id = c.id and r.team_id = ${teams} and r.removed_at is null
          and (r.end_date is null or r.end_date >= ${today}::date))
        or exists (select 1 from visits v where v.organization_id = c.organization_id and v.customer_id = c.id and v.team_id = ${teams} and v.date >= ${today}::date))
    order by lower(coalesce(c.name, c.email, '')), c.id limit 1000`.execute(tx)
  return rows
}
