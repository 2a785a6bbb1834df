import { sql } from 'kysely'
import type { VisitSlotSet } from '../../../api/visits.ts'
import { editSeries, isLive } from '../../../domain/schedule/series.ts'
import { visitRules } from '../../../domain/schedule/visit.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { titleOf } from '../../messages/notify-visits.ts'
import { enforce, found, invalid } from '../../base/kit/refusals.ts'
import { openScheduleForOffice, type ScheduleContext } from '../week/context.ts'
import { findVisit, refuseStale, segmentInForce, type LockedVisit } from '../visits/find.ts'
import { lockVisit } from '../visits/lock.ts'
import { hasSlot, setVisitSlot, slotOf, type Slot } from '../visit-moves/move.ts'
import { visitRef, type VisitRef } from '../visits/ref.ts'
import { ruleView } from '../week/rows.ts'
import { answerEdit } from './answer.ts'
import { closeEdit, openEdit } from './edit-log.ts'
import { lockSeries } from './segments.ts'
import { writeSeries } from './write.ts'
import type { VisitChange } from '../../messages/write-held-news.ts'

type Assignment = {
  team_id: string | null
  /** Also replace teams set on single dates. */
  replace_changed: boolean
}

/** Assigns a series' open visits to another team. */
export async function assignSeries(
  ctx: ScheduleContext,
  series_id: string,
  { team_id, replace_changed }: Assignment,
) {
  const { tx, calendar } = ctx
  const { today } = calendar
  const series = await lockSeries(tx, series_id, { from: null })
  const live = series.segments.filter(isLive)
  found(live[0], 'This series has ended.')
  if (!replace_changed && live.every((segment) => segment.team_id === team_id)) {
    const rule = ruleView(segmentInForce(series.segments, today), calendar)
    return { ok: true as const, rule, team_id, changed: 0, kept: 0, edit_id: null }
  }
  const open = await openEdit(tx, [{ series_id, from: null, to: null, with_rules: true }])
  const outcome = editSeries(
    series,
    {
      from: null,
      today,
      defaults: { team_id },
      pattern: null,
      replace_changed,
      keep_changed: false,
    },
    series.newId,
  )
  if ('problem' in outcome) throw invalid({ [outcome.problem.path]: outcome.problem.message })
  await writeSeries(tx, series, outcome)
  const { rule, changed, kept, edit_id } = await answerEdit(ctx, series, outcome, {
    type: 'rule.changed',
    from: today,
    edit_id: await closeEdit(tx, open),
    dry_run: false,
    may_conflict: true,
  })
  return { ok: true as const, rule, team_id, changed, kept, edit_id }
}

/**
 * Assigns all of a customer's current series to another team. Dates with their own team keep it.
 */
export async function assignCustomerRules(
  tx: OrgTx,
  customer_id: string,
  team_id: string | null,
): Promise<void> {
  const ctx = await openScheduleForOffice(tx)
  const { rows } = await sql<{
    series_id: string
  }>`select distinct series_id from rules where customer_id = ${customer_id}::uuid and removed_at is null
    and (end_date is null or end_date >= ${ctx.calendar.today}::date) order by series_id`.execute(
    tx,
  )
  for (const { series_id } of rows)
    await assignSeries(ctx, series_id, { team_id, replace_changed: false })
}

/**
 * Assigns a visit's whole series to a team, and sets the visit's own time if given: one edit with
 * one undo.
 */
export async function assignSeriesOfVisit(
  ctx: ScheduleContext,
  ref: VisitRef,
  { team_id, replace_changed, ...slot }: Slot & Assignment,
): Promise<VisitSlotSet> {
  const { tx } = ctx
  const seen = await findVisit(ctx, ref)
  const { series_id } = seen
  await lockSeries(tx, series_id, { from: null })
  const before = await lockVisit(ctx, visitRef(seen))
  enforce(visitRules.assignTeam(before))
  if (!hasSlot(before, slot)) refuseStale(before, slot.expected_version)
  const open = await openEdit(tx, [{ series_id, from: null, to: null, with_rules: true }])
  await assignSeries(ctx, series_id, { team_id, replace_changed })
  // Other dates with their own team keep it; this one was on screen, and gets the team with the
  // rest.
  const own = before.row.team_is_own && !replace_changed ? { team_id } : {}
  const set = await setVisitSlot(ctx, visitRef(before), {
    ...slot,
    ...own,
    expected_version: undefined,
  })
  const edit_id = await closeEdit(tx, open, set.changed ? [movedTo(before, set.visit)] : [])
  // Null if a customer has read a reply that depends on it.
  return { ...set, changed: edit_id !== null, edit_id: slot.request_id ? null : edit_id }
}

const movedTo = (before: LockedVisit, after: VisitSlotSet['visit']): VisitChange => ({
  customer_id: before.customer_id,
  kind: 'moved',
  title: titleOf(before),
  location_id: before.rule.location_id,
  from: slotOf(before),
  to: slotOf(after),
})
