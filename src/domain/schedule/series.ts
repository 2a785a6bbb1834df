import { addDays, type LocalDate } from '../base/dates.ts'
import { closedMoney } from '../money/invoice.ts'
import { cadenceOf, patternOf } from '../base/cadence.ts'
import { defaultEndDate, isOccurrence, recurrenceProblems, type Recurrence } from './recurrence.ts'
import {
  defaultFields,
  patternFields,
  sameIn,
  segmentFields,
  sorted,
  withChange,
  withRow,
} from './series-fields.ts'
import { chainOf, laterPlans, restart } from './series-plans.ts'
import { isOnHold } from './visit.ts'
import type { Defaults, NewId, Segment, SeriesVisit, VisitState } from './series-fields.ts'

/** Segments by first day, including removed ones, and the touched visits. */
export type Series<S extends Segment = Segment, V extends SeriesVisit = SeriesVisit> = {
  segments: readonly S[]
  visits: readonly V[]
}

type Named = { original_date: LocalDate; date: LocalDate }
/** What happened to the visits with a row. */
export type Tally = {
  changed: Named[]
  kept: (Named & { reason: string })[]
  dropped: Named[]
  /** Visits with their own value for the edited field: replaced on request, otherwise kept. */
  own: Named[]
  invoices_affected: number
  /** Later patterns that an edit replaces. */
  lost: Recurrence[]
}
export type Edited<S extends Segment, V extends SeriesVisit> = Series<S, V> & { tally: Tally }
type Problem = { path: string; message: string }

type PatternChange = Partial<
  Pick<
    Recurrence,
    'pattern' | 'interval' | 'weekdays' | 'month_week' | 'season_start_month' | 'season_end_month'
  >
>
export type SeriesEdit = {
  /** Original date of the first visit affected; null: all that are not done. */
  from: LocalDate | null
  today: LocalDate
  defaults: Partial<Defaults>
  /** Null leaves the dates as they are. */
  pattern: PatternChange | null
  /** First date of the new pattern; defaults to the first visit it replaces. */
  start_date?: LocalDate | undefined
  /** Undefined leaves it unchanged. */
  end_date?: LocalDate | null | undefined
  /** Also replace what was set on single visits. */
  replace_changed: boolean
  /** Keep changed visits whose date is not in the new pattern. */
  keep_changed: boolean
}

export const isLive = ({ removed_at }: { removed_at: string | null }): boolean =>
  removed_at === null

/** Running, done, paid or being paid: no series edit changes it. */
export const isDone = ({ status, invoice_status }: VisitState): boolean =>
  status === 'completed' ||
  status === 'in_progress' ||
  invoice_status === 'processing' ||
  (invoice_status !== null && closedMoney.has(invoice_status))

/** The segment of a visit's defaults: a done visit keeps its own; others use their date's. */
export const segmentIdOf = (
  planned_by: string | undefined,
  row: (VisitState & { rule_id: string }) | null,
): string | undefined => (row && isDone(row) ? row.rule_id : (planned_by ?? row?.rule_id))

/**
 * Edits a series from a visit on. Done visits do not change at all; values set on single visits
 * stay unless replaced; ids never change. Pure, so a dry run and the edit give the same result.
 */
export function editSeries<S extends Segment, V extends SeriesVisit>(
  series: Series<S, V>,
  edit: SeriesEdit,
  newId: NewId,
): Edited<S, V> | { problem: Problem } {
  if (edit.pattern && !(edit.start_date === undefined && hasPattern(series, edit, edit.pattern)))
    return repattern(series, edit, edit.pattern, newId)
  const split = edit.from === null ? series : splitAt(series, edit.from, newId)
  const edited = redefault(split, edit, newId)
  const bound = edit.defaults.counts_from === 'completion' ? notCounted(edited, edit) : undefined
  if (bound) return { problem: bound }
  if (edit.end_date === undefined) return edited
  const ended = endSeries(edited, edit.end_date, { extend: true, keep_moved: true })
  return { ...ended, tally: sumOf(edited.tally, ended.tally) }
}

/** Why the remaining dates of the affected segments cannot count from the day the work is done. */
const notCounted = ({ segments }: Series, { from, today }: SeriesEdit): Problem | undefined =>
  segments
    .filter(
      (one) =>
        isLive(one) &&
        (from === null || one.start_date >= from) &&
        (one.end_date === null || one.end_date >= today),
    )
    .flatMap(recurrenceProblems)
    .find(({ path }) => path === 'counts_from')

