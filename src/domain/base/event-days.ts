import { addDays, clockText, type LocalDate } from './dates.ts'
import type { Locale } from './locale.ts'

// An event other than a visit belongs to the day it starts and may run past midnight.

type Lasting = { date: LocalDate; start_minutes: number | null; duration_minutes: number }
const dayMinutes = 24 * 60

/** Minutes it runs into the next day; an all-day event ends with its day. */
const minutesAfterMidnight = ({ start_minutes, duration_minutes }: Lasting): number =>
  start_minutes === null ? 0 : Math.max(0, start_minutes + duration_minutes - dayMinutes)

/**
 * The part of an event that falls on a day: all of it on the first, the rest from midnight on the
 * next, null on any other.
 */
export function eventOn<E extends Lasting>(event: E, day: LocalDate): E | null {
  if (event.date === day) return event
  const duration_minutes = minutesAfterMidnight(event)
  return duration_minutes > 0 && addDays(event.date, 1) === day
    ? { ...event, start_minutes: 0, duration_minutes }
    : null
}

export const isEventOn = (event: Lasting, day: LocalDate): boolean => eventOn(event, day) !== null

const allDay: Record<Locale, string> = { en: 'All day', es: 'Todo el día' }
const until: Record<Locale, string> = { en: 'Until', es: 'Hasta las' }

/** When it is on a day, in words. */
export function eventTimeText(event: Lasting, day: LocalDate, locale: Locale = 'en'): string {
  if (event.start_minutes === null) return allDay[locale]
  const after = minutesAfterMidnight(event)
  if (event.date !== day) return `${until[locale]} ${clockText(after, locale)}`
  return after > 0
    ? `${clockText(event.start_minutes, locale)} – ${clockText(after, locale)}`
    : clockText(event.start_minutes, locale)
}
