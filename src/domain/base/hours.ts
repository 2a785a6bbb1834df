import { z } from 'zod'
import { clockText, dayKeys, timeText, weekdayOfKey, Weekday, MinutesOfDay } from './dates.ts'

const dayMinutes = 24 * 60
const noon = 12 * 60

/**
 * One weekday, 0 = Sunday. A closed day keeps its times for when it is opened again. A closing time
 * from 1440 on is after midnight: 1560 is 2:00 AM of the next day.
 */
export const DayHours = z.object({
  weekday: Weekday,
  opens_minutes: MinutesOfDay.nullable(),
  closes_minutes: z
    .int()
    .min(0)
    .max(dayMinutes + noon)
    .nullable(),
  is_closed: z.boolean(),
})
export type DayHours = z.infer<typeof DayHours>

/** As stored: seven rows, Sunday first. */
export const BusinessHours = z.array(DayHours).length(7)
export type BusinessHours = z.infer<typeof BusinessHours>

const onboardingDays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const
const settingsDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/**
 * A day as screens show it: 'HH:MM' on public pages and in settings, 'h:mm AM/PM' in onboarding, ''
 * if unset.
 */
const ShownDay = z.object({ open: z.string(), close: z.string(), closed: z.boolean() })
type ShownDay = z.infer<typeof ShownDay>

/** Keyed sun..sat. */
export const PublicHours = z.record(z.enum(dayKeys), ShownDay)
export type PublicHours = z.infer<typeof PublicHours>
/** Keyed sunday..saturday. */
export const OnboardingHours = z.record(z.enum(onboardingDays), ShownDay)
export type OnboardingHours = z.infer<typeof OnboardingHours>
/** Keyed mon..sun. */
export const SettingsHours = z.record(z.enum(settingsDays), ShownDay)
export type SettingsHours = z.infer<typeof SettingsHours>

/** Accepts hours from any screen; `parseHours` reads them. */
export const HoursInput = z.record(z.string(), z.unknown())
export type HoursInput = z.infer<typeof HoursInput>

export const closingMessage = 'Closing time must be after opening time'
export const timeMessage = 'Enter a time like 9:30 AM'
export const missingTimeMessage = 'Enter both an opening and a closing time'

type HoursEntry = { ok: true; minutes: number } | { ok: false; message: string }

/**
 * A time as people type it: 9, 930, 9:30, 14:30, '9:30 pm'. 0 is 12 AM; hours above 23 and minutes
 * above 59 are rejected, so the field keeps its value. A closing time without AM or PM that would
 * not be after opening is taken as PM. Midnight, and after a start at noon or later a morning in
 * full ('2 am', '02:00'), is on the next day: minutes from 1440 on.
 */
export function parseHoursEntry(
  text: string,
  {
    closing = false,
    opens_minutes = null,
  }: { closing?: boolean; opens_minutes?: number | null } = {},
): HoursEntry {
  const match = /^(\d{1,2})(?::?(\d{2}))?\s*(?:(a|p)\.?\s?m?\.?)?$/i.exec(text.trim())
  const hour = Number(match?.[1])
  const minute = Number(match?.[2] ?? 0)
  const half = match?.[3]?.toLowerCase()
  if (!match || hour > 23 || minute > 59 || (half && hour > 12 && half === 'a'))
    return { ok: false, message: timeMessage }
  const isPm = half === 'p' && hour < 12
  const isMidnight = half === 'a' && hour === 12
  const typed = (isMidnight ? 0 : isPm ? hour + 12 : hour) * 60 + minute
  if (!closing || opens_minutes === null || typed > opens_minutes)
    return { ok: true, minutes: typed }
  const later = typed + 12 * 60
  if (!half && hour >= 1 && hour <= 12 && later > opens_minutes && later < 24 * 60)
    return { ok: true, minutes: later }
  const isMorning = half === 'a' || /^\d\d:\d\d$/.test(text.trim())
  if (isMorning && (typed === 0 || (opens_minutes >= noon && typed <= noon)))
    return { ok: true, minutes: typed + dayMinutes }
  return { ok: false, message: closingMessage }
}

