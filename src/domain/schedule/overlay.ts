import type { LocalDate } from '../base/dates.ts'
import type { PlannedDate } from './recurrence.ts'
import { occurrenceId } from './visit.ts'

/** A date as a rule gives it, and the rule. */
export type ExpandedVisit<Rule extends { series_id: string } = { series_id: string }> = {
  rule: Rule
  planned: PlannedDate
}
/** The key that finds a touched row, and where the visit is now. */
export type TouchedVisit = { series_id: string; original_date: LocalDate; date: LocalDate }
/** A visit in a window: an untouched date of its rule, a touched row, or both. */
type LaidVisit<Row, Expanded> = { expanded: Expanded | null; row: Row | null }

/**
 * Overlays touched rows on expanded dates and returns each visit of the window once, unordered. The
 * row decides where its visit is: one moved out of the window is dropped, one moved in is added
 * even though its rule has no date there. `rows` must contain every row of these series whose
 * original or current date lies in the window, exactly once.
 */
export function overlayVisits<Row extends TouchedVisit, Expanded extends ExpandedVisit>(
  expanded: readonly Expanded[],
  rows: readonly Row[],
  { from, to }: { from: LocalDate; to: LocalDate },
): LaidVisit<Row, Expanded>[] {
  const rowOf = new Map(rows.map((row) => [occurrenceId(row.series_id, row.original_date), row]))
  // Segments of a series come in any order; each date counts once.
  const dateOf = new Map<string, Expanded>()
  for (const one of expanded) {
    const id = occurrenceId(one.rule.series_id, one.planned.original_date)
    if (!dateOf.has(id)) dateOf.set(id, one)
  }
  const visits: LaidVisit<Row, Expanded>[] = []
  for (const [id, one] of dateOf) visits.push({ expanded: one, row: rowOf.get(id) ?? null })
  for (const [id, row] of rowOf) if (!dateOf.has(id)) visits.push({ expanded: null, row })
  return visits.filter(({ expanded: one, row }) => {
    const { date } = row ?? one!.planned
    return date >= from && date <= to
  })
}
