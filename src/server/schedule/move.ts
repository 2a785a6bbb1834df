import { sql } from 'kysely'
import type { VisitChanged, VisitSlotSet } from '../../api/schedule.ts'
import type { LocalDate } from '../../domain/dates.ts'
import { isWayBack } from '../../domain/undo.ts'
import { visitRules } from '../../domain/visit.ts'
import type { OrgTx } from '../db/door.ts'
import { tellVisit, titleOf, type VisitChange } from '../messages/tell-visits.ts'
import { enforce, invalid } from '../refusals.ts'
import { answerChange, emitVisit, writeVisit } from './change.ts'
import { closeEdit, openEdit } from './edits.ts'
import type { Frame } from './frame.ts'
import { checkTeam, findVisit, lockVisit, refuseStale, type Hand, type LockedVisit } from './locate.ts'
import { holdSeries } from './segments.ts'
import { assignSeries } from './series.ts'
import { settleRequests } from './settle.ts'
import { warnAbout } from './warnings.ts'
import { zipOf } from './window.ts'

type Seen = { expected_version?: number | undefined; request_id?: string | undefined }
/** Undefined leaves as it is. */
export type Move = Seen & { to_date: LocalDate; start_minutes?: number | null | undefined; team_id?: string | null | undefined }
export type Slot = Seen & { start_minutes?: number | null | undefined; team_id?: string | null | undefined }

/** Moves a visit to another date. Its id stays; a repeat changes nothing. */
export async function rescheduleVisit(tx: OrgTx, frame: Frame, hand: Hand, ref: string, from_date: LocalDate | undefined, move: Move): Promise<VisitChanged> {
  const visit = await lockVisit(tx, frame, hand, ref, from_date)
  if (!mayLieOn(move.to_date, frame, visit) && !isWayBack(move.to_date, await readLastMove(tx, visit), new Date().toISOString())) throw datePassed()
  enforce(visitRules.reschedule(visit))
  checkTeam(frame, hand, move.team_id === visit.team_id ? undefined : move.team_id)
  const same = move.to_date === visit.date && sameSlot(visit, move)
  if (!same) refuseStale(visit, move.expected_version)
  const moved = same ? visit : await writeVisit(tx, frame, visit, { date: move.to_date, ...slotColumns(move) })
  const answered = await settleRequests(tx, moved, frame, move.request_id, visit)
  if (!same) await emitVisit(tx, 'visit.rescheduled', moved, visit)
  // Back on a day gone by, all its customer has to know is that nobody comes on the other.
  if (!same && !answered) await (moved.date < frame.today ? tellVisit(tx, 'cancelled', visit, visit) : tellVisit(tx, 'moved', visit, moved))
  return answerChange(tx, frame, hand, moved, { changed: !same, warnings: same ? [] : await warn(tx, frame, visit, moved) })
}

/** A visit nobody came to may go back to its own day, or to where its last move took it from, and may lose its time there. */
export const mayLieOn = (to_date: LocalDate, { today }: Frame, { original_date, date }: LockedVisit): boolean =>
  to_date >= today || to_date === original_date || to_date === date
export const datePassed = () => invalid({ to_date: 'Choose a date that has not passed.' })

/** Where a visit was held until it was last moved to another date. */
async function readLastMove(tx: OrgTx, { occurrence_id, row }: LockedVisit): Promise<{ old_date: LocalDate; at: string } | null> {
  if (row.version === 0) return null
  const { rows } = await sql<{ old_date: LocalDate; at: string }>`select data ->> 'old_date' as old_date, at from events
    where organization_id = ${tx.org}::uuid and type = 'visit.rescheduled' and data ->> 'occurrence_id' = ${occurrence_id} and data ->> 'old_date' <> data ->> 'date'
    order by number desc limit 1`.execute(tx)
  return rows[0] ?? null
}

