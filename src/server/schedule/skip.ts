import type { VisitChanged } from '../../api/schedule.ts'
import type { LocalDate } from '../../domain/dates.ts'
import { isOnHold, isResting, visitRules, type SkipReason } from '../../domain/visit.ts'
import type { OrgTx } from '../db/door.ts'
import { unbillVisit } from '../invoices/for-visit.ts'
import { tellVisit } from '../messages/tell-visits.ts'
import { readReferrer, tellReferrer } from '../referrals.ts'
import { enforce } from '../refusals.ts'
import { answerChange, emitVisit, writeVisit } from './change.ts'
import type { Frame } from './frame.ts'
import { lockVisit, refuseStale, widenSight, type Hand, type LockedVisit } from './locate.ts'
import { pauseOf } from './paused.ts'
import { settleRequests } from './settle.ts'

type SkipWish = { reason: SkipReason; expected_version?: number | undefined; request_id?: string | undefined }

/** Cancels one visit; the series goes on. A bill nobody paid goes with it. */
export async function skipVisit(tx: OrgTx, frame: Frame, hand: Hand, ref: string, date: LocalDate | undefined, wish: SkipWish): Promise<VisitChanged> {
  const visit = await lockVisit(tx, frame, hand, ref, date)
  const { visit: skipped, changed } = await skipLocked(tx, frame, visit, wish, hand.by_crew)
  return answerChange(tx, frame, hand, skipped, { changed })
}

/** The same for a visit that is locked already. */
export async function skipLocked(
  tx: OrgTx,
  frame: Frame,
  visit: LockedVisit,
  wish: SkipWish,
  narrow: boolean,
): Promise<{ visit: LockedVisit; changed: boolean }> {
  // A visit that only rests would come back with the work, although its customer was told that it is cancelled; one on hold is let go.
  if (visit.status === 'skipped' && !isOnHold(visit) && !(wish.request_id && isResting(visit))) {
    if (wish.request_id) await settleRequests(tx, visit, frame, wish.request_id)
    return { visit, changed: false }
  }
  enforce(visitRules.skip(visit))
  refuseStale(visit, wish.expected_version)
  if (visit.row.invoice_id) {
    if (narrow) await widenSight(tx)
    await unbillVisit(tx, visit)
  }
  const skipped = await writeVisit(tx, frame, visit, { status: 'skipped', skip_reason: wish.reason, invoice_id: null })
  const answered = await settleRequests(tx, skipped, frame, wish.request_id)
  await emitVisit(tx, 'visit.skipped', skipped, visit)
  if (!answered) await tellVisit(tx, 'cancelled', visit, skipped)
  return { visit: skipped, changed: true }
}

/** Brings a cancelled visit back where it was. */
export async function restoreVisit(tx: OrgTx, frame: Frame, hand: Hand, ref: string, date: LocalDate | undefined): Promise<VisitChanged> {
  const visit = await lockVisit(tx, frame, hand, ref, date)
  if (visit.status === 'scheduled') return answerChange(tx, frame, hand, visit, { changed: false })
  enforce(
    visitRules.restore({
      status: visit.status,
      invoice_status: visit.invoice_status,
      date: visit.date,
      today: frame.today,
      paused_by: pauseOf(visit, visit.customer)?.by ?? null,
    }),
  )
  const restored = await writeVisit(tx, frame, visit, { status: 'scheduled', skip_reason: null })
  await emitVisit(tx, 'visit.restored', restored, visit)
  await tellVisit(tx, isOnHold(visit) ? 'kept' : 'restored', visit, restored)
  return answerChange(tx, frame, hand, restored, { changed: true })
}

/** Takes a completion back while nothing is paid: its invoice is voided, and the visit may be completed again. */
export async function reopenVisit(tx: OrgTx, frame: Frame, hand: Hand, ref: string, date: LocalDate | undefined): Promise<VisitChanged> {
  const visit = await lockVisit(tx, frame, hand, ref, date)
  if (visit.status === 'scheduled') return answerChange(tx, frame, hand, visit, { changed: false })
  enforce(
    visitRules.reopen({
      status: visit.status,
      invoice_status: visit.invoice_status,
      completed_at: visit.row.completed_at,
      now: new Date().toISOString(),
      by_crew: hand.by_crew,
    }),
  )
  if (hand.by_crew) await widenSight(tx)
  const [referrer] = await Promise.all([readReferrer(tx, visit), unbillVisit(tx, visit)])
  const { row } = visit
  const reopened = await writeVisit(tx, frame, visit, {
    status: 'scheduled',
    completed_at: null,
    completed_by: null,
    completion_via: null,
    completion: null,
    service_name: null,
    invoice_id: null,
    // What completing kept goes again, except what somebody chose for this visit.
    ...(row.price_is_own ? {} : { price_cents: null }),
    ...(row.team_is_own ? {} : { team_id: null }),
    ...(row.start_is_own ? {} : { start_minutes: null }),
    ...(row.duration_is_own ? {} : { duration_minutes: null }),
  })
  await emitVisit(tx, 'visit.reopened', reopened, visit)
  await tellReferrer(tx, referrer)
  return answerChange(tx, frame, hand, reopened, { changed: true })
}
