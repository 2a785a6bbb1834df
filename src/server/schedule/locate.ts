import { sql } from 'kysely'
import type { LocalDate } from '../../domain/dates.ts'
import { crewRoles, hasRole } from '../../domain/roles.ts'
import { isLive } from '../../domain/series.ts'
import { changedMeanwhile, parseOccurrenceId } from '../../domain/visit.ts'
import type { Actor } from '../call.ts'
import type { OrgTx } from '../db/door.ts'
import { found, invalid, notFound, refused } from '../refusals.ts'
import type { Frame } from './frame.ts'
import { holdVisit, plannedOn, planOriginal, ruleNamedBy, selectRules, selectVisits, type HeldVisit, type RuleRow, type VisitRow } from './rows.ts'
import type { Onlooker } from './window.ts'
import { readCustomers, type CustomerRow } from './window-rows.ts'

/** Who acts on a schedule: the office on all of it, a crew on visits that are now its teams'. */
export type Hand = Onlooker & { team_ids: readonly string[]; person_id: string }

export function handOf(actor: Pick<Actor, 'roles' | 'team_ids' | 'person_id'>, frame: Frame): Hand {
  const by_crew = hasRole(actor.roles, crewRoles) && !hasRole(actor.roles, ['owner', 'manager', 'admin'])
  return { by_crew, sees_prices: !by_crew || frame.settings.crew_sees_prices, team_ids: actor.team_ids, person_id: actor.person_id }
}

export type SegmentRow = RuleRow & { removed_at: string | null; created_at: string; updated_at: string }
/** A visit under lock; its row exists now. */
export type LockedVisit = HeldVisit & { row: VisitRow; customer: CustomerRow | undefined }

export const gone = 'This visit is not on the schedule any more.'

/** The series a reference names, and the date that picks a visit of it. An occurrence id carries its own. */
export async function readRef(tx: OrgTx, ref: string, date?: LocalDate): Promise<{ series_id: string; date: LocalDate | null; exact: boolean }> {
  const occurrence = parseOccurrenceId(ref)
  if (occurrence) return { series_id: occurrence.series_id, date: occurrence.original_date, exact: true }
  if (ref.includes(':')) throw notFound(gone)
  const rule = await tx
    .selectFrom('rules')
    .select('series_id')
    .where('organization_id', '=', tx.org)
    .where((eb) => eb.or([eb('id', '=', ref), eb('series_id', '=', ref)]))
    .executeTakeFirst()
  return { series_id: found(rule, gone).series_id, date: date ?? null, exact: false }
}

/** Every segment of a series, oldest first. `share` keeps them as they are while one visit changes, `update` while they change themselves. */
export async function readSegments(tx: OrgTx, series_id: string, lock?: 'share' | 'update'): Promise<SegmentRow[]> {
  let query = selectRules(tx)
    .select(['removed_at', 'created_at', 'updated_at'])
    .where('series_id', '=', series_id)
    .orderBy('start_date')
    .orderBy('id')
    .$castTo<SegmentRow>()
  if (lock) query = lock === 'share' ? query.forShare() : query.forUpdate()
  return query.execute()
}

/**
 * The visit that a reference and a date name: the one whose pattern gave that date, else the one now held on it. Two
 * visits of a series may be held on one day, so the occurrence id is the sure name.
 */
export async function findVisit(
  tx: OrgTx,
  frame: Frame,
  ref: string,
  date?: LocalDate,
  lock?: 'share' | 'update',
): Promise<HeldVisit & { customer: CustomerRow | undefined }> {
  const target = await readRef(tx, ref, date)
  if (!target.date) throw invalid({ date: 'Which date of the series?' })
  const wanted = target.date
  const segments = await readSegments(tx, target.series_id, lock)
  const customer_id = segments[0]?.customer_id
  if (!customer_id) throw notFound(gone)
  const customer = (await readCustomers(tx, [customer_id])).get(customer_id)
  const rows = await selectVisits(tx)
    .where('v.series_id', '=', target.series_id)
    .where((eb) => (target.exact ? eb('v.original_date', '=', wanted) : eb.or([eb('v.original_date', '=', wanted), eb('v.date', '=', wanted)])))
    .orderBy('v.original_date')
    .execute()
  const live = segments.filter(isLive)
  const hold = (original: LocalDate, row: VisitRow | null) => {
    const held = heldBy(segments, original, row, frame, customer)
    return held && { ...held, customer }
  }
  const byOriginal = hold(wanted, rows.find((row) => row.original_date === wanted) ?? null)
  if (byOriginal) return byOriginal
  const moved = rows.find((row) => row.date === wanted)
  if (moved) return found(hold(moved.original_date, moved), gone)
  for (const rule of target.exact ? [] : live) {
    const shifted = plannedOn(rule, wanted, frame, customer)[0]
    if (shifted) return { ...holdVisit(rule, null, shifted, shifted.original_date, frame), customer }
  }
  throw notFound(gone)
}

