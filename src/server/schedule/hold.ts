import type { z } from 'zod'
import type { HoldVisit, PlaceVisits, VisitsPlaced } from '../../api/tray.ts'
import type { VisitSlotSet } from '../../api/schedule.ts'
import type { LocalDate } from '../../domain/dates.ts'
import { ascending, isLetGo, isOnHold, visitRules } from '../../domain/visit.ts'
import type { OrgTx } from '../db/door.ts'
import { unbillVisit } from '../invoices/for-visit.ts'
import { tellVisitsChanged, titleOf, type VisitChange } from '../messages/tell-visits.ts'
import { enforce, Refused } from '../refusals.ts'
import { answerChange, emitVisit, writeVisit } from './change.ts'
import { closeEdit, openEdit, type Span } from './edits.ts'
import type { Frame } from './frame.ts'
import { checkTeam, lockVisit, refuseStale, widenSight, type Hand, type LockedVisit } from './locate.ts'
import { datePassed, mayLieOn, sameSlot, slotColumns, slotOf, warn, type Move } from './move.ts'
import { settleRequests } from './settle.ts'

type Wish = Omit<z.output<typeof HoldVisit>, 'date'>

/** Takes a visit off its day and keeps it for another: cancelled for all who ask, but waiting in the tray. A bill nobody paid goes with the day. */
export async function putOnHold(tx: OrgTx, frame: Frame, hand: Hand, ref: string, date: LocalDate | undefined, wish: Wish): Promise<VisitSlotSet> {
  const visit = await lockVisit(tx, frame, hand, ref, date)
  const waited = isOnHold(visit)
  if (waited && visit.hold_reason === wish.reason) return { ...(await answerChange(tx, frame, hand, visit, { changed: false })), edit_id: null }
  enforce(visitRules.hold(visit))
  refuseStale(visit, wish.expected_version)
  const open = await openUndo(tx, hand, visit)
  if (visit.row.invoice_id) {
    if (hand.by_crew) await widenSight(tx)
    await unbillVisit(tx, visit)
  }
  const held = await writeVisit(tx, frame, visit, {
    status: 'skipped',
    skip_reason: 'staff',
    invoice_id: null,
    hold_reason: wish.reason,
    // Another reason does not make it younger.
    ...(waited ? {} : { held_at: new Date().toISOString(), held_by: tx.doer.person_id }),
  })
  const answered = await settleRequests(tx, held, frame, wish.request_id)
  await emitVisit(tx, 'visit.skipped', held, visit)
  const told: VisitChange[] = waited
    ? []
    : [{ customer_id: visit.customer_id, kind: 'held', title: titleOf(visit), from: slotOf(visit), back: isLetGo(visit) ? 'cancelled' : 'kept' }]
  if (!answered) await tellVisitsChanged(tx, told)
  return closed(tx, open, wish, told, await answerChange(tx, frame, hand, held, { changed: true }))
}

/** Puts a visit on hold on a day again, with a time and a team: one command, as a move is. Its id stays; a repeat changes nothing. */
export async function placeVisit(tx: OrgTx, frame: Frame, hand: Hand, ref: string, date: LocalDate | undefined, move: Move): Promise<VisitSlotSet> {
  const visit = await lockVisit(tx, frame, hand, ref, date)
  if (standsThere(frame, hand, visit, move)) return { ...(await answerChange(tx, frame, hand, visit, { changed: false })), edit_id: null }
  const open = await openUndo(tx, hand, visit)
  const { placed, told } = await writePlace(tx, frame, visit, move)
  await tellVisitsChanged(tx, told.letters)
  const warnings = await warn(tx, frame, visit, placed)
  return closed(tx, open, move, [told.change], await answerChange(tx, frame, hand, placed, { changed: true, warnings }))
}

