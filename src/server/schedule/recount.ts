import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { CompletionPreview, VisitChanged, VisitsAfter } from '../../api/schedule.ts'
import { addDays, type LocalDate } from '../../domain/dates.ts'
import { placeWarnings } from '../../domain/placement.ts'
import { datesAfter } from '../../domain/recurrence.ts'
import { isLive, type Series } from '../../domain/series.ts'
import { doneDay, recountSeries } from '../../domain/series-shift.ts'
import { occurrenceId } from '../../domain/visit.ts'
import type { OrgTx } from '../db/door.ts'
import { emit } from '../events.ts'
import { invalid, notFound } from '../refusals.ts'
import { closeEdit, openEdit, takeBack } from './edits.ts'
import type { Frame } from './frame.ts'
import { findVisit, gone, lockVisit, mayTouch, readRef, widenSight, type Hand, type LockedVisit, type SegmentRow } from './locate.ts'
import { planOriginal, recurrenceOf, selectVisits, type HeldVisit, type VisitRow } from './rows.ts'
import { holdSeries, readSeries, writeSeries, type TouchedRow } from './segments.ts'
import { reopenVisit } from './skip.ts'
import { calendarFacts } from './warnings.ts'
import type { CustomerRow } from './window-rows.ts'

/** Holds a series that counts from the day its visits are done, before one of them is held: two who hold a visit of it each cannot both go on to the series. */
export async function holdCounted(tx: OrgTx, ref: string, date: LocalDate | undefined): Promise<void> {
  const { series_id } = await readRef(tx, ref, date)
  await sql`select 1 from rules where organization_id = ${tx.org}::uuid and series_id = ${series_id}::uuid and exists (select 1 from rules c
    where c.organization_id = ${tx.org}::uuid and c.series_id = ${series_id}::uuid and c.counts_from = 'completion' and c.removed_at is null)
    order by start_date, id for update`.execute(tx)
}

type Found = HeldVisit & { customer: CustomerRow | undefined }
const isCounted = ({ rule }: HeldVisit): boolean => rule.counts_from === 'completion' && rule.pattern !== 'once'
const wishOf = (visit: Found, frame: Frame, done_on: LocalDate) => ({
  original_date: visit.original_date,
  planned_date: visit.planned?.date ?? null,
  done_on,
  today: frame.today,
})

/** What completing a visit would do to those after it: on the day it is held, or today where it is ticked off later. None where they count from the planned date. */
export async function previewCompletion(tx: OrgTx, frame: Frame, hand: Hand, ref: string, date: LocalDate | undefined): Promise<CompletionPreview> {
  const visit = await findVisit(tx, frame, ref, date)
  if (!mayTouch(hand, visit)) throw notFound(gone)
  // Other teams may have visits of the series.
  if (hand.by_crew) await widenSight(tx)
  return { choices: await choicesFor(tx, frame, visit) }
}

export async function choicesFor(tx: OrgTx, frame: Frame, visit: Found): Promise<CompletionPreview['choices']> {
  if (!isCounted(visit) || visit.status === 'completed') return []
  const [read, asked] = [await readSeries(tx, visit.series_id, null), await readAsked(tx, visit)]
  const series = { ...read, visits: [...read.visits, ...asked.map((row) => ({ ...row, invoice_status: null }))], newId: randomUUID }
  return [...new Set([doneDay(visit.date, frame.today), frame.today])].map((done_on) => {
    const outcome = recountSeries(series, wishOf(visit, frame, done_on), series.newId)
    return { done_on, moves: outcome !== null, ...visitsAfter(frame, visit, outcome ?? series, done_on, outcome?.tally.kept ?? []) }
  })
}

/** What was done to the visits after one that is completed, and what takes it back. */
export type Recount = { edit_id: string | null; next: VisitsAfter }

