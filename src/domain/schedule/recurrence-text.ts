import { dayInMonth, dayNames, monthNames, weekdayOf } from '../base/dates.ts'
import { cadenceOf, recurrenceLabel } from '../base/cadence.ts'
import { type Recurrence } from './recurrence.ts'

/** 1st, 2nd, 23rd, 31st. */
const ordinal = (n: number): string => {
  const ending =
    n % 100 >= 11 && n % 100 <= 13 ? undefined : (['st', 'nd', 'rd'] as const)[(n % 10) - 1]
  return `${n}${ending ?? 'th'}`
}

/** Which of a month's four or five such weekdays. */
export const monthWeekText = (week: number): string => (week === -1 ? 'last' : ordinal(week))

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

type Weekdays = Pick<Recurrence, 'weekdays' | 'start_date' | 'anchor_date'>

/** Defaults to the weekday the cycle starts on. */
const weekdaysOf = ({ weekdays, start_date, anchor_date }: Weekdays): number[] =>
  [...new Set(weekdays?.length ? weekdays : [weekdayOf(anchor_date ?? start_date)])].sort(
    (a, b) => a - b,
  )

/** Monday and Thursday. */
export const weekdaysText = (rule: Weekdays): string =>
  listed(weekdaysOf(rule).map((day) => dayNames[day]!))

/**
 * A rule in plain words: “Every 2nd Tuesday of the month, April to October, may be moved by up to 4
 * days”.
 */
export function recurrenceText(rule: Recurrence): string {
  if (rule.pattern === 'once') return daysText(rule)
  return [
    daysText(rule),
    seasonText(rule),
    rule.counts_from === 'completion' ? 'counted from the day it is done' : null,
    bufferText(rule),
  ]
    .filter(Boolean)
    .join(', ')
}

function bufferText({ buffer_days: days }: Recurrence): string | null {
  if (days === null || days === undefined) return null
  return days === 0
    ? 'not to be moved'
    : `may be moved by up to ${days} ${days === 1 ? 'day' : 'days'}`
}

function daysText(rule: Recurrence): string {
  const { unit, interval } = cadenceOf(rule)
  const often = recurrenceLabel(rule)
  if (unit === 'once') return often
  if (unit === 'week') return weeksText(often, rule)
  if (rule.month_week === null)
    return `${often} on the ${dayOfMonthText(dayInMonth(rule.anchor_date ?? rule.start_date))}`
  const which = `${monthWeekText(rule.month_week)} ${weekdaysText(rule)}`
  return interval === 1 ? `Every ${which} of the month` : `${often} on the ${which}`
}

function weeksText(often: string, rule: Recurrence): string {
  const days = weekdaysOf(rule)
  const [first, last] = [days[0]!, days.at(-1)!]
  if (days.length === 7) return rule.pattern === 'weekly' ? 'Every day' : `${often}, every day`
  const isRun = days.length > 2 && last - first === days.length - 1
  return isRun
    ? `${often}, ${dayNames[first]} to ${dayNames[last]}`
    : `${often} on ${weekdaysText(rule)}`
}

const dayOfMonthText = (day: number): string =>
  day > 28 ? `${ordinal(day)} or the month’s last day` : ordinal(day)

function seasonText({
  season_start_month: start,
  season_end_month: end,
}: Recurrence): string | null {
  if (start === null || end === null) return null
  return start === end
    ? `only in ${monthNames[start - 1]}`
    : `${monthNames[start - 1]} to ${monthNames[end - 1]}`
}
