import type { RulePaused } from '../../../api/series.ts'
import type { LocalDate } from '../../../domain/base/dates.ts'
import {
  withoutPause,
  withPause,
  type PauseInput,
  type RulePause,
} from '../../../domain/schedule/schedule.ts'
import { isLive } from '../../../domain/schedule/series.ts'
import { emit } from '../../base/events.ts'
import { found, invalid } from '../../base/kit/refusals.ts'
import type { ScheduleContext } from '../week/context.ts'
import { readSegments, segmentInForce } from '../visits/find.ts'
import { readSeriesId, type VisitRef } from '../visits/ref.ts'
import { ruleView } from '../week/rows.ts'
import { closeEdit, openEdit } from './edit-log.ts'
import { lockSeries, teamsOf } from './segments.ts'
import { writeSeries } from './write.ts'

/** Pauses a series. Its visits stay on the schedule, grayed out, and return on the agreed day. */
export const pauseRule = (
  ctx: ScheduleContext,
  ref: VisitRef,
  input: PauseInput,
): Promise<RulePaused> =>
  changePauses(ctx, ref, (pauses) => {
    const next = withPause(pauses, input, ctx.calendar.today)
    if ('path' in next) throw invalid({ [next.path]: next.message })
    return next
  })

export const resumeRule = (ctx: ScheduleContext, ref: VisitRef): Promise<RulePaused> =>
  changePauses(ctx, ref, (pauses) => withoutPause(pauses, ctx.calendar.today))

async function changePauses(
  { tx, calendar }: ScheduleContext,
  ref: VisitRef,
  change: (pauses: readonly RulePause[]) => RulePause[],
): Promise<RulePaused> {
  const { today } = calendar
  const series_id = await readSeriesId(tx, ref)
  // Pauses belong to the segments and change no visit rows; upcoming visits only provide the teams
  // for the event.
  const series = await lockSeries(tx, series_id, { from: today, by: 'date' })
  const first = found(series.segments.find(isLive), 'This series has ended.')
  const open = await openEdit(tx, [{ series_id, from: never, to: null, with_rules: true }])
  const pauses = change(first.pauses)
  await writeSeries(tx, series, {
    segments: series.segments.map((one) => (isLive(one) ? { ...one, pauses } : one)),
    visits: series.visits,
  })
  const edit_id = await closeEdit(tx, open)
  const rule = segmentInForce(await readSegments(tx, series_id), today)
  if (edit_id !== null) {
    const { id: rule_id, team_id, customer_id } = rule
    await emit(
      tx,
      'rule.changed',
      { rule_id, series_id, date: today, team_id, customer_id },
      { customer_id, team_ids: teamsOf(series.segments, series.visits, null) },
    )
  }
  return { ok: true, rule: ruleView(rule, calendar), edit_id }
}

/** After every visit. */
const never: LocalDate = '9999-12-31'
