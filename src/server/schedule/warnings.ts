import type { ScheduleWarning } from '../../api/schedule.ts'
import { clockText, dayNames, weekdayOf, weekdaysOfKeys, type LocalDate } from '../../domain/dates.ts'
import type { OrgTx } from '../db/door.ts'
import type { Frame } from './frame.ts'
import type { HeldVisit } from './rows.ts'
import { readWindow } from './window.ts'

/** A visit as it would be held. */
export type Placed = { occurrence_id: string | null; date: LocalDate; start_minutes: number | null; duration_minutes: number; team_id: string | null }

/** What is doubtful about holding a visit there. Nobody is stopped by it. */
export async function warnAbout(tx: OrgTx, frame: Frame, placed: Placed, available_days: readonly string[]): Promise<ScheduleWarning[]> {
  const weekday = weekdayOf(placed.date)
  const day = dayNames[weekday] ?? ''
  const warnings: ScheduleWarning[] = []
  const hours = frame.hours?.[weekday]
  if (frame.closed_dates.has(placed.date) || hours?.is_closed)
    warnings.push({ code: 'closed_day', sentence: `You are closed on ${frame.closed_dates.has(placed.date) ? placed.date : day}.` })
  const wished = weekdaysOfKeys(available_days)
  if (wished.length && !wished.includes(weekday)) warnings.push({ code: 'customer_day_off', sentence: `${day} is not one of the customer’s days.` })
  const { start_minutes: start } = placed
  if (start !== null && hours && !hours.is_closed && hours.opens_minutes !== null && hours.closes_minutes !== null) {
    if (start < hours.opens_minutes || start + placed.duration_minutes > hours.closes_minutes)
      warnings.push({ code: 'outside_hours', sentence: `${clockText(start)} is outside your hours on ${day}.` })
  }
  if (placed.team_id === null) return warnings
  const { visits } = await readWindow(tx, frame, { from: placed.date, to: placed.date }, { team_ids: [placed.team_id] })
  const others = visits.filter((other) => other.occurrence_id !== placed.occurrence_id && other.status !== 'skipped')
  if (others.some((other) => overlaps(other, placed))) warnings.push({ code: 'overlap', sentence: 'The team has another visit at this time.' })
  const capacity = frame.settings.capacity_per_team_day
  if (capacity !== null && others.length + 1 > capacity)
    warnings.push({ code: 'over_capacity', sentence: `The team would have ${others.length + 1} visits on this day.` })
  return warnings
}

type Timed = Pick<HeldVisit, 'start_minutes' | 'duration_minutes'>
export const overlaps = (a: Timed, b: Timed): boolean =>
  a.start_minutes !== null &&
  b.start_minutes !== null &&
  a.start_minutes < b.start_minutes + b.duration_minutes &&
  b.start_minutes < a.start_minutes + a.duration_minutes
