import { sql, type Selectable, type Updateable } from 'kysely'
import type { Database } from '../../../../db/schema.ts'
import type { LocalDate } from '../../../domain/base/dates.ts'
import {
  visitFields,
  type VisitName,
  type UndoPlan,
  type RuleImage,
} from '../../../domain/schedule/undo.ts'
import { sendAlong, type OrgTx } from '../../base/db/door.ts'
import { setFromImages } from '../../base/db/images.ts'
import { differences } from '../../base/kit/differences.ts'
import { emit, type EventType } from '../../base/events.ts'
import {
  anyOf,
  resolveVisit,
  selectWritten,
  type ResolvedVisit,
  type VisitRow,
} from '../week/rows.ts'
import type { ScheduleContext } from '../week/context.ts'
import type { LockedVisit } from './find.ts'

type Row = Updateable<Database['visits']>

/** Changes a locked visit and returns it updated. */
export async function writeVisit(
  { tx, calendar }: ScheduleContext,
  visit: LockedVisit,
  change: Omit<Row, 'version' | 'updated_at'>,
): Promise<LockedVisit> {
  const { series_id, original_date, rule, planned, customer } = visit
  const changed = tx
    .updateTable('visits')
    .set({
      ...(change.status === undefined || change.hold_reason !== undefined ? {} : notOnHold),
      ...change,
      ...nextVersion,
    })
    .where('series_id', '=', series_id)
    .where('original_date', '=', original_date)
    .returningAll()
  const row = await selectWritten(tx, changed).executeTakeFirstOrThrow()
  return { ...resolveVisit(rule, row, planned, original_date, calendar, customer), row, customer }
}

/** Moves the visits of one invoice to another, which replaces it. */
export const moveToInvoice = async (tx: OrgTx, from: string, to: string): Promise<void> => {
  await tx
    .updateTable('visits')
    .set({ invoice_id: to, ...nextVersion })
    .where('invoice_id', '=', from)
    .execute()
}

const nextVersion = { version: sql<number>`version + 1`, updated_at: sql<string>`now()` }
/** A new status ends a hold, unless the same change sets one. */
const notOnHold = { hold_reason: null, held_at: null, held_by: null }

/**
 * Writes the event of a changed visit: for its customer, and for the teams that had it before and
 * have it now.
 */
export const emitVisit = (
  tx: OrgTx,
  type: EventType,
  after: ResolvedVisit,
  before: ResolvedVisit = after,
  more: object = {},
): Promise<void> =>
  emit(
    tx,
    type,
    {
      occurrence_id: after.occurrence_id,
      rule_id: after.rule.id,
      series_id: after.series_id,
      date: after.date,
      original_date: after.original_date,
      old_date: before.date,
      team_id: after.team_id,
      old_team_id: before.team_id,
      start_minutes: after.start_minutes,
      status: after.status,
      skip_reason: after.skip_reason,
      invoice_id: after.row?.invoice_id ?? null,
      invoice_status: after.invoice_status,
      version: after.row?.version ?? 0,
      ...more,
    },
    { customer_id: after.customer_id, team_ids: [after.team_id, before.team_id] },
  )

/** Gives visits without a row one, so that it can be locked. Version 0: not edited yet. */
export const addRows = (tx: OrgTx, visits: readonly ResolvedVisit[]): void =>
  sendAlong(tx, insertRows(visits))

/** The same for one visit, which is locked then. Undefined if another transaction gave it one meanwhile. */
export const addRow = (tx: OrgTx, visit: ResolvedVisit): Promise<VisitRow | undefined> =>
  selectWritten(
    tx,
    sql<Selectable<Database['visits']>>`(${insertRows([visit])} returning *)`,
  ).executeTakeFirst()

const insertRows = (visits: readonly ResolvedVisit[]) =>
  sql`insert into visits (series_id, original_date, rule_id, customer_id, date, version)
    select o.series_id, o.original_date, o.rule_id, o.customer_id, o.date, 0
    from ${imagesOf(visits)} order by o.series_id, o.original_date
    on conflict (organization_id, series_id, original_date) do nothing`

