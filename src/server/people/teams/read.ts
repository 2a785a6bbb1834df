import { sql } from 'kysely'
import type { LocalDate } from '../../../domain/base/dates.ts'
import {
  isInTeam,
  type CrewMember,
  type Team,
  type TeamMember,
} from '../../../domain/people/team.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { found } from '../../base/kit/refusals.ts'
import { byTeamName } from '../../schedule/week/calendar.ts'

/** The organization's teams with their members; only one if `id` is given. */
export async function readTeams(tx: OrgTx, id?: string): Promise<Team[]> {
  const { rows } = await sql<
    Omit<Team, 'members'>
  >`select t.id, t.name, t.color, t.day_minutes, t.version,
      (select count(*) from customers c where c.organization_id = t.organization_id and c.team_id = t.id and c.status <> 'archived') as customer_count
    from teams t where t.deleted_at is null and (${id ?? null}::uuid is null or t.id = ${id ?? null}::uuid)
    order by lower(t.name) limit 1000`.execute(tx)
  const crew = await readCrew(tx, id ? { team_id: id } : {})
  return rows.sort(byTeamName).map((team) => ({
    ...team,
    members: crew.filter((person) => isInTeam(person, team.id)).map(memberOf),
  }))
}

export const readTeam = async (tx: OrgTx, id: string): Promise<Team> =>
  found((await readTeams(tx, id))[0])

/** The organization's crew people with their teams, in one query. */
export async function readCrew(
  tx: OrgTx,
  only?: { team_id?: string; person_id?: string },
): Promise<CrewMember[]> {
  const team_id = sql`${only?.team_id ?? null}::uuid`
  const person_id = sql`${only?.person_id ?? null}::uuid`
  const { rows } = await sql<CrewMember>`
    select p.id, p.name, p.email, p.phone_number, p.avatar_url, m.role, m.status, m.team_id, t.name as team, led.teams as also_leads
    from memberships m join people p on p.id = m.person_id
    left join teams t on t.organization_id = m.organization_id and t.id = m.team_id and t.deleted_at is null
    cross join lateral (select coalesce(json_agg(json_build_object('id', one.id, 'name', one.name) order by lower(one.name)), '[]') as teams
      from led_teams l join teams one on one.organization_id = l.organization_id and one.id = l.team_id and one.deleted_at is null
      where l.organization_id = m.organization_id and l.membership_id = m.id and m.role = 'crew_owner') led
    where m.role in ('crew_owner', 'crew_leader', 'crew_member') and m.status <> 'inactive'
      and (${team_id} is null or m.team_id = ${team_id}
        or exists (select 1 from led_teams l where l.organization_id = m.organization_id and l.membership_id = m.id and l.team_id = ${team_id}))
      and (${person_id} is null or m.person_id = ${person_id})
    order by lower(coalesce(p.name, p.email)) limit 1000`.execute(tx)
  return rows
}

const memberOf = ({ id, name, email, phone_number, role }: CrewMember): TeamMember => ({
  id,
  name,
  email,
  phone_number,
  role,
})

/** A team that has not been removed, to select from and lock. */
export const liveTeam = (tx: OrgTx, id: string) =>
  tx.selectFrom('teams').select('id').where('id', '=', id).where('deleted_at', 'is', null)

/** Counts a team's upcoming work: rules, visits with their own team, and events. */
export async function countComingWork(
  tx: OrgTx,
  team_id: string,
  today: LocalDate,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`select
      (select count(*) from rules where team_id = ${team_id} and removed_at is null and (end_date is null or end_date >= ${today}::date))
      + (select count(*) from visits where team_id = ${team_id} and status in ('scheduled', 'in_progress') and date >= ${today}::date and team_is_own)
      + (select count(*) from misc_events where team_id = ${team_id} and date >= ${today}::date) as n`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}
