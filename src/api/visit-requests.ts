import { z } from 'zod'
import {
  DeclineVisitRequest,
  NewVisitRequest,
  OpenVisitRequest,
  VisitDays,
  VisitRequest,
  visitRequestRules,
} from '../domain/schedule/visit-request.ts'
import { anyOffice, customer, defineCalls, PageById } from './kit.ts'

export const visitRequests = defineCalls({
  'GET /api/users/visit-days': {
    summary: 'The days a customer can wish for in a request for a visit',
    roles: customer,
    ok: VisitDays,
  },
  'POST /api/users/visit-requests': {
    summary: 'Ask for a visit that is not planned: a service or a description, where, and when',
    roles: customer,
    body: NewVisitRequest,
    ok: VisitRequest,
    status: 201,
    idempotent: true,
    rules: [visitRequestRules.ask],
    per_minute: 10,
  },
  'POST /api/users/visit-requests/{id}/withdraw': {
    summary: 'Withdraw a request for a visit while it is unanswered; repeating changes nothing',
    roles: customer,
    ok: VisitRequest,
    rules: [visitRequestRules.withdraw],
    closed: 'allow',
    per_minute: 30,
  },
  'GET /api/owner/visit-requests': {
    summary: 'Open requests for visits, newest first',
    roles: anyOffice,
    query: z.object(PageById(200, 100)),
    ok: z.object({ items: z.array(OpenVisitRequest), next_cursor: z.string().nullable() }),
  },
  'POST /api/owner/visit-requests/{id}/decline': {
    summary:
      'Decline a request for a visit with a reason; adding work to the schedule with its id grants it instead',
    roles: anyOffice,
    body: DeclineVisitRequest,
    ok: VisitRequest,
    rules: [visitRequestRules.answer],
  },
})
