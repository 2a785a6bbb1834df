import { sql } from 'kysely'
import type { VisitChanged } from '../../../api/visits.ts'
import type { LocalDate } from '../../../domain/base/dates.ts'
import { isMoveBack } from '../../../domain/schedule/undo.ts'
import { undoMinutes, visitRules } from '../../../domain/schedule/visit.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { notifyVisitChanged } from '../../messages/notify-visits.ts'
import { enforce, invalid } from '../../base/kit/refusals.ts'
import { settleRequest } from '../requests/write.ts'
import { isPausedOn } from '../week/paused.ts'
import { warnAbout } from '../week/warnings.ts'
import { zipOf } from '../week/window.ts'
import { answerChange } from '../visits/answer.ts'
import type { ScheduleContext } from '../week/context.ts'
import { checkTeam, refuseStale, type LockedVisit } from '../visits/find.ts'
import { lockVisit } from '../visits/lock.ts'
import type { VisitRef } from '../visits/ref.ts'
import { emitVisit, writeVisit } from '../visits/write.ts'

type Seen = { expected_version?: number | undefined; request_id?: string | undefined }
/** A visit's time and team; undefined leaves it unchanged. */
export type Slot = Seen & {
  start_minutes?: number | null | undefined
  team_id?: string | null | undefined
}
export type Move = Slot & { to_date: LocalDate; by_customer?: true }

/** Moves a visit to another date. Its id stays; a repeat changes nothing. */
export async function rescheduleVisit(
  ctx: ScheduleContext,
  ref: VisitRef,
  move: Move,
): Promise<VisitChanged> {
  const visit = await lockVisit(ctx, ref)
  await checkToDate(ctx, visit, move.to_date)
  enforce(visitRules.reschedule({ ...visit, into_pause: await movesIntoPause(ctx, visit, move) }))
  checkTeam(ctx, move.team_id === visit.team_id ? undefined : move.team_id)
  const isSame = move.to_date === visit.date && hasSlot(visit, move)
  if (!isSame) refuseStale(visit, move.expected_version)
  const moved = isSame
    ? visit
    : await writeVisit(ctx, visit, {
        date: move.to_date,
        ...slotColumns(move),
        ...notBegun(visit, move),
      })
  const settled = await settleRequest(ctx, moved, { request_id: move.request_id, before: visit })
  if (isSame) return answerChange(ctx, moved, { changed: false })
  await emitVisit(ctx.tx, 'visit.rescheduled', moved, visit)
  if (!settled) await notifyMoved(ctx, visit, moved, move)
  return answerChange(ctx, moved, { changed: true, warnings: await warnOfMove(ctx, visit, moved) })
}

/** What a crew began is to be done on another day. */
const notBegun = (visit: LockedVisit, { to_date }: Move) =>
  visit.status === 'in_progress' && to_date !== visit.date
    ? { status: 'scheduled', started_at: null }
    : {}

/**
 * A visit moved back to a past day is a cancellation for its customer: no one comes on the later
 * day.
 */
const notifyMoved = (
  { tx, calendar }: ScheduleContext,
  visit: LockedVisit,
  moved: LockedVisit,
  { by_customer }: Move,
): Promise<void> =>
  moved.date < calendar.today
    ? notifyVisitChanged(tx, 'cancelled', visit, visit)
    : notifyVisitChanged(tx, 'moved', visit, moved, { own: by_customer })

/** Refuses a past date, unless the move only reverses the last one. */
async function checkToDate(
  { tx, calendar }: ScheduleContext,
  visit: LockedVisit,
  to_date: LocalDate,
): Promise<void> {
  if (!isDateAllowed(to_date, calendar, visit) && !(await reversesMove(tx, visit, to_date)))
    throw datePassed()
}

/** A move that only reverses the last one may end in a pause: the visit is paused there. */
const movesIntoPause = async (
  { tx }: ScheduleContext,
  visit: LockedVisit,
  { to_date }: Move,
): Promise<boolean> =>
  to_date !== visit.date && isPausedOn(to_date, visit) && !(await reversesMove(tx, visit, to_date))

const reversesMove = async (tx: OrgTx, visit: LockedVisit, to_date: LocalDate): Promise<boolean> =>
  isMoveBack(to_date, await readLastMove(tx, visit), new Date().toISOString())

