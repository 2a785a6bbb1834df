import type { z } from 'zod'
import type { VisitSlotSet } from '../../../api/visits.ts'
import type { PlaceVisits, VisitsPlaced } from '../../../api/tray.ts'
import { ascending, visitRules } from '../../../domain/schedule/visit.ts'
import { notifyVisitsChanged, titleOf } from '../../messages/notify-visits.ts'
import { enforce, Refused } from '../../base/kit/refusals.ts'
import { settleRequest } from '../requests/write.ts'
import { closeEdit, openEdit, visitSpan } from '../series/edit-log.ts'
import { answerChange } from '../visits/answer.ts'
import type { ScheduleContext } from '../week/context.ts'
import { isPausedOn } from '../week/paused.ts'
import { checkTeam, refuseStale, type LockedVisit } from '../visits/find.ts'
import { lockVisit } from '../visits/lock.ts'
import {
  datePassed,
  hasSlot,
  isDateAllowed,
  slotColumns,
  slotOf,
  warnOfMove,
  type Move,
} from '../visit-moves/move.ts'
import { parseVisitRef, type VisitRef } from '../visits/ref.ts'
import { emitVisit, writeVisit } from '../visits/write.ts'
import type { VisitChange } from '../../messages/write-held-news.ts'
import { closeVisitEdit, openVisitEdit } from './edit.ts'

/**
 * Puts a visit on hold back on a day, with time and team. Its id stays; a repeat changes nothing.
 */
export async function placeVisit(
  ctx: ScheduleContext,
  ref: VisitRef,
  move: Move,
): Promise<VisitSlotSet> {
  const visit = await lockVisit(ctx, ref)
  if (isPlaced(visit, move))
    return { ...(await answerChange(ctx, visit, { changed: false })), edit_id: null }
  checkPlace(ctx, visit, move)
  const open = await openVisitEdit(ctx, visit)
  const { placed, change, letters } = await writePlace(ctx, visit, move)
  await notifyVisitsChanged(ctx.tx, letters)
  const warnings = await warnOfMove(ctx, visit, placed)
  const answer = await answerChange(ctx, placed, { changed: true, warnings })
  return { ...answer, edit_id: await closeVisitEdit(ctx, open, move, [change]) }
}

/**
 * Places as many visits as possible on one day in one transaction, with one undo and one e-mail per
 * customer. Lists the others.
 */
export async function placeVisits(
  ctx: ScheduleContext,
  { visits, to_date, team_id }: z.output<typeof PlaceVisits>,
): Promise<VisitsPlaced> {
  const { tx, calendar } = ctx
  if (to_date < calendar.today) throw datePassed()
  checkTeam(ctx, team_id)
  const { going, ...answer } = await lockThoseToPlace(
    ctx,
    visits.map((visit) => ({ ...visit, to_date, team_id })),
  )
  if (!going.length) return { ok: true, ...answer, edit_id: null }
  const open = await openEdit(
    tx,
    going.map(({ visit }) => visitSpan(visit)),
  )
  const changes: VisitChange[] = []
  const letters: VisitChange[] = []
  for (const { visit, move } of going) {
    const written = await writePlace(ctx, visit, move)
    changes.push(written.change)
    letters.push(...written.letters)
    answer.placed.push({ occurrence_id: visit.occurrence_id, changed: true })
  }
  await notifyVisitsChanged(tx, letters)
  return { ok: true, ...answer, edit_id: await closeEdit(tx, open, changes) }
}

type PlaceInput = Move & { occurrence_id: string }
type Answer = Pick<VisitsPlaced, 'placed' | 'refused'>

/**
 * Locks visits in order, so that two calls do not deadlock, and separates those already placed or
 * refused.
 */
async function lockThoseToPlace(
  ctx: ScheduleContext,
  wishes: readonly PlaceInput[],
): Promise<Answer & { going: { visit: LockedVisit; move: Move }[] }> {
  const placed: Answer['placed'] = []
  const refused: Answer['refused'] = []
  const going = new Map<string, { visit: LockedVisit; move: Move }>()
  for (const { occurrence_id, ...move } of wishes.toSorted((a, b) =>
    ascending(a.occurrence_id, b.occurrence_id),
  )) {
    try {
      const visit = await lockVisit(ctx, parseVisitRef(occurrence_id))
      if (isPlaced(visit, move)) {
        placed.push({ occurrence_id, changed: false })
        continue
      }
      checkPlace(ctx, visit, move)
      if (!going.has(visit.occurrence_id)) going.set(visit.occurrence_id, { visit, move })
    } catch (fault) {
      if (!(fault instanceof Refused)) throw fault
      refused.push({ occurrence_id, code: fault.code, sentence: fault.message })
    }
  }
  return { placed, refused, going: [...going.values()] }
}

/** True if a visit is already where it is to be placed. */
const isPlaced = (visit: LockedVisit, move: Move): boolean =>
  visit.status === 'scheduled' && move.to_date === visit.date && hasSlot(visit, move)

function checkPlace(ctx: ScheduleContext, visit: LockedVisit, move: Move): void {
  if (!isDateAllowed(move.to_date, ctx.calendar, visit)) throw datePassed()
  const into_pause = isPausedOn(move.to_date, visit)
  enforce(visitRules.place({ ...visit, into_pause }))
  checkTeam(ctx, move.team_id === visit.team_id ? undefined : move.team_id)
  refuseStale(visit, move.expected_version)
}

/**
 * `change` is what an undo has to correct; `letters` are sent now, none if the reply to a request
 * names the new day.
 */
async function writePlace(
  ctx: ScheduleContext,
  visit: LockedVisit,
  move: Move,
): Promise<{ placed: LockedVisit; change: VisitChange; letters: VisitChange[] }> {
  const placed = await writeVisit(ctx, visit, {
    status: 'scheduled',
    skip_reason: null,
    date: move.to_date,
    ...slotColumns(move),
  })
  const settled = await settleRequest(ctx, placed, { request_id: move.request_id, before: visit })
  const isElsewhere = placed.date !== visit.date
  await emitVisit(ctx.tx, isElsewhere ? 'visit.rescheduled' : 'visit.restored', placed, visit)
  const change: VisitChange = {
    customer_id: visit.customer_id,
    visit: visit.occurrence_id,
    kind: isElsewhere ? 'moved' : 'kept',
    title: titleOf(visit),
    location_id: visit.rule.location_id,
    from: slotOf(visit),
    to: slotOf(placed),
    back: 'held',
  }
  return { placed, change, letters: settled ? [] : [change] }
}
