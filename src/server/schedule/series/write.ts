import { sql, type InsertObject } from 'kysely'
import type { Database } from '../../../../db/schema.ts'
import type { LocalDate } from '../../../domain/base/dates.ts'
import { isOccurrence } from '../../../domain/schedule/recurrence.ts'
import type { RulePause, BillingMode } from '../../../domain/schedule/schedule.ts'
import { isLive, type Series } from '../../../domain/schedule/series.ts'
import {
  ruleFields,
  type RuleImage,
  type VisitName,
  type UndoPlan,
} from '../../../domain/schedule/undo.ts'
import { sendAlong, type OrgTx } from '../../base/db/door.ts'
import { setFromImages } from '../../base/db/images.ts'
import { differences } from '../../base/kit/differences.ts'
import { denyOrphanedRequests } from '../requests/write.ts'
import type { SegmentRow } from '../visits/find.ts'
import { writeSeriesVisits } from '../visits/write.ts'
import { anyOf, recurrenceOf, ruleColumns } from '../week/rows.ts'
import type { LockedSeries, TouchedRow } from './segments.ts'
import { oneOf } from '../../base/db/ids.ts'
import type { NewRuleRow } from '../../../domain/flows/import-planning.ts'

type NewRow = InsertObject<Database, 'rules'>
const now = sql<string>`now()`

/** Writes a new rule with the transaction's next message. */
export const insertRule = (tx: OrgTx, values: Omit<NewRow, 'created_by'>): void =>
  sendAlong(tx, tx.insertInto('rules').values({ ...values, created_by: tx.cause.person_id }))

/**
 * Writes only what an edit changed of a locked series: segments, touched visits, and requests for
 * removed dates.
 */
export async function writeSeries(
  tx: OrgTx,
  before: LockedSeries,
  after: Series<SegmentRow, TouchedRow>,
): Promise<void> {
  await writeSegments(tx, before.segments, after.segments)
  await writeSeriesVisits(tx, before.series_id, before.visits, after.visits)
  const live = after.segments.filter(isLive)
  await denyOrphanedRequests(tx, before.series_id, {
    isPlanned: (date) => live.some((segment) => isOccurrence(recurrenceOf(segment), date)),
    team_ids: live.map((segment) => segment.team_id),
  })
}

async function writeSegments(
  tx: OrgTx,
  before: readonly SegmentRow[],
  after: readonly SegmentRow[],
): Promise<void> {
  const known = new Map(before.map((segment) => [segment.id, segment]))
  const added = after.filter((segment) => !known.has(segment.id))
  if (added.length)
    await tx
      .insertInto('rules')
      .values(added.map((segment) => newSegment(tx, segment)))
      .execute()
  for (const segment of after) {
    const was = known.get(segment.id)
    const change = was ? differences(was, segment) : null
    if (!change) continue
    const { removed_at, pauses, ...rest } = change
    await tx
      .updateTable('rules')
      .set({
        ...rest,
        ...(removed_at ? { removed_at: now } : {}),
        ...(pauses ? { pauses: JSON.stringify(pauses) } : {}),
        updated_at: now,
      })
      .where('id', '=', segment.id)
      .execute()
  }
}

/** Records an end that the office chose, so that it causes no warning. Moving an end out is not such a choice. */
export async function noteChosenEnd(
  tx: OrgTx,
  series_id: string,
  was: LocalDate | null,
  end_date: LocalDate | null,
): Promise<void> {
  if (end_date === null || (was !== null && end_date >= was)) return
  await tx
    .insertInto('chosen_ends')
    .values({ series_id, end_date })
    .onConflict((known) =>
      known.columns(['organization_id', 'series_id']).doUpdateSet({ end_date, chosen_at: now }),
    )
    .execute()
}

const newSegment = (tx: OrgTx, { removed_at, pauses, ...segment }: SegmentRow): NewRow => ({
  ...segment,
  created_by: tx.cause.person_id,
  created_at: now,
  updated_at: now,
  pauses: JSON.stringify(pauses),
  ...(removed_at ? { removed_at: now } : {}),
})

/** Reassigns a team's current and future rules from a day on to another team or to none. */
export async function moveRulesOfTeam(
  tx: OrgTx,
  team_id: string,
  heir_id: string | null,
  from: LocalDate,
): Promise<void> {
  await tx
    .updateTable('rules')
    .set({ team_id: heir_id, updated_at: now })
    .where('team_id', '=', team_id)
    .where('removed_at', 'is', null)
    .where((eb) => eb.or([eb('end_date', 'is', null), eb('end_date', '>=', from)]))
    .execute()
}

