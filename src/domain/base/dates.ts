import { z } from 'zod'
import { localeTags, type Locale } from './locale.ts'

export type LocalDate = string
const dayMs = 86_400_000

/**
 * Days since 1970-01-01 of a calendar date; `month` starts at 1 and may overflow in either
 * direction.
 */
export const dayOfCivil = (year: number, month: number, day: number): number =>
  dayOfMonth(year * 12 + month - 1, day)

/** Days since 1970-01-01 of a day in a month index (year × 12 + month − 1). */
export function dayOfMonth(index: number, day: number): number {
  const months = index - 2
  const marchYear = Math.floor(months / 12)
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  const dayOfYear = (((153 * (months - marchYear * 12) + 2) / 5) | 0) + day - 1
  return (
    era * 146_097 +
    yearOfEra * 365 +
    (yearOfEra >> 2) -
    ((yearOfEra / 100) | 0) +
    dayOfYear -
    719_468
  )
}

/** Month index (year × 12 + month − 1) of a day number. */
export function monthOfDay(day: number): number {
  const { year, month } = civilOfDay(day)
  return year * 12 + month - 1
}

export function civilOfDay(dayNumber: number): { year: number; month: number; day: number } {
  const shifted = dayNumber + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra =
    ((dayOfEra - ((dayOfEra / 1460) | 0) + ((dayOfEra / 36_524) | 0) - ((dayOfEra / 146_096) | 0)) /
      365) |
    0
  const dayOfYear = dayOfEra - (365 * yearOfEra + (yearOfEra >> 2) - ((yearOfEra / 100) | 0))
  const marchMonth = ((5 * dayOfYear + 2) / 153) | 0
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - (((153 * marchMonth + 2) / 5) | 0) + 1,
  }
}

export const daysInMonth = (year: number, month: number): number =>
  dayOfCivil(year, month + 1, 1) - dayOfCivil(year, month, 1)

const digits = (text: string, at: number, count: number): number => {
  let value = 0
  for (let i = at; i < at + count; i++) value = value * 10 + text.charCodeAt(i) - 48
  return value
}

/**
 * Days since 1970-01-01 of 'YYYY-MM-DD'. Trusts the format; check outside input with `isLocalDate`
 * first.
 */
