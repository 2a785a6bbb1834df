import { sql, type InsertObject, type Updateable } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import type { LocalDate } from '../../domain/dates.ts'
import type { InvoiceStatus } from '../../domain/invoice.ts'
import { isOccurrence } from '../../domain/recurrence.ts'
import { isLive, type Series } from '../../domain/series.ts'
import { occurrenceId } from '../../domain/visit.ts'
import type { OrgTx } from '../db/door.ts'
import { emit } from '../events.ts'
import { readSegments, type SegmentRow } from './locate.ts'
import { invoiceStatusOf, recurrenceOf, selectVisits, type VisitRow } from './rows.ts'

export type TouchedRow = VisitRow & { invoice_status: InvoiceStatus | null }
/** A series under lock, its touched visits from a date on, and ids for segments to come. */
export type HeldSeries = Series<SegmentRow, TouchedRow> & { series_id: string; newId: () => string }

/** By which of its dates a visit lies from a day on: the one its series gave it, or the one it is held on. */
type By = 'original_date' | 'date'

/** Holds a series until the transaction ends. Rows that a look left behind say nothing of their own and would only be in the way. */
export async function holdSeries(tx: OrgTx, series_id: string, from: LocalDate | null, by: By = 'original_date'): Promise<HeldSeries> {
  const segments = await readSegments(tx, series_id, 'update')
  await tx.deleteFrom('visits').where('organization_id', '=', tx.org).where('series_id', '=', series_id).where('version', '=', 0).execute()
  return withRows(tx, series_id, segments, from, by)
}

/** The same without holding it, to say what an edit would do. */
export const readSeries = async (tx: OrgTx, series_id: string, from: LocalDate | null): Promise<HeldSeries> =>
  withRows(tx, series_id, await readSegments(tx, series_id), from)

async function withRows(tx: OrgTx, series_id: string, segments: readonly SegmentRow[], from: LocalDate | null, by: By = 'original_date'): Promise<HeldSeries> {
  let query = selectVisits(tx).where('v.series_id', '=', series_id).where('v.version', '>', 0).orderBy('v.original_date')
  if (from !== null) query = query.where(`v.${by}`, '>=', from)
  const visits = (await query.execute()).map((row) => ({ ...row, invoice_status: invoiceStatusOf(row) }))
  // An edit makes at most a tail and a copy of each segment, one of its own, and where the count begins anew a tail between any two visits.
  const { rows: ids } = await sql<{ id: string }>`select uuid7() as id from generate_series(1, ${segments.length * 2 + 2 + visits.length}::int)`.execute(tx)
  const newId = () => {
    const next = ids.shift()
    if (!next) throw new Error('An edit made more segments than it can')
    return next.id
  }
  return { series_id, segments, visits, newId }
}

/** Whom a change of a series concerns: the teams of its living segments, and any that has only single dates of it, from a day on or ever. */
export const teamsOf = (
  segments: readonly { team_id: string | null; removed_at: string | null }[],
  visits: readonly { team_id: string | null; date: LocalDate }[],
  from: LocalDate | null,
): (string | null)[] => [...segments.filter(isLive), ...visits.filter(({ date }) => from === null || date >= from)].map((one) => one.team_id)

/** Writes down what an edit made of a held series, and only what it changed. */
export async function writeSeries(tx: OrgTx, before: HeldSeries, after: Series<SegmentRow, TouchedRow>): Promise<void> {
  await writeSegments(tx, before, after.segments)
  await writeVisits(tx, before, after.visits)
  await denyRequests(tx, before.series_id, after.segments)
}

async function writeSegments(tx: OrgTx, before: HeldSeries, segments: readonly SegmentRow[]): Promise<void> {
  const known = new Map(before.segments.map((segment) => [segment.id, segment]))
  const added = segments.filter((segment) => !known.has(segment.id)).map((segment) => addedSegment(tx, segment))
  if (added.length) await tx.insertInto('rules').values(added).execute()
  for (const segment of segments) {
    const was = known.get(segment.id)
    const change = was ? differences(was, segment) : null
    if (!change) continue
    const { removed_at, pauses, ...rest } = change
    await tx
      .updateTable('rules')
      .set({ ...rest, ...(removed_at ? { removed_at: now } : {}), ...(pauses ? { pauses: JSON.stringify(pauses) } : {}), updated_at: now })
      .where('organization_id', '=', tx.org)
      .where('id', '=', segment.id)
      .execute()
  }
}

