import type { z } from 'zod'
import type { VisitSlotSet } from '../../api/visits.ts'
import type { HoldVisit } from '../../api/tray.ts'
import { isLetGo, isOnHold, visitRules } from '../../domain/visit.ts'
import { widenSight } from '../db/sight.ts'
import { unbillVisit } from '../invoices/for-visit.ts'
import { notifyVisitsChanged, titleOf, type VisitChange } from '../messages/notify-visits.ts'
import { enforce } from '../refusals.ts'
import { settleRequest } from '../requests/write.ts'
import { closeEdit, openEdit, visitSpan, type OpenEdit } from '../series/edit-log.ts'
import { answerChange } from '../visits/answer.ts'
import type { ScheduleContext } from '../week/context.ts'
import { refuseStale, type LockedVisit } from '../visits/find.ts'
import { lockVisit } from '../visits/lock.ts'
import { slotOf } from '../visits/move.ts'
import type { VisitRef } from '../visits/ref.ts'
import { emitVisit, writeVisit } from '../visits/write.ts'

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
    await widenSight(tx)
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

/** Opens an edit of one visit. Crews get no undo; they restore what they put on hold. */
export const openVisitEdit = async (
  { tx, may }: ScheduleContext,
  visit: LockedVisit,
): Promise<OpenEdit | null> => (may.by_crew ? null : openEdit(tx, [visitSpan(visit)]))

/** Returns the id that undoes the edit; null if a customer has read a reply that depends on it. */
export async function closeVisitEdit(
  { tx }: ScheduleContext,
  open: OpenEdit | null,
  { request_id }: { request_id?: string | undefined },
  changes: readonly VisitChange[],
): Promise<string | null> {
  const edit_id = open && (await closeEdit(tx, open, changes))
  return request_id ? null : edit_id
}