export function dayNumber(date: LocalDate): number {
  const month = twoDigits(date, 5)
  // Counting years from March puts the leap day last. Runs for thousands of rules per week, whose
  // months are always in range, so it skips `dayOfCivil`'s overflow handling.
  const year = twoDigits(date, 0) * 100 + twoDigits(date, 2) - (month > 2 ? 0 : 1)
  const century = (year / 100) | 0
  const dayOfYear = (((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) | 0) + twoDigits(date, 8)
  return year * 365 + (year >> 2) - century + (century >> 2) + dayOfYear - 719_469
}
/** The month index of a date. */
export const monthOfDate = (date: LocalDate): number =>
  (twoDigits(date, 0) * 100 + twoDigits(date, 2)) * 12 + twoDigits(date, 5) - 1
export const dayInMonth = (date: LocalDate): number => twoDigits(date, 8)
// 528 is eleven times the character code of '0'.
const twoDigits = (text: string, at: number): number =>
  text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528

const two = (n: number): string => (n < 10 ? `0${n}` : `${n}`)

/** 'YYYY-MM-DD' for days since 1970-01-01. */
export function dateOfDay(dayNumber: number): LocalDate {
  const { year, month, day } = civilOfDay(dayNumber)
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

/**
 * True for real dates in the years 1900 to 2199, so that date arithmetic never leaves the calendar.
 */
export function isLocalDate(text: string): boolean {
  if (!/^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(text)) return false
  const month = digits(text, 5, 2)
  const day = digits(text, 8, 2)
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(digits(text, 0, 4), month)
}

export const addDays = (date: LocalDate, days: number): LocalDate =>
  dateOfDay(dayNumber(date) + days)
export const daysBetween = (from: LocalDate, to: LocalDate): number =>
  dayNumber(to) - dayNumber(from)

/**
 * The anchor's day of month, k months later; a shorter month gives its last day: 31 Jan + 1 → 28
 * Feb, + 2 → 31 Mar.
 */
export function addMonthsClamped(anchor: LocalDate, k: number): LocalDate {
  const { year, month, day } = civilOfDay(dayNumber(anchor))
  const length = daysInMonth(year, month + k)
  return dateOfDay(dayOfCivil(year, month + k, Math.min(day, length)))
}

export const weekdayOfDay = (dayNumber: number): number => (((dayNumber + 4) % 7) + 7) % 7
/** 0 = Sunday … 6 = Saturday. */
export const weekdayOf = (date: LocalDate): number => weekdayOfDay(dayNumber(date))

export const startOfWeek = (date: LocalDate, firstWeekday = 0): LocalDate =>
  addDays(date, -((weekdayOf(date) - firstWeekday + 7) % 7))

/** Every date from `from` to `to`, inclusive. */
export function* eachDay(from: LocalDate, to: LocalDate): Generator<LocalDate> {
  for (let day = dayNumber(from), last = dayNumber(to); day <= last; day++) yield dateOfDay(day)
}

export const dayKeys = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
export type DayKey = (typeof dayKeys)[number]
export const DayKey = z.enum(dayKeys)
export const dayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const
export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** “Monday”, “lunes”: of a weekday number. Spanish names begin with a small letter. */
export const weekdayName = (weekday: number, locale: Locale): string =>
  locale === 'en' ? dayNames[weekday]! : nameOf(dayOfCivil(2023, 1, 1 + weekday), 'weekday', locale)
/** “April”, “abril”: of a month from 1 to 12. */
const monthName = (month: number, locale: Locale): string =>
  locale === 'en' ? monthNames[month - 1]! : nameOf(dayOfCivil(2023, month, 1), 'month', locale)

const nameOf = (day: number, part: 'weekday' | 'month', locale: Locale): string =>
  new Intl.DateTimeFormat(localeTags[locale], { [part]: 'long', timeZone: 'UTC' }).format(
    day * dayMs,
  )

/** A date with its year: “April 13, 2027”, “13 de abril de 2027”. */
export function longDate(date: LocalDate, locale: Locale = 'en'): string {
  const month = monthName(Number(date.slice(5, 7)), locale)
  const [day, year] = [dayInMonth(date), date.slice(0, 4)]
  return locale === 'en' ? `${month} ${day}, ${year}` : `${day} de ${month} de ${year}`
}

/** A coming day in a letter, with the year unless it is this year: “Friday, November 27”, “viernes 27 de noviembre”. */
export function dayText(date: LocalDate, today: LocalDate, locale: Locale = 'en'): string {
  const isThisYear = date.slice(0, 4) === today.slice(0, 4)
  const name = weekdayName(weekdayOf(date), locale)
  const long = longDate(date, locale)
  const day = isThisYear ? long.replace(/(?:,| de) \d{4}$/, '') : long
  return locale === 'en' ? `${name}, ${day}` : `${name} ${day}`
}

/** A date inside a sentence, with the year because it may be far off: “Tuesday, April 13, 2027”. */
export const dateText = (date: LocalDate, locale: Locale = 'en'): string =>
  `${weekdayName(weekdayOf(date), locale)}, ${longDate(date, locale)}`

/**
 * The weekday number of a day's name or its beginning, from three letters on and in any case: 'mon',
 * 'Tues.', 'Fridays'; null if it is not a day.
 */
export function weekdayOfKey(key: string): number | null {
  const word = key.trim().toLowerCase().replace(/\.$/, '')
  if (word.length < 3) return null
  const at = dayNames.findIndex((name) => `${name.toLowerCase()}s`.startsWith(word))
  return at < 0 ? null : at
}

/** Day keys to weekday numbers, sorted, without duplicates; unknown keys are dropped. */
export const weekdaysOfKeys = (keys: readonly string[]): number[] =>
  [...new Set(keys.map(weekdayOfKey))].filter((weekday) => weekday !== null).sort((a, b) => a - b)
export const keysOfWeekdays = (weekdays: readonly number[]): DayKey[] =>
  dayKeys.filter((_, weekday) => weekdays.includes(weekday))

const halves = { en: ['AM', 'PM'], es: ['a.m.', 'p.m.'] } as const
/** 545 → '9:05 AM', '9:05 a.m.'. */
export function clockText(minutes: number, locale: Locale = 'en'): string {
  const hour = Math.floor(minutes / 60)
  return `${hour % 12 || 12}:${two(minutes % 60)} ${halves[locale][hour < 12 ? 0 : 1]}`
}

/** '9:00 AM – 10:00 AM'; without an end '9:00 AM'. */
export const clockRange = (start: number, end: number | null, locale: Locale = 'en'): string =>
  [start, end]
    .flatMap((minutes) => (minutes === null ? [] : [clockText(minutes, locale)]))
    .join(' – ')

/** 545 → '09:05'. */
export const timeText = (minutes: number): string =>
  `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

/** '09:05' → 545; null if it is not a time of day. */
export const minutesOfTime = (text: string): number | null =>
  /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? digits(text, 0, 2) * 60 + digits(text, 3, 2) : null

const formats = new Map<string, Intl.DateTimeFormat>()
function formatIn(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
    formats.set(timeZone, format)
  }
  return format
}

export function isTimeZone(timeZone: string): boolean {
  try {
    formatIn(timeZone)
    return true
  } catch {
    return false
  }
}

export type WallClock = { readonly date: LocalDate; readonly minutes: number }
/** Caches each zone's clock for one second: every call needs today's date, and `Intl` is slow. */
const shown = new Map<string, { second: number; clock: WallClock }>()

/**
 * Wall-clock date and minutes of the day at a moment in a zone. RangeError for an unknown zone or
 * an invalid moment.
 */
export function wallClockIn(timeZone: string, moment: string | number): WallClock {
  const at = typeof moment === 'number' ? moment : Date.parse(moment)
  const second = Math.floor(at / 1000)
  const known = shown.get(timeZone)
  if (known?.second === second) return known.clock
  const { day, minutes } = clockAt(timeZone, at)
  const clock = { date: dateOfDay(day), minutes }
  shown.set(timeZone, { second, clock })
  return clock
}

function clockAt(timeZone: string, at: number): { day: number; minutes: number } {
  const part: Record<string, number> = {}
  for (const { type, value } of formatIn(timeZone).formatToParts(at)) part[type] = Number(value)
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = part
  return { day: dayOfCivil(year, month, day), minutes: hour * 60 + minute }
}

/** The local date at a moment (ISO 8601) in an IANA zone. */
export const todayIn = (timeZone: string, nowIso: string): LocalDate =>
  wallClockIn(timeZone, nowIso).date

const offsetAt = (timeZone: string, utc: number): number => {
  const { day, minutes } = clockAt(timeZone, utc)
  return day * dayMs + minutes * 60_000 - utc
}

/**
 * The moment of a wall-clock time. A time skipped in spring moves forward by the gap (2:30 → 3:30);
 * a time that occurs twice in fall is the first of the two.
 */
export function zonedToUtcIso(date: LocalDate, minutes: number, timeZone: string): string {
  const wall = dayNumber(date) * dayMs + minutes * 60_000
  const before = wall - offsetAt(timeZone, wall - dayMs)
  const after = wall - offsetAt(timeZone, wall + dayMs)
  const exists = (utc: number): boolean => utc + offsetAt(timeZone, utc) === wall
  return new Date(!exists(before) && exists(after) ? after : before).toISOString()
}

/** True if clocks skip this time on that day, as in spring: nothing can start then. */
export function isSkippedTime(date: LocalDate, minutes: number, timeZone: string): boolean {
  const wall = dayNumber(date) * dayMs + minutes * 60_000
  // No clock is put forward within a day of it, true on all but two days a year.
  if (offsetAt(timeZone, wall - dayMs) >= offsetAt(timeZone, wall + dayMs)) return false
  return wallClockIn(timeZone, zonedToUtcIso(date, minutes, timeZone)).minutes !== minutes
}

/** A real calendar date 'YYYY-MM-DD', in the organization's time zone unless noted. */
export const LocalDateText = z.string().refine(isLocalDate, 'Enter a real date as YYYY-MM-DD')
/** Weekdays by any name or abbreviation; returns unique day keys from Sunday on. */
export const DayKeys = z
  .array(z.string().refine((day) => weekdayOfKey(day) !== null, 'Choose days of the week'))
  .max(31)
  .transform((days) => keysOfWeekdays(weekdaysOfKeys(days)))
/** 'HH:MM', 24 hours. */
export const TimeText = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as HH:MM')
/** Minutes since midnight on the wall clock, 0 to 1439. */
export const MinutesOfDay = z.int().min(0).max(1439)
/** ISO 8601 with a time zone. */
export const Moment = z.iso.datetime({ offset: true })
/** 0 = Sunday … 6 = Saturday. */
export const Weekday = z.int().min(0).max(6)
export const TimeZone = z.string().refine(isTimeZone, 'Unknown time zone')
