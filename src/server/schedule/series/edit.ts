import type { EditRule, RuleEdited, RuleInForce } from '../../../api/series.ts'
import { editSeries, isLive, type SeriesEdit } from '../../../domain/schedule/series.ts'
import { endOfSeries } from '../../../domain/schedule/series-plans.ts'
import { spanStart } from '../../../domain/schedule/undo.ts'
import { found, invalid, notFound, enforce } from '../../base/kit/refusals.ts'
import type { ScheduleContext } from '../week/context.ts'
import {
  requireOwnPlace,
  checkTeam,
  findVisit,
  mayTouch,
  readSegments,
  segmentInForce,
  type LockedVisit,
} from '../visits/find.ts'
import { readSeriesId, type VisitRef } from '../visits/ref.ts'
import { ruleView } from '../week/rows.ts'
import { answerEdit, orDryRun } from './answer.ts'
import { closeEdit, openEdit, visitSpan } from './edit-log.ts'
import { lockSeries } from './segments.ts'
import { noteChosenEnd, writeSeries } from './write.ts'
import { closedMoney } from '../../../domain/money/invoice.ts'
import { visitRules } from '../../../domain/schedule/visit.ts'
import { lockVisit } from '../visits/lock.ts'
import { emitVisit, writeVisit } from '../visits/write.ts'
import { warnAbout } from '../week/warnings.ts'
import { startMinutesOf } from '../../../domain/schedule/schedule.ts'
import { patternFields, type Defaults } from '../../../domain/schedule/series-fields.ts'

/**
 * A series' current rule. Crews can read rules their teams work for, with prices only if allowed.
 */
export async function readRule(
  { tx, calendar, may }: ScheduleContext,
  ref: VisitRef,
): Promise<RuleInForce> {
  const segments = await readSegments(tx, await readSeriesId(tx, ref))
  if (may.by_crew && !segments.some((segment) => mayTouch(may, segment)))
    throw notFound('This series does not exist.')
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
  const first = found(series.segments.find(isLive), 'This series has ended.')
  await requireOwnPlace(tx, first.customer_id, edit.location_id)
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

/** Edits one visit of a series: its row overrides the rule. */
async function editOneVisit(
  ctx: ScheduleContext,
  ref: VisitRef,
  edit: EditRule,
): Promise<RuleEdited> {
  const { tx, calendar } = ctx
  checkFieldsOfOne(edit)
  const visit = await lockVisit(ctx, ref)
  enforce(visitRules.edit(visit))
  const open = await openEdit(tx, [visitSpan(visit)])
  const change = visitColumnsOf(edit)
  const isSame = (Object.keys(change) as (keyof typeof change)[]).every(
    (field) => change[field] === visit.row[field],
  )
  const changed = isSame ? visit : await writeVisit(ctx, visit, change)
  if (!isSame) await emitVisit(tx, 'visit.time_set', changed, visit)
  const segments = await readSegments(tx, visit.series_id)
  const rule = found(segments.find((segment) => segment.id === visit.rule.id))
  const warnings =
    isSame || !mayConflict(edit)
      ? []
      : await warnAbout(ctx, changed, { available_days: visit.customer?.available_days ?? [] })
  const edit_id = isSame ? null : await closeEdit(tx, open)
  const { occurrence_id } = visit
  const repriced = !isSame && edit.price_cents !== undefined
  return {
    ok: true,
    dry_run: edit.dry_run,
    rule: ruleView(rule, calendar),
    changed: isSame ? 0 : 1,
    kept: 0,
    kept_visits: [],
    dropped: 0,
    dropped_visits: [],
    lost_plans: [],
    own_visits: [],
    conflicts: warnings.length,
    conflict_list: warnings.map((warning) => ({ occurrence_id, date: changed.date, ...warning })),
    invoices_affected: repriced && hasOpenInvoice(visit) ? 1 : 0,
    edit_id: edit.dry_run ? null : edit_id,
  }
}

/** 422 for fields that a single visit does not have. */
function checkFieldsOfOne(edit: EditRule): void {
  const ofDates = [edit.end_date, edit.skips_closed, edit.counts_from, edit.buffer_days]
  if (patternOf(edit) || ofDates.some((one) => one !== undefined))
    throw invalid({ scope: 'A pattern applies to the series, not to one visit.' })
  if (edit.location_id !== undefined || edit.billing_mode !== undefined)
    throw invalid({ scope: 'Place and billing apply to the series, not to one visit.' })
}

const hasOpenInvoice = ({ invoice_status }: LockedVisit): boolean =>
  invoice_status !== null && !closedMoney.has(invoice_status)

/** True if a visit may end up at another time or place. A new price or note causes no conflict. */
const mayConflict = (edit: EditRule): boolean =>
  edit.start_minutes !== undefined ||
  edit.team_id !== undefined ||
  edit.duration_minutes !== undefined ||
  edit.skips_closed !== undefined ||
  patternOf(edit) !== null

/** The segment defaults an edit sets. */
function defaultsOf(edit: EditRule): Partial<Defaults> {
  const start_minutes = startMinutesOf(edit)
  const {
    team_id,
    location_id,
    duration_minutes,
    price_cents,
    notes,
    billing_mode,
    skips_closed,
    counts_from,
    buffer_days,
  } = edit
  const fields = {
    team_id,
    location_id,
    duration_minutes,
    price_cents,
    notes,
    billing_mode,
    skips_closed,
    counts_from,
    buffer_days,
    start_minutes,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/**
 * The fields of a new pattern, or null if the dates stay. A first date alone restarts the same
 * pattern.
 */
function patternOf(edit: EditRule): SeriesEdit['pattern'] {
  const fields = Object.fromEntries(
    patternFields.filter((field) => edit[field] !== undefined).map((field) => [field, edit[field]]),
  )
  return Object.keys(fields).length || edit.start_date !== undefined ? fields : null
}

/**
 * The columns an edit of one visit sets. Null means following the rule again, except for team and
 * time, where it means none.
 */
function visitColumnsOf(edit: EditRule) {
  const { team_id, duration_minutes, price_cents, notes } = edit
  const start_minutes = startMinutesOf(edit)
  return {
    ...(team_id === undefined ? {} : { team_id, team_is_own: true }),
    ...(start_minutes === undefined ? {} : { start_minutes, start_is_own: true }),
    ...(duration_minutes === undefined
      ? {}
      : { duration_minutes, duration_is_own: duration_minutes !== null }),
    ...(price_cents === undefined ? {} : { price_cents, price_is_own: price_cents !== null }),
    ...(notes === undefined ? {} : { notes }),
  }
}
