import { sql } from 'kysely'
import type { TrayItem } from '../../../api/tray.ts'
import { grouped } from '../../../domain/base/grouped.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { cursorOf, pageOf, readCursor } from '../../base/kit/page.ts'
import type { ScheduleContext } from '../week/context.ts'
import { resolveDate, selectSegments, type SegmentRow } from '../visits/find.ts'
import { anyOf, selectVisits, type VisitRow } from '../week/rows.ts'
import { readPlaces, visitView } from '../week/window.ts'
import { readCustomers } from '../week/window-rows.ts'

type TrayRow = VisitRow & { held_at: string; held_by: string | null; sort: string }
type Query = { cursor?: string | undefined; limit: number }

/** Visits on hold, oldest first. The number of statements does not grow with the page. */
export async function readTray(ctx: ScheduleContext, { cursor, limit }: Query) {
  const { tx } = ctx
  const after = cursor ? parseTrayCursor(cursor) : null
  const [rows, count] = await Promise.all([readRows(tx, after, limit), countVisitsOnHold(tx)])
  const { page, next_cursor } = pageOf(rows, limit, ({ sort, original_date, series_id }) =>
    cursorOf(`${sort} ${original_date}`, series_id),
  )
  return { items: await viewRows(ctx, page), count, next_cursor }
}

async function viewRows(
  { tx, calendar, may }: ScheduleContext,
  rows: readonly TrayRow[],
): Promise<TrayItem[]> {
  const ids = (of: 'series_id' | 'customer_id') => [...new Set(rows.map((row) => row[of]))]
  const [segments, customers] = await Promise.all([
    readSegmentsOf(tx, ids('series_id')),
    readCustomers(tx, ids('customer_id')),
  ])
  const resolved = rows.flatMap((row) => {
    const { series_id, original_date, customer_id } = row
    const customer = customers.get(customer_id)
    const visit = resolveDate(segments.get(series_id) ?? [], original_date, row, calendar, customer)
    return visit ? [{ visit, row }] : []
  })
  const places = await readPlaces(
    tx,
    resolved.map(({ visit }) => visit),
  )
  return resolved.map(({ visit, row: { held_at, held_by } }) => ({
    visit: visitView(visit, calendar, { customers, places }, may),
    held_at,
    held_by,
  }))
}

const isTrayKey = (key: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T[\d:.]+Z \d{4}-\d{2}-\d{2}$/.test(key)

function parseTrayCursor(cursor: string) {
  const { key, id } = readCursor(cursor, isTrayKey)
  const [moment = '', original_date = ''] = key.split(' ')
  return { moment, original_date, series_id: id }
}

function readRows(
  tx: OrgTx,
  after: ReturnType<typeof parseTrayCursor> | null,
  limit: number,
): Promise<TrayRow[]> {
  const query = selectVisits(tx)
    .leftJoin('people as p', 'p.id', 'v.held_by')
    .select([
      'v.held_at',
      sql<string | null>`coalesce(p.name, p.email)`.as('held_by'),
      // With microseconds, which API timestamps lack.
      sql<string>`to_char(v.held_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as(
        'sort',
      ),
    ])
    .where('v.hold_reason', 'is not', null)
    .orderBy('v.held_at')
    .orderBy('v.series_id')
    .orderBy('v.original_date')
    .limit(limit + 1)
  const page = after
    ? query.where(
        sql<boolean>`(v.held_at, v.series_id, v.original_date) > (${after.moment}::timestamptz, ${after.series_id}::uuid, ${after.original_date}::date)`,
      )
    : query
  return page.$castTo<TrayRow>().execute()
}

/** Also those beyond the first page, and the same number for everyone who counts them. */
export async function countVisitsOnHold(tx: OrgTx): Promise<number> {
  const { count } = await tx
    .selectFrom('visits')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('hold_reason', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

async function readSegmentsOf(
  tx: OrgTx,
  series_ids: readonly string[],
): Promise<ReadonlyMap<string, SegmentRow[]>> {
  if (!series_ids.length) return new Map()
  const rows = await selectSegments(tx)
    .where('series_id', '=', anyOf(series_ids))
    .orderBy('start_date')
    .orderBy('id')
    .execute()
  return grouped(rows, (row) => row.series_id)
}