/** Whether a time could be before or after noon: '7' and '7:30', not '7 pm', '07:30' or '13:00'. */
export const isEitherHalf = (text: string): boolean =>
  /^(?:[1-9]|1[0-2])(?::?\d{2})?$/.test(text.trim())

/** The time, or the same in the other half of the day, that is nearest to the hours from first to last. */
export function nearestTime(minutes: number, first: number, last: number): number {
  const away = (time: number) => Math.max(first - time, time - last, 0)
  const [early, late] = [minutes % noon, (minutes % noon) + noon]
  if (away(late) === away(early)) return minutes
  return away(late) < away(early) ? late : early
}

/**
 * A start time as people type it: without AM or PM, the half of the day that is nearest to the
 * slots.
 */
export function startEntry(text: string, slots: readonly number[] = []): HoursEntry {
  const entry = parseHoursEntry(text)
  if (!entry.ok || !isEitherHalf(text)) return entry
  return {
    ok: true,
    minutes: nearestTime(entry.minutes, slots[0] ?? 0, slots.at(-1) ?? dayMinutes),
  }
}

const openNames = ['open', 'start', 'open_time', 'from']
const closeNames = ['close', 'end', 'close_time', 'to']

const firstGiven = (day: Record<string, unknown>, names: readonly string[]): string | null => {
  for (const name of names) {
    const value = day[name]
    if (typeof value === 'number' || (typeof value === 'string' && value.trim() !== ''))
      return String(value)
  }
  return null
}

function closedFlag(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  const text =
    typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : ''
  if (text === 'true' || text === '1') return true
  return text === 'false' || text === '0' ? false : null
}

const readTime = (
  value: string | null,
  options: Parameters<typeof parseHoursEntry>[1] = {},
): number | null => {
  if (value === null) return null
  const entry = parseHoursEntry(value.replace(/^(\d{1,2}:\d{2}):\d{2}$/, '$1'), options)
  return entry.ok ? entry.minutes : null
}

/** All seven days closed: the default for a new organization. */
export const noHours = (): BusinessHours =>
  dayKeys.map((_, weekday) => ({
    weekday,
    opens_minutes: null,
    closes_minutes: null,
    is_closed: true,
  }))

/** Reads hours in any form: stored rows, or what `readHours` accepts. */
export function parseHours(input: unknown): BusinessHours {
  const rows = BusinessHours.safeParse(input)
  return rows.success ? [...rows.data].sort((a, b) => a.weekday - b.weekday) : readHours(input)
}

/**
 * Reads hours in any of the three key sets, in any case, matching days by their first three
 * letters. A day that is missing or has neither time is closed. An invalid time, or a closing time
 * not after opening, becomes null, which `hoursProblems` reports.
 */
export function readHours(input: unknown): BusinessHours {
  const hours = noHours()
  if (typeof input !== 'object' || input === null) return hours
  for (const [key, value] of Object.entries(input)) {
    const weekday = weekdayOfKey(key)
    const day = weekday === null ? undefined : hours[weekday]
    if (!day || typeof value !== 'object' || value === null) continue
    const given = value as Record<string, unknown>
    const open = firstGiven(given, openNames)
    const close = firstGiven(given, closeNames)
    day.opens_minutes = readTime(open)
    day.closes_minutes = readTime(close, { closing: true, opens_minutes: day.opens_minutes })
    day.is_closed = closedFlag(given.closed ?? given.is_closed) ?? (open === null && close === null)
  }
  return hours
}

type HoursProblem = { weekday: number; message: string }

/** Open days that lack a time or close before they open; any of these blocks saving. */
export function hoursProblems(hours: BusinessHours): HoursProblem[] {
  return hours.flatMap(({ weekday, opens_minutes, closes_minutes, is_closed }) => {
    if (is_closed) return []
    if (opens_minutes === null || closes_minutes === null)
      return [{ weekday, message: missingTimeMessage }]
    return closes_minutes > opens_minutes ? [] : [{ weekday, message: closingMessage }]
  })
}

/** Allowed, but worth a warning: the sign-up page then shows no hours. */
export const allClosed = (hours: BusinessHours): boolean => hours.every((day) => day.is_closed)

