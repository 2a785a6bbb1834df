import { sql } from 'kysely'
import type { LocalDate } from '../../../domain/base/dates.ts'
import { isLive } from '../../../domain/schedule/series.ts'
import { found, invalid, notFound, refused } from '../../base/kit/refusals.ts'
import { changedSince } from '../../../domain/schedule/visit.ts'
import { sendAlong, type OrgTx } from '../../base/db/door.ts'
import { oneOf } from '../../base/db/ids.ts'
import type { Calendar } from '../week/calendar.ts'
import {
  resolveVisit,
  plannedOn,
  planOriginal,
  ruleNamedBy,
  selectRules,
  selectVisits,
  type ResolvedVisit,
  type RuleRow,
  type VisitRow,
} from '../week/rows.ts'
import { readCustomerOf, type CustomerRow } from '../week/window-rows.ts'
import type { Permissions, ScheduleContext } from '../week/context.ts'
import { goneSentence, readSeriesId, type VisitRef } from './ref.ts'

export type SegmentRow = RuleRow & {
  removed_at: string | null
  created_at: string
  updated_at: string
}
export type FoundVisit = ResolvedVisit & { customer: CustomerRow | undefined }
/** A locked visit; its row exists now. */
export type LockedVisit = FoundVisit & { row: VisitRow }

/**
 * Finds the visit of a reference: the one planned for that date, or else the one now on it. Two
 * visits of a series may share a day, so only an exact reference is unambiguous. `asked`: what
 * `readNamed` answered, if it has been asked for already.
 */
export async function findVisit(
  { tx, calendar }: ScheduleContext,
  ref: VisitRef,
  lock?: 'share',
  asked?: Named,
): Promise<FoundVisit> {
  const { date, segments, customer, rows } = asked ?? (await readNamed(tx, ref, lock))
  found(segments[0], goneSentence)
  const resolve = (original: LocalDate, row: VisitRow | null): ResolvedVisit | null =>
    resolveDate(segments, original, row, calendar, customer)
  const moved = rows.find((row) => row.date === date)
  const visit =
    resolve(date, rows.find((row) => row.original_date === date) ?? null) ??
    (moved
      ? resolve(moved.original_date, moved)
      : ref.exact
        ? null
        : findShifted(segments, date, calendar, customer))
  return { ...found(visit, goneSentence), customer }
}

export type Named = Awaited<ReturnType<typeof readNamed>>

/** What a visit is found in; needs no calendar, so it can be asked for together with that. */
export async function readNamed(tx: OrgTx, ref: VisitRef, lock?: 'share') {
  const series_id = await readSeriesId(tx, ref)
  const { date, exact } = ref
  if (!date) throw invalid({ date: 'Which date of the series?' })
  const [segments, customer, rows] = await Promise.all([
    readSegments(tx, series_id, lock),
    readCustomerOf(tx, series_id),
    readRowsOn(tx, series_id, date, exact),
  ])
  return { date, segments, customer, rows }
}

/** Touched visits of a series that a date may refer to. */
const readRowsOn = (
  tx: OrgTx,
  series_id: string,
  date: LocalDate,
  exact: boolean,
): Promise<VisitRow[]> =>
  selectVisits(tx)
    .where('v.series_id', '=', series_id)
    .where((eb) =>
      exact
        ? eb('v.original_date', '=', date)
        : eb.or([eb('v.original_date', '=', date), eb('v.date', '=', date)]),
    )
    .orderBy('v.original_date')
    .execute()

/** An untouched visit that a closed day shifted onto this date. */
function findShifted(
  segments: readonly SegmentRow[],
  date: LocalDate,
  calendar: Calendar,
  customer: CustomerRow | undefined,
): ResolvedVisit | null {
  for (const rule of segments.filter(isLive)) {
    const planned = plannedOn(rule, date, calendar, customer)[0]
    if (planned) return resolveVisit(rule, null, planned, planned.original_date, calendar, customer)
  }
  return null
}

/**
 * A date of a series in its current state: from the segment that plans it, or the one its row
 * refers to. Null if there is no such visit.
 */
