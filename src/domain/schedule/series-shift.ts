import { isOnHold } from './visit.ts'
import { addDays, daysBetween, weekdayOf, type LocalDate } from '../base/dates.ts'
import { cadenceOf } from '../base/cadence.ts'
import { datesAfter, firstOnOrAfter, isOccurrence, type Recurrence } from './recurrence.ts'
import {
  cut,
  doneReason,
  isDone,
  isLive,
  keep,
  nothing,
  type Edited,
  type Series,
} from './series.ts'
import { sameIn, sorted, withChange, withRow } from './series-fields.ts'
import type { NewId, Segment, SeriesVisit } from './series-fields.ts'

// How the visits after one move with it.

/** Why the dates after a visit cannot all move by some days. */
type NotShifted = 'bound_to_week_of_month' | 'several_weekdays'
export const notShiftedSentences: Record<NotShifted, string> = {
  bound_to_week_of_month: 'Later visits stay: they are tied to a week of the month.',
  several_weekdays: 'Later visits stay: their days would fall in different weeks.',
}

/**
 * Moves everything after a visit by some days, including the cycle; the visit itself is moved by
 * its row. Visits with rows stay: the shift begins after the last of them. Null if nothing follows.
 */
export function shiftSeries<S extends Segment, V extends SeriesVisit>(
  { segments, visits }: Series<S, V>,
  original_date: LocalDate,
  days: number,
  newId: NewId,
): (Series<S, V> & { since: LocalDate }) | { refused: NotShifted } | null {
  const since = visits.reduce(
    (last, visit) => (visit.original_date > last ? visit.original_date : last),
    original_date,
  )
  const reached = segments.filter(
    (one) =>
      isLive(one) && one.pattern !== 'once' && (one.end_date === null || one.end_date > since),
  )
  if (!reached.length) return null
  const refused = reached.map((one) => notShiftable(one, days)).find((reason) => reason !== null)
  if (refused) return { refused }
  const shifted = (one: S): S =>
    withChange(one, {
      anchor_date: addDays(one.anchor_date, days),
      start_date: addDays(one.start_date, days),
      end_date: one.end_date && addDays(one.end_date, days),
      weekdays:
        one.weekdays &&
        one.weekdays.map((weekday) => (weekday + days) % 7).toSorted((a, b) => a - b),
    })
  const tails: S[] = []
  const next = segments.map((one) => {
    if (!reached.includes(one)) return one
    if (one.start_date > since) return shifted(one)
    tails.push(withChange(shifted(one), { id: newId(), start_date: addDays(since, days + 1) }))
    return withChange(one, { end_date: since })
  })
  return { segments: sorted([...next, ...tails]), visits, since }
}

function notShiftable(one: Recurrence, days: number): NotShifted | null {
  const { unit, interval } = cadenceOf(one)
  if (unit === 'month') return one.month_week === null ? null : 'bound_to_week_of_month'
  const weekdays = one.weekdays?.length
    ? one.weekdays
    : [weekdayOf(one.anchor_date ?? one.start_date)]
  const weeksAhead = new Set(weekdays.map((weekday) => Math.floor((weekday + days) / 7)))
  return interval > 1 && weeksAhead.size > 1 ? 'several_weekdays' : null
}

// ── Dates that count from the day the work was done
// ─────────────────────────────────────────────────────────────────

/**
 * A completed visit. `planned_date`: where the calendar put it; null if its rule no longer has that
 * date.
 */
type Completed = {
  original_date: LocalDate
  planned_date: LocalDate | null
  done_on: LocalDate
  today: LocalDate
}

/**
 * The day a completed visit counts as done: its own date, since it may be marked later, but never a
 * future day.
 */
export const doneDay = (date: LocalDate, today: LocalDate): LocalDate =>
  date < today ? date : today

/**
 * Recounts what follows a completed visit from the day it was done: the next date is one step after
 * that day, and so on. Each visit with a row stays and uses up one date; dates before today stay
 * too. Null if nothing moves.
 */