/** Places several on one day in one transaction: those that can be, with one way back and one letter each customer. The others are named. */
export async function placeVisits(tx: OrgTx, frame: Frame, hand: Hand, { visits, to_date, team_id }: z.output<typeof PlaceVisits>): Promise<VisitsPlaced> {
  if (to_date < frame.today) throw datePassed()
  checkTeam(frame, hand, team_id)
  const answer: Pick<VisitsPlaced, 'placed' | 'refused'> = { placed: [], refused: [] }
  const going: { visit: LockedVisit; move: Move }[] = []
  // Held in one order, whoever else holds some of them.
  for (const { occurrence_id, expected_version } of visits.toSorted((a, b) => ascending(a.occurrence_id, b.occurrence_id))) {
    const move: Move = { to_date, team_id, expected_version }
    try {
      const visit = await lockVisit(tx, frame, hand, occurrence_id)
      if (standsThere(frame, hand, visit, move)) answer.placed.push({ occurrence_id, changed: false })
      else if (!going.some((one) => one.visit.occurrence_id === occurrence_id)) going.push({ visit, move })
    } catch (fault) {
      if (!(fault instanceof Refused)) throw fault
      answer.refused.push({ occurrence_id, code: fault.code, sentence: fault.message })
    }
  }
  if (!going.length) return { ok: true, ...answer, edit_id: null }
  const open = await openEdit(
    tx,
    going.map(({ visit }) => spanOf(visit)),
  )
  const told: Told[] = []
  for (const { visit, move } of going) {
    told.push((await writePlace(tx, frame, visit, move)).told)
    answer.placed.push({ occurrence_id: visit.occurrence_id, changed: true })
  }
  await tellVisitsChanged(
    tx,
    told.flatMap(({ letters }) => letters),
  )
  return {
    ok: true,
    ...answer,
    edit_id: await closeEdit(
      tx,
      open,
      told.map(({ change }) => change),
    ),
  }
}

/** Whether a visit is already where it is to be placed; throws why it cannot be. */
function standsThere(frame: Frame, hand: Hand, visit: LockedVisit, move: Move): boolean {
  if (visit.status === 'scheduled' && move.to_date === visit.date && sameSlot(visit, move)) return true
  if (!mayLieOn(move.to_date, frame, visit)) throw datePassed()
  enforce(visitRules.place({ ...visit, into_pause: visit.planned?.paused === true && visit.planned.date === move.to_date }))
  checkTeam(frame, hand, move.team_id === visit.team_id ? undefined : move.team_id)
  refuseStale(visit, move.expected_version)
  return false
}

/** What an undo would have to correct, and the letters that are due: none where an answer to the customer says it. */
type Told = { change: VisitChange; letters: VisitChange[] }

async function writePlace(tx: OrgTx, frame: Frame, visit: LockedVisit, move: Move): Promise<{ placed: LockedVisit; told: Told }> {
  const placed = await writeVisit(tx, frame, visit, { status: 'scheduled', skip_reason: null, date: move.to_date, ...slotColumns(move) })
  const answered = await settleRequests(tx, placed, frame, move.request_id, visit)
  const isElsewhere = placed.date !== visit.date
  await emitVisit(tx, isElsewhere ? 'visit.rescheduled' : 'visit.restored', placed, visit)
  const { customer_id } = visit
  const change: VisitChange = {
    customer_id,
    kind: isElsewhere ? 'moved' : 'kept',
    title: titleOf(visit),
    from: slotOf(visit),
    to: slotOf(placed),
    back: 'held',
  }
  return { placed, told: { change, letters: answered ? [] : [change] } }
}

/** A crew keeps no way back of its own: it restores what it put on hold. */
const openUndo = async (tx: OrgTx, hand: Hand, visit: LockedVisit) => (hand.by_crew ? null : openEdit(tx, [spanOf(visit)]))
const spanOf = ({ series_id, original_date }: LockedVisit): Span => ({ series_id, from: original_date, to: original_date, with_rules: false })

async function closed(
  tx: OrgTx,
  open: Awaited<ReturnType<typeof openUndo>>,
  { request_id }: { request_id?: string | undefined },
  told: readonly VisitChange[],
  answer: Omit<VisitSlotSet, 'edit_id'>,
): Promise<VisitSlotSet> {
  const edit_id = open && (await closeEdit(tx, open, told))
  // An answer that a customer has read is not taken back with it.
  return { ...answer, edit_id: request_id ? null : edit_id }
}