/** Whether everything affected already has this pattern, as in a form that sends every field. */
function hasPattern(
  { segments }: Series,
  { from, today }: SeriesEdit,
  pattern: PatternChange,
): boolean {
  const reached = segments.filter(
    (one) => isLive(one) && (one.end_date === null || one.end_date >= (from ?? today)),
  )
  return (
    reached.length > 0 &&
    reached.every((one) =>
      sameIn(
        one,
        { ...one, ...pattern, ...patternOf(cadenceOf({ ...one, ...pattern })) },
        patternFields,
      ),
    )
  )
}

/** Splits the segment that spans a date. */
function splitAt<S extends Segment, V extends SeriesVisit>(
  { segments, visits }: Series<S, V>,
  date: LocalDate,
  newId: NewId,
): Series<S, V> {
  const spanning = segments.find(
    (one) =>
      isLive(one) && one.start_date < date && (one.end_date === null || one.end_date >= date),
  )
  if (!spanning) return { segments, visits }
  const tail = withChange(spanning, { id: newId(), start_date: date })
  return {
    segments: sorted([
      ...segments.map((one) =>
        one === spanning ? withChange(one, { end_date: addDays(date, -1) }) : one,
      ),
      tail,
    ]),
    visits: visits.map((visit) =>
      visit.rule_id === spanning.id && visit.original_date >= date
        ? withRow(visit, { rule_id: tail.id })
        : visit,
    ),
  }
}

const ownFlags = {
  start_minutes: 'start_is_own',
  team_id: 'team_is_own',
  duration_minutes: 'duration_is_own',
  price_cents: 'price_is_own',
} as const
type OwnField = keyof typeof ownFlags
const ownWords: Record<OwnField, string> = {
  start_minutes: 'time',
  team_id: 'team',
  duration_minutes: 'duration',
  price_cents: 'price',
}
const isOwn = (visit: SeriesVisit, field: keyof Defaults): field is OwnField =>
  field in ownFlags && visit[ownFlags[field as OwnField]]
const ownFields = (visit: SeriesVisit, defaults: Partial<Defaults>): OwnField[] =>
  (Object.keys(ownFlags) as OwnField[]).filter((field) => field in defaults && isOwn(visit, field))
const choseItself = (visit: SeriesVisit, defaults: Partial<Defaults>): boolean =>
  visit.status !== 'skipped' && ownFields(visit, defaults).length > 0

/** Sets new defaults for the segments from a date on, and for what is left of removed segments. */
function redefault<S extends Segment, V extends SeriesVisit>(
  series: Series<S, V>,
  { from, defaults, replace_changed }: SeriesEdit,
  newId: NewId,
): Edited<S, V> {
  const same = (segment: S): boolean =>
    (Object.keys(defaults) as (keyof Defaults)[]).every(
      (field) => segment[field] === defaults[field],
    )
  const carrying = new Set(
    series.visits.filter((visit) => !isDone(visit)).map((visit) => visit.rule_id),
  )
  const counts = (one: S): boolean =>
    (isLive(one) || carrying.has(one.id)) && (from === null || one.start_date >= from)
  const counted = new Map(series.segments.filter(counts).map((one) => [one.id, one]))
  const reached = new Set(
    [...counted.values()].filter((one) => replace_changed || !same(one)).map((one) => one.id),
  )
  // Visits from before the edit are left alone, like done ones.
  const stays = (visit: V): boolean =>
    isDone(visit) || (from !== null && visit.original_date < from)
  const tally: Tally = {
    ...nothing(),
    own: series.visits
      .filter((one) => counted.has(one.rule_id) && !stays(one) && choseItself(one, defaults))
      .map(nameOf),
  }
  if (!Object.keys(defaults).length || !reached.size) return { ...series, tally }
  const { segments, archived } = archive(series, reached, stays, newId)
  const visits = series.visits.map((visit) => {
    if (!reached.has(visit.rule_id)) return visit
    const was = counted.get(visit.rule_id)!
    if (!stays(visit))
      return applyDefaults(tally, visit, {
        was,
        next: { ...was, ...defaults },
        defaults,
        replace: replace_changed,
      })
    if (isDone(visit)) keep(tally, visit, doneReason(visit))
    return withRow(visit, { rule_id: archived.get(visit.rule_id) ?? visit.rule_id })
  })
  return {
    segments: segments.map((one) => (reached.has(one.id) ? withChange(one, defaults) : one)),
    visits,
    tally,
  }
}

