import type { ScheduleWarning } from '../../api/schedule.ts'
import { placeWarnings, type Place, type PlaceFacts } from '../../domain/placement.ts'
import type { OrgTx } from '../db/door.ts'
import type { Frame } from './frame.ts'
import { readWindow } from './window.ts'

/** A visit as it would be held. */
export type Placed = Place & Pick<PlaceFacts, 'buffer_days' | 'original_date'> & { occurrence_id: string | null }

/** What is doubtful about holding a visit there. Nobody is stopped by it. `zip`: where it is, told for work that a team is given anew. */
export async function warnAbout(
  tx: OrgTx,
  frame: Frame,
  placed: Placed,
  available_days: readonly string[],
  zip: string | null = null,
): Promise<ScheduleWarning[]> {
  const { team_id, buffer_days, original_date } = placed
  const { visits } = team_id === null ? { visits: [] } : await readWindow(tx, frame, { from: placed.date, to: placed.date }, { team_ids: [team_id] })
  return placeWarnings(placed, {
    ...calendarFacts(frame),
    available_days,
    buffer_days,
    ...(original_date ? { original_date } : {}),
    service_area: frame.service_area,
    zip,
    others: visits.filter((other) => other.occurrence_id !== placed.occurrence_id && other.status !== 'skipped'),
  })
}

/** What of an organization's calendar makes a place doubtful. */
export const calendarFacts = ({ hours, closed_dates, time_zone, settings }: Frame) => ({
  hours,
  closed_dates,
  time_zone,
  capacity_per_team_day: settings.capacity_per_team_day,
})