/** Adds pauses to every rule of a customer. */
export async function addPauses(
  tx: OrgTx,
  customer_id: string,
  pauses: readonly RulePause[],
): Promise<void> {
  if (!pauses.length) return
  await sql`update rules set updated_at = now(), pauses = (
      select jsonb_agg(p order by p->>'from') from jsonb_array_elements(pauses || ${JSON.stringify(pauses)}::text::jsonb) p)
    where customer_id = ${customer_id}::uuid and removed_at is null`.execute(tx)
}

/** Pins the current address on a customer's rules that follow the default place. */
export async function setPlaceOfRules(
  tx: OrgTx,
  customer_id: string,
  location_id: string,
): Promise<void> {
  await tx
    .updateTable('rules')
    .set({ location_id })
    .where('customer_id', '=', customer_id)
    .where('location_id', 'is', null)
    .execute()
}

/** Restores rules as they were before an edit. */
export async function restoreRules<R extends RuleImage>(
  tx: OrgTx,
  { removed_rules, restored_rules }: UndoPlan<R, VisitName>,
): Promise<void> {
  if (removed_rules.length)
    await tx
      .updateTable('rules')
      .set({ removed_at: now, updated_at: now })
      .where('id', '=', anyOf(removed_rules))
      .execute()
  if (restored_rules.length)
    await sql`update rules x set ${setFromImages(ruleFields, restored_rules)}, updated_at = now()
      from jsonb_populate_recordset(null::rules, ${JSON.stringify(restored_rules)}::text::jsonb) o
      where o.organization_id = x.organization_id and o.id = x.id`.execute(tx)
}

/** Stores an edit for its undo, and deletes those too old to undo. Returns its id. */
export async function saveEdit(tx: OrgTx, image: object, digest: string): Promise<string> {
  const edit = await tx
    .insertInto('schedule_edits')
    .values({ image: JSON.stringify(image), digest, created_by: tx.cause.person_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`delete from schedule_edits where created_at < now() - interval '1 day'`.execute(tx)
  return edit.id
}

export async function markEditUndone(tx: OrgTx, id: string, restored: number): Promise<void> {
  await tx
    .updateTable('schedule_edits')
    .set({ undone_at: now, restored })
    .where('id', '=', id)
    .execute()
}

/** Updates the merged customer's id in edits that can still be undone. */
export async function renameCustomerInEdits(
  tx: OrgTx,
  from_id: string,
  into_id: string,
): Promise<void> {
  await sql`update schedule_edits set image = replace(image::text, ${from_id}::text, ${into_id}::text)::jsonb
    where undone_at is null and strpos(image::text, ${from_id}::text) > 0`.execute(tx)
}

/** Writes imported work in one statement; a series has the id of its first segment. Emits nothing. */
export async function insertImportedRules(
  tx: OrgTx,
  rules: readonly NewRuleRow[],
  billing_mode: BillingMode,
): Promise<void> {
  if (!rules.length) return
  await sql`insert into rules (id, series_id, customer_id, service_id, location_id, team_id, pattern, interval, weekdays, month_week, anchor_date,
      start_date, end_date, season_start_month, season_end_month, start_minutes, duration_minutes, price_cents, billing_mode, notes, created_by)
    select r.id, r.id, r.customer_id, r.service_id, r.location_id, r.team_id, r.pattern, r.interval, r.weekdays, r.month_week, r.anchor_date,
      r.start_date, r.end_date, r.season_start_month, r.season_end_month, r.start_minutes, r.duration_minutes, r.price_cents,
      ${billing_mode}::text, r.notes, ${tx.cause.person_id}::uuid
    from json_to_recordset(${JSON.stringify(rules)}::text::json) as r(id uuid, customer_id uuid, service_id uuid, location_id uuid, team_id uuid,
      pattern text, interval int, weekdays smallint[], month_week smallint, anchor_date date, start_date date, end_date date,
      season_start_month smallint, season_end_month smallint, start_minutes int, duration_minutes int, price_cents bigint, notes text)`.execute(
    tx,
  )
}

/** Deletes imported work nobody has touched. Emits nothing. */
export async function deleteImportedRules(tx: OrgTx, ids: readonly string[]): Promise<void> {
  await sql`delete from rules where id in ${oneOf(ids)}`.execute(tx)
}

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