/** A missed visit may return to its original day or stay where it is, though both are past. */
export const isDateAllowed = (
  to_date: LocalDate,
  { today }: { today: LocalDate },
  { original_date, date }: LockedVisit,
): boolean => to_date >= today || to_date === original_date || to_date === date
export const datePassed = () => invalid({ to_date: 'Choose a date that has not passed.' })

/** The visit's date before its last move, and when it moved; only while that may still be undone. */
async function readLastMove(
  tx: OrgTx,
  { occurrence_id, row }: LockedVisit,
): Promise<{ old_date: LocalDate; at: string } | null> {
  if (row.version === 0) return null
  const { rows } = await sql<{
    old_date: LocalDate
    at: string
  }>`select data ->> 'old_date' as old_date, at from events
    where type = 'visit.rescheduled' and at > now() - make_interval(mins => ${undoMinutes + 1}::int)
      and data ->> 'occurrence_id' = ${occurrence_id} and data ->> 'old_date' <> data ->> 'date'
    order by number desc limit 1`.execute(tx)
  return rows[0] ?? null
}

/** Sets one visit's time, team or both. */
export async function setVisitSlot(
  ctx: ScheduleContext,
  ref: VisitRef,
  slot: Slot,
): Promise<VisitChanged> {
  const visit = await lockVisit(ctx, ref)
  if (slot.start_minutes !== undefined) enforce(visitRules.setTime(visit))
  if (slot.team_id !== undefined) enforce(visitRules.assignTeam(visit))
  checkTeam(ctx, slot.team_id === visit.team_id ? undefined : slot.team_id)
  const isSame = hasSlot(visit, slot)
  if (!isSame) refuseStale(visit, slot.expected_version)
  const set = isSame ? visit : await writeVisit(ctx, visit, slotColumns(slot))
  const settled = await settleRequest(ctx, set, { request_id: slot.request_id })
  if (isSame) return answerChange(ctx, set, { changed: false })
  const type = set.start_minutes === visit.start_minutes ? 'visit.team_set' : 'visit.time_set'
  await emitVisit(ctx.tx, type, set, visit)
  if (!settled) await notifyVisitChanged(ctx.tx, 'moved', visit, set)
  return answerChange(ctx, set, { changed: true, warnings: await warnOfMove(ctx, visit, set) })
}

/** Removes a visit's time, even if its rule has one. */
export async function clearVisitTime(
  ctx: ScheduleContext,
  ref: VisitRef,
  { expected_version }: Pick<Seen, 'expected_version'>,
): Promise<VisitChanged> {
  const visit = await lockVisit(ctx, ref)
  enforce(visitRules.clearTime(visit))
  if (visit.start_minutes === null) return answerChange(ctx, visit, { changed: false })
  refuseStale(visit, expected_version)
  const cleared = await writeVisit(ctx, visit, slotColumns({ start_minutes: null }))
  await emitVisit(ctx.tx, 'visit.time_set', cleared, visit)
  return answerChange(ctx, cleared, { changed: true })
}

export const hasSlot = (visit: LockedVisit, { start_minutes, team_id }: Slot): boolean =>
  (start_minutes === undefined || start_minutes === visit.start_minutes) &&
  (team_id === undefined || team_id === visit.team_id)

export const slotOf = ({
  date,
  start_minutes,
}: {
  date: LocalDate
  start_minutes: number | null
}) => ({ date, start_minutes })

export const slotColumns = ({ start_minutes, team_id }: Slot) => ({
  ...(start_minutes === undefined ? {} : { start_minutes, start_is_own: true }),
  ...(team_id === undefined ? {} : { team_id, team_is_own: true }),
})

/**
 * Warnings about a moved visit. The distance from the original date matters only after a new date,
 * the service area only when a visit without a team gets one.
 */
export const warnOfMove = async (
  { tx, calendar }: ScheduleContext,
  before: LockedVisit,
  after: LockedVisit,
) => {
  const buffer_days = before.date === after.date ? null : after.rule.buffer_days
  const hasNewTeam = before.team_id === null && after.team_id !== null
  return warnAbout(
    { tx, calendar },
    { ...after, buffer_days },
    {
      available_days: after.customer?.available_days ?? [],
      zip: hasNewTeam ? await zipOf(tx, calendar, after) : null,
    },
  )
}
