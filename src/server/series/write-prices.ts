import { sql } from 'kysely'
import { ruleColumns } from '../week/rows.ts'
import type { OrgTx } from '../db/door.ts'
import { oneOf } from '../db/ids.ts'
import type { SegmentRow } from '../visits/find.ts'

/** What a change of price alters of a segment. */
export type PriceImage = {
  id: string
  end_date: string | null
  price_cents: number | null
  updated_at: string
}

const images = (rows: readonly object[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as o(id uuid, end_date date, price_cents bigint, updated_at timestamptz)`

/** Writes the new segments of many series. */
export async function insertSegments(tx: OrgTx, segments: readonly SegmentRow[]): Promise<void> {
  if (!segments.length) return
  const columns = sql.join(ruleColumns.map((column) => sql.ref(column)))
  await sql`insert into rules (${columns}, created_by, removed_at)
    select ${columns}, ${tx.cause.person_id}::uuid, case when o.removed_at is not null then now() end
    from jsonb_populate_recordset(null::rules, ${JSON.stringify(segments)}::text::jsonb) o`.execute(
    tx,
  )
}

/** Writes where segments end now and what their visits cost. */
export async function writePrices(
  tx: OrgTx,
  segments: readonly Pick<SegmentRow, 'id' | 'end_date' | 'price_cents'>[],
): Promise<void> {
  const rows = segments.map(({ id, end_date, price_cents }) => ({ id, end_date, price_cents }))
  if (rows.length)
    await sql`update rules r set end_date = o.end_date, price_cents = o.price_cents, updated_at = now()
      from ${images(rows)} where r.id = o.id`.execute(tx)
}

/** Puts segments back as they were, to the byte. */
export async function restorePrices(tx: OrgTx, rows: readonly PriceImage[]): Promise<void> {
  if (rows.length)
    await sql`update rules r set end_date = o.end_date, price_cents = o.price_cents, updated_at = o.updated_at
      from ${images(rows)} where r.id = o.id`.execute(tx)
}

/** Marks segments removed. A screen that still names one finds its series. */
export async function removeSegments(tx: OrgTx, ids: readonly string[]): Promise<void> {
  if (ids.length)
    await sql`update rules set removed_at = now(), updated_at = now()
      where id in ${oneOf(ids)} and removed_at is null`.execute(tx)
}
