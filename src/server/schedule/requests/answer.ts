import type { Upcoming } from '../../../api/requests.ts'
import type { CustomerRequest } from '../../../domain/schedule/request.ts'
import type { FoundVisit } from '../visits/find.ts'
import type { ScheduleContext } from '../week/context.ts'
import { readRequest } from './read.ts'
import { upcomingView } from './upcoming.ts'

/** A request and its visit, for the customer who made it. */
export async function answerRequest(
  ctx: ScheduleContext,
  visit: FoundVisit,
  request_id: string,
): Promise<{ request: CustomerRequest; item: Upcoming }> {
  const request = await readRequest(ctx.tx, request_id)
  return { request, item: viewOwn(ctx, visit, request) }
}

/** The customer's visit after what they did. */
export function viewOwn(
  { calendar }: ScheduleContext,
  visit: FoundVisit,
  request: CustomerRequest | null,
): Upcoming {
  const customers = new Map(visit.customer ? [[visit.customer_id, visit.customer]] : [])
  return upcomingView(
    visit,
    calendar,
    { customers, places: new Map() },
    request
      ? {
          id: request.id,
          action: request.action,
          status: request.status,
          resolution_reason: request.resolution_reason,
        }
      : undefined,
  )
}
