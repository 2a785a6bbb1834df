import { cadenceOf } from '../base/cadence.ts'
import {
  addDays,
  addMonthsClamped,
  civilOfDay,
  dayNumber,
  daysInMonth,
  type LocalDate,
} from '../base/dates.ts'
import { firstOnOrAfter, type Recurrence } from './recurrence.ts'
import { defaultFields, patternFields, sameIn, withChange } from './series-fields.ts'
import type { Defaults, NewId, Segment } from './series-fields.ts'

// What becomes of a series' plans where a new pattern begins.

/** The last day of a series over all its parts; null if it has no end. */
export function endOfSeries(
  segments: readonly Pick<Segment, 'end_date' | 'removed_at'>[],
): LocalDate | null {
  const ends = segments
    .filter(({ removed_at }) => removed_at === null)
    .map(({ end_date }) => end_date)
  return ends.includes(null) ? null : ends.reduce(later, null)
}

const later = (a: LocalDate | null, b: LocalDate | null): LocalDate | null =>
  a !== null && (b === null || a > b) ? a : b

/** What is planned after a new pattern begins: other prices and teams go on with it, other patterns do not. */
export function laterPlans<S extends Segment>(
  replaced: readonly S[],
  old: S,
  next: S,
): { kept: S[]; lost: Recurrence[] } {
  const after = replaced.filter(
    (one) =>
      one !== old &&
      one.start_date > next.start_date &&
      (next.end_date === null || one.start_date <= next.end_date),
  )
  const goesOn = (one: S): boolean => next.pattern !== 'once' && sameIn(one, old, patternFields)
  return { kept: after.filter(goesOn), lost: after.filter((one) => !goesOn(one)) }
}

/** The new pattern, with a segment for each later price, team or other default that goes on with it. */
export function chainOf<S extends Segment>(
  next: S,
  later: readonly S[],
  defaults: Partial<Defaults>,
  newId: NewId,
): S[] {
  const chain = [next]
  for (const one of later) {
    const kept = Object.fromEntries(defaultFields.map((field) => [field, one[field]]))
    const part = withChange(next, { ...kept, ...defaults, start_date: one.start_date })
    if (sameIn(part, chain.at(-1)!, defaultFields)) continue
    chain.push(withChange(part, { id: newId() }))
  }
  return chain.map((one, n) => {
    const following = chain[n + 1]
    return following ? withChange(one, { end_date: addDays(following.start_date, -1) }) : one
  })
}

/**
 * Where a new pattern starts by default: at the first visit it replaces. A day of the month keeps
 * counting from the old anchor, so the 31st does not become the 28th forever.
 */
export function restart(
  old: Recurrence,
  next: Recurrence,
  from: LocalDate,
): { start_date: LocalDate; anchor_date: LocalDate } {
  const start_date = firstOnOrAfter({ ...old, end_date: null }, from) ?? from
  const { unit, interval } = cadenceOf(next)
  const byDay =
    unit === 'month' &&
    next.month_week === null &&
    cadenceOf(old).unit === 'month' &&
    old.month_week === null
  const start = civilOfDay(dayNumber(start_date))
  const { day } = civilOfDay(dayNumber(old.anchor_date ?? old.start_date))
  if (!byDay || day === start.day) return { start_date, anchor_date: start_date }
  const firstOfMonth = addDays(start_date, 1 - start.day)
  for (let back = 0; back <= 12; back++) {
    const month = addMonthsClamped(firstOfMonth, -back * interval)
    const { year, month: number } = civilOfDay(dayNumber(month))
    if (daysInMonth(year, number) >= day)
      return { start_date, anchor_date: addDays(month, day - 1) }
  }
  return { start_date, anchor_date: start_date }
}
