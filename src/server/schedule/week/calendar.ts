import { sql } from 'kysely'
import { addDays, todayIn, type LocalDate } from '../../../domain/base/dates.ts'
import { grouped } from '../../../domain/base/grouped.ts'
import { openWeekdays, type BusinessHours } from '../../../domain/base/hours.ts'
import { defaultSettings, type OrganizationSettings } from '../../../domain/base/organization.ts'
import type { Service } from '../../../domain/base/service.ts'
import type { TeamDaysOff } from '../../../domain/people/time-off.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { found } from '../../base/kit/refusals.ts'

export type CalendarService = {
  id: string
  key: string
  name: string
  price_cents: number | null
  estimated_minutes: number | null
  active: boolean
} & Pick<
  Service,
  'equipment_needed' | 'materials' | 'notes' | 'checklist' | 'records_products' | 'asks_signature'
>
export type CalendarTeam = {
  id: string
  name: string
  color: string | null
  deleted: boolean
  day_minutes: number | null
  days_off: TeamDaysOff[]
}

/** What every schedule call needs of its organization: calendar, teams, services. */
export type Calendar = {
  name: string
  revision: number
  time_zone: string
  today: LocalDate
  settings: OrganizationSettings
  /** Date to reason. */
  closed: ReadonlyMap<LocalDate, string | null>
  closed_dates: ReadonlySet<LocalDate>
  /** Null if none were entered. */
  hours: BusinessHours | null
  /** Null: every day. */
  open_weekdays: number[] | null
  /** ZIP codes; empty: anywhere. */
  service_area: readonly string[]
  services: ReadonlyMap<string, CalendarService>
  /** Includes deleted ones, for past names. */
  teams: ReadonlyMap<string, CalendarTeam>
}

type CalendarRow = {
  name: string
  revision: number
  time_zone: string
  schedule_settings: Partial<OrganizationSettings>
  service_area_zipcodes: string[]
  hours: [number, number | null, number | null, boolean][]
  closed: [LocalDate, string | null][]
  services: CalendarService[]
  teams: [string, string, string | null, boolean, number | null][]
  days_off: [team_id: string, TeamDaysOff][]
}

/** Reads it in one statement. */
export async function readCalendar(tx: OrgTx): Promise<Calendar> {
  const { rows } = await sql<CalendarRow>`
    select name, revision, time_zone, schedule_settings, service_area_zipcodes,
      (select coalesce(json_agg(json_build_array(weekday, opens_minutes, closes_minutes, is_closed) order by weekday), '[]')
        from business_hours h where h.organization_id = o.id) as hours,
      (select coalesce(json_agg(json_build_array(date, reason) order by date), '[]') from closed_dates d where d.organization_id = o.id) as closed,
      (select coalesce(json_agg(json_build_object('id', id, 'key', key, 'name', name, 'price_cents', price_cents, 'estimated_minutes', estimated_minutes,
        'active', active, 'equipment_needed', equipment_needed, 'materials', materials, 'notes', notes, 'checklist', checklist,
        'records_products', records_products, 'asks_signature', asks_signature) order by lower(name)), '[]')
        from services s where s.organization_id = o.id) as services,
      (select coalesce(json_agg(json_build_array(id, name, color, deleted_at is not null, day_minutes)), '[]')
        from teams t where t.organization_id = o.id) as teams,
      (select coalesce(json_agg(json_build_array(team_id, json_build_object('from', from_date, 'to', to_date, 'person_id', person_id, 'person', person,
        'members', members, 'reason', reason)) order by from_date, person), '[]') from team_days_off()) as days_off
    from organizations o where o.id = ${tx.org}::uuid`.execute(tx)
  const row = found(rows[0])
  const hours = row.hours.length
    ? row.hours.map(([weekday, opens_minutes, closes_minutes, is_closed]) => ({
        weekday,
        opens_minutes,
        closes_minutes,
        is_closed,
      }))
    : null
  const daysOff = grouped(row.days_off, ([team_id]) => team_id)
  return {
    name: row.name,
    revision: row.revision,
    time_zone: row.time_zone,
    today: todayIn(row.time_zone, new Date().toISOString()),
    settings: { ...defaultSettings, ...row.schedule_settings },
    closed: new Map(row.closed),
    closed_dates: new Set(row.closed.map(([date]) => date)),
    hours,
    open_weekdays: hours && openWeekdays(hours),
    service_area: row.service_area_zipcodes,
    services: new Map(row.services.map((service) => [service.id, service])),
    teams: new Map(
      row.teams.map(([id, name, color, deleted, day_minutes]) => [
        id,
        {
          id,
          name,
          color,
          deleted,
          day_minutes,
          days_off: (daysOff.get(id) ?? []).map(([, off]) => off),
        },
      ]),
    ),
  }
}

/** Decides whether a cached response for this organization is still valid. */
export async function readRevision(tx: OrgTx): Promise<{ revision: number; today: LocalDate }> {
  const row = found(
    await tx
      .selectFrom('organizations')
      .select(['revision', 'time_zone'])
      .where('id', '=', tx.org)
      .executeTakeFirst(),
  )
  return { revision: row.revision, today: todayIn(row.time_zone, new Date().toISOString()) }
}

export const liveTeams = (calendar: Calendar): CalendarTeam[] =>
  [...calendar.teams.values()].filter((team) => !team.deleted).sort(byTeamName)

export const closedBetween = (
  calendar: Calendar,
  from: LocalDate,
  to: LocalDate,
): { date: LocalDate; reason: string | null }[] =>
  [...calendar.closed].flatMap(([date, reason]) =>
    date >= from && date <= to ? [{ date, reason }] : [],
  )

/** How many days a date may shift when its planned day is closed. */
export const shiftDays = 14
export const beforeShift = (date: LocalDate): LocalDate => addDays(date, -shiftDays)

const inOrder = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Natural order: Crew 4 before Crew 10. */
export const byTeamName = (a: { name: string }, b: { name: string }): number =>
  inOrder.compare(a.name, b.name)