/** Locks the rows of visits in order. */
export async function lockRows(tx: OrgTx, visits: readonly ResolvedVisit[]): Promise<void> {
  await sql`select 1 from visits v where exists (
      select 1 from ${imagesOf(visits)} where o.series_id = v.series_id and o.original_date = v.original_date)
    order by series_id, original_date for update`.execute(tx)
}

/** Writes date and status of many visits in one statement; those without a row get one. */
export async function writeVisits(tx: OrgTx, visits: readonly ResolvedVisit[]): Promise<void> {
  await sql`insert into visits (series_id, original_date, rule_id, customer_id, date, status, skip_reason, version)
    select o.series_id, o.original_date, o.rule_id, o.customer_id, o.date, o.status, o.skip_reason, 1
    from ${imagesOf(visits)}
    on conflict (organization_id, series_id, original_date) do update
      set date = excluded.date, status = excluded.status, skip_reason = excluded.skip_reason, version = visits.version + 1, updated_at = now()`.execute(
    tx,
  )
}

const imagesOf = (visits: readonly ResolvedVisit[]) => {
  const images = visits.map(
    ({ series_id, original_date, rule, customer_id, date, status, skip_reason }) => ({
      series_id,
      original_date,
      rule_id: rule.id,
      customer_id,
      date,
      status,
      skip_reason,
    }),
  )
  return sql`jsonb_to_recordset(${JSON.stringify(images)}::text::jsonb)
    as o(series_id uuid, original_date date, rule_id uuid, customer_id uuid, date date, status text, skip_reason text)`
}

/**
 * Writes only what an edit changed of one series' touched visits. A removed visit loses its row.
 */
export async function writeSeriesVisits(
  tx: OrgTx,
  series_id: string,
  before: readonly VisitRow[],
  after: readonly VisitRow[],
): Promise<void> {
  const known = new Map(before.map((visit) => [visit.original_date, visit]))
  const toSegment = new Map<string, LocalDate[]>()
  for (const visit of after) {
    const was = known.get(visit.original_date)
    known.delete(visit.original_date)
    const change = was && was !== visit ? differences(was, visit) : null
    if (!change) continue
    const { rule_id, ...rest } = change
    if (rule_id) toSegment.set(rule_id, [...(toSegment.get(rule_id) ?? []), visit.original_date])
    if (Object.keys(rest).length)
      await tx
        .updateTable('visits')
        .set({ ...(rest as Row), ...nextVersion })
        .where(isOn(series_id, [visit.original_date]))
        .execute()
  }
  // Moving to another segment does not change the visit, so its version stays.
  for (const [rule_id, dates] of toSegment)
    await tx.updateTable('visits').set({ rule_id }).where(isOn(series_id, dates)).execute()
  if (known.size)
    await tx
      .deleteFrom('visits')
      .where(isOn(series_id, [...known.keys()]))
      .execute()
}

const isOn = (series_id: string, dates: readonly LocalDate[]) =>
  sql<boolean>`series_id = ${series_id}::uuid and original_date = any (${`{${dates.join(',')}}`}::text::date[])`

/** Moves touched visits to other segments, which does not change the visits. `was`: only those still in that one. */
export async function moveToSegments(
  tx: OrgTx,
  visits: readonly (VisitName & { rule_id: string; was?: string })[],
): Promise<void> {
  if (visits.length)
    await sql`update visits v set rule_id = o.rule_id
      from jsonb_to_recordset(${JSON.stringify(visits)}::text::jsonb) as o(series_id uuid, original_date date, rule_id uuid, was uuid)
      where v.series_id = o.series_id and v.original_date = o.original_date and v.rule_id = coalesce(o.was, v.rule_id)`.execute(
      tx,
    )
}

/** Moves all visits of segments to others. */
export async function moveAllToSegments(
  tx: OrgTx,
  moves: readonly { series_id: string; id: string; of: string }[],
): Promise<void> {
  if (moves.length)
    await sql`update visits v set rule_id = o.of
      from jsonb_to_recordset(${JSON.stringify(moves)}::text::jsonb) as o(series_id uuid, id uuid, "of" uuid)
      where v.series_id = o.series_id and v.rule_id = o.id`.execute(tx)
}