export function resolveDate(
  segments: readonly SegmentRow[],
  original: LocalDate,
  row: VisitRow | null,
  calendar: Calendar,
  customer: CustomerRow | undefined,
): ResolvedVisit | null {
  const plan = segments
    .filter(isLive)
    .map((by) => ({ by, planned: planOriginal(by, original, calendar, customer) }))
    .find(({ planned }) => planned !== null)
  const rule_id = ruleNamedBy(plan?.by.id, row)
  const rule = segments.find((segment) => segment.id === rule_id)
  return rule ? resolveVisit(rule, row, plan?.planned ?? null, original, calendar, customer) : null
}

/**
 * All segments of a series, oldest first. `share` keeps them unchanged while one visit changes;
 * `update` is for changing them.
 */
export async function readSegments(
  tx: OrgTx,
  series_id: string,
  lock?: 'share' | 'update',
): Promise<SegmentRow[]> {
  if (lock) lockSegments(tx, [series_id], lock)
  return selectSegments(tx)
    .where('series_id', '=', series_id)
    .orderBy('start_date')
    .orderBy('id')
    .execute()
}

/**
 * Locks the segments of series until the transaction ends. To be read afterward, by a statement of
 * its own: whoever held the lock may have added one, which a statement that waited does not see.
 */
export function lockSegments(
  tx: OrgTx,
  series_ids: readonly string[],
  lock: 'share' | 'update',
): void {
  sendAlong(
    tx,
    sql`select 1 from rules where series_id in ${oneOf(series_ids)} order by series_id, start_date, id for ${sql.raw(lock)}`,
  )
}

export const selectSegments = (tx: OrgTx) =>
  selectRules(tx).select(['removed_at', 'created_at', 'updated_at']).$castTo<SegmentRow>()

/** The segments of a customer's recurring work that has not ended, by series and start. */
export const readRecurring = (
  tx: OrgTx,
  customer_id: string,
  today: LocalDate,
): Promise<SegmentRow[]> =>
  selectSegments(tx)
    .where('customer_id', '=', customer_id)
    .where('removed_at', 'is', null)
    .where('pattern', '!=', 'once')
    .where((eb) => eb.or([eb('end_date', 'is', null), eb('end_date', '>=', today)]))
    .orderBy('series_id')
    .orderBy('start_date')
    .execute()

/** The segment in force on a date: the last one started, or else the next to start. */
export function segmentInForce(segments: readonly SegmentRow[], date: LocalDate): SegmentRow {
  const live = segments.filter(isLive)
  return found(
    live.findLast((segment) => segment.start_date <= date) ?? live[0] ?? segments.at(-1),
    'This series does not exist.',
  )
}

type TeamPermissions = Pick<Permissions, 'by_crew' | 'team_ids'>

export const mayTouch = (may: TeamPermissions, { team_id }: { team_id: string | null }): boolean =>
  !may.by_crew || (team_id !== null && may.team_ids.includes(team_id))

/** 404 for a crew whose teams do not have this visit. */
export function checkMayTouch(may: TeamPermissions, visit: { team_id: string | null }): void {
  if (!mayTouch(may, visit)) throw notFound(goneSentence)
}

/** 409 if the caller saw an older version of this visit. */
export function refuseStale(visit: LockedVisit, expected: number | undefined): void {
  if (expected !== undefined && expected !== visit.row.version)
    throw refused(changedSince.code, changedSince.sentence)
}

/**
 * 422 for an unknown team; 403 if a crew assigns work to a team it does not lead. Null is no team.
 */
export function checkTeam(
  { calendar, may }: Pick<ScheduleContext, 'calendar'> & { may: TeamPermissions },
  team_id: string | null | undefined,
): void {
  if (team_id === undefined) return
  checkLeads(may, team_id)
  if (team_id !== null && calendar.teams.get(team_id)?.deleted !== false)
    throw invalid({ team_id: 'Choose a team.' })
}

/** 422 for a place that is not the customer's. Null is the default address. */
export async function requireOwnPlace(
  tx: OrgTx,
  customer_id: string,
  location_id: string | null | undefined,
): Promise<void> {
  if (!location_id) return
  const row = await tx
    .selectFrom('service_locations')
    .select('id')
    .where('id', '=', location_id)
    .where('customer_id', '=', customer_id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw invalid({ location_id: 'Choose one of the customer’s places.' })
}

/** 403 if a crew plans for a team it does not lead. */
export function checkLeads(may: TeamPermissions, team_id: string | null): void {
  if (may.by_crew && (team_id === null || !may.team_ids.includes(team_id)))
    throw refused('team_denied', 'You can only assign visits to teams you lead.', 403)
}
