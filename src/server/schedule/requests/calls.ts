import type { requests } from '../../../api/requests.ts'
import {
  isOpenDay,
  requestRules,
  type RequestAction,
  type RequestStatus,
} from '../../../domain/schedule/request.ts'
import type { CallContext, Handlers } from '../../base/call.ts'
import { tellOfficeOfOwn } from '../../messages/notify-requests.ts'
import { withoutIntent } from '../../money/payments/intents.ts'
import { enforce, found, invalid, notFound } from '../../base/kit/refusals.ts'
import { inSchedule, readSchedule, type ScheduleContext } from '../week/context.ts'
import type { LockedVisit } from '../visits/find.ts'
import { lockVisit } from '../visits/lock.ts'
import { visitRef } from '../visits/ref.ts'
import { skipLockedVisit } from '../../flows/visit-acts/skip.ts'
import { answerRequest } from './answer.ts'
import { readOpenDates } from './open-dates.ts'
import { moveOwnVisit } from '../visit-moves/own-move.ts'
import { findOwnVisit, lockOwnVisit } from './own-visit.ts'
import { listRequests, noRequest, readRequest } from './read.ts'
import { mayCancelNow, readUpcoming } from './upcoming.ts'
import { closeRequest, makeRequest, newestRequestId, openRequestId } from './write.ts'
import type { Actor } from '../../base/actor.ts'

export const requestHandlers: Handlers<typeof requests> = {
  'GET /api/owner/customer-requests': (call) =>
    readSchedule(call, (ctx) => listRequests(ctx, call.query)),

  'POST /api/owner/customer-requests/{id}/resolve': (call) =>
    withoutIntent(call.app, call.actor.organization_id, () =>
      inSchedule(call, async (ctx) => {
        await resolveRequest(ctx, call.params.id, call.body)
        return { ok: true as const, request: await readRequest(ctx.tx, call.params.id) }
      }),
    ),

  'GET /api/users/upcoming-services': (call) =>
    readSchedule(call, (ctx) => readUpcoming(ctx, found(call.actor.customer_id), call.query)),

  'POST /api/users/request-reschedule': (call) =>
    forCustomer(call, async (ctx, customer_id) => {
      const { preferred_dates, reason } = call.body
      const { today } = ctx.calendar
      const visit = await lockOwnVisit(ctx, customer_id, call.body)
      if (preferred_dates.some((date) => date < today))
        throw invalid({ preferred_dates: 'Choose dates that have not passed.' })
      if (!preferred_dates.every((date) => isOpenDay(date, ctx.calendar)))
        throw invalid({ preferred_dates: 'Choose days on which the business is open.' })
      enforce(requestRules.ask({ ...visit, today }))
      const id = await makeRequest(ctx.tx, visit, { action: 'reschedule', reason, preferred_dates })
      return { ok: true as const, ...(await answerRequest(ctx, visit, id)) }
    }),

  'GET /api/users/open-dates': (call) =>
    readSchedule(call, async (ctx) => {
      const { today } = ctx.calendar
      const name = { ...call.query, date: today }
      const visit = await findOwnVisit(ctx, found(call.actor.customer_id), name)
      enforce(requestRules.ask({ ...visit, today }))
      return readOpenDates(ctx, visit)
    }),

  'POST /api/users/move-visit': (call) =>
    forCustomer(call, async (ctx, customer_id) =>
      moveOwnVisit(ctx, await lockOwnVisit(ctx, customer_id, call.body), call.body),
    ),

  'POST /api/users/cancel-service': (call) =>
    withoutIntent(call.app, call.actor.organization_id, () =>
      forCustomer(call, async (ctx, customer_id) =>
        cancelOwnVisit(ctx, await lockOwnVisit(ctx, customer_id, call.body)),
      ),
    ),

  'POST /api/users/requests/{id}/withdraw': (call) =>
    forCustomer(call, async (ctx) => {
      const { id } = call.params
      const request = await lockRequest(ctx, id)
      if (request.status !== 'withdrawn') {
        enforce(requestRules.withdraw(request))
        await closeRequest(ctx.tx, request.visit, request, { status: 'withdrawn', reason: null })
      }
      return { ok: true as const, request: await readRequest(ctx.tx, id) }
    }),
}

const forCustomer = <T>(
  call: Pick<CallContext, 'inOrg' | 'app'> & { actor: Actor },
  work: (ctx: ScheduleContext, customer_id: string) => Promise<T>,
): Promise<T> => {
  const { customer_id } = call.actor
  return inSchedule(call, async (ctx) => work(ctx, found(customer_id)))
}

type Resolution = { status: 'approved' | 'denied'; reason?: string | null | undefined }

/** Decides a request. Approving a cancellation cancels the visit. */
async function resolveRequest(
  ctx: ScheduleContext,
  id: string,
  { status, reason }: Resolution,
): Promise<void> {
  const request = await lockRequest(ctx, id)
  if (request.status === status) return
  enforce(requestRules.resolve(request))
  if (status === 'approved' && request.action === 'cancel')
    await skipLockedVisit(ctx, request.visit, { reason: 'customer', request_id: id })
  else await closeRequest(ctx.tx, request.visit, request, { status, reason: reason || null })
}

/** Locks the visit, then the request, like every edit that settles one. */
async function lockRequest(ctx: ScheduleContext, id: string) {
  const read = () =>
    ctx.tx
      .selectFrom('customer_requests')
      .select(['action', 'status', 'series_id', 'original_date', 'date'])
      .where('id', '=', id)
  const seen = found(await read().executeTakeFirst(), noRequest)
  const visit = await lockVisit(ctx, visitRef(seen)).catch((fault) => {
    throw ctx.may.by_crew ? notFound(noRequest) : fault
  })
  const request = found(await read().forUpdate().executeTakeFirst(), noRequest)
  const isExpired = request.status === 'requested' && visit.date < ctx.calendar.today
  return {
    id,
    action: request.action as RequestAction,
    date: request.date,
    status: (isExpired ? 'expired' : request.status) as RequestStatus,
    visit,
  }
}

/**
 * Cancels a customer's visit immediately, or turns it into a request after the cutoff. A repeat
 * returns the first result.
 */
async function cancelOwnVisit(ctx: ScheduleContext, visit: LockedVisit) {
  const { tx, calendar } = ctx
  const answer = async <O>(outcome: O, id: string, now: LockedVisit = visit) => ({
    ok: true as const,
    outcome,
    ...(await answerRequest(ctx, now, id)),
  })
  if (visit.status === 'skipped' && visit.skip_reason === 'customer') {
    const known = await newestRequestId(tx, visit)
    if (known) return answer('cancelled' as const, known)
  }
  enforce(requestRules.ask({ ...visit, today: calendar.today }))
  const input = { action: 'cancel', reason: null, preferred_dates: [] } as const
  if (!mayCancelNow(visit, calendar))
    return answer('requested' as const, await makeRequest(tx, visit, input))
  const own = { reason: 'customer', by_customer: true } as const
  // Asked for earlier, and granted by this.
  const asked = await openRequestId(tx, visit, 'cancel')
  const { visit: skipped } = await skipLockedVisit(ctx, visit, own)
  const id = asked ?? (await makeRequest(tx, skipped, { ...input, approved: true }))
  await tellOfficeOfOwn(tx, skipped, { id, did: 'skipped' })
  return answer('cancelled' as const, id, skipped)
}
