import { addDays, type LocalDate, weekdayOf } from '../../../domain/base/dates.ts'
import { startSlots } from '../../../domain/base/hours.ts'
import { overlaps } from '../../../domain/schedule/placement.ts'
import { awayOn } from '../../../domain/people/time-off.ts'
import { readMiscEvents } from '../misc-events/read.ts'
import { invalid } from '../../base/kit/refusals.ts'
import { liveTeams } from './calendar.ts'
import type { ScheduleContext } from './context.ts'
import { readWindow } from './window.ts'

type Query = {
  date: LocalDate
  service_minutes?: number | undefined
  team_id?: string | undefined
  except?: string | undefined
}

/**
 * Free start times on a date, for a team or any of the caller's teams. Untimed visits block none.
 */
export async function readAvailableTimes(
  { tx, calendar, may }: ScheduleContext,
  { date, service_minutes, team_id, except }: Query,
) {
  const teams = team_id
    ? [team_id]
    : may.by_crew
      ? [...may.team_ids]
      : liveTeams(calendar).map((team) => team.id)
  if (
    team_id &&
    (calendar.teams.get(team_id)?.deleted !== false ||
      (may.by_crew && !may.team_ids.includes(team_id)))
  )
    throw invalid({ team_id: 'Choose a team.' })
  const slots = startSlots(calendar.hours, weekdayOf(date), {
    slot_minutes: calendar.settings.slot_minutes,
    duration_minutes: service_minutes ?? null,
  })
  const closed = calendar.closed_dates.has(date) || slots.length === 0
  if (closed) return { date, closed, slots: [] }
  const { visits } = await readWindow(tx, calendar, {
    from: addDays(date, -1),
    to: addDays(date, 1),
  })
  const work = visits.filter(
    (visit) => visit.status !== 'skipped' && visit.occurrence_id !== except,
  )
  // A team that is off has no free time.
  const working = teams.filter((id) => !awayOn(calendar.teams.get(id) ?? {}, date).all)
  if (teams.length && !working.length) return { date, closed, slots: [] }
  const events = await readMiscEvents(tx, { from: addDays(date, -1), to: addDays(date, 1) })
  const busyOf = (team: string | null) => [
    ...work.filter((visit) => visit.team_id === team),
    ...events.filter((event) => event.team_id === null || event.team_id === team),
  ]
  const busy = (working.length ? working : [null]).map(busyOf)
  const duration_minutes = service_minutes ?? calendar.settings.slot_minutes
  return {
    date,
    closed,
    slots: slots.filter((start_minutes) =>
      busy.some(
        (list) => !list.some((taken) => overlaps(taken, { date, start_minutes, duration_minutes })),
      ),
    ),
  }
}
