import { z } from 'zod'
import { LocalDateText, Moment } from '../domain/base/dates.ts'
import {
  CancelService,
  CustomerRequest,
  NewRescheduleRequest,
  MoveVisit,
  OpenDatesQuery,
  requestRules,
  requestStatuses,
  ResolveRequest,
  UpcomingService,
} from '../domain/schedule/request.ts'
import { OpenDates } from '../domain/schedule/self-move.ts'
import { visitRules } from '../domain/schedule/visit.ts'
import { customer, defineCalls, Id, PageById } from './kit.ts'
import { officeAndLeaders } from './schedule.ts'
import { withWindowChecks } from './week.ts'

export const Upcoming = UpcomingService.extend({
  original_date: LocalDateText,
  team: z.string().nullable(),
  /** How long after the start time the crew may arrive; 0 if it arrives exactly then. */
  arrival_window_minutes: z.int(),
  /** The latest request about this visit, open or answered. */
  request: z
    .object({
      id: Id,
      action: CustomerRequest.shape.action,
      status: CustomerRequest.shape.status,
      resolution_reason: z.string().nullable(),
    })
    .nullable(),
  /** When the crew set out for it today; null unless it is on the way. */
  on_the_way_at: Moment.nullable(),
  /** Its crew is at work. */
  underway: z.boolean(),
  /** One of a series; the others stay when this one is cancelled. */
  recurring: z.boolean(),
  /** Whether cancelling now takes effect immediately or is a request to the organization. */
  cancel: z.enum(['immediate', 'request']),
  /** How long before a visit cancelling takes effect immediately. */
  cancel_cutoff_hours: z.int(),
  /** The same for another day. */
  move: OpenDates.shape.move,
})
export type Upcoming = z.infer<typeof Upcoming>

export const requests = defineCalls({
  'GET /api/owner/customer-requests': {
    summary: 'List customer requests, newest first; open ones by default',
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
    summary: 'The customer’s upcoming visits; the next 30 days by default',
    roles: customer,
    query: z.object({ from: LocalDateText.optional(), to: LocalDateText.optional() }),
    ok: z.object({ items: z.array(Upcoming), from: LocalDateText, to: LocalDateText }),
  },
  'POST /api/users/request-reschedule': {
    summary: 'Ask for another date; repeating for the same visit returns the first request',
    roles: customer,
    body: NewRescheduleRequest,
    ok: z.object({ ok: z.literal(true), request: CustomerRequest, item: Upcoming }),
    rules: [requestRules.ask, requestRules.askAgain],
  },
  'GET /api/users/open-dates': {
    summary:
      'The days to which the customer may move a visit, nearest to other work first, and the open days to suggest in a request',
    roles: customer,
    query: OpenDatesQuery,
    ok: OpenDates,
    rules: [requestRules.ask],
    per_minute: 60,
  },
  'POST /api/users/move-visit': {
    summary:
      'Move a visit to an open day: immediately before the cutoff, as a request after it. If the day was taken or the visit moved meanwhile, `details` holds the days that are open now',
    roles: customer,
    body: MoveVisit,
    ok: z.object({
      ok: z.literal(true),
      outcome: z.enum(['moved', 'requested']),
      /** Null if the visit was already there. */
      request: CustomerRequest.nullable(),
      item: Upcoming,
    }),
    rules: [requestRules.ask, requestRules.askAgain, requestRules.move, visitRules.reschedule],
    per_minute: 30,
  },
  'POST /api/users/cancel-service': {
    summary: 'Cancel a visit: immediately before the cutoff, as a request after it',
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
    summary: 'Withdraw an open request',
    roles: customer,
    ok: z.object({ ok: z.literal(true), request: CustomerRequest }),
    rules: [requestRules.withdraw],
    closed: 'allow',
  },
})

export const upcomingWindow = withWindowChecks(z.object({ from: LocalDateText, to: LocalDateText }))
