import { addMonthsClamped, type LocalDate } from '../../../../domain/base/dates.ts'
import type { Refusal } from '../../../../domain/base/rule.ts'
import type { EditScope, ScheduleRule } from '../../../../domain/schedule/schedule.ts'
import type { SeriesWish } from '../../../shared/visits/series-wish.ts'
import { customerText, serviceText } from '../../../shared/visits/visit-text.ts'
import type { Visit } from '../../../../domain/schedule/visit.ts'
import {
  changesPattern,
  patternOfEdits,
  seriesBase,
  seriesBody,
  seriesProblems,
  type SeriesEdits,
} from './series-edit.ts'

export const titles: Record<SeriesWish['what'], string> = {
  edit: 'Edit series',
  end: 'End or extend series',
  extend: 'Extend series',
  pause: 'Pause this work',
}

/** How the series is named in a call. */
export const ruleOfWish = (wish: SeriesWish): string =>
  wish.what === 'extend' ? wish.ending.rule_id : wish.visit.occurrence_id

/** Whose series it is, and of what. */
export const wishText = (wish: SeriesWish): string =>
  wish.what === 'extend'
    ? `${wish.ending.customer_name ?? 'Customer'}, ${wish.ending.title}`
    : `${customerText(wish.visit)}, ${serviceText(wish.visit)}`

export const scopes = [
  { value: 'this', label: 'This visit' },
  { value: 'following', label: 'This and following' },
  { value: 'all', label: 'All visits' },
] as const satisfies readonly { value: EditScope; label: string }[]

export const scopeHints: Record<EditScope, string> = {
  this: 'Only this date. The series stays as it is.',
  following: 'From this date on. Earlier dates stay as they are.',
  all: 'Every date that is not done. Completed and paid visits stay as they are.',
}

/** A year after the end, or from today on for a series without one or whose end is past. */
export const yearMore = (end_date: LocalDate | null, today: LocalDate): LocalDate =>
  addMonthsClamped(end_date && end_date > today ? end_date : today, 12)

/** What is said once the end has changed. */
export const endedText = (was: LocalDate | null, now: LocalDate | null): string =>
  now !== null && (was === null || now < was) ? 'Series will end' : 'Series extended'

/** Save waits until what it would do has been shown. */
export function savingRefusal(
  isChanged: boolean,
  { isCurrent, problem }: { isCurrent: boolean; problem: string | null },
): Refusal | null {
  if (!isChanged) return { code: 'nothing_changed', sentence: 'Nothing is changed yet.' }
  if (isCurrent) return null
  return { code: 'no_preview', sentence: problem ?? 'Working out what this would do.' }
}

type Editing = {
  scope: EditScope
  edits: SeriesEdits
  rule: ScheduleRule
  visit: Visit
  today: LocalDate
}

/** All that the form shows of the edits made so far, and what it sends; `body` is null while there is nothing to send or something is wrong. */
export function seriesEdit({ scope, edits, rule, visit, today }: Editing) {
  const base = seriesBase(scope, rule, visit)
  const values = { ...base, ...edits }
  const problems = seriesProblems(scope, values)
  const change = Object.keys(problems).length === 0 ? seriesBody(scope, edits, base) : null
  return {
    values,
    problems,
    hasPattern: changesPattern(edits, base),
    pattern: patternOfEdits(scope, edits, base, rule, visit, today),
    body: change && { ...change, scope },
  }
}
export type SeriesEdit = ReturnType<typeof seriesEdit>
