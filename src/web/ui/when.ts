import type { LocalDate } from '../../domain/base/dates.ts'
import { localeTags } from '../../domain/base/locale.ts'
import { currentLocale } from '../app/locale.ts'

// Dates in the language spoken. A component that shows one and no words calls `useLocale`, or it would keep the old language until it renders again.

// Noon UTC, formatted in UTC, is the same date everywhere.
const noon = (date: LocalDate): Date => new Date(`${date}T12:00:00Z`)
const inUtc = { timeZone: 'UTC', day: 'numeric' } as const
const shapes = {
  day: { ...inUtc, weekday: 'short', month: 'short' },
  dayAndYear: { ...inUtc, month: 'short', year: 'numeric' },
  longDay: { ...inUtc, weekday: 'long', month: 'long' },
  weekday: { timeZone: 'UTC', weekday: 'long' },
  time: { timeStyle: 'short' },
  momentDay: { dateStyle: 'medium' },
  moment: { dateStyle: 'medium', timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(shape: keyof typeof shapes, timeZone?: string | null): Intl.DateTimeFormat {
  const tag = localeTags[currentLocale()]
  const key = `${tag} ${shape} ${timeZone ?? ''}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(tag, { ...shapes[shape], ...(timeZone ? { timeZone } : {}) })
    formats.set(key, format)
  }
  return format
}

/** '2026-11-20' → 'Fri, Nov 20'. */
export const dayLabel = (date: LocalDate): string => formatOf('day').format(noon(date))
/** '2026-11-20' → 'Nov 20, 2026'. */
export const dateLabel = (date: LocalDate): string => formatOf('dayAndYear').format(noon(date))
/** '2026-11-20' → 'Friday, November 20'. */
export const longDayLabel = (date: LocalDate): string => formatOf('longDay').format(noon(date))
/** '2026-11-20' → 'Friday'. */
export const weekdayLabel = (date: LocalDate): string => formatOf('weekday').format(noon(date))
/** A moment (ISO 8601) → 'Nov 20, 2026, 3:05 PM', in a zone or, without one, in the reader's. */
export const momentLabel = (iso: string, timeZone?: string | null): string =>
  formatOf('moment', timeZone).format(new Date(iso))
/** A moment (ISO 8601) → 'Nov 20, 2026', its day where the reader is. */
export const momentDay = (iso: string): string => formatOf('momentDay').format(new Date(iso))
/** A moment (ISO 8601) → '3:05 PM' in a zone. */
export const timeOfDay = (iso: string, timeZone: string): string =>
  formatOf('time', timeZone).format(new Date(iso))
