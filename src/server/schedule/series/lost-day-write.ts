import type { LostDay, LostDayDone } from '../../../api/series.ts'
import { daysBetween, type LocalDate } from '../../../domain/base/dates.ts'
import type { PlaceWarning } from '../../../domain/schedule/placement.ts'
import { notShiftedSentences, shiftSeries } from '../../../domain/schedule/series-shift.ts'
import { ascending } from '../../../domain/schedule/visit.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'
import { notifyVisitsChanged, titleOf } from '../../messages/notify-visits.ts'
import { settleRequest } from '../requests/write.ts'
import type { ScheduleContext } from '../week/context.ts'
import { emitVisit, writeVisits } from '../visits/write.ts'
import { anyOf, type ResolvedVisit } from '../week/rows.ts'
import { closeEdit, openEdit, visitSpan, type Span } from './edit-log.ts'
import { lockSeries, readSeries, type LockedSeries } from './segments.ts'
import { writeSeries } from './write.ts'
import type { VisitChange } from '../../messages/write-held-news.ts'

/** A visit on a lost day and where it goes; null: cancelled. */
export type LostVisit = {
  visit: ResolvedVisit
  to_date: LocalDate | null
  warnings: PlaceWarning[]
}
/** A visit or series that stays as it is, and why. */
export type KeptVisit = LostDayDone['kept'][number]

/** The last visit that moves in each repeating series; the dates after it are shifted. */
export function lastOfSeries(lost: readonly LostVisit[]): LostVisit[] {
  const last = new Map<string, LostVisit>()
  for (const one of lost) {
    const { series_id, original_date, rule } = one.visit
    const known = last.get(series_id)
    if (rule.pattern !== 'once' && (!known || known.visit.original_date < original_date))
      last.set(series_id, one)
  }
  return [...last.values()].toSorted((a, b) => ascending(a.visit.series_id, b.visit.series_id))
}

/** The series that will not be shifted, and why. */
export async function previewShift({ tx }: ScheduleContext, lost: LostVisit): Promise<KeptVisit[]> {
  const { series_id, original_date, occurrence_id } = lost.visit
  const outcome = shiftBy(lost, await readSeries(tx, series_id, original_date))
  if (outcome === null) return []
  if ('refused' in outcome)
    return [{ occurrence_id, sentence: notShiftedSentences[outcome.refused] }]
  if (outcome.since <= original_date) return []
  const sentence = `Later visits move only after ${outcome.since}: that visit was changed by hand.`
  return [{ occurrence_id, sentence }]
}

/** Shifts the dates after a visit by as many days as the visit moves. */
const shiftBy = ({ visit, to_date }: LostVisit, series: LockedSeries) =>
  shiftSeries(
    series,
    visit.original_date,
    daysBetween(visit.date, to_date ?? visit.date),
    series.newId,
  )

/**
 * Writes a lost day as one edit, with its events and, if wanted, one e-mail per customer. Returns
 * the edit's id.
 */
export async function writeLostDay(
  ctx: ScheduleContext,
  input: LostDay,
  lost: readonly LostVisit[],
  shifted: readonly LostVisit[],
): Promise<string | null> {
  if (!lost.length) return null
  const { tx } = ctx
  const open = await openEdit(tx, spansOf(lost, shifted))
  for (const one of shifted) await writeShift(tx, one)
  const visits = lost.map((one) => visitAfter(one, input))
  await writeVisits(tx, visits)
  if (input.act === 'skip')
    for (const visit of await thoseWithRequests(tx, visits)) await settleRequest(ctx, visit)
  const changes = input.notify ? lost.map(changeOf) : []
  const edit_id = await closeEdit(tx, open, changes)
  const type = input.act === 'skip' ? 'visit.skipped' : 'visit.rescheduled'
  await Promise.all(
    lost.map((one) =>
      emitVisit(tx, type, visitAfter(one, input), one.visit, {
        version: (one.visit.row?.version ?? 0) + 1,
        lost_day: edit_id,
      }),
    ),
  )
  await notifyVisitsChanged(tx, changes)
  return edit_id
}

/** One span per visit; a shifted series changes from its first lost visit on. */
function spansOf(lost: readonly LostVisit[], shifted: readonly LostVisit[]): Span[] {
  const whole = new Set(shifted.map(({ visit }) => visit.series_id))
  const first = new Map<string, LocalDate>()
  const single: Span[] = []
  for (const { visit } of lost) {
    const { series_id, original_date } = visit
    const known = first.get(series_id)
    if (!whole.has(series_id)) single.push(visitSpan(visit))
    else if (!known || original_date < known) first.set(series_id, original_date)
  }
  const shiftedSpans = [...first].map(([series_id, from]): Span => ({
    series_id,
    from,
    to: null,
    with_rules: true,
  }))
  return [...single, ...shiftedSpans]
}

async function writeShift(tx: OrgTx, lost: LostVisit): Promise<void> {
  const { series_id, original_date, customer_id, rule, date, team_id } = lost.visit
  const series = await lockSeries(tx, series_id, { from: original_date })
  const outcome = shiftBy(lost, series)
  if (outcome === null || 'refused' in outcome) return
  await writeSeries(tx, series, outcome)
  await emit(
    tx,
    'rule.changed',
    { rule_id: rule.id, series_id, date, team_id, customer_id },
    { customer_id, team_ids: series.segments.map((segment) => segment.team_id) },
  )
}

const visitAfter = ({ visit, to_date }: LostVisit, { reason }: LostDay): ResolvedVisit =>
  to_date === null
    ? { ...visit, status: 'skipped', skip_reason: reason }
    : { ...visit, date: to_date }

const changeOf = ({ visit, to_date }: LostVisit): VisitChange => {
  const { customer_id, date, start_minutes } = visit
  return {
    customer_id,
    visit: visit.occurrence_id,
    kind: to_date === null ? 'cancelled' : 'moved',
    title: titleOf(visit),
    location_id: visit.rule.location_id,
    from: { date, start_minutes },
    ...(to_date === null ? {} : { to: { date: to_date, start_minutes } }),
  }
}

/** The visits a customer has an open request for. */
async function thoseWithRequests(
  tx: OrgTx,
  visits: readonly ResolvedVisit[],
): Promise<ResolvedVisit[]> {
  const open = await tx
    .selectFrom('customer_requests')
    .select(['series_id', 'original_date'])
    .where('status', '=', 'requested')
    .where('series_id', '=', anyOf([...new Set(visits.map((visit) => visit.series_id))]))
    .execute()
  return visits.filter((visit) =>
    open.some(
      (request) =>
        request.series_id === visit.series_id && request.original_date === visit.original_date,
    ),
  )
}