type Redefault = {
  was: Segment | undefined
  next: Segment
  defaults: Partial<Defaults>
  replace: boolean
}
/** Applies new defaults to a visit that is not done; it counts as changed if the result differs. */
function applyDefaults<V extends SeriesVisit>(
  tally: Tally,
  visit: V,
  { was, next, defaults, replace }: Redefault,
): V {
  const own = ownFields(visit, defaults)
  const differs = (field: keyof Defaults): boolean =>
    isOwn(visit, field)
      ? field in defaults && visit[field] !== next[field]
      : was?.[field] !== next[field]
  if (visit.status === 'skipped') {
    keep(tally, visit, isOnHold(visit) ? 'On hold' : 'Cancelled')
    return visit
  }
  if (own.length && !replace) {
    keep(tally, visit, `Keeps its own ${own.map((field) => ownWords[field]).join(' and ')}`)
    return visit
  }
  if (defaultFields.some(differs)) tally.changed.push(nameOf(visit))
  if (differs('price_cents') && visit.invoice_status !== null) tally.invoices_affected++
  return own.reduce(
    (row, field) => withRow(row, { [field]: null, [ownFlags[field]]: false }),
    visit,
  )
}

/** Keeps a copy of segments for the visits that stay as they are, before the segments change. */
function archive<S extends Segment, V extends SeriesVisit>(
  { segments, visits }: Series<S, V>,
  reached: ReadonlySet<string>,
  stays: (visit: V) => boolean,
  newId: NewId,
) {
  const wanted = new Set(
    visits
      .filter((visit) => reached.has(visit.rule_id) && stays(visit))
      .map((visit) => visit.rule_id),
  )
  const copies = segments
    .filter((one) => wanted.has(one.id))
    .map((one) => ({ of: one.id, copy: withChange(one, { id: newId(), removed_at: archivedAt }) }))
  return {
    segments: sorted([...segments, ...copies.map(({ copy }) => copy)]),
    archived: new Map(copies.map(({ of, copy }) => [of, copy.id])),
  }
}

/** Stands for the time of the edit, which the database fills in. */
const archivedAt = 'now'

/** A new pattern from a date on; the old segments end there. */
function repattern<S extends Segment, V extends SeriesVisit>(
  { segments, visits }: Series<S, V>,
  edit: SeriesEdit,
  pattern: PatternChange,
  newId: NewId,
): Edited<S, V> | { problem: Problem } {
  const live = segments.filter(isLive)
  const first = live[0]
  if (!first) return { problem: { path: 'rule_id', message: 'This series has ended.' } }
  const from = edit.from ?? (first.start_date > edit.today ? first.start_date : edit.today)
  const old = live.findLast((one) => one.start_date <= from) ?? first
  if (edit.start_date !== undefined && edit.start_date < from)
    return {
      problem: {
        path: 'start_date',
        message: 'The new pattern cannot start before the visit it begins with.',
      },
    }
  const wished = { ...old, ...edit.defaults, ...pattern }
  const begun =
    edit.start_date === undefined
      ? restart(old, wished, from)
      : { start_date: edit.start_date, anchor_date: edit.start_date }
  const last = live.at(-1) ?? old
  const usual =
    last.pattern === 'once' ? defaultEndDate(wished.pattern, begun.start_date) : last.end_date
  const end_date = edit.end_date === undefined ? usual : edit.end_date
  const next = { ...wished, ...begun, end_date, ...patternOf(cadenceOf(wished)), id: newId() } as S
  if (next.pattern === 'once') next.end_date = next.start_date
  const [problem] = recurrenceProblems(next)
  if (problem) return { problem }
  const replaced = live.filter((one) => one.end_date === null || one.end_date >= from)
  const later = laterPlans(replaced, old, next)
  const chain = chainOf(next, later.kept, edit.defaults, newId)
  const on = (date: LocalDate): S => chain.findLast((one) => one.start_date <= date) ?? next
  // Repeating the same edit changes nothing.
  if (
    replaced.length === chain.length &&
    replaced.every((one, n) => one.start_date >= from && sameIn(one, chain[n]!, segmentFields))
  )
    return { segments, visits, tally: nothing() }

  const tally = { ...nothing(), lost: later.lost }
  const stays = (visit: V): V | null => {
    if (visit.original_date < from) return visit
    if (isDone(visit)) {
      keep(tally, visit, doneReason(visit))
      return visit
    }
    const planned = on(visit.original_date)
    const fits = isOccurrence(planned, visit.original_date)
    if (!fits && !edit.keep_changed && visit.invoice_id === null) {
      drop(tally, visit)
      return null
    }
    const moved = withRow(visit, { rule_id: planned.id })
    if (fits && choseItself(visit, edit.defaults)) tally.own.push(nameOf(visit))
    if (fits) {
      const was = segments.find(({ id }) => id === visit.rule_id)
      return applyDefaults(tally, moved, {
        was,
        next: planned,
        defaults: edit.defaults,
        replace: edit.replace_changed,
      })
    }
    keep(tally, visit, visit.invoice_id === null ? 'Changed by hand' : 'Has an invoice')
    return moved
  }
  return {
    segments: sorted([
      ...segments.map((one) => (isLive(one) ? cut(one, addDays(from, -1)) : one)),
      ...chain,
    ]),
    visits: visits.flatMap((visit) => stays(visit) ?? []),
    tally,
  }
}

