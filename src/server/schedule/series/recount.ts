import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { CompletionPreview, VisitsAfter } from '../../../api/completion.ts'
import { addDays, type LocalDate } from '../../../domain/base/dates.ts'
import { placeWarnings } from '../../../domain/schedule/placement.ts'
import { datesAfter, isPaused } from '../../../domain/schedule/recurrence.ts'
import { isLive, type Series } from '../../../domain/schedule/series.ts'
import { doneDay, recountSeries } from '../../../domain/schedule/series-shift.ts'
import { occurrenceId } from '../../../domain/schedule/visit.ts'
import { sendAlong, type OrgTx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'
import { invalid } from '../../base/kit/refusals.ts'
import type { ScheduleContext } from '../week/context.ts'
import type { FoundVisit, LockedVisit, SegmentRow } from '../visits/find.ts'
import { keepUntouchedRows } from '../visits/write.ts'
import { readSeriesId, type VisitRef } from '../visits/ref.ts'
import type { Calendar } from '../week/calendar.ts'
import {
  pausesOver,
  planOriginal,
  recurrenceOf,
  selectVisits,
  type ResolvedVisit,
  type VisitRow,
} from '../week/rows.ts'
import { calendarFacts } from '../week/warnings.ts'
import { maxListed } from './answer.ts'
import { closeEdit, openEdit } from './edit-log.ts'
import { lockSeries, readSeries, type TouchedRow } from './segments.ts'
import { writeSeries } from './write.ts'

/**
 * Locks a series before one of its visits is done: against changes, or alone if it counts from the
 * day its visits are done, as it will change then. Two transactions that each hold a visit and want
 * the series would deadlock.
 */
export async function lockToComplete(tx: OrgTx, ref: VisitRef): Promise<void> {
  const series_id = await readSeriesId(tx, ref)
  const counted = sql`exists (select 1 from rules c
    where c.series_id = ${series_id}::uuid and c.counts_from = 'completion' and c.removed_at is null)`
  const all = sql`select 1 from rules where series_id = ${series_id}::uuid`
  sendAlong(
    tx,
    sql`select 1 from (${all} and ${counted} order by start_date, id for update) alone
      union all select 1 from (${all} and not ${counted} order by start_date, id for share) shared`,
  )
}

const isCounted = ({ rule }: ResolvedVisit): boolean =>
  rule.counts_from === 'completion' && rule.pattern !== 'once'

const recountInput = (visit: FoundVisit, calendar: Calendar, done_on: LocalDate) => ({
  original_date: visit.original_date,
  planned_date: visit.planned?.date ?? null,
  done_on,
  today: calendar.today,
})

/**
 * Previews what completing a visit would do to later ones, for its own date and for today. Empty if
 * the series counts from the planned date.
 */
export async function previewRecounts(
  { tx, calendar }: ScheduleContext,
  visit: FoundVisit,
): Promise<CompletionPreview['choices']> {
  if (!isCounted(visit) || visit.status === 'completed') return []
  const read = await readSeries(tx, visit.series_id, null)
  const requested = await readRequestedVisits(tx, visit)
  const series = {
    ...read,
    visits: [...read.visits, ...requested.map((row) => ({ ...row, invoice_status: null }))],
  }
  return [...new Set([doneDay(visit.date, calendar.today), calendar.today])].map((done_on) => {
    const outcome = recountSeries(series, recountInput(visit, calendar, done_on), randomUUID)
    const after = visitsAfter(calendar, visit, outcome ?? series, done_on)
    return {
      done_on,
      moves: outcome !== null,
      ...after,
      kept_visits: keptVisits(visit, outcome?.tally.kept ?? []),
    }
  })
}

/** What completing did to later visits, and the edit that undoes it. */
export type Recount = { edit_id: string | null; next: VisitsAfter }

/**
 * Counts the dates after a just completed visit from the day it was done; null if nothing moves.
 */
export async function recountAfter(
  { tx, calendar }: ScheduleContext,
  planned: LockedVisit,
  completed: LockedVisit,
  wished: LocalDate | undefined,
): Promise<Recount | null> {
  if (!isCounted(planned)) return null
  const done_on = doneOn(completed, calendar, wished)
  if (planned.planned?.date === done_on) return null
  const { series_id, original_date, customer_id, team_id, rule } = completed
  // A visit with a pending customer request keeps its date, as if edited, so that it is not
  // reported as cancelled.
  const requested = await readRequestedVisits(tx, completed)
  await keepUntouchedRows(
    tx,
    series_id,
    requested.map((row) => row.original_date),
  )
  const series = await lockSeries(tx, series_id, { from: null })
  const outcome = recountSeries(series, recountInput(planned, calendar, done_on), series.newId)
  if (!outcome) return null
  const open = await openEdit(tx, [
    { series_id, from: addDays(original_date, 1), to: null, with_rules: true },
  ])
  await writeSeries(tx, series, outcome)
  const edit_id = await closeEdit(tx, open)
  const team_ids = [...outcome.segments.filter(isLive), ...outcome.visits].map((one) => one.team_id)
  await emit(
    tx,
    'rule.changed',
    { rule_id: rule.id, series_id, date: done_on, team_id, customer_id },
    { customer_id, team_ids },
  )
  const next = visitsAfter(calendar, planned, outcome, done_on)
  return { edit_id, next: { ...next, kept_visits: keptVisits(planned, outcome.tally.kept) } }
}

/**
 * The day the work was done: the given one, or the visit's own day, or today if that is in the
 * future.
 */
function doneOn(visit: LockedVisit, { today }: Calendar, wished: LocalDate | undefined): LocalDate {
  const earliest = doneDay(visit.date, today)
  if (wished !== undefined && (wished < earliest || wished > today))
    throw invalid({ done_on: 'Choose a day from the visit’s date through today.' })
  return wished ?? earliest
}

/** Later visits of the series that have a row only because of an open customer request. */
const readRequestedVisits = (
  tx: OrgTx,
  { series_id, original_date }: ResolvedVisit,
): Promise<VisitRow[]> =>
  selectVisits(tx)
    .where('v.series_id', '=', series_id)
    .where('v.original_date', '>', original_date)
    .where('v.version', '=', 0)
    .where(
      sql<boolean>`exists (select 1 from customer_requests q where q.organization_id = v.organization_id and q.series_id = v.series_id
        and q.original_date = v.original_date and q.status = 'requested')`,
    )
    .execute()

type Kept = { original_date: LocalDate; date: LocalDate; reason: string }
const keptVisits = ({ series_id }: FoundVisit, kept: readonly Kept[]): VisitsAfter['kept_visits'] =>
  kept.slice(0, maxListed).map(({ original_date, date, reason }) => ({
    occurrence_id: occurrenceId(series_id, original_date),
    date,
    reason,
  }))

type TouchedSeries = Series<SegmentRow, TouchedRow>

/** A series' next date after a day, and warnings about it. */
function visitsAfter(
  calendar: Calendar,
  visit: FoundVisit,
  series: TouchedSeries,
  done_on: LocalDate,
): Pick<VisitsAfter, 'next_date' | 'warnings'> {
  const date = nextDate(calendar, visit, series, done_on)
  if (date === null) return { next_date: null, warnings: [] }
  // A counted day may be one without work.
  const place = { team_id: null, start_minutes: null, duration_minutes: visit.duration_minutes }
  const warnings = placeWarnings(
    { ...place, date },
    {
      ...calendarFacts(calendar),
      available_days: visit.customer?.available_days ?? [],
      others: [],
    },
  )
  return { next_date: date, warnings }
}

/** The date of the next visit, not before today. */
function nextDate(
  calendar: Calendar,
  { original_date, customer }: FoundVisit,
  { segments, visits }: TouchedSeries,
  done_on: LocalDate,
): LocalDate | null {
  const yesterday = addDays(calendar.today, -1)
  const after = done_on > yesterday ? done_on : yesterday
  const touched = new Set([original_date, ...visits.map((visit) => visit.original_date)])
  const moved = visits
    .filter(
      (visit) =>
        visit.original_date !== original_date && visit.status === 'scheduled' && visit.date > after,
    )
    .map((visit) => visit.date)
  const live = segments.filter(isLive)
  // A visit that was moved into a pause does not take place either.
  const pauses = live[0] ? pausesOver(live[0], customer) : []
  const planned = live.flatMap((segment) => {
    let tries = 0
    for (const date of datesAfter(recurrenceOf(segment), after)) {
      const plan = touched.has(date) ? null : planOriginal(segment, date, calendar, customer)
      if (plan && !plan.paused) return [plan.date]
      if (++tries >= maxSkipped) break
    }
    return []
  })
  return [...moved.filter((date) => !isPaused(date, pauses)), ...planned].toSorted()[0] ?? null
}

/** How many skipped dates in a row end the search for the next one. */
const maxSkipped = 60
