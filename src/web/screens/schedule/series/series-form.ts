import type { LocalDate } from '../../../../domain/dates.ts'
import type { EditScope, ScheduleRule } from '../../../../domain/schedule.ts'
import type { Visit } from '../../../../domain/visit.ts'
import {
  changesPattern,
  patternOfEdits,
  seriesBase,
  seriesBody,
  seriesProblems,
  type SeriesEdits,
} from './series-edit.ts'

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
