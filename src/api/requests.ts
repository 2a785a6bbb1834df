import { z } from 'zod'
import { LocalDateText } from '../domain/dates.ts'
import {
  CancelService,
  CustomerRequest,
  NewRescheduleRequest,
  requestRules,
  requestStatuses,
  ResolveRequest,
  UpcomingService,
} from '../domain/request.ts'
import { visitRules } from '../domain/visit.ts'
import { customer, defineCalls, Id, PageById } from './kit.ts'
import { officeAndLeaders } from './schedule.ts'
import { withWindowChecks } from './week.ts'

export const Upcoming = UpcomingService.extend({
  original_date: LocalDateText,
  team: z.string().nullable(),
  /** How long after the start the crew may arrive; 0 when it comes on the minute. */
  arrival_window_minutes: z.int(),
  /** The newest request for it, open or answered. */
  request: z
    .object({
      id: Id,
      action: CustomerRequest.shape.action,
      status: CustomerRequest.shape.status,
      resolution_reason: z.string().nullable(),
    })
    .nullable(),
  /** Whether cancelling now takes effect at once or asks the organization. */
  cancel: z.enum(['immediate', 'request']),
})
export type Upcoming = z.infer<typeof Upcoming>

export const requests = defineCalls({
  'GET /api/owner/customer-requests': {
    summary: 'What customers asked for, newest first; open ones unless said otherwise',
    roles: officeAndLeaders,
    query: z.object({
      status: z.enum([...requestStatuses, 'open', 'pending', 'all']).default('requested'),
      from: LocalDateText.optional(),
      to: LocalDateText.optional(),
      ...PageById(200, 100),
    }),
    ok: z.object({ items: z.array(CustomerRequest), next_cursor: z.string().nullable() }),
  },
  'POST /api/owner/customer-requests/{id}/resolve': {
    summary: 'Approve or deny a request; approving a cancellation cancels the visit',
    roles: officeAndLeaders,
    body: ResolveRequest,
    ok: z.object({ ok: z.literal(true), request: CustomerRequest }),
    rules: [requestRules.resolve, visitRules.skip],
  },
  'GET /api/users/upcoming-services': {
    summary: 'The customer’s coming visits, the next 30 days unless said otherwise',
    roles: customer,
    query: z.object({ from: LocalDateText.optional(), to: LocalDateText.optional() }),
    ok: z.object({ items: z.array(Upcoming), from: LocalDateText, to: LocalDateText }),
  },
  'POST /api/users/request-reschedule': {
    summary: 'Ask for another date; a second ask for the same visit answers the first',
    roles: customer,
    body: NewRescheduleRequest,
    ok: z.object({ ok: z.literal(true), request: CustomerRequest, item: Upcoming }),
    rules: [requestRules.ask, requestRules.askAgain],
  },
  'POST /api/users/cancel-service': {
    summary: 'Cancel a visit: at once before the cut-off, by request after it',
    roles: customer,
    body: CancelService,
    ok: z.object({
      ok: z.literal(true),
      outcome: z.enum(['cancelled', 'requested']),
      request: CustomerRequest,
      item: Upcoming,
    }),
    rules: [requestRules.ask, requestRules.askAgain, visitRules.skip],
  },
  'POST /api/users/requests/{id}/withdraw': {
    summary: 'Take back an open request',
    roles: customer,
    ok: z.object({ ok: z.literal(true), request: CustomerRequest }),
    rules: [requestRules.withdraw],
    closed: 'allow',
  },
})

export const upcomingWindow = withWindowChecks(z.object({ from: LocalDateText, to: LocalDateText }))