/** Sets time, team or both of one visit. */
export async function setVisitSlot(tx: OrgTx, frame: Frame, hand: Hand, ref: string, date: LocalDate | undefined, slot: Slot): Promise<VisitChanged> {
  const visit = await lockVisit(tx, frame, hand, ref, date)
  if (slot.start_minutes !== undefined) enforce(visitRules.setTime(visit))
  if (slot.team_id !== undefined) enforce(visitRules.assignTeam(visit))
  checkTeam(frame, hand, slot.team_id === visit.team_id ? undefined : slot.team_id)
  const same = sameSlot(visit, slot)
  if (!same) refuseStale(visit, slot.expected_version)
  const set = same ? visit : await writeVisit(tx, frame, visit, slotColumns(slot))
  const answered = await settleRequests(tx, set, frame, slot.request_id)
  if (!same) await emitVisit(tx, set.start_minutes === visit.start_minutes ? 'visit.team_set' : 'visit.time_set', set, visit)
  if (!same && !answered) await tellVisit(tx, 'moved', visit, set)
  return answerChange(tx, frame, hand, set, { changed: !same, warnings: same ? [] : await warn(tx, frame, visit, set) })
}

/** Gives what is not done of a visit's series to a team, and sets the visit's own time if one is given: one edit, to be taken back as one. */
export async function setSlotAndSeries(
  tx: OrgTx,
  frame: Frame,
  hand: Hand,
  ref: string,
  date: LocalDate | undefined,
  { team_id, replace_changed, ...slot }: Slot & { team_id: string | null; replace_changed: boolean },
): Promise<VisitSlotSet> {
  const { series_id, occurrence_id } = await findVisit(tx, frame, ref, date)
  await holdSeries(tx, series_id, null)
  const before = await lockVisit(tx, frame, hand, occurrence_id)
  const { customer_id } = before
  enforce(visitRules.assignTeam(before))
  if (!sameSlot(before, slot)) refuseStale(before, slot.expected_version)
  const open = await openEdit(tx, [{ series_id, from: null, to: null, with_rules: true }])
  await assignSeries(tx, frame, series_id, team_id, replace_changed)
  // Other dates with a team of their own keep it; this one was shown, and given to the team with the rest.
  const own = before.row.team_is_own && !replace_changed ? { team_id } : {}
  const set = await setVisitSlot(tx, frame, hand, occurrence_id, undefined, { ...slot, ...own, expected_version: undefined })
  const told: VisitChange = { customer_id, kind: 'moved', title: titleOf(before), from: slotOf(before), to: slotOf(set.visit) }
  const edit_id = await closeEdit(tx, open, set.changed ? [told] : [])
  // An answer that a customer has read is not taken back with it.
  return { ...set, changed: edit_id !== null, edit_id: slot.request_id ? null : edit_id }
}

/** Leaves a visit without a time, whatever its rule says. */
export async function clearVisitTime(
  tx: OrgTx,
  frame: Frame,
  hand: Hand,
  ref: string,
  { date, expected_version }: Pick<Seen, 'expected_version'> & { date?: LocalDate | undefined },
): Promise<VisitChanged> {
  const visit = await lockVisit(tx, frame, hand, ref, date)
  enforce(visitRules.clearTime(visit))
  if (visit.start_minutes === null) return answerChange(tx, frame, hand, visit, { changed: false })
  refuseStale(visit, expected_version)
  const cleared = await writeVisit(tx, frame, visit, slotColumns({ start_minutes: null }))
  await emitVisit(tx, 'visit.time_set', cleared, visit)
  return answerChange(tx, frame, hand, cleared, { changed: true })
}

export const sameSlot = (visit: LockedVisit, { start_minutes, team_id }: Slot): boolean =>
  (start_minutes === undefined || start_minutes === visit.start_minutes) && (team_id === undefined || team_id === visit.team_id)

export const slotOf = ({ date, start_minutes }: { date: LocalDate; start_minutes: number | null }) => ({ date, start_minutes })

export const slotColumns = ({ start_minutes, team_id }: Slot) => ({
  ...(start_minutes === undefined ? {} : { start_minutes, start_is_own: true }),
  ...(team_id === undefined ? {} : { team_id, team_is_own: true }),
})

/** That it lies outside the service area is news only when a team is given work that had none; that it is far from its date, when it goes to another. */
export const warn = async (tx: OrgTx, frame: Frame, before: LockedVisit, after: LockedVisit) =>
  warnAbout(
    tx,
    frame,
    { ...after, buffer_days: before.date === after.date ? null : after.rule.buffer_days },
    after.customer?.available_days ?? [],
    before.team_id === null && after.team_id !== null ? await zipOf(tx, frame, after) : null,
  )
