import type { RulePaused } from '../../api/series.ts'
import type { LocalDate } from '../../domain/dates.ts'
import { withoutPause, withPause, type PauseWish, type RulePause } from '../../domain/schedule.ts'
import { isLive } from '../../domain/series.ts'
import type { OrgTx } from '../db/door.ts'
import { emit } from '../events.ts'
import { found, invalid } from '../refusals.ts'
import { closeEdit, openEdit } from './edits.ts'
import type { Frame } from './frame.ts'
import { readRef, readSegments } from './locate.ts'
import { ruleView } from './rows.ts'
import { holdSeries, teamsOf, writeSeries } from './segments.ts'
import { segmentInForce } from './series.ts'

/** Lets a series rest. Its visits stay on the schedule, greyed, and come back by themselves on the day that was agreed. */
export const pauseRule = (tx: OrgTx, frame: Frame, ref: string, wish: PauseWish): Promise<RulePaused> =>
  changePauses(tx, frame, ref, (pauses) => {
    const next = withPause(pauses, wish, frame.today)
    if ('path' in next) throw invalid({ [next.path]: next.message })
    return next
  })

export const resumeRule = (tx: OrgTx, frame: Frame, ref: string): Promise<RulePaused> =>
  changePauses(tx, frame, ref, (pauses) => withoutPause(pauses, frame.today))

async function changePauses(tx: OrgTx, frame: Frame, ref: string, change: (pauses: readonly RulePause[]) => RulePause[]): Promise<RulePaused> {
  const { series_id } = await readRef(tx, ref)
  // Pauses belong to the segments; no row of a visit changes with them, and those to come only say whose teams are told.
  const series = await holdSeries(tx, series_id, frame.today, 'date')
  const first = found(series.segments.find(isLive), 'This rule has ended.')
  const open = await openEdit(tx, [{ series_id, from: never, to: null, with_rules: true }])
  const pauses = change(first.pauses)
  await writeSeries(tx, series, { segments: series.segments.map((one) => (isLive(one) ? { ...one, pauses } : one)), visits: series.visits })
  const edit_id = await closeEdit(tx, open)
  const rule = segmentInForce(await readSegments(tx, series_id), frame.today)
  if (edit_id !== null) {
    const { customer_id } = rule
    const data = { rule_id: rule.id, series_id, date: frame.today, team_id: rule.team_id, customer_id }
    await emit(tx, 'rule.changed', data, { customer_id, team_ids: teamsOf(series.segments, series.visits, null) })
  }
  return { ok: true, rule: ruleView(rule, frame), edit_id }
}

/** After every visit. */
const never: LocalDate = '9999-12-31'
