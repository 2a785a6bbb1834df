import type { completion } from '../../../api/completion.ts'
import { visitRules } from '../../../domain/schedule/visit.ts'
import type { Handlers } from '../../base/call.ts'
import { widenSight } from '../../base/db/sight.ts'
import { billVisit } from '../../money/invoices/for-visit.ts'
import { planBill } from '../../money/invoices/send-due.ts'
import { planCompletionMessage } from '../../messages/notify-completed.ts'
import { withoutIntent } from '../../money/payments/intents.ts'
import { enforce, found, noAccess } from '../../base/kit/refusals.ts'
import { previewRecounts } from '../../schedule/series/recount.ts'
import {
  inSchedule,
  inScheduleWith,
  readSchedule,
  type ScheduleContext,
} from '../../schedule/week/context.ts'
import { checkMayTouch, findVisit } from '../../schedule/visits/find.ts'
import { lockVisit } from '../../schedule/visits/lock.ts'
import { parseVisitRef, type VisitRef } from '../../schedule/visits/ref.ts'
import { emitVisit, writeVisit } from '../../schedule/visits/write.ts'
import { billable, completeVisit, mayReportDone, readToComplete } from './complete.ts'
import { sayOnTheWay } from './start.ts'
import { reopenVisit } from './reopen.ts'
import type { Actor } from '../../base/actor.ts'

export const completionHandlers: Handlers<typeof completion> = {
  'GET /api/schedule/{rule_id}/completion': (call) =>
    readSchedule(call, (ctx) =>
      previewCompletion(ctx, parseVisitRef(call.params.rule_id, call.query.date)),
    ),

  'POST /api/schedule/{rule_id}/complete': (call) =>
    inScheduleWith(
      call,
      (tx) => readToComplete(tx, parseVisitRef(call.params.rule_id, call.body.date)),
      async (ctx, asked) => {
        checkMayComplete(ctx, call.actor)
        const completed = await completeVisit(ctx, asked, call.body)
        if (!completed.replayed) {
          await planCompletionMessage(ctx.tx, completed.visit)
          await planBill(ctx.tx, completed)
        }
        return completed
      },
    ),

  'POST /api/schedule/{rule_id}/on-the-way': (call) =>
    inSchedule(call, (ctx) => {
      checkMayComplete(ctx, call.actor)
      return sayOnTheWay(ctx, parseVisitRef(call.params.rule_id, call.body?.date))
    }),

  'POST /api/schedule/{rule_id}/reopen': (call) =>
    withoutIntent(call.app, call.actor.organization_id, () =>
      inSchedule(call, (ctx) =>
        reopenVisit(ctx, parseVisitRef(call.params.rule_id, call.body?.date)),
      ),
    ),

  'POST /api/schedule/{rule_id}/seed-invoice': (call) =>
    inSchedule(call, (ctx) => seedInvoice(ctx, parseVisitRef(call.params.rule_id, call.body.date))),
}

/** 403 for a crew member whose organization lets only leaders report what was done. */
function checkMayComplete(ctx: ScheduleContext, actor: Actor): void {
  if (!mayReportDone(ctx, actor)) throw noAccess()
}

/** Previews what completing a visit would do to the visits after it. */
async function previewCompletion(ctx: ScheduleContext, ref: VisitRef) {
  const visit = await findVisit(ctx, ref)
  checkMayTouch(ctx.may, visit)
  // The series may include other teams' visits.
  if (ctx.may.by_crew) widenSight(ctx.tx)
  return { choices: await previewRecounts(ctx, visit) }
}

/** Creates the draft invoice of a visit; a repeat returns the same one. */
async function seedInvoice(ctx: ScheduleContext, ref: VisitRef) {
  const { tx } = ctx
  const visit = await lockVisit(ctx, ref)
  enforce(visitRules.seedInvoice({ ...visit, to_bill_cents: visit.price_cents }))
  const billed = found(await billVisit(tx, billable(visit), { open: false }))
  const { invoice_id } = billed
  if (visit.row.invoice_id !== invoice_id)
    await emitVisit(tx, 'visit.time_set', await writeVisit(ctx, visit, { invoice_id }))
  return { ok: true as const, ...billed }
}
