import { sql } from 'kysely'
import type { LocalDate } from '../../../domain/base/dates.ts'
import type { InvoiceStatus } from '../../../domain/money/invoice.ts'
import { isLive, type Series } from '../../../domain/schedule/series.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { readSegments, type SegmentRow } from '../visits/find.ts'
import { deleteUntouchedRows } from '../visits/write.ts'
import { invoiceStatusOf, selectVisits, type VisitRow } from '../week/rows.ts'

export type TouchedRow = VisitRow & { invoice_status: InvoiceStatus | null }
/** A series with its touched visits from a date on, and ids for new segments. */
export type LockedSeries = Series<SegmentRow, TouchedRow> & {
  series_id: string
  newId: () => string
}

/**
 * Which touched visits to read: those from a date on (null: all), by their original or current
 * date.
 */
type From = { from: LocalDate | null; by?: 'original_date' | 'date' }

/**
 * Locks a series until the transaction ends. Deletes untouched rows, which would only get in the
 * way of an edit.
 */
export async function lockSeries(tx: OrgTx, series_id: string, from: From): Promise<LockedSeries> {
  const segments = await readSegments(tx, series_id, 'update')
  await deleteUntouchedRows(tx, [series_id])
  return withVisits(tx, series_id, segments, from)
}

/** The same without a lock, for previews. */
export const readSeries = async (
  tx: OrgTx,
  series_id: string,
  from: LocalDate | null,
): Promise<LockedSeries> => withVisits(tx, series_id, await readSegments(tx, series_id), { from })

async function withVisits(
  tx: OrgTx,
  series_id: string,
  segments: readonly SegmentRow[],
  { from, by = 'original_date' }: From,
): Promise<LockedSeries> {
  let query = selectVisits(tx)
    .where('v.series_id', '=', series_id)
    .where('v.version', '>', 0)
    .orderBy('v.original_date')
  if (from !== null) query = query.where(`v.${by}`, '>=', from)
  const visits = (await query.execute()).map((row) => ({
    ...row,
    invoice_status: invoiceStatusOf(row),
  }))
  // An edit creates at most a tail and a copy of each segment, one new segment, and a tail between
  // any two visits where the count restarts.
  const newId = await reserveIds(tx, segments.length * 2 + 2 + visits.length)
  return { series_id, segments, visits, newId }
}

/** Ids from the database, so that newer ones sort later. */
export async function reserveIds(tx: OrgTx, count: number): Promise<() => string> {
  const { rows } = await sql<{
    id: string
  }>`select uuid7() as id from generate_series(1, ${count}::int)`.execute(tx)
  return () => {
    const next = rows.shift()
    if (!next) throw new Error('An edit made more segments than it can')
    return next.id
  }
}

/**
 * The teams affected by a change to a series: those of its live segments, and of its touched visits
 * from a day on (null: all).
 */
export const teamsOf = (
  segments: readonly { team_id: string | null; removed_at: string | null }[],
  visits: readonly { team_id: string | null; date: LocalDate }[],
  from: LocalDate | null,
): (string | null)[] =>
  [...segments.filter(isLive), ...visits.filter(({ date }) => from === null || date >= from)].map(
    (one) => one.team_id,
  )