const shown = (day: DayHours | undefined, format: (minutes: number) => string): ShownDay => ({
  open: day?.opens_minutes == null ? '' : format(day.opens_minutes),
  close: day?.closes_minutes == null ? '' : format(day.closes_minutes % dayMinutes),
  closed: day?.is_closed ?? true,
})

const keyed = <Key extends string>(
  hours: BusinessHours,
  keys: readonly Key[],
  format: (minutes: number) => string,
): Record<Key, ShownDay> =>
  Object.fromEntries(
    keys.map((key) => [key, shown(hours[weekdayOfKey(key) ?? 0], format)]),
  ) as Record<Key, ShownDay>

/** Keyed sun..sat, 'HH:MM'. */
export const hoursForPublic = (hours: BusinessHours): PublicHours => keyed(hours, dayKeys, timeText)
/** Keyed sunday..saturday, 'h:mm AM/PM'. */
export const hoursForOnboarding = (hours: BusinessHours): OnboardingHours =>
  keyed(hours, onboardingDays, clockText)
/** Keyed mon..sun, 'HH:MM'. */
export const hoursForSettings = (hours: BusinessHours): SettingsHours =>
  keyed(hours, settingsDays, timeText)

/** Weekdays the organization is open. */
export const openWeekdays = (hours: BusinessHours): number[] =>
  hours.filter((day) => !day.is_closed).map((day) => day.weekday)

/** Copies Monday's hours to Tuesday through Friday. */
export function copyMondayToFriday(hours: BusinessHours): BusinessHours {
  const monday = hours[1]
  return monday
    ? hours.map((day) =>
        day.weekday >= 2 && day.weekday <= 5 ? { ...monday, weekday: day.weekday } : day,
      )
    : hours
}

/** Until when the hours of the day before run into this one, in minutes after midnight; 0 if they don't. */
export function opensAfterMidnight(hours: readonly DayHours[] | null, weekday: number): number {
  const before = hours?.find((row) => row.weekday === (weekday + 6) % 7)
  return before && !before.is_closed ? Math.max(0, (before.closes_minutes ?? 0) - dayMinutes) : 0
}

/** Whether work lies within the hours of a day, or of the night before; null if the day has none. */
export function isWithinHours(
  hours: readonly DayHours[] | null,
  weekday: number,
  { start_minutes: start, duration_minutes }: { start_minutes: number; duration_minutes: number },
): boolean | null {
  const end = start + duration_minutes
  const night = opensAfterMidnight(hours, weekday)
  if (end <= night) return true
  const day = hours?.find((row) => row.weekday === weekday)
  if (!day || day.is_closed || day.opens_minutes === null || day.closes_minutes === null)
    return start < night ? false : null
  return start >= day.opens_minutes && end <= day.closes_minutes
}

export const defaultOpening = { opens_minutes: 480, closes_minutes: 1020 } as const

/**
 * Start times in minutes for a weekday. 8:00 to 17:00 if `hours` is null or an open day lacks a
 * time. The last start leaves room for the work; if its duration is unknown, the closing time is
 * included. A closed day has none but those of the night before.
 */
export function startSlots(
  hours: BusinessHours | null,
  weekday: number,
  {
    slot_minutes = 15,
    duration_minutes = null,
  }: { slot_minutes?: number; duration_minutes?: number | null } = {},
): number[] {
  const between = (from: number, to: number): number[] => {
    const slots: number[] = []
    const last = Math.min(to - (duration_minutes ?? 0), dayMinutes - 1)
    for (let start = from; start <= last; start += slot_minutes) slots.push(start)
    return slots
  }
  const night = opensAfterMidnight(hours, weekday)
  const early = night > 0 ? between(0, night) : []
  const day = hours?.find((row) => row.weekday === weekday)
  if (day?.is_closed) return early
  const known =
    day &&
    day.opens_minutes !== null &&
    day.closes_minutes !== null &&
    day.closes_minutes > day.opens_minutes
  const opens = known ? (day.opens_minutes ?? 0) : defaultOpening.opens_minutes
  const closes = known ? (day.closes_minutes ?? 0) : defaultOpening.closes_minutes
  return [...new Set([...early, ...between(opens, closes)])].toSorted((a, b) => a - b)
}
