import { sql } from 'kysely'
import type { tray, TrayItem } from '../../api/tray.ts'
import { grouped } from '../../domain/grouped.ts'
import { startMinutesOf } from '../../domain/schedule.ts'
import type { Handlers } from '../call.ts'
import type { OrgTx } from '../db/door.ts'
import { cursorOf, pageOf, readCursor } from '../page.ts'
import { withoutIntent } from '../payments/intents.ts'
import { readFrame, type Frame } from './frame.ts'
import { placeVisit, placeVisits, putOnHold } from './hold.ts'
import { handOf, heldBy, type SegmentRow } from './locate.ts'
import { anyOf, selectRules, selectVisits, type VisitRow } from './rows.ts'
import { readPlaces, visitView, type Onlooker } from './window.ts'
import { readCustomers } from './window-rows.ts'

export const trayHandlers: Handlers<typeof tray> = {
  'GET /api/schedule/tray': ({ inOrg, actor, query }) =>
    inOrg(async (tx) => {
      const frame = await readFrame(tx)
      return readTray(tx, frame, handOf(actor, frame), query)
    }),

  'POST /api/schedule/tray/place': ({ inOrg, actor, body }) =>
    inOrg(async (tx) => {
      const frame = await readFrame(tx)
      return placeVisits(tx, frame, handOf(actor, frame), body)
    }),

  'POST /api/schedule/{rule_id}/hold': ({ app, inOrg, actor, params, body: { date, ...wish } }) =>
    withoutIntent(app, actor.organization_id, () =>
      inOrg(async (tx) => {
        const frame = await readFrame(tx)
        return putOnHold(tx, frame, handOf(actor, frame), params.rule_id, date, wish)
      }),
    ),

  'POST /api/schedule/{rule_id}/place': ({ inOrg, actor, params, body }) =>
    inOrg(async (tx) => {
      const frame = await readFrame(tx)
      const { date, to_date, team_id, expected_version, request_id } = body
      const move = { to_date, team_id, expected_version, request_id, start_minutes: startMinutesOf(body) }
      return placeVisit(tx, frame, handOf(actor, frame), params.rule_id, date, move)
    }),
}

type TrayRow = VisitRow & { held_at: string; held_by: string | null; sort: string }

/** What waits for a place, the oldest first; everything about a page is read at once, however many visits it has. */
async function readTray(tx: OrgTx, frame: Frame, hand: Onlooker, { cursor, limit }: { cursor?: string | undefined; limit: number }) {
  const after = cursor ? afterOf(cursor) : null
  const [rows, count] = await Promise.all([readRows(tx, after, limit), countOf(tx)])
  const { page, next_cursor } = pageOf(rows, limit, ({ sort, original_date, series_id }) => cursorOf(`${sort} ${original_date}`, series_id))
  const [segments, customers] = await Promise.all([
    readSegmentsOf(
      tx,
      page.map((row) => row.series_id),
    ),
    readCustomers(
      tx,
      page.map((row) => row.customer_id),
    ),
  ])
  const held = page.flatMap((row) => {
    const visit = heldBy(segments.get(row.series_id) ?? [], row.original_date, row, frame, customers.get(row.customer_id))
    return visit ? [{ visit, row }] : []
  })
  const places = await readPlaces(
    tx,
    held.map(({ visit }) => visit),
  )
  const items: TrayItem[] = held.map(({ visit, row: { held_at, held_by } }) => ({
    visit: visitView(visit, frame, { customers, places }, hand),
    held_at,
    held_by,
  }))
  return { items, count, next_cursor }
}

const isSort = (key: string): boolean => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z \d{4}-\d{2}-\d{2}$/.test(key)
function afterOf(cursor: string) {
  const { key, id } = readCursor(cursor, isSort)
  const [moment = '', original_date = ''] = key.split(' ')
  return { moment, original_date, series_id: id }
}

function readRows(tx: OrgTx, after: ReturnType<typeof afterOf> | null, limit: number): Promise<TrayRow[]> {
  const query = selectVisits(tx)
    .leftJoin('people as p', 'p.id', 'v.held_by')
    .select([
      'v.held_at',
      sql<string | null>`coalesce(p.name, p.email)`.as('held_by'),
      // To the microsecond, which a moment on the wire has not.
      sql<string>`to_char(v.held_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('sort'),
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

async function countOf(tx: OrgTx): Promise<number> {
  const { count } = await tx
    .selectFrom('visits')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organization_id', '=', tx.org)
    .where('hold_reason', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

async function readSegmentsOf(tx: OrgTx, series_ids: readonly string[]): Promise<ReadonlyMap<string, SegmentRow[]>> {
  if (!series_ids.length) return new Map()
  const rows = await selectRules(tx)
    .select(['removed_at', 'created_at', 'updated_at'])
    .where('series_id', '=', anyOf([...new Set(series_ids)]))
    .orderBy('start_date')
    .orderBy('id')
    .$castTo<SegmentRow>()
    .execute()
  return grouped(rows, (row) => row.series_id)
}
