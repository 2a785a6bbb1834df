import { z } from 'zod'
import { addDays, LocalDateText, MinutesOfDay, type LocalDate } from '../base/dates.ts'
import { overlaps, type Dated } from './placement.ts'

/** How many days early or late customers may move a visit by themselves. */
export const selfMoveDays = 14

/** A day to which a customer may move their visit. */
export const OpenDate = z.object({
  date: LocalDateText,
  /** The visit's own time if it is free that day, otherwise the nearest that is. Null: no time. */
  start_minutes: MinutesOfDay.nullable(),
  /** How many other stops the crew has nearby that day. */
  nearby: z.int(),
})
export type OpenDate = z.infer<typeof OpenDate>

/** What a customer may choose from for one visit. */
export const OpenDates = z.object({
  occurrence_id: z.string(),
  /** Where the visit is now. */
  date: LocalDateText,
  /** Whether a day takes effect at once, or is a wish the office answers. */
  move: z.enum(['immediate', 'request']),
  cutoff_hours: z.int(),
  /** Days that take effect at once, the one nearest to other work first. */
  dates: z.array(OpenDate),
  /** Open days to suggest in a request. */
  wishes: z.array(LocalDateText),
})
export type OpenDates = z.infer<typeof OpenDates>

/**
 * The days between which a visit may move: not before `earliest`, at most two weeks early or late, and strictly between the visits before
 * and after it in its series. Null if there are none.
 */
export function moveBounds({
  date,
  earliest,
  others,
}: {
  date: LocalDate
  earliest: LocalDate
  others: readonly LocalDate[]
}): { from: LocalDate; to: LocalDate } | null {
  const before = others.filter((other) => other < date).map((other) => addDays(other, 1))
  const after = others.filter((other) => other > date).map((other) => addDays(other, -1))
  const from = [earliest, addDays(date, -selfMoveDays), ...before].reduce(later)
  const to = [addDays(date, selfMoveDays), ...after].reduce(earlier)
  return from <= to ? { from, to } : null
}
const later = (a: LocalDate, b: LocalDate): LocalDate => (a > b ? a : b)
const earlier = (a: LocalDate, b: LocalDate): LocalDate => (a < b ? a : b)

/**
 * The free start nearest to the wanted one; the earlier of two. Null if the day is closed or taken. `slots` are the possible starts.
 */
export function nearestStart({
  date,
  wanted,
  duration_minutes,
  slots,
  busy,
}: {
  date: LocalDate
  wanted: number
  duration_minutes: number
  slots: readonly number[]
  busy: readonly Dated[]
}): number | null {
  const first = slots[0]
  const last = slots.at(-1)
  if (first === undefined || last === undefined) return null
  const own = wanted >= first && wanted <= last ? [wanted] : []
  const free = [...own, ...slots].filter(
    (start_minutes) =>
      !busy.some((taken) => overlaps(taken, { date, start_minutes, duration_minutes })),
  )
  return free.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted) || a - b)[0] ?? null
}

/** Days with most stops nearby first; of equal ones the soonest. */
export const byNearness = (a: OpenDate, b: OpenDate): number =>
  b.nearby - a.nearby || (a.date < b.date ? -1 : 1)

/** Whether a customer's own move takes effect at once; otherwise it becomes a request. */
export const movesImmediately = ({
  self_move,
  in_time,
  underway,
}: {
  /** The owner's switch. */
  self_move: boolean
  /** It starts later than the cutoff. */
  in_time: boolean
  /** The crew is on its way or at work. */
  underway: boolean
}): boolean => self_move && in_time && !underway
