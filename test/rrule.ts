import { createRequire } from 'node:module'
import type * as Library from 'rrule'
import type { Options, RRule as Rule } from 'rrule'
import { civilOfDay, dateOfDay, dayNumber, weekdayOf } from '../src/domain/base/dates.ts'
import { cadenceOf } from '../src/domain/base/cadence.ts'
import { type Recurrence } from '../src/domain/schedule/recurrence.ts'

// Checks the same rules against the rrule library. Its named exports work only in a bundler.
const { RRule, Weekday } = createRequire(import.meta.url)('rrule') as typeof Library

const utc = (day: number): Date => new Date(day * 86_400_000)
/** rrule searches until the year 9999 for a rule that never matches its months, so the season is applied to its result. */
const inSeason = (
  { season_start_month: first, season_end_month: last }: Recurrence,
  date: Date,
): boolean => {
  if (first === null || last === null) return true
  const month = date.getUTCMonth() + 1
  return first <= last ? first <= month && month <= last : !(last < month && month < first)
}

/** The dates of a rule between two dates, both inclusive, as rrule finds them. */
export const daysOfRrule = (rule: Recurrence, from: number, to: number): number[] =>
  ruleOfRfc(rule)
    .between(utc(from), utc(to), true)
    .filter((date) => inSeason(rule, date))
    .map((date) => date.getTime() / 86_400_000)
export const ruleOfRfc = (rule: Recurrence): Rule => new RRule(asRfc(rule), true)

/** The same rule as an RFC 5545 rule, with weeks starting on Sunday, from its first matching date. */
function asRfc(rule: Recurrence): Partial<Options> {
  const { unit, interval } = cadenceOf(rule)
  const start = dayNumber(rule.start_date)
  const rfcWeekday = (weekday: number): number => (weekday + 6) % 7
  const weekdays = rule.weekdays ?? [weekdayOf(rule.start_date)]
  const dayOfMonth = civilOfDay(start).day
  const chosen: Partial<Options> =
    unit === 'week'
      ? { freq: RRule.WEEKLY, byweekday: weekdays.map(rfcWeekday) }
      : rule.month_week !== null
        ? {
            freq: RRule.MONTHLY,
            byweekday: weekdays.map(
              (weekday) => new Weekday(rfcWeekday(weekday), rule.month_week ?? 1),
            ),
          }
        : dayOfMonth <= 28
          ? { freq: RRule.MONTHLY, bymonthday: [dayOfMonth] }
          : // RFC 5545 skips months that lack the day; "the last of the 28th to the 31st" means the end of the month.
            {
              freq: RRule.MONTHLY,
              bymonthday: [28, 29, 30, 31].filter((day) => day <= dayOfMonth),
              bysetpos: [-1],
            }
  return {
    ...chosen,
    interval,
    wkst: RRule.SU,
    dtstart: utc(firstMatch(rule, unit === 'week' || rule.month_week !== null ? weekdays : null)),
    ...(rule.end_date === null ? {} : { until: utc(dayNumber(rule.end_date)) }),
  }
}

/** Searches day by day from the start; null `weekdays` means the start itself. */
function firstMatch(
  { pattern, start_date, month_week }: Recurrence,
  weekdays: readonly number[] | null,
): number {
  const ignoresWeek = pattern === 'weekly' || pattern === 'every_x_weeks'
  for (let day = dayNumber(start_date); ; day++) {
    const date = dateOfDay(day)
    const nth = Math.ceil(civilOfDay(day).day / 7)
    const isLast = dateOfDay(day + 7).slice(0, 7) !== date.slice(0, 7)
    const fits =
      ignoresWeek || month_week === null || (month_week === -1 ? isLast : month_week === nth)
    if (weekdays === null || (weekdays.includes(weekdayOf(date)) && fits)) return day
  }
}
