import type { VisitChanged } from '../../api/schedule.ts'
import type { LocalDate } from '../../domain/dates.ts'
import { visitRules } from '../../domain/visit.ts'
import type { OrgTx } from '../db/door.ts'
import { tellVisit } from '../messages/tell-visits.ts'
import { enforce, invalid } from '../refusals.ts'
import { answerChange, emitVisit, writeVisit } from './change.ts'
import type { Frame } from './frame.ts'
import { checkTeam, lockVisit, refuseStale, type Hand, type LockedVisit } from './locate.ts'
import { settleRequests } from './settle.ts'
import { warnAbout } from './warnings.ts'

type Seen = { expected_version?: number | undefined; request_id?: string | undefined }
/** Undefined leaves as it is. */
export type Move = Seen & { to_date: LocalDate; start_minutes?: number | null | undefined; team_id?: string | null | undefined }
export type Slot = Seen & { start_minutes?: number | null | undefined; team_id?: string | null | undefined }

/** Moves a visit to another date. Its id stays; a repeat changes nothing. */
export async function rescheduleVisit(tx: OrgTx, frame: Frame, hand: Hand, ref: string, from_date: LocalDate | undefined, move: Move): Promise<VisitChanged> {
  if (move.to_date < frame.today) throw invalid({ to_date: 'Choose a date that has not passed.' })
  const visit = await lockVisit(tx, frame, hand, ref, from_date)
  enforce(visitRules.reschedule(visit))
  checkTeam(frame, hand, move.team_id === visit.team_id ? undefined : move.team_id)
  const same = move.to_date === visit.date && sameSlot(visit, move)
  if (!same) refuseStale(visit, move.expected_version)
  const moved = same ? visit : await writeVisit(tx, frame, visit, { date: move.to_date, ...slotColumns(move) })
  const answered = await settleRequests(tx, moved, frame, move.request_id)
  if (!same) await emitVisit(tx, 'visit.rescheduled', moved, visit)
  if (!same && !answered) await tellVisit(tx, 'moved', visit, moved)
  return answerChange(tx, frame, hand, moved, { changed: !same, warnings: same ? [] : await warn(tx, frame, moved) })
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
  return answerChange(tx, frame, hand, set, { changed: !same, warnings: same ? [] : await warn(tx, frame, set) })
}

/** Leaves a visit without a time, whatever its rule says. */
export async function clearVisitTime(tx: OrgTx, frame: Frame, hand: Hand, ref: string, date: LocalDate | undefined): Promise<VisitChanged> {
  const visit = await lockVisit(tx, frame, hand, ref, date)
  enforce(visitRules.clearTime(visit))
  if (visit.start_minutes === null) return answerChange(tx, frame, hand, visit, { changed: false })
  const cleared = await writeVisit(tx, frame, visit, slotColumns({ start_minutes: null }))
  await emitVisit(tx, 'visit.time_set', cleared, visit)
  return answerChange(tx, frame, hand, cleared, { changed: true })
}

const sameSlot = (visit: LockedVisit, { start_minutes, team_id }: Slot): boolean =>
  (start_minutes === undefined || start_minutes === visit.start_minutes) && (team_id === undefined || team_id === visit.team_id)

const slotColumns = ({ start_minutes, team_id }: Slot) => ({
  ...(start_minutes === undefined ? {} : { start_minutes, start_is_own: true }),
  ...(team_id === undefined ? {} : { team_id, team_is_own: true }),
})

const warn = (tx: OrgTx, frame: Frame, visit: LockedVisit) => warnAbout(tx, frame, visit, visit.customer?.available_days ?? [])
