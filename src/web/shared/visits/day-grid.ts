import type { LocalDate } from '../../../domain/base/dates.ts'
import type { DayHours } from '../../../domain/base/hours.ts'
import { overlaps } from '../../../domain/schedule/placement.ts'
import type { Visit } from '../../../domain/schedule/visit.ts'

// A day as a ruler: minutes to places on it and back.

/** A carried visit lands on these, unless the organization chose others. */
export const snapMinutes = 15
const lastStart = 24 * 60 - snapMinutes

/** The hours a day shows, in minutes after midnight. */
export type Axis = { from: number; to: number }

/** Open hours and an hour on either side, so that work can be put outside them, and wide enough for every visit. */
export function dayAxis(
  hours: DayHours | undefined,
  visits: readonly Pick<Visit, 'start_minutes' | 'duration_minutes'>[],
): Axis {
  const timed = visits.flatMap(({ start_minutes: start, duration_minutes }) =>
    start === null ? [] : [{ start, end: start + duration_minutes }],
  )
  const isOpen = hours !== undefined && !hours.is_closed
  const opens = (isOpen ? hours.opens_minutes : null) ?? 8 * 60
  const closes = (isOpen ? hours.closes_minutes : null) ?? 17 * 60
  const from = Math.min(opens - 60, ...timed.map(({ start }) => start))
  const to = Math.max(closes + 60, ...timed.map(({ end }) => end))
  return {
    from: Math.max(0, Math.floor(from / 60) * 60),
    to: Math.min(24 * 60, Math.ceil(to / 60) * 60),
  }
}

export const hoursOf = ({ from, to }: Axis): number[] =>
  Array.from({ length: (to - from) / 60 }, (_, index) => from + index * 60)

/** The start time of a card whose left edge lies `x` pixels into the ruler. */
export function minutesAt(
  x: number,
  { from, to }: Axis,
  pixelsPerMinute: number,
  snap = snapMinutes,
): number {
  const snapped = from + Math.round(x / pixelsPerMinute / snap) * snap
  return Math.max(from, Math.min(snapped, to - snap, lastStart))
}

/** A start time as many minutes later (or earlier), kept within the day. */
export const shifted = (minutes: number, by: number): number =>
  Math.max(0, Math.min(minutes + by, lastStart))

type Laid = { visit: Visit; row: number; clashes: boolean }

/**
 * Visits with a time, each on the first row where nothing is in its way. A card is never narrower than `least_minutes` of the ruler,
 * or short visits could not be read; `clashes` says that the team would have to be in two places, which the drawing alone does not.
 */
export function layLane(
  visits: readonly Visit[],
  least_minutes: number,
): { laid: Laid[]; rows: number } {
  const timed = visits
    .filter(({ start_minutes }) => start_minutes !== null)
    .sort((a, b) => (a.start_minutes ?? 0) - (b.start_minutes ?? 0))
  const clashing = clashesOf(visits)
  const { row, rows } = rowsOf(
    timed.map(({ start_minutes, duration_minutes }) => ({
      from: start_minutes ?? 0,
      length: Math.max(duration_minutes, least_minutes),
    })),
  )
  return {
    laid: timed.map((visit, index) => ({
      visit,
      row: row[index] ?? 0,
      clashes: clashing.has(visit),
    })),
    rows,
  }
}

/** What lies along a ruler, in order: each on the first row where nothing is in its way. */
function rowsOf(spans: readonly { from: number; length: number }[]): {
  row: number[]
  rows: number
} {
  const ends: number[] = []
  const row = spans.map(({ from, length }) => {
    const free = ends.findIndex((end) => end <= from)
    const at = free === -1 ? ends.length : free
    ends[at] = from + length
    return at
  })
  return { row, rows: Math.max(1, ends.length) }
}

type Timed = Pick<Visit, 'start_minutes' | 'duration_minutes'>

/**
 * Events with a time, in pixels. No day is widened for them, or one late in the evening would push the work out of sight: what is earlier or
 * later than the ruler lies at its end and says its time in words.
 */
export function layEvents<E extends Timed>(
  events: readonly E[],
  { from, to }: Axis,
  scale: number,
  least: number,
): { laid: { event: E; left: number; width: number; row: number }[]; rows: number } {
  const whole = (to - from) * scale
  const placed = events
    .filter(({ start_minutes }) => start_minutes !== null)
    .map((event) => {
      const left = Math.max(0, Math.min(((event.start_minutes ?? 0) - from) * scale, whole - least))
      return {
        event,
        left,
        width: Math.min(Math.max(event.duration_minutes * scale, least), whole - left),
      }
    })
    .sort((a, b) => a.left - b.left || (a.event.start_minutes ?? 0) - (b.event.start_minutes ?? 0))
  const { row, rows } = rowsOf(placed.map(({ left, width }) => ({ from: left, length: width })))
  return { laid: placed.map((one, index) => ({ ...one, row: row[index] ?? 0 })), rows }
}

/** A team's visits on one day that overlap; visits without a team never do. */
export function clashesOf(visits: readonly Visit[]): ReadonlySet<Visit> {
  const standing = visits.filter(({ team_id, skipped }) => team_id !== null && !skipped)
  return new Set(
    standing.filter((visit) => standing.some((other) => other !== visit && overlaps(other, visit))),
  )
}

/** What is planned, done or to go: what every list and board counts. Skipped and paused visits are not. */
export function laneLoad(visits: readonly Visit[]): { many: number; minutes: number } {
  const held = visits.filter(({ skipped }) => !skipped)
  return {
    many: held.length,
    minutes: held.reduce((sum, { duration_minutes }) => sum + duration_minutes, 0),
  }
}

export const visitsOn = (visits: readonly Visit[], date: LocalDate): Visit[] =>
  visits.filter((visit) => visit.date === date)
