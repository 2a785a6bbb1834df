import type { ScheduleWindow } from '../../api/week.ts'
import { eachDay, weekdayOf, type LocalDate } from '../../domain/dates.ts'

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
