import type { Selectable } from 'kysely'
import type { Database } from '../../../../db/schema.ts'
import type { PlannedEvent } from '../../../api/week.ts'
import { addDays, timeText, type LocalDate } from '../../../domain/base/dates.ts'
import { isEventOn } from '../../../domain/base/event-days.ts'
import type { MiscEvent } from '../../../domain/schedule/schedule.ts'
import type { OrgTx } from '../../base/db/door.ts'
import type { CalendarTeam } from '../week/calendar.ts'

export const miscEventColumns = [
  'id',
  'title',
  'date',
  'start_minutes',
  'duration_minutes',
  'notes',
  'team_id',
  'created_at',
  'updated_at',
] as const
export type MiscEventRow = Pick<
  Selectable<Database['misc_events']>,
  (typeof miscEventColumns)[number]
>

export const withTime = (row: MiscEventRow): MiscEvent => ({
  ...row,
  start_time: row.start_minutes === null ? null : timeText(row.start_minutes),
})

/** Events other than visits, by date. Crews see those of their teams and those for everyone. */
export async function readMiscEvents(
  tx: OrgTx,
  { from, to }: { from: LocalDate; to: LocalDate },
): Promise<MiscEvent[]> {
  const rows = await tx
    .selectFrom('misc_events')
    .select(miscEventColumns)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .orderBy('date')
    .orderBy('id')
    .execute()
  return rows.map(withTime)
}

/**
 * A schedule's events by time with their team's name, for these teams and for everyone. Includes
 * events from the day before that run past midnight.
 */
export async function readPlannedEvents(
  tx: OrgTx,
  { teams }: { teams: ReadonlyMap<string, CalendarTeam> },
  window: { from: LocalDate; to: LocalDate },
  team_ids?: readonly (string | null)[],
): Promise<PlannedEvent[]> {
  return (await readMiscEvents(tx, { from: addDays(window.from, -1), to: window.to }))
    .filter((event) => event.date >= window.from || isEventOn(event, window.from))
    .filter(({ team_id }) => team_id === null || !team_ids || team_ids.includes(team_id))
    .sort(byStart)
    .map((event) => {
      const team = event.team_id ? teams.get(event.team_id) : undefined
      return { type: 'misc_event', ...event, team: team ? { id: team.id, name: team.name } : null }
    })
}

/** All-day events first. */
const byStart = (a: MiscEvent, b: MiscEvent): number =>
  a.date < b.date
    ? -1
    : a.date > b.date
      ? 1
      : (a.start_minutes ?? -1) - (b.start_minutes ?? -1) || (a.id < b.id ? -1 : 1)