/** Counts what follows a visit that was just completed from the day it was done; null when nothing moves. */
export async function recountAfter(tx: OrgTx, frame: Frame, visit: LockedVisit, planned: LockedVisit, wished: LocalDate | undefined): Promise<Recount | null> {
  if (!isCounted(planned)) return null
  const earliest = doneDay(visit.date, frame.today)
  if (wished !== undefined && (wished < earliest || wished > frame.today)) throw invalid({ done_on: 'Choose a day from the visit’s own until today.' })
  const { series_id, original_date, customer_id } = visit
  const done_on = wished ?? earliest
  if (planned.planned?.date === done_on) return null
  // Nobody is to read that a visit is cancelled because it moved while they asked about it: it stays, as if somebody had changed it.
  for (const row of await readAsked(tx, visit))
    await tx
      .updateTable('visits')
      .set({ version: 1 })
      .where('organization_id', '=', tx.org)
      .where('series_id', '=', series_id)
      .where('original_date', '=', row.original_date)
      .where('version', '=', 0)
      .execute()
  const series = await holdSeries(tx, series_id, null)
  const outcome = recountSeries(series, wishOf(planned, frame, done_on), series.newId)
  if (!outcome) return null
  const open = await openEdit(tx, [{ series_id, from: addDays(original_date, 1), to: null, with_rules: true }])
  await writeSeries(tx, series, outcome)
  const edit_id = await closeEdit(tx, open)
  const team_ids = [...outcome.segments.filter(isLive), ...outcome.visits].map((one) => one.team_id)
  const data = { rule_id: visit.rule.id, series_id, date: done_on, team_id: visit.team_id, customer_id }
  await emit(tx, 'rule.changed', data, { customer_id, team_ids })
  return { edit_id, next: visitsAfter(frame, planned, outcome, done_on, outcome.tally.kept) }
}

/** The visits after one that only a customer touched, by asking about them. */
const readAsked = (tx: OrgTx, { series_id, original_date }: HeldVisit): Promise<VisitRow[]> =>
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
/** The most visits that an answer names one by one. */
const listed = 50

function visitsAfter(frame: Frame, visit: Found, series: Series<SegmentRow, TouchedRow>, done_on: LocalDate, kept: readonly Kept[]): VisitsAfter {
  const { series_id, customer } = visit
  const date = nextDate(frame, visit, series, done_on)
  // A day nobody chose may be one on which nobody works.
  const untimed = { team_id: null, start_minutes: null, duration_minutes: visit.duration_minutes }
  const facts = { ...calendarFacts(frame), available_days: customer?.available_days ?? [], others: [] }
  return {
    next_date: date,
    warnings: date === null ? [] : placeWarnings({ ...untimed, date }, facts),
    kept_visits: kept.slice(0, listed).map(({ original_date, date, reason }) => ({ occurrence_id: occurrenceId(series_id, original_date), date, reason })),
  }
}

/** When somebody comes next, not before today. */
function nextDate(
  frame: Frame,
  { original_date, customer }: Found,
  { segments, visits }: Series<SegmentRow, TouchedRow>,
  done_on: LocalDate,
): LocalDate | null {
  const yesterday = addDays(frame.today, -1)
  const after = done_on > yesterday ? done_on : yesterday
  const touched = new Set([original_date, ...visits.map((visit) => visit.original_date)])
  const moved = visits.filter((visit) => visit.original_date !== original_date && visit.status === 'scheduled' && visit.date > after).map((visit) => visit.date)
  const planned = segments.filter(isLive).flatMap((segment) => {
    let tries = 0
    for (const date of datesAfter(recurrenceOf(segment), after)) {
      const held = touched.has(date) ? null : planOriginal(segment, date, frame, customer)
      if (held && !held.paused) return [held.date]
      if (++tries >= triesAtMost) break
    }
    return []
  })
  return [...moved, ...planned].toSorted()[0] ?? null
}

/** Dates that may be left out, one after the other, before nobody looks any further. */
const triesAtMost = 60

/** Takes a completion back, and with it what it did to the visits after it, if nothing of that changed since; otherwise it says that those stay. */
export async function reopenCounted(tx: OrgTx, frame: Frame, hand: Hand, ref: string, date: LocalDate | undefined): Promise<VisitChanged> {
  await holdCounted(tx, ref, date)
  const { series_id, original_date, occurrence_id } = await lockVisit(tx, frame, hand, ref, date)
  const { completion } = await tx
    .selectFrom('visits')
    .select('completion')
    .where('organization_id', '=', tx.org)
    .where('series_id', '=', series_id)
    .where('original_date', '=', original_date)
    .executeTakeFirstOrThrow()
  const reopened = await reopenVisit(tx, frame, hand, occurrence_id, undefined)
  const edit_id = (completion as { recount?: Recount | null } | null)?.recount?.edit_id
  if (!edit_id || !reopened.changed || (await takeBack(tx, edit_id)) === null) return reopened
  return { ...reopened, warnings: [...reopened.warnings, { code: 'series_stays', sentence: staysSentence }] }
}

const staysSentence = 'The dates after it stay as they were counted from it: it is too late, or something changed since.'