type EndInput = { extend: boolean; keep_moved: boolean }
/**
 * Sets the last day of a series; null: no end. Segments that would start after it are removed.
 * Later visits are removed unless done, billed or, on request, moved.
 */
export function endSeries<S extends Segment, V extends SeriesVisit>(
  { segments, visits }: Series<S, V>,
  end_date: LocalDate | null,
  { extend, keep_moved }: EndInput,
): Edited<S, V> {
  const tally = nothing()
  const last = segments.findLast(isLive)
  const ended = segments.map((one) => {
    if (!isLive(one)) return one
    if (
      end_date !== null &&
      (one.start_date > end_date || one.end_date === null || one.end_date > end_date)
    )
      return cut(one, end_date)
    return extend && one === last && one.pattern !== 'once' && one.end_date !== end_date
      ? withChange(one, { end_date })
      : one
  })
  if (end_date === null) return { segments: ended, visits, tally }
  const stays = (visit: V): boolean => {
    if (visit.original_date <= end_date) return true
    const moved = keep_moved && visit.status === 'scheduled' && visit.date !== visit.original_date
    if (isDone(visit)) keep(tally, visit, doneReason(visit))
    else if (visit.invoice_id !== null) keep(tally, visit, 'Has an invoice')
    else if (moved) keep(tally, visit, 'Moved by hand')
    else {
      drop(tally, visit)
      return false
    }
    return true
  }
  return { segments: ended, visits: visits.filter(stays), tally }
}

/** Ends a segment no later than a date; one that would start after it is removed. */
export const cut = <S extends Segment>(segment: S, end: LocalDate): S => {
  if (segment.start_date > end) return withChange(segment, { removed_at: archivedAt })
  return segment.end_date === null || segment.end_date > end
    ? withChange(segment, { end_date: end })
    : segment
}

/** Why a done visit stays as it is. */
export function doneReason({ status, invoice_status }: SeriesVisit): string {
  if (status === 'completed') return 'Completed'
  if (status === 'in_progress') return 'In progress'
  if (invoice_status === 'processing') return 'Payment in progress'
  return invoice_status === 'paid' ? 'Already paid' : 'Its invoice is closed'
}

export const nothing = (): Tally => ({
  changed: [],
  kept: [],
  dropped: [],
  own: [],
  invoices_affected: 0,
  lost: [],
})
const nameOf = ({ original_date, date }: Named): Named => ({ original_date, date })
export const keep = (tally: Tally, visit: Named, reason: string) =>
  tally.kept.push({ ...nameOf(visit), reason })
const drop = (tally: Tally, visit: Named) => tally.dropped.push(nameOf(visit))

/** Sums both parts of an edit: a removed visit is neither changed nor kept. */
function sumOf(first: Tally, then: Tally): Tally {
  const gone = datesOf(then.dropped)
  const known = datesOf([...first.changed, ...first.kept])
  return {
    changed: first.changed.filter(({ original_date }) => !gone.has(original_date)),
    kept: [
      ...first.kept.filter(({ original_date }) => !gone.has(original_date)),
      ...then.kept.filter(({ original_date }) => !known.has(original_date)),
    ],
    dropped: [...first.dropped, ...then.dropped],
    own: first.own.filter(({ original_date }) => !gone.has(original_date)),
    invoices_affected: first.invoices_affected,
    lost: [...first.lost, ...then.lost],
  }
}
const datesOf = (visits: readonly Named[]): Set<LocalDate> =>
  new Set(visits.map(({ original_date }) => original_date))
