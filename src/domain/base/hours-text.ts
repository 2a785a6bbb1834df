import {
  defaultOpening,
  isEitherHalf,
  nearestTime,
  parseHoursEntry,
  type DayHours,
} from './hours.ts'

/** The first and the last start of a day. */
type StartHours = { first: number; last: number }

/** The hours of a weekday, or the usual ones where it has none. */
export function hoursOn(hours: readonly DayHours[] | null, weekday: number): StartHours {
  const day = hours?.find((row) => row.weekday === weekday && !row.is_closed)
  return {
    first: day?.opens_minutes ?? defaultOpening.opens_minutes,
    last: day?.closes_minutes ?? defaultOpening.closes_minutes,
  }
}

/**
 * When work starts, in minutes of the day: '8am', '0900', 'noon', '1:00 - 3:00 PM'. The end says for
 * the start which half of the day is meant; without either, it is the one nearest to the hours.
 * Null for everything else, such as 'Morning' or two times.
 */
export function readStart(text: string, hours: StartHours): number | null {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^\d{1,4}[/-]\d{1,2}[/-]\d{1,4}[t, ]+/, '')
    .replace(/^(?:at|@|from)\s+/, '')
    .replace(/\s*o.?clock$/, '')
    .replace(/\b(?:12\s*)?noon\b/g, '12 pm')
  const [from = '', till, ...more] = bare.split(/\s*(?:[-–—]|\bto\b|\buntil\b)\s*/)
  if (more.length) return null
  const start = clockOf(from)
  if (start === null || till === undefined) return start && timeNear(start, hours)
  const end = clockOf(till)
  if (end === null) return null
  if (start.is_certain || !end.is_certain) return timeNear(start, hours)
  const half = end.minutes < 720 ? 0 : 720
  const before = [half, 0].map((added) => (start.minutes % 720) + added)
  return before.find((minutes) => minutes < end.minutes) ?? timeNear(start, hours)
}

type Clock = { minutes: number; is_certain: boolean }

const timeNear = ({ minutes, is_certain }: Clock, { first, last }: StartHours): number =>
  is_certain ? minutes : nearestTime(minutes, first, last)

function clockOf(text: string): Clock | null {
  const bare = text.trim().replace(/^(\d{1,2}:\d{2}):\d{2}/, '$1')
  const entry = parseHoursEntry(bare)
  return entry.ok ? { minutes: entry.minutes, is_certain: !isEitherHalf(bare) } : null
}

/** A bare number this small counts hours as likely as minutes. */
const leastMinutes = 5

/**
 * How long work takes, in minutes: '90', '1:30', '1h 30m', '1.5 h', '45 min'. A bare number counts
 * hours in a column such as 'Budgeted Hours'; elsewhere a small or broken one is 'unsure'.
 */
export function readDuration(text: string, column: string): number | 'unsure' | null {
  const bare = text.trim().toLowerCase()
  const clock =
    /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(bare) ??
    /^(\d{1,2})\s*(?:h|hrs?|hours?),?\s*(?:and\s+)?(\d{1,2})\s*(?:m|mins?|minutes?)$/.exec(bare)
  if (clock) return withinDay(Number(clock[1]) * 60 + Number(clock[2]))
  const [, number, named] =
    /^(\d+(?:\.\d+)?)\s*(h|hr|hrs|hour|hours|m|min|mins|minutes?)?$/.exec(bare) ?? []
  if (number === undefined || Number(number) === 0) return null
  const unit = named ?? (/hours|hrs/i.test(column) ? 'h' : null)
  if (unit === null && (Number(number) < leastMinutes || number.includes('.'))) return 'unsure'
  return withinDay(Math.round(Number(number) * (unit?.startsWith('h') ? 60 : 1)))
}

const withinDay = (minutes: number): number | null =>
  minutes >= 1 && minutes <= 1440 ? minutes : null
