import { sql } from 'kysely'
import { feedDays } from '../../../domain/customers/calendar-feed.ts'
import { addDays, zonedToUtcIso, type LocalDate } from '../../../domain/base/dates.ts'
import type { CalendarEntry } from '../../../domain/base/icalendar.ts'
import type { OrgTx, View } from '../../base/db/door.ts'
import { homeUrl, inBusiness } from '../../messages/links.ts'
import { readPlannedEvents } from '../../schedule/misc-events/read.ts'
import type { Calendar } from '../../schedule/week/calendar.ts'
import { addressOf, readWindow, type WindowRead } from '../../schedule/week/window.ts'
import type { ResolvedVisit } from '../../schedule/week/rows.ts'
import type { Feed } from './read.ts'

/** What the reading of a calendar may see, whatever it asks for. */
export const viewOf = ({ organization_id, scope, person_id, customer_id, team_ids }: Feed): View =>
  scope === 'schedule'
    ? { organization_id, person_id, sight: 'all' }
    : scope === 'own_teams'
      ? { organization_id, person_id, sight: 'team', team_ids }
      : { organization_id, person_id, sight: 'customer', customer_id }

type Window = { from: LocalDate; to: LocalDate }

/** The visits of a calendar, and, for staff, the other events. Never a gate code or a note: it may be in anybody's pocket. */
export async function readEntries(
  tx: OrgTx,
  calendar: Calendar,
  feed: Feed,
): Promise<CalendarEntry[]> {
  const window = {
    from: addDays(calendar.today, -feedDays.back),
    to: addDays(calendar.today, feed.is_closed ? -1 : feedDays.ahead),
  }
  const teams =
    feed.scope === 'own_teams' ? feed.team_ids : feed.team_id ? [feed.team_id] : undefined
  const isCustomer = feed.scope === 'own_visits'
  const read = await readWindow(
    tx,
    calendar,
    window,
    isCustomer ? { customer_id: feed.customer_id! } : teams ? { team_ids: teams } : {},
  )
  const changedAt = await readChanges(tx, read.visits, window)
  const visits = read.visits.map((visit) =>
    visitEntry(visit, { org: tx.org, calendar, read, isCustomer, changed_at: changedAt(visit) }),
  )
  return isCustomer ? visits : [...visits, ...(await readOthers(tx, calendar, window, teams))]
}

type About = {
  org: string
  calendar: Calendar
  read: WindowRead
  isCustomer: boolean
  changed_at: string
}

function visitEntry(visit: ResolvedVisit, about: About): CalendarEntry {
  const { org, calendar, read, isCustomer, changed_at } = about
  const { row, date, start_minutes } = visit
  const service =
    (row?.status === 'completed' ? row.service_name : null) ?? visit.service?.name ?? ''
  const customer = read.customers.get(visit.customer_id)?.name
  const team = visit.team_id ? calendar.teams.get(visit.team_id)?.name : undefined
  const address = addressOf(visit, read)
  // Customers get the time to expect someone, which may be a window.
  const window = calendar.settings.arrival_window_minutes
  const minutes = isCustomer && window > 0 ? window : visit.duration_minutes
  return {
    uid: `${visit.occurrence_id}@fieldhive`,
    changed_at,
    sequence: sequenceOf(changed_at) + (row?.version ?? 0),
    summary: isCustomer
      ? `${service} (${calendar.name})`
      : [customer, service].filter(Boolean).join(': '),
    description: isCustomer ? null : (team ?? null),
    location: address
      ? [address.street, address.city, address.state, address.zip].filter(Boolean).join(', ') ||
        null
      : null,
    url: isCustomer
      ? inBusiness(homeUrl('/app'), org)
      : homeUrl(
          `/app/schedule?date=${date}&occurrence_id=${encodeURIComponent(visit.occurrence_id)}`,
        ),
    // On hold: taken off its day until there is a new one.
    is_cancelled: visit.status === 'skipped' || visit.hold_reason !== null,
    ...timesOf(date, start_minutes, minutes, calendar.time_zone),
  }
}

function timesOf(date: LocalDate, start: number | null, minutes: number, time_zone: string) {
  if (start === null) return { date }
  const starts_at = zonedToUtcIso(date, start, time_zone)
  return { starts_at, ends_at: new Date(Date.parse(starts_at) + minutes * 60_000).toISOString() }
}

/** Seconds of this time, so that a later change has a greater number. */
const sequenceOf = (changed_at: string): number =>
  Math.max(0, Math.floor((Date.parse(changed_at) - Date.UTC(2026, 0)) / 1000))

/** When each visit was last changed, by itself or with its series. */
async function readChanges(
  tx: OrgTx,
  visits: readonly ResolvedVisit[],
  { from }: Window,
): Promise<(visit: ResolvedVisit) => string> {
  const ids = [...new Set(visits.map(({ rule }) => rule.id))]
  const series = [...new Set(visits.flatMap((visit) => (visit.row ? [visit.series_id] : [])))]
  const [rules, touched] = await Promise.all([
    tx
      .selectFrom('rules')
      .select(['id', 'updated_at'])
      .where('id', '=', sql<string>`any (${`{${ids.join(',')}}`}::text::uuid[])`)
      .execute(),
    tx
      .selectFrom('visits')
      .select(['series_id', 'original_date', 'updated_at'])
      .where('series_id', '=', sql<string>`any (${`{${series.join(',')}}`}::text::uuid[])`)
      .where((visit) => visit.or([visit('date', '>=', from), visit('original_date', '>=', from)]))
      .execute(),
  ])
  const times = new Map([
    ...rules.map(({ id, updated_at }) => [id, updated_at] as const),
    ...touched.map((row) => [`${row.series_id}:${row.original_date}`, row.updated_at] as const),
  ])
  return ({ rule, series_id, original_date }) => {
    const planned = times.get(rule.id) ?? '2026-01-01T00:00:00.000Z'
    const own = times.get(`${series_id}:${original_date}`) ?? planned
    return own > planned ? own : planned
  }
}

/** Meetings, days off and the like. */
async function readOthers(
  tx: OrgTx,
  calendar: Calendar,
  window: Window,
  teams: string[] | undefined,
): Promise<CalendarEntry[]> {
  const events = await readPlannedEvents(tx, calendar, window, teams)
  return events.map((event) => ({
    uid: `event-${event.id}@fieldhive`,
    changed_at: event.updated_at,
    sequence: sequenceOf(event.updated_at),
    summary: event.title,
    description: event.team?.name ?? null,
    location: null,
    url: homeUrl('/app/schedule'),
    is_cancelled: false,
    ...timesOf(event.date, event.start_minutes, event.duration_minutes, calendar.time_zone),
  }))
}
