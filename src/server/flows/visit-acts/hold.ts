import type { z } from 'zod'
import type { VisitSlotSet } from '../../../api/visits.ts'
import type { HoldVisit } from '../../../api/tray.ts'
import { isLetGo, isOnHold, visitRules } from '../../../domain/schedule/visit.ts'
import { widenSight } from '../../base/db/sight.ts'
import { unbillVisit } from '../../money/invoices/for-visit.ts'
import { notifyVisitsChanged, titleOf } from '../../messages/notify-visits.ts'
import { enforce } from '../../base/kit/refusals.ts'
import { settleRequest } from '../../schedule/requests/write.ts'
import { answerChange } from '../../schedule/visits/answer.ts'
import type { ScheduleContext } from '../../schedule/week/context.ts'
import { refuseStale } from '../../schedule/visits/find.ts'
import { lockVisit } from '../../schedule/visits/lock.ts'
import { slotOf } from '../../schedule/visit-moves/move.ts'
import type { VisitRef } from '../../schedule/visits/ref.ts'
import { emitVisit, writeVisit } from '../../schedule/visits/write.ts'
import type { VisitChange } from '../../messages/write-held-news.ts'
import { openVisitEdit, closeVisitEdit } from '../../schedule/tray/edit.ts'

type HoldInput = Omit<z.output<typeof HoldVisit>, 'date'>

/**
 * Takes a visit off its day and puts it in the tray. Elsewhere it reads as cancelled; its unpaid
 * invoice is reversed.
 */
export async function holdVisit(
  ctx: ScheduleContext,
  ref: VisitRef,
  input: HoldInput,
): Promise<VisitSlotSet> {
  const { tx } = ctx
  const visit = await lockVisit(ctx, ref)
  const wasOnHold = isOnHold(visit)
  if (wasOnHold && visit.hold_reason === input.reason)
    return { ...(await answerChange(ctx, visit, { changed: false })), edit_id: null }
  enforce(visitRules.hold(visit))
  refuseStale(visit, input.expected_version)
  const open = await openVisitEdit(ctx, visit)
  if (visit.row.invoice_id) {
    widenSight(tx)
    await unbillVisit(tx, visit)
  }
  const held = await writeVisit(ctx, visit, {
    status: 'skipped',
    skip_reason: 'staff',
    invoice_id: null,
    hold_reason: input.reason,
    // A new reason does not restart the waiting time.
    ...(wasOnHold ? {} : { held_at: new Date().toISOString(), held_by: tx.cause.person_id }),
  })
  const settled = await settleRequest(ctx, held, input)
  await emitVisit(tx, 'visit.skipped', held, visit)
  const changes: VisitChange[] = wasOnHold
    ? []
    : [
        {
          customer_id: visit.customer_id,
          visit: visit.occurrence_id,
          kind: 'held',
          title: titleOf(visit),
          location_id: visit.rule.location_id,
          from: slotOf(visit),
          back: isLetGo(visit) ? 'cancelled' : 'kept',
        },
      ]
  if (!settled) await notifyVisitsChanged(tx, changes)
  const answer = await answerChange(ctx, held, { changed: true })
  return { ...answer, edit_id: await closeVisitEdit(ctx, open, input, changes) }
}