/** A date of a series as it stands: by the segment that gives it, or the one its row names. Null when none does. */
export function heldBy(
  segments: readonly SegmentRow[],
  original: LocalDate,
  row: VisitRow | null,
  frame: Frame,
  customer: CustomerRow | undefined,
): HeldVisit | null {
  const given = segments
    .filter(isLive)
    .map((by) => ({ by, planned: planOriginal(by, original, frame, customer) }))
    .find(({ planned }) => planned !== null)
  const rule_id = ruleNamedBy(given?.by.id, row)
  const rule = segments.find((segment) => segment.id === rule_id)
  return rule ? holdVisit(rule, row, given?.planned ?? null, original, frame) : null
}

/** Finds a visit, gives it a row if it has none, and holds that row until the transaction ends. A crew finds only what is its teams' now. */
export async function lockVisit(tx: OrgTx, frame: Frame, hand: Pick<Hand, 'by_crew' | 'team_ids'> | null, ref: string, date?: LocalDate): Promise<LockedVisit> {
  const seen = await findVisit(tx, frame, ref, date, 'share')
  if (!seen.row) {
    await sql`insert into visits (organization_id, series_id, original_date, rule_id, customer_id, date, version)
      values (${tx.org}::uuid, ${seen.series_id}::uuid, ${seen.original_date}::date, ${seen.rule.id}::uuid, ${seen.customer_id}::uuid, ${seen.date}::date, 0)
      on conflict (organization_id, series_id, original_date) do nothing`.execute(tx)
  }
  // Locked apart from its invoice, and read again: whoever held it before may have changed it.
  await sql`select 1 from visits where organization_id = ${tx.org}::uuid and series_id = ${seen.series_id}::uuid and original_date = ${seen.original_date}::date
    for update`.execute(tx)
  const row = found(await selectVisits(tx).where('v.series_id', '=', seen.series_id).where('v.original_date', '=', seen.original_date).executeTakeFirst(), gone)
  const held = { ...holdVisit(seen.rule, row, seen.planned, seen.original_date, frame), row, customer: seen.customer }
  if (hand?.by_crew && !mayTouch(hand, held)) throw notFound(gone)
  return held
}

export const mayTouch = (hand: Pick<Hand, 'by_crew' | 'team_ids'>, { team_id }: { team_id: string | null }): boolean =>
  !hand.by_crew || (team_id !== null && hand.team_ids.includes(team_id))

/** The caller saw an older state of this visit. */
export function refuseStale(visit: LockedVisit, expected: number | undefined): void {
  if (expected !== undefined && expected !== visit.row.version) throw refused(changedMeanwhile.code, changedMeanwhile.sentence)
}

/** A team that exists, or nobody; a crew gives work only to teams it leads. */
export function checkTeam(frame: Frame, hand: Pick<Hand, 'by_crew' | 'team_ids'>, team_id: string | null | undefined): void {
  if (team_id === undefined) return
  if (hand.by_crew && (team_id === null || !hand.team_ids.includes(team_id))) throw refused('team_denied', 'You can only give visits to teams you lead.', 403)
  if (team_id !== null && frame.teams.get(team_id)?.deleted !== false) throw invalid({ team_id: 'Choose a team.' })
}

/** Lets the rest of this transaction see the whole organization: only after a visit was found with its caller's own sight. */
export const widenSight = (tx: OrgTx) => sql`select set_config('app.sight', 'all', true)`.execute(tx)
