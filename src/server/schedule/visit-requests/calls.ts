import type { visitRequests } from '../../../api/visit-requests.ts'
import {
  visitRequestRules,
  wishedDayProblem,
  type NewVisitRequest,
} from '../../../domain/schedule/visit-request.ts'
import type { Handlers } from '../../base/call.ts'
import { enforce, found, invalid } from '../../base/kit/refusals.ts'
import { requireOwnPlace } from '../visits/find.ts'
import type { Calendar } from '../week/calendar.ts'
import { inSchedule, readSchedule, type ScheduleContext } from '../week/context.ts'
import { countOpenOf, listVisitRequests, lockAsking, readVisitRequest, visitDays } from './read.ts'
import { addVisitRequest, declineVisitRequest, withdrawVisitRequest } from './write.ts'

export const visitRequestHandlers: Handlers<typeof visitRequests> = {
  'GET /api/users/visit-days': (call) =>
    readSchedule(call, async ({ calendar }) => visitDays(calendar)),

  'POST /api/users/visit-requests': (call) =>
    inSchedule(call, async (ctx) => {
      const id = await ask(ctx, found(call.actor.customer_id), call.body)
      return readVisitRequest(ctx.tx, id)
    }),

  'POST /api/users/visit-requests/{id}/withdraw': ({ inOrg, params }) =>
    inOrg(async (tx) => {
      await withdrawVisitRequest(tx, params.id)
      return readVisitRequest(tx, params.id)
    }),

  'GET /api/owner/visit-requests': ({ readOrg, query }) =>
    readOrg((tx) => listVisitRequests(tx, query)),

  'POST /api/owner/visit-requests/{id}/decline': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      await declineVisitRequest(tx, params.id, body.reason)
      return readVisitRequest(tx, params.id)
    }),
}

async function ask(
  { tx, calendar }: ScheduleContext,
  customer_id: string,
  { service_key, wished_on, location_id, note }: NewVisitRequest,
): Promise<string> {
  const status = await lockAsking(tx, customer_id)
  const open = await countOpenOf(tx, customer_id)
  enforce(visitRequestRules.ask({ status, open }))
  const problem = wished_on && wishedDayProblem(wished_on, visitDays(calendar))
  if (problem) throw invalid({ wished_on: problem })
  await requireOwnPlace(tx, customer_id, location_id)
  const service_id = service_key === null ? null : offeredId(calendar, service_key)
  return addVisitRequest(tx, customer_id, { service_id, wished_on, location_id, note })
}

function offeredId({ services }: Calendar, key: string): string {
  const service = [...services.values()].find((one) => one.key === key && one.active)
  if (!service) throw invalid({ service_key: 'This service is no longer offered.' })
  return service.id
}
