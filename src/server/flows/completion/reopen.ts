import type { VisitChanged } from '../../../api/visits.ts'
import { visitRules } from '../../../domain/schedule/visit.ts'
import { readReferrer } from '../../customers/read-referrals.ts'
import { emitReferrerChanged } from '../../customers/write-referrals.ts'
import { widenSight } from '../../base/db/sight.ts'
import { unbillVisit } from '../../money/invoices/for-visit.ts'
import { takeBackCharge } from '../../money/payments/intents.ts'
import { enforce } from '../../base/kit/refusals.ts'
import { reopenRequestOf } from '../../schedule/requests/write.ts'
import { lockToComplete } from '../../schedule/series/recount.ts'
import { tryUndoEdit } from '../../schedule/series/undo.ts'
import { answerChange } from '../../schedule/visits/answer.ts'
import type { ScheduleContext } from '../../schedule/week/context.ts'
import type { LockedVisit } from '../../schedule/visits/find.ts'
import { lockVisit } from '../../schedule/visits/lock.ts'
import type { VisitRef } from '../../schedule/visits/ref.ts'
import { emitVisit, writeVisit } from '../../schedule/visits/write.ts'
import { readOutcome, type Outcome } from './complete.ts'

/**
 * Undoes a completion while nothing is paid, voids its invoice and reopens the customer's request. Also undoes its effect on later
 * visits if none of them changed since; otherwise warns that they stay.
 */
export async function reopenVisit(
  ctx: ScheduleContext,
  ref: VisitRef,
  now = new Date().toISOString(),
): Promise<VisitChanged> {
  const { tx } = ctx
  await lockToComplete(tx, ref)
  const visit = await lockVisit(ctx, ref)
  if (visit.status === 'scheduled') return answerChange(ctx, visit, { changed: false })
  const { recount, was } = await readOutcome(tx, visit)
  const reopened = await markReopened(ctx, visit, { now, was })
  const answer = await answerChange(ctx, reopened, { changed: true })
  if (!recount?.edit_id || (await tryUndoEdit(tx, recount.edit_id)) === null) return answer
  return { ...answer, warnings: [{ code: 'series_stays', sentence: staysSentence }] }
}

const staysSentence =
  'Later dates stay as they were counted from this visit: it is too late to undo, or something has changed since.'

async function markReopened(
  ctx: ScheduleContext,
  visit: LockedVisit,
  { now, was }: { now: string; was: Outcome['was'] },
): Promise<LockedVisit> {
  const { tx, may } = ctx
  const { row } = visit
  if (may.by_crew) widenSight(tx)
  // A charge that has not begun is taken back with the completion.
  const invoice_status =
    (row.invoice_id ? await takeBackCharge(tx, row.invoice_id) : null) ?? visit.invoice_status
  enforce(
    visitRules.reopen({
      status: visit.status,
      invoice_status,
      completed_at: row.completed_at,
      now,
      by_crew: may.by_crew,
    }),
  )
  const [referrer] = await Promise.all([readReferrer(tx, visit), unbillVisit(tx, visit)])
  const reopened = await writeVisit(ctx, visit, {
    // Its crew is still there.
    status: row.started_at ? 'in_progress' : 'scheduled',
    completed_at: null,
    completed_by: null,
    completion_via: null,
    completion: null,
    service_name: null,
    checklist: null,
    open_reason: null,
    invoice_id: null,
    // Clears what completing froze, except values set on this visit.
    ...(row.price_is_own ? {} : { price_cents: null }),
    ...(row.team_is_own ? {} : { team_id: null }),
    ...(row.start_is_own ? {} : { start_minutes: null }),
    ...(row.duration_is_own ? {} : { duration_minutes: null }),
    ...(was && { ...was, team_id: was.team_is_own ? was.team_id : null }),
  })
  await reopenRequestOf(tx, reopened)
  await emitVisit(tx, 'visit.reopened', reopened, visit)
  await emitReferrerChanged(tx, referrer)
  return reopened
}
