import { addDays, clockText, type LocalDate } from './dates.ts'

// An event that is no visit belongs to the day it begins on, and may last past midnight.

type Lasting = { date: LocalDate; start_minutes: number | null; duration_minutes: number }
const dayMinutes = 24 * 60

/** How long it goes on into the next day; what lasts all day ends with its day. */
const minutesAfterMidnight = ({ start_minutes, duration_minutes }: Lasting): number =>
  start_minutes === null ? 0 : Math.max(0, start_minutes + duration_minutes - dayMinutes)

/** An event as a day has it: whole on its first one, what is left of it from midnight on the next; null where it has no part. */
export function eventOn<E extends Lasting>(event: E, day: LocalDate): E | null {
  if (event.date === day) return event
  const duration_minutes = minutesAfterMidnight(event)
  return duration_minutes > 0 && addDays(event.date, 1) === day
    ? { ...event, start_minutes: 0, duration_minutes }
    : null
}

export const isEventOn = (event: Lasting, day: LocalDate): boolean => eventOn(event, day) !== null

/** When it is on a day, in words. */
export function eventTimeText(event: Lasting, day: LocalDate): string {
  if (event.start_minutes === null) return 'All day'
  const after = minutesAfterMidnight(event)
  if (event.date !== day) return `Until ${clockText(after)}`
  return after > 0
    ? `${clockText(event.start_minutes)} – ${clockText(after)}`
    : clockText(event.start_minutes)
}
