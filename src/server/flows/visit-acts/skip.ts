import type { VisitChanged } from '../../../api/visits.ts'
import { isOnHold, isResting, visitRules, type SkipReason } from '../../../domain/schedule/visit.ts'
import { widenSight } from '../../base/db/sight.ts'
import { unbillVisit } from '../../money/invoices/for-visit.ts'
import { notifyVisitChanged } from '../../messages/notify-visits.ts'
import { enforce } from '../../base/kit/refusals.ts'
import { settleRequest } from '../../schedule/requests/write.ts'
import { pauseOf } from '../../schedule/week/paused.ts'
import { answerChange } from '../../schedule/visits/answer.ts'
import type { ScheduleContext } from '../../schedule/week/context.ts'
import { refuseStale, type LockedVisit } from '../../schedule/visits/find.ts'
import { lockVisit } from '../../schedule/visits/lock.ts'
import type { VisitRef } from '../../schedule/visits/ref.ts'
import { emitVisit, writeVisit } from '../../schedule/visits/write.ts'

type SkipInput = {
  reason: SkipReason
  expected_version?: number | undefined
  request_id?: string | undefined
  by_customer?: true
}

/** Cancels one visit; its series continues. Its unpaid invoice is reversed. */
export async function skipVisit(
  ctx: ScheduleContext,
  ref: VisitRef,
  input: SkipInput,
): Promise<VisitChanged> {
  const { visit, changed } = await skipLockedVisit(ctx, await lockVisit(ctx, ref), input)
  return answerChange(ctx, visit, { changed })
}

/** The same for a visit that is already locked. */
export async function skipLockedVisit(
  ctx: ScheduleContext,
  visit: LockedVisit,
  input: SkipInput,
): Promise<{ visit: LockedVisit; changed: boolean }> {
  const { tx } = ctx
  const { request_id } = input
  if (isCancelled(visit, input)) {
    if (request_id) await settleRequest(ctx, visit, { request_id })
    return { visit, changed: false }
  }
  enforce(visitRules.skip(visit))
  refuseStale(visit, input.expected_version)
  if (visit.row.invoice_id) {
    widenSight(tx)
    await unbillVisit(tx, visit)
  }
  const skipped = await writeVisit(ctx, visit, {
    status: 'skipped',
    skip_reason: input.reason,
    invoice_id: null,
  })
  const settled = await settleRequest(ctx, skipped, { request_id })
  await emitVisit(tx, 'visit.skipped', skipped, visit)
  if (!settled)
    await notifyVisitChanged(tx, 'cancelled', visit, skipped, {
      own: input.by_customer,
      ...(isOnHold(visit) ? { back: 'held' } : {}),
    })
  return { visit: skipped, changed: true }
}

/**
 * True if cancelling changes nothing. A visit on hold can still be cancelled; so can a paused one
 * if its customer asks, since it would return with the work.
 */
const isCancelled = (visit: LockedVisit, { request_id }: SkipInput): boolean =>
  visit.status === 'skipped' && !isOnHold(visit) && !(request_id && isResting(visit))

/** Restores a cancelled visit to its place. */
export async function restoreVisit(ctx: ScheduleContext, ref: VisitRef): Promise<VisitChanged> {
  const { tx, calendar } = ctx
  const visit = await lockVisit(ctx, ref)
  if (visit.status === 'scheduled') return answerChange(ctx, visit, { changed: false })
  enforce(
    visitRules.restore({
      status: visit.status,
      invoice_status: visit.invoice_status,
      date: visit.date,
      today: calendar.today,
      paused_by: pauseOf(visit, visit.customer)?.by ?? null,
    }),
  )
  const restored = await writeVisit(ctx, visit, { status: 'scheduled', skip_reason: null })
  await emitVisit(tx, 'visit.restored', restored, visit)
  await notifyVisitChanged(tx, isOnHold(visit) ? 'kept' : 'restored', visit, restored)
  return answerChange(ctx, restored, { changed: true })
}
