import { addDays, type LocalDate } from '../base/dates.ts'
import { refuse, rule } from '../base/rule.ts'
import { type Series } from './series.ts'
import { segmentFields } from './series-fields.ts'
import { occurrenceId, undoMinutes } from './visit.ts'

/** What decides whether an edit can be undone. `overtaken`: something it touched has changed since. */
type EditFacts = { created_at: string; now: string; overtaken: boolean }

const expired = refuse(
  'undo_expired',
  'It is too late to undo this.',
  (edit: EditFacts) => Date.parse(edit.now) - Date.parse(edit.created_at) > undoMinutes * 60_000,
)
const overtaken = refuse(
  'edit_overtaken',
  'Something changed since then, so this can no longer be undone.',
  (edit: EditFacts) => edit.overtaken,
)

/** Undoing twice is a repeat, which the caller answers as before. */
export const editRules = { undo: rule<EditFacts>(expired, overtaken) }

/** True if a move only undoes the visit's last move. */
export const isMoveBack = (
  to_date: LocalDate,
  last: { old_date: LocalDate; at: string } | null,
  now: string,
): boolean =>
  last !== null &&
  editRules.undo({ created_at: last.at, now, overtaken: last.old_date !== to_date }) === null

// ── What a series edit changed, and how to restore it
// ──────────────────────────────────────────────────────────

export type RuleImage = { id: string; removed_at: string | null }
export type VisitName = { series_id: string; original_date: LocalDate }
/** Everything an edit may change, in its current state: segments, and visits with a row. */
export type Standing<R extends RuleImage, V extends VisitName> = {
  rules: readonly R[]
  visits: readonly V[]
}
/** The earlier state of everything an edit changed; null for what did not exist. */
export type EditImage<R extends RuleImage, V extends VisitName> = {
  rules: { id: string; before: R | null }[]
  visits: (VisitName & { before: V | null })[]
}

/**
 * The first original date whose row an edit may change: from `from` on and beyond a new end; null
 * for all, such as when an older visit was kept for a later segment.
 */
export function spanStart(
  { segments, visits }: Series,
  from: LocalDate | null,
  end_date: LocalDate | null | undefined,
): LocalDate | null {
  if (from === null) return null
  const later = new Set(
    segments.filter((segment) => segment.start_date >= from).map((segment) => segment.id),
  )
  if (visits.some((visit) => visit.original_date < from && later.has(visit.rule_id))) return null
  return end_date && end_date < from ? addDays(end_date, 1) : from
}

export function imageOf<R extends RuleImage, V extends VisitName>(
  before: Standing<R, V>,
  after: Standing<R, V>,
): EditImage<R, V> {
  const visits = changedBetween(before.visits, after.visits, visitKey)
  return {
    rules: changedBetween(before.rules, after.rules, ({ id }) => id).map(({ was, one }) => ({
      id: one.id,
      before: was,
    })),
    visits: visits.map(({ was, one: { series_id, original_date } }) => ({
      series_id,
      original_date,
      before: was,
    })),
  }
}

function changedBetween<T extends object>(
  before: readonly T[],
  after: readonly T[],
  nameOf: (row: T) => string,
): { one: T; was: T | null }[] {
  const was = new Map(before.map((row) => [nameOf(row), row]))
  const is = new Map(after.map((row) => [nameOf(row), row]))
  // In one order, whichever the database answered them in.
  const both = [...new Map([...was, ...is])].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return both.flatMap(([name, one]) => {
    const [old, now] = [was.get(name), is.get(name)]
    return old && now && contentOf(old) === contentOf(now) ? [] : [{ one, was: old ?? null }]
  })
}

export const visitKey = ({ series_id, original_date }: VisitName): string =>
  occurrenceId(series_id, original_date)

/** A row without the columns that every write changes. */
function contentOf(row: object): string {
  const {
    version: _,
    updated_at: __,
    ...content
  } = row as { version?: number; updated_at?: string }
  return JSON.stringify(content)
}

/**
 * What must be unchanged to undo an edit. Removed segments have no dates and are never edited, so
 * they do not count.
 */
export const marksOf = ({ rules, visits }: Standing<RuleImage, VisitName>): string[] =>
  [...rules.filter((one) => one.removed_at === null), ...visits].map(contentOf).toSorted()

/**
 * What undoes an edit. Segments it created are marked removed, not deleted, so a screen that still
 * refers to one finds the series.
 */
export type UndoPlan<R extends RuleImage, V extends VisitName> = {
  removed_rules: string[]
  /** Get their `ruleFields` restored. */
  restored_rules: R[]
  deleted_visits: VisitName[]
  inserted_visits: V[]
  /** Get their `visitFields` restored. */
  restored_visits: V[]
}

export function undoPlan<R extends RuleImage, V extends VisitName>(
  { rules, visits }: EditImage<R, V>,
  now: Standing<R, V>,
): UndoPlan<R, V> {
  const standing = new Set(now.visits.map(visitKey))
  const images = visits.flatMap((visit) => visit.before ?? [])
  return {
    removed_rules: rules.filter((one) => one.before === null).map((one) => one.id),
    restored_rules: rules.flatMap((one) => one.before ?? []),
    deleted_visits: visits
      .filter((visit) => visit.before === null)
      .map(({ series_id, original_date }) => ({ series_id, original_date })),
    inserted_visits: images.filter((visit) => !standing.has(visitKey(visit))),
    restored_visits: images.filter((visit) => standing.has(visitKey(visit))),
  }
}

/** The segment fields a series edit may change. */
export const ruleFields = [...segmentFields, 'pauses', 'removed_at'] as const
/** The visit fields an edit may change. */
export const visitFields = [
  'rule_id',
  'date',
  'start_minutes',
  'start_is_own',
  'duration_minutes',
  'duration_is_own',
  'team_id',
  'team_is_own',
  'price_cents',
  'price_is_own',
  'status',
  'skip_reason',
  'hold_reason',
  'held_at',
  'held_by',
  'notes',
] as const
