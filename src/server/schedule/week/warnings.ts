import type { ScheduleWarning } from '../../../api/schedule.ts'
import { addDays } from '../../../domain/base/dates.ts'
import { placeWarnings, type Place, type PlaceFacts } from '../../../domain/schedule/placement.ts'
import type { Calendar } from './calendar.ts'
import type { ScheduleContext } from './context.ts'
import { readWindow } from './window.ts'

/** A visit as it would be after a change. */
type Placed = Place &
  Pick<PlaceFacts, 'buffer_days' | 'original_date'> & { occurrence_id: string | null }

type Wanted = {
  available_days: readonly string[]
  /** Checked against the service area; null to skip. */
  zip?: string | null
}

/** Warnings about a visit's new place, time or team. They block nothing. */
export async function warnAbout(
  { tx, calendar }: Pick<ScheduleContext, 'tx' | 'calendar'>,
  placed: Placed,
  { available_days, zip = null }: Wanted,
): Promise<ScheduleWarning[]> {
  const { team_id, buffer_days, original_date } = placed
  const { visits } =
    team_id === null
      ? { visits: [] }
      : await readWindow(
          tx,
          calendar,
          { from: addDays(placed.date, -1), to: addDays(placed.date, 1) },
          { team_ids: [team_id] },
        )
  return placeWarnings(placed, {
    ...calendarFacts(calendar),
    available_days,
    buffer_days,
    ...(original_date ? { original_date } : {}),
    service_area: calendar.service_area,
    zip,
    others: visits.filter(
      (other) => other.occurrence_id !== placed.occurrence_id && other.status !== 'skipped',
    ),
  })
}

/** The calendar facts warnings need. */
export const calendarFacts = ({ hours, closed_dates, time_zone, settings, teams }: Calendar) => ({
  hours,
  teams,
  closed_dates,
  time_zone,
  capacity_per_team_day: settings.capacity_per_team_day,
})
