import type { EditRule, RuleEdited } from '../../api/series.ts'
import { closedMoney } from '../../domain/invoice.ts'
import { visitRules } from '../../domain/visit.ts'
import { enforce, found, invalid } from '../refusals.ts'
import type { ScheduleContext } from '../week/context.ts'
import { readSegments, type LockedVisit } from '../visits/find.ts'
import { lockVisit } from '../visits/lock.ts'
import type { VisitRef } from '../visits/ref.ts'
import { emitVisit, writeVisit } from '../visits/write.ts'
import { ruleView } from '../week/rows.ts'
import { warnAbout } from '../week/warnings.ts'
import { mayConflict, patternOf, visitColumnsOf } from './edit-fields.ts'
import { closeEdit, openEdit, visitSpan } from './edit-log.ts'

/** Edits one visit of a series: its row overrides the rule. */
export async function editOneVisit(
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
