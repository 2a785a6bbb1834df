import {
  clockText,
  dateText,
  dayNames,
  daysBetween,
  isSkippedTime,
  weekdayOf,
  weekdaysOfKeys,
  type LocalDate,
} from '../base/dates.ts'
import { minutesText } from '../base/text.ts'
import { awayOn, awaySentence, type TeamTime } from '../people/time-off.ts'
import { isWithinHours, opensAfterMidnight, type DayHours } from '../base/hours.ts'

export const placeWarningCodes = [
  'closed_day',
  'customer_day_off',
  'outside_hours',
  'time_skipped',
  'overlap',
  'over_capacity',
  'over_hours',
  'team_off',
  'member_off',
  'outside_area',
  'same_series',
  'date_shifted',
  'outside_buffer',
  'series_stays',
] as const
/** A warning about where a visit is scheduled. It blocks nothing. */
export type PlaceWarning = { code: (typeof placeWarningCodes)[number]; sentence: string }

/** Work of a day, which may run past its midnight. */
export type Dated = { date: LocalDate; start_minutes: number | null; duration_minutes: number }
/** Where and when a visit would take place. */
export type Place = Dated & { team_id: string | null }

export type PlaceFacts = {
  /** Sunday first; null or empty if none were entered. */
  hours: readonly DayHours[] | null
  closed_dates: ReadonlySet<LocalDate>
  /** Absent: skip the daylight-saving check. */
  time_zone?: string | undefined
  /** The days that suit the customer; empty: any. */
  available_days: readonly string[]
  /** Null: no limit. */
  capacity_per_team_day: number | null
  /** When teams work, by id; absent: not considered. */
  teams?: ReadonlyMap<string, TeamTime>
  /** What else the team has on that day and the days beside it, without skipped visits. */
  others: readonly Dated[]
  /** Another visit of the same series is on that day, for any team. */
  same_series?: boolean
  /**
   * How many days early or late it may be, counted from the date here; null or absent: any number.
   */
  buffer_days?: number | null | undefined
  original_date?: LocalDate
  /** ZIP codes the organization serves; absent or empty: anywhere. */
  service_area?: readonly string[]
  zip?: string | null
}

/** Warnings about holding a visit there. */
export function placeWarnings(place: Place, facts: PlaceFacts): PlaceWarning[] {
  const weekday = weekdayOf(place.date)
  const day = dayNames[weekday] ?? ''
  const warnings: PlaceWarning[] = []
  const hours = facts.hours?.[weekday]
  const { start_minutes: start } = place
  // The night before may run into a closed day.
  const isOfNight = start !== null && start < opensAfterMidnight(facts.hours, weekday)
  if (!isOfNight && (facts.closed_dates.has(place.date) || hours?.is_closed))
    warnings.push({
      code: 'closed_day',
      sentence: `You are closed on ${facts.closed_dates.has(place.date) ? dateText(place.date) : day}.`,
    })
  const wished = weekdaysOfKeys(facts.available_days)
  if (wished.length && !wished.includes(weekday))
    warnings.push({
      code: 'customer_day_off',
      sentence: `${day} is not one of the customer’s days.`,
    })
  const beyond = beyondBuffer(place.date, facts)
  if (beyond) warnings.push({ code: 'outside_buffer', sentence: beyond })
  if (facts.same_series)
    warnings.push({ code: 'same_series', sentence: 'Another visit of the series is on this day.' })
  if (
    start !== null &&
    isWithinHours(facts.hours, weekday, { ...place, start_minutes: start }) === false
  )
    warnings.push({
      code: 'outside_hours',
      sentence: `${clockText(start)} is outside your hours on ${day}.`,
    })
  if (start !== null && facts.time_zone && isSkippedTime(place.date, start, facts.time_zone))
    warnings.push({
      code: 'time_skipped',
      sentence: `There is no ${clockText(start)} on ${dateText(place.date)}: the clocks go forward.`,
    })
  // Visits without a team never overlap.
  if (place.team_id === null) return warnings
  if (facts.others.some((other) => overlaps(other, place)))
    warnings.push({ code: 'overlap', sentence: 'The team has another visit at this time.' })
  const many = facts.others.filter(({ date }) => date === place.date).length + 1
  if (facts.capacity_per_team_day !== null && many > facts.capacity_per_team_day)
    warnings.push({
      code: 'over_capacity',
      sentence: `The team would have ${many} visits on this day.`,
    })
  warnings.push(...teamWarnings(place, facts, place.team_id))
  if (
    facts.service_area?.length &&
    facts.zip &&
    !facts.service_area.includes(facts.zip.slice(0, 5))
  )
    warnings.push({ code: 'outside_area', sentence: `${facts.zip} is outside your service area.` })
  return warnings
}

/** Who of the team is away, and whether it would have more to do than it can. */
function teamWarnings(
  { date, duration_minutes }: Place,
  { teams, others }: PlaceFacts,
  team_id: string,
): PlaceWarning[] {
  const time = teams?.get(team_id)
  if (!time) return []
  const warnings: PlaceWarning[] = []
  const away = awaySentence(time, date)
  if (away)
    warnings.push({ code: awayOn(time, date).all ? 'team_off' : 'member_off', sentence: away })
  const minutes = others
    .filter((other) => other.date === date)
    .reduce((sum, other) => sum + other.duration_minutes, duration_minutes)
  const most = time.day_minutes ?? null
  if (most !== null && minutes > most)
    warnings.push({
      code: 'over_hours',
      sentence: `The team would have ${minutesText(minutes)} of work on this day, of ${minutesText(most)}.`,
    })
  return warnings
}

function beyondBuffer(date: LocalDate, { buffer_days, original_date }: PlaceFacts): string | null {
  if (
    buffer_days === null ||
    buffer_days === undefined ||
    !original_date ||
    Math.abs(daysBetween(original_date, date)) <= buffer_days
  )
    return null
  const far =
    buffer_days === 0
      ? 'not the planned date'
      : `more than ${buffer_days} ${buffer_days === 1 ? 'day' : 'days'} from its date`
  return `That is ${far}, ${dateText(original_date)}.`
}

/** True if two visits of one team overlap; a visit without a time never does. */
export function overlaps(a: Dated, b: Dated): boolean {
  if (a.start_minutes === null || b.start_minutes === null) return false
  const days = a.date === b.date ? 0 : daysBetween(a.date, b.date)
  const start = b.start_minutes + days * 24 * 60
  return (
    a.start_minutes < start + b.duration_minutes && start < a.start_minutes + a.duration_minutes
  )
}
