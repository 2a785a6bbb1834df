import { z } from 'zod'
import {
  KeepCustomer,
  LeaveOutlook,
  LeaveRequest,
  leavingRules,
  NewLeaveRequest,
  OpenLeaveRequest,
} from '../domain/leaving.ts'
import { anyOffice, customer, defineCalls, PageById } from './kit.ts'

const Leaving = z.object({
  /** The newest one, open or answered. */
  request: LeaveRequest.nullable(),
  outlook: LeaveOutlook,
})

export const leaving = defineCalls({
  'GET /api/users/leaving': {
    summary: 'What leaving the business would end and leave, and the request if there is one',
    roles: customer,
    ok: Leaving,
  },
  'POST /api/users/leaving': {
    summary: 'Ask the business to close the account; while a request is open, that is the one',
    roles: customer,
    body: NewLeaveRequest,
    ok: Leaving,
    impersonation: 'deny',
    per_minute: 10,
  },
  'POST /api/users/leaving/withdraw': {
    summary: 'Take the request back while nobody has answered it',
    roles: customer,
    ok: Leaving,
    rules: [leavingRules.withdraw],
    per_minute: 10,
  },
  'GET /api/owner/leave-requests': {
    summary: 'Customers who ask to close their account and wait for an answer, newest first',
    roles: anyOffice,
    query: z.object(PageById(200, 100)),
    ok: z.object({ items: z.array(OpenLeaveRequest), next_cursor: z.string().nullable() }),
  },
  'POST /api/owner/leave-requests/{id}/keep': {
    summary: 'Answer with a word to stay; archiving the customer grants the request',
    roles: anyOffice,
    body: KeepCustomer,
    ok: LeaveRequest,
    rules: [leavingRules.keep],
  },
})
