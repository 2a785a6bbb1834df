import { z } from 'zod'
import {
  addDays,
  addMonthsClamped,
  eachDay,
  LocalDateText,
  startOfWeek,
  TimeZone,
  type LocalDate,
} from './dates.ts'

/** 'YYYY-MM' */
export const MonthText = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Enter a month as YYYY-MM')

export const MonthDay = z.object({
  date: LocalDateText,
  visits: z.int(),
  /** Planned work of all visits. */
  minutes: z.int(),
  /** What all teams can work on this day; null if no team says how long it works. */
  capacity_minutes: z.int().nullable(),
  /** Visits without a team. */
  unassigned: z.int(),
  /** Names of the teams that are off. */
  teams_off: z.array(z.string()),
  is_closed: z.boolean(),
  /** Why, on a closed date; null on a weekday without business hours. */
  closed_reason: z.string().nullable(),
})
export type MonthDay = z.infer<typeof MonthDay>

export const Month = z.object({
  /** First and last day of the whole weeks that show the month. */
  from: LocalDateText,
  to: LocalDateText,
  today: LocalDateText,
  time_zone: TimeZone,
  days: z.array(MonthDay),
})
export type Month = z.infer<typeof Month>

export const monthOf = (date: LocalDate): string => date.slice(0, 7)
const firstOf = (month: string): LocalDate => `${month}-01`

/** The first day of the month so many months later. */
export const monthsLater = (date: LocalDate, months: number): LocalDate =>
  addMonthsClamped(firstOf(monthOf(date)), months)

/** The whole weeks, from Sunday to Saturday, that show a month. */
export function weeksOf(month: string): { from: LocalDate; to: LocalDate } {
  const first = firstOf(month)
  const last = addDays(addMonthsClamped(first, 1), -1)
  return { from: startOfWeek(first), to: addDays(startOfWeek(last), 6) }
}

/** The days of a month in weeks. */
export function inWeeks<T>(days: readonly T[]): T[][] {
  const weeks: T[][] = []
  for (let at = 0; at < days.length; at += 7) weeks.push(days.slice(at, at + 7))
  return weeks
}

export const daysOf = ({ from, to }: { from: LocalDate; to: LocalDate }): LocalDate[] => [
  ...eachDay(from, to),
]

/** How full a day is, 0 to 4, or 5 if more is planned than fits. Without a capacity, against the fullest day of the month. */
export function heatOf(
  { visits, minutes, capacity_minutes }: MonthDay,
  most_minutes: number,
): 0 | 1 | 2 | 3 | 4 | 5 {
  if (visits === 0) return 0
  if (capacity_minutes !== null && minutes > capacity_minutes) return 5
  const share = minutes / Math.max(1, capacity_minutes ?? most_minutes)
  return share > 0.75 ? 4 : share > 0.5 ? 3 : share > 0.25 ? 2 : 1
}
