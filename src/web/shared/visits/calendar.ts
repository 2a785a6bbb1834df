import type { ScheduleWindow } from '../../../api/week.ts'
import { useQuery } from '@tanstack/react-query'
import { weekdayOf, type LocalDate, eachDay } from '../../../domain/base/dates.ts'
import { startSlots, type DayHours } from '../../../domain/base/hours.ts'
import { organizationQuery } from './queries.ts'

/** What the choice of dates and times needs of the calendar. */
export type Calendar = Pick<ScheduleWindow, 'today' | 'teams' | 'closed_dates' | 'business_hours'>

/** Start times of a day by the organization's hours and slot size. A closed day keeps the usual ones: people do work on Sundays. */
export function useSlots(
  hours: readonly DayHours[],
  date: LocalDate | null,
  duration_minutes: number | null,
): number[] | undefined {
  const { data } = useQuery(organizationQuery)
  if (!date) return undefined
  const options = { slot_minutes: data?.schedule_settings.slot_minutes ?? 15, duration_minutes }
  const slots = startSlots(hours.length ? [...hours] : null, weekdayOf(date), options)
  return slots.length ? slots : startSlots(null, weekdayOf(date), options)
}

/** Days of the window on which the organization does not work. */
export function closedDays({
  from,
  to,
  business_hours,
  closed_dates,
}: ScheduleWindow): Set<LocalDate> {
  const shut = new Set(business_hours.filter((day) => day.is_closed).map(({ weekday }) => weekday))
  return new Set([
    ...[...eachDay(from, to)].filter((day) => shut.has(weekdayOf(day))),
    ...closed_dates.map(({ date }) => date),
  ])
}