/** Deletes rows that were added for locking and never changed. */
export async function deleteUntouchedRows(tx: OrgTx, series_ids: readonly string[]): Promise<void> {
  if (series_ids.length)
    await tx
      .deleteFrom('visits')
      .where('version', '=', 0)
      .where('series_id', '=', anyOf(series_ids))
      .execute()
}

/** Marks untouched rows as changed, so that an edit of their series keeps them. */
export async function keepUntouchedRows(
  tx: OrgTx,
  series_id: string,
  dates: readonly LocalDate[],
): Promise<void> {
  if (dates.length)
    await tx
      .updateTable('visits')
      .set({ version: 1 })
      .where(isOn(series_id, dates))
      .where('version', '=', 0)
      .execute()
}

/** Ends all of a customer's holds. */
export async function endCustomerHolds(tx: OrgTx, customer_id: string): Promise<void> {
  await tx
    .updateTable('visits')
    .set({ ...notOnHold, ...nextVersion })
    .where('customer_id', '=', customer_id)
    .where('hold_reason', 'is not', null)
    .execute()
}

/** Reassigns a team's open visits from a day on to another team or to none. */
export async function moveVisitsOfTeam(
  tx: OrgTx,
  team_id: string,
  heir_id: string | null,
  from: LocalDate,
): Promise<void> {
  await tx
    .updateTable('visits')
    .set({ team_id: heir_id, version: sql<number>`version + 1` })
    .where('team_id', '=', team_id)
    .where('status', 'in', ['scheduled', 'in_progress'])
    .where('date', '>=', from)
    .execute()
}

/** Restores visits as they were before an edit. */
export async function restoreVisits<V extends VisitName & { version?: number }>(
  tx: OrgTx,
  { deleted_visits, inserted_visits, restored_visits }: UndoPlan<RuleImage, V>,
): Promise<void> {
  if (deleted_visits.length)
    await sql`delete from visits x using jsonb_to_recordset(${JSON.stringify(deleted_visits)}::text::jsonb) as o(series_id uuid, original_date date)
      where x.series_id = o.series_id and x.original_date = o.original_date`.execute(tx)
  if (inserted_visits.length)
    await sql`insert into visits select * from jsonb_populate_recordset(null::visits, ${JSON.stringify(inserted_visits.map(withNextVersion))}::text::jsonb)
      on conflict (organization_id, series_id, original_date) do nothing`.execute(tx)
  if (restored_visits.length)
    await sql`update visits x set ${setFromImages(visitFields, restored_visits)}, version = x.version + 1, updated_at = now()
      from jsonb_populate_recordset(null::visits, ${JSON.stringify(restored_visits)}::text::jsonb) o
      where o.organization_id = x.organization_id and o.series_id = x.series_id and o.original_date = x.original_date`.execute(
      tx,
    )
}

/** A restored visit gets a newer version than the one last seen. */
const withNextVersion = <V extends { version?: number }>(visit: V): V => ({
  ...visit,
  version: (visit.version ?? 0) + 1,
})

type RouteSpot = { series_id: string; original_date: LocalDate; position: number }

/**
 * Stores the order of a team's visits on a day. Rows are written in order, so that concurrent calls
 * do not deadlock.
 */
export async function writeRoute(
  tx: OrgTx,
  { date, team_id }: { date: LocalDate; team_id: string | null },
  spots: readonly RouteSpot[],
): Promise<void> {
  await sql`insert into route_spots (series_id, original_date, date, team_id, position)
    select o.series_id, o.original_date, ${date}::date, ${team_id}::uuid, o.position
    from jsonb_to_recordset(${JSON.stringify(spots)}::text::jsonb) as o(series_id uuid, original_date date, position int)
    order by o.series_id, o.original_date
    on conflict (organization_id, series_id, original_date) do update set date = excluded.date, team_id = excluded.team_id, position = excluded.position`.execute(
    tx,
  )
  await emit(tx, 'route.changed', { date, team_id }, { team_ids: [team_id] })
}