export function recountSeries<S extends Segment, V extends SeriesVisit>(
  series: Series<S, V>,
  completed: Completed,
  newId: NewId,
): Edited<S, V> | null {
  const { original_date, planned_date, done_on } = completed
  const live = series.segments.filter(isLive)
  const first =
    live.find((one) => isOccurrence(one, original_date)) ??
    live.find((one) => one.end_date === null || one.end_date > original_date)
  if (
    planned_date === done_on ||
    first?.counts_from !== 'completion' ||
    cadenceOf(first).unit === 'once'
  )
    return null
  if (series.visits.some((visit) => hasLastWord(visit, completed))) return null

  const { chain, barrier } = chainFrom(first, live, series.visits, original_date)
  const next: Recurrence = {
    ...first,
    start_date: done_on,
    anchor_date: done_on,
    weekdays: first.weekdays && [weekdayOf(done_on)],
    end_date: null,
  }
  const { moved, stays } = newDates(series, { chain, next, completed })
  const [begin] = moved
  if (!begin || begin.from === begin.to) return null
  // If done very early, the next date may precede the visit's own, but never the visit before it.
  const earlier = live.some(
    (one) => (firstOnOrAfter(one, begin.to) ?? original_date) < original_date,
  )
  if (begin.to < original_date && earlier) return null

  // The old count ends before its first dropped date, so visits changed by hand now fall outside
  // it.
  const [changed] = series.visits
    .map((visit) => visit.original_date)
    .filter((date) => date > stays && date < begin.from)
    .toSorted()
  const end = addDays([begin.from, begin.to, changed ?? begin.from].toSorted()[0] ?? begin.from, -1)
  const tails = runsOf(moved, end, barrier).map(({ of, ...when }) => ({
    of: of.id,
    tail: withChange(of, { ...when, id: newId(), anchor_date: done_on, weekdays: next.weekdays }),
  }))
  const ids = new Set(chain.map(({ id }) => id))
  const tally = nothing()
  const visits = series.visits.map((visit) => {
    if (visit.original_date <= original_date || !ids.has(visit.rule_id)) return visit
    keep(tally, visit, isDone(visit) ? doneReason(visit) : reasonToStay(visit))
    if (isDone(visit)) return visit
    const of = chain.find((one) => isOccurrence(one, visit.original_date))?.id ?? visit.rule_id
    const theirs = tails.filter((one) => one.of === of).map(({ tail }) => tail)
    const taken = theirs.findLast((tail) => tail.start_date <= visit.original_date) ?? theirs[0]
    return visit.original_date <= end || !taken ? visit : withRow(visit, { rule_id: taken.id })
  })
  const kept = series.segments.map((one) => (ids.has(one.id) ? cut(one, end) : one))
  return { segments: sorted([...kept, ...tails.map(({ tail }) => tail)]), visits, tally }
}

/** A later completion, or one planned after this visit but due before it, decides the next date. */
function hasLastWord(
  { original_date, date, status }: SeriesVisit,
  { original_date: own, done_on }: Completed,
): boolean {
  if (original_date === own || status === 'skipped') return false
  if (status === 'scheduled') return original_date < own && date > done_on
  return original_date > own || date > done_on
}

function reasonToStay(visit: SeriesVisit): string {
  if (visit.status === 'skipped') return isOnHold(visit) ? 'On hold' : 'Cancelled'
  return visit.invoice_id === null ? 'Changed by hand' : 'Has an invoice'
}

/** The segments that continue the same count, and the first one whose start was chosen. */
function chainFrom<S extends Segment>(
  first: S,
  live: readonly S[],
  visits: readonly SeriesVisit[],
  original_date: LocalDate,
) {
  const after = live.filter((one) => one !== first && one.start_date > original_date)
  const isAlike = (one: S): boolean =>
    sameIn(one, first, [
      'pattern',
      'interval',
      'month_week',
      'season_start_month',
      'season_end_month',
      'counts_from',
    ])
  // Recounting after a completion does not make it different work.
  const doneOn = new Set(
    visits.filter((visit) => visit.status === 'completed').map((visit) => visit.date),
  )
  const isRecounted = (one: S): boolean =>
    one.anchor_date < one.start_date && doneOn.has(one.anchor_date)
  const goesOn = (one: S): boolean =>
    isAlike(one) && (sameIn(one, first, ['anchor_date', 'weekdays']) || isRecounted(one))
  const many = after.findIndex((one) => !goesOn(one))
  return {
    chain: [first, ...(many === -1 ? after : after.slice(0, many))],
    barrier: many === -1 ? undefined : after[many],
  }
}

/**
 * A date of the old count after the visit, and its number; a visit outside the count, between two
 * dates, counts as one.
 */
