import type { LocalDate } from '../../domain/dates.ts'

// A local date is shown as it stands: noon UTC of that day, formatted in UTC, is that day everywhere.
const noon = (date: LocalDate): Date => new Date(`${date}T12:00:00Z`)
const day = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
})
const dayAndYear = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
})
const longDay = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'long',
  month: 'long',
  day: 'numeric',
})

/** '2026-11-20' → 'Fri, Nov 20'. */
export const dayLabel = (date: LocalDate): string => day.format(noon(date))
/** '2026-11-20' → 'Nov 20, 2026'. */
export const dateLabel = (date: LocalDate): string => dayAndYear.format(noon(date))
/** '2026-11-20' → 'Friday, November 20'. */
export const longDayLabel = (date: LocalDate): string => longDay.format(noon(date))

const moments = new Map<string, Intl.DateTimeFormat>()
/** A moment (ISO 8601) → 'Nov 20, 2026, 3:05 PM', in a zone or, without one, in the reader's. */
export function momentLabel(iso: string, timeZone?: string | null): string {
  const key = timeZone ?? ''
  let format = moments.get(key)
  if (!format)
    moments.set(
      key,
      (format = new Intl.DateTimeFormat('en-US', {
        dateStyle: 'medium',
        timeStyle: 'short',
        ...(timeZone ? { timeZone } : {}),
      })),
    )
  return format.format(new Date(iso))
}