const now = sql<string>`now()`

function addedSegment(tx: OrgTx, { removed_at, pauses, ...segment }: SegmentRow): InsertObject<Database, 'rules'> {
  return {
    ...segment,
    organization_id: tx.org,
    created_by: tx.doer.person_id,
    created_at: now,
    updated_at: now,
    pauses: JSON.stringify(pauses),
    ...(removed_at ? { removed_at: now } : {}),
  }
}

async function writeVisits(tx: OrgTx, before: HeldSeries, visits: readonly TouchedRow[]): Promise<void> {
  const known = new Map(before.visits.map((visit) => [visit.original_date, visit]))
  const here = (dates: readonly LocalDate[]) => sql<boolean>`organization_id = ${tx.org}::uuid and series_id = ${before.series_id}::uuid
    and original_date = any (${`{${dates.join(',')}}`}::text::date[])`
  const toSegment = new Map<string, LocalDate[]>()
  for (const visit of visits) {
    const was = known.get(visit.original_date)
    known.delete(visit.original_date)
    const change = was && was !== visit ? differences(was, visit) : null
    if (!change) continue
    const { rule_id, ...rest } = change
    if (rule_id) toSegment.set(rule_id, [...(toSegment.get(rule_id) ?? []), visit.original_date])
    if (Object.keys(rest).length)
      await tx
        .updateTable('visits')
        .set({ ...(rest as Updateable<Database['visits']>), version: sql<number>`version + 1`, updated_at: now })
        .where(here([visit.original_date]))
        .execute()
  }
  // A visit that only belongs to another segment now is no other visit: its version stays.
  for (const [rule_id, dates] of toSegment) await tx.updateTable('visits').set({ rule_id }).where(here(dates)).execute()
  if (known.size)
    await tx
      .deleteFrom('visits')
      .where(here([...known.keys()]))
      .execute()
}

/** The fields in which a row differs from what it was; null for none. */
function differences<T extends object>(was: T, is: T): Partial<T> | null {
  const changed = (Object.keys(is) as (keyof T)[]).filter((key) => JSON.stringify(is[key]) !== JSON.stringify(was[key]))
  return changed.length ? (Object.fromEntries(changed.map((key) => [key, is[key]])) as Partial<T>) : null
}

/** Requests about dates that are no visits any more: nobody will answer them. */
async function denyRequests(tx: OrgTx, series_id: string, segments: readonly SegmentRow[]): Promise<void> {
  const { rows } = await sql<{ id: string; original_date: LocalDate; customer_id: string; action: string }>`
    select id, original_date, customer_id, action from customer_requests q
    where organization_id = ${tx.org}::uuid and series_id = ${series_id}::uuid and status = 'requested'
      and not exists (select 1 from visits v where v.organization_id = q.organization_id and v.series_id = q.series_id and v.original_date = q.original_date)
    for update`.execute(tx)
  const live = segments.filter(isLive)
  for (const { id, original_date, customer_id, action } of rows) {
    if (live.some((segment) => isOccurrence(recurrenceOf(segment), original_date))) continue
    await tx
      .updateTable('customer_requests')
      .set({ status: 'denied', resolution_reason: 'cancelled', resolved_at: now, resolved_by: tx.doer.person_id })
      .where('organization_id', '=', tx.org)
      .where('id', '=', id)
      .execute()
    const about = { occurrence_id: occurrenceId(series_id, original_date), date: original_date, customer_id }
    const told = { request_id: id, action, status: 'denied', reason: 'cancelled', ...about }
    await emit(tx, 'request.resolved', told, { customer_id, team_ids: live.map((segment) => segment.team_id) })
  }
}
