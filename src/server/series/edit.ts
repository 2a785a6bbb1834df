import type { EditRule, RuleEdited, RuleInForce } from '../../api/series.ts'
import { editSeries, isLive } from '../../domain/series.ts'
import { endOfSeries } from '../../domain/series-plans.ts'
import { spanStart } from '../../domain/undo.ts'
import { found, invalid, notFound } from '../refusals.ts'
import type { ScheduleContext } from '../week/context.ts'
import {
  checkLocation,
  checkTeam,
  findVisit,
  mayTouch,
  readSegments,
  segmentInForce,
} from '../visits/find.ts'
import { readSeriesId, type VisitRef } from '../visits/ref.ts'
import { ruleView } from '../week/rows.ts'
import { answerEdit, orDryRun } from './answer.ts'
import { defaultsOf, mayConflict, patternOf } from './edit-fields.ts'
import { closeEdit, openEdit } from './edit-log.ts'
import { editOneVisit } from './edit-visit.ts'
import { lockSeries } from './segments.ts'
import { noteChosenEnd, writeSeries } from './write.ts'

/**
 * A series' current rule. Crews can read rules their teams work for, with prices only if allowed.
 */
export async function readRule(
  { tx, calendar, may }: ScheduleContext,
  ref: VisitRef,
): Promise<RuleInForce> {
  const segments = await readSegments(tx, await readSeriesId(tx, ref))
  if (may.by_crew && !segments.some((segment) => mayTouch(may, segment)))
    throw notFound('This rule does not exist.')
  const rule = {
    ...ruleView(segmentInForce(segments, ref.date ?? calendar.today), calendar),
    ends_on: endOfSeries(segments),
  }
  return may.sees_prices ? rule : { ...rule, price_cents: null }
}

/**
 * Edits a rule for one visit, for it and later ones, or for all open ones. A dry run does
 * everything, then rolls back.
 */
export const editRule = (
  ctx: ScheduleContext,
  ref: VisitRef,
  edit: EditRule,
): Promise<RuleEdited> =>
  orDryRun(ctx.tx, edit.dry_run, async () => {
    if (edit.team_id !== undefined) checkTeam(ctx, edit.team_id)
    return edit.scope === 'this' ? editOneVisit(ctx, ref, edit) : editSegments(ctx, ref, edit)
  })

async function editSegments(
  ctx: ScheduleContext,
  ref: VisitRef,
  edit: EditRule,
): Promise<RuleEdited> {
  const { tx, calendar } = ctx
  const series_id = await readSeriesId(tx, ref)
  const from = edit.scope === 'all' ? null : (await findVisit(ctx, ref)).original_date
  const series = await lockSeries(tx, series_id, { from: null })
  const first = found(series.segments.find(isLive), 'This rule has ended.')
  await checkLocation(tx, first.customer_id, edit.location_id)
  const open = await openEdit(tx, [
    { series_id, from: spanStart(series, from, edit.end_date), to: null, with_rules: true },
  ])
  const outcome = editSeries(
    series,
    {
      from,
      today: calendar.today,
      defaults: defaultsOf(edit),
      pattern: patternOf(edit),
      start_date: edit.start_date,
      end_date: edit.end_date,
      replace_changed: edit.replace_changed,
      keep_changed: edit.keep_changed,
    },
    series.newId,
  )
  if ('problem' in outcome) throw invalid({ [outcome.problem.path]: outcome.problem.message })
  await writeSeries(tx, series, outcome)
  if (edit.end_date !== undefined)
    await noteChosenEnd(tx, series_id, endOfSeries(series.segments), endOfSeries(outcome.segments))
  return answerEdit(ctx, series, outcome, {
    type: 'rule.changed',
    from: from ?? calendar.today,
    edit_id: await closeEdit(tx, open),
    dry_run: edit.dry_run,
    may_conflict: mayConflict(edit),
  })
}
