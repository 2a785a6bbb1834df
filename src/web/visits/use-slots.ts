import { useQuery } from '@tanstack/react-query'
import { weekdayOf, type LocalDate } from '../../domain/dates.ts'
import { startSlots, type DayHours } from '../../domain/hours.ts'
import { organizationQuery } from './queries.ts'

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