type Slot<S> = { of: S; from: LocalDate; nth: number }
function* slotsAfter<S extends Segment>(
  chain: readonly S[],
  visits: readonly SeriesVisit[],
  original_date: LocalDate,
): Generator<Slot<S>, undefined> {
  let [nth, last, counted]: [number, LocalDate, LocalDate] = [0, original_date, original_date]
  let anchor = chain[0] && isOccurrence(chain[0], original_date) ? chain[0].anchor_date : null
  let count = chain[0] && datesAfter({ ...chain[0], end_date: null }, original_date)
  for (const of of chain) {
    for (const from of datesAfter(of, original_date)) {
      if (of.anchor_date === anchor) {
        for (; counted < from; nth++) counted = count?.next().value ?? from
      } else {
        anchor = of.anchor_date
        nth +=
          1 +
          visits.filter((visit) => visit.original_date > last && visit.original_date < from).length
        counted = from
        count = datesAfter({ ...of, end_date: null }, from)
      }
      last = from
      yield { of, from, nth }
    }
  }
  return undefined
}

/**
 * A date that moves. `before`: the preceding date of the new count; `of`: its segment; `has_rest`:
 * all later dates move by the same amount.
 */
type Moved<S> = {
  of: S
  from: LocalDate
  to: LocalDate
  before: LocalDate
  after: LocalDate
  has_rest: boolean
}
type Recount<S> = { chain: readonly S[]; next: Recurrence; completed: Completed }

/**
 * Which dates move and where to, and the last one that stays because it is before today; empty if a
 * future one would land there.
 */
function newDates<S extends Segment, V extends SeriesVisit>(
  series: Series<S, V>,
  { chain, next, completed }: Recount<S>,
): { moved: Moved<S>[]; stays: LocalDate } {
  const { original_date, done_on, today } = completed
  const touched = new Set(series.visits.map((visit) => visit.original_date))
  const held = series.visits
    .filter((visit) => visit.status !== 'skipped')
    .map((visit) => visit.date)
  const taken = new Set([...touched, ...held, original_date])
  const special = [...taken, today, done_on].reduce((last, date) => (date > last ? date : last))
  const days = [done_on]
  const further = datesAfter(next, done_on)
  /** The nth date of the new count. */
  const dayAt = (nth: number): LocalDate | undefined => {
    while (days.length <= nth) {
      const { value } = further.next()
      if (value === undefined) return undefined
      days.push(value)
    }
    return days[nth]
  }
  const moved: Moved<S>[] = []
  let used = 0
  let stays = original_date
  for (const { of, from, nth } of slotsAfter(chain, series.visits, original_date)) {
    if (touched.has(from)) continue
    const own = dayAt(nth)
    if (own !== undefined && own < today) {
      if (from >= today) return { moved: [], stays }
      stays = from
      used = nth
      continue
    }
    let at = Math.max(used + 1, nth)
    while (taken.has(dayAt(at) ?? '')) at++
    const [before, to, after] = [dayAt(at - 1), dayAt(at), dayAt(at + 1)]
    if (before === undefined || to === undefined) break
    used = at
    const has_rest = of.end_date === null && from > special && to > special
    moved.push({ of, from, to, before, after: after ?? to, has_rest })
    if (has_rest) break
  }
  return { moved, stays }
}

/** Consecutive dates of one segment, which can be stored as one segment. */
type Run<S> = { of: S; start_date: LocalDate; end_date: LocalDate | null }
function runsOf<S extends Segment>(
  moved: readonly Moved<S>[],
  end: LocalDate,
  barrier: S | undefined,
): Run<S>[] {
  const runs: { first: Moved<S>; last: Moved<S> }[] = []
  for (const one of moved) {
    const run = runs.at(-1)
    if (run && run.last.of === one.of && run.last.to === one.before) run.last = one
    else runs.push({ first: one, last: one })
  }
  const limit = barrier && addDays(barrier.start_date, -1)
  let past: LocalDate | null = end
  return runs.flatMap(({ first, last }, at) => {
    const start = past !== null && past > first.before ? past : first.before
    const own_end = last.has_rest
      ? null
      : runs[at + 1]?.last.of === last.of
        ? last.to
        : endAfter(last)
    const end_date = limit !== undefined && (own_end === null || own_end > limit) ? limit : own_end
    past = end_date
    return end_date !== null && end_date <= start
      ? []
      : [{ of: last.of, start_date: addDays(start, 1), end_date }]
  })
}

/** Keeps the distance between the last date and the segment's end, so no date is added or lost. */
function endAfter<S extends Segment>({ of, from, to, after }: Moved<S>): LocalDate | null {
  const end = of.end_date && addDays(to, daysBetween(from, of.end_date))
  if (end === null || after === to) return end
  return end < after ? end : addDays(after, -1)
}
