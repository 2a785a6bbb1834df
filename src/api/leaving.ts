import { z } from 'zod'
import {
  KeepCustomer,
  LeaveOutlook,
  LeaveRequest,
  leavingRules,
  NewLeaveRequest,
  OpenLeaveRequest,
} from '../domain/customers/leaving.ts'
import { anyOffice, customer, defineCalls, PageById } from './kit.ts'

const Leaving = z.object({
  /** The latest request, open or answered. */
  request: LeaveRequest.nullable(),
  outlook: LeaveOutlook,
})

export const leaving = defineCalls({
  'GET /api/users/leaving': {
    summary:
      'What closing the account would end and what would stay, and the current request if any',
    roles: customer,
    ok: Leaving,
  },
  'POST /api/users/leaving': {
    summary:
      'Ask the business to close the account; returns the open request if there already is one',
    roles: customer,
    body: NewLeaveRequest,
    ok: Leaving,
    impersonation: 'deny',
    per_minute: 10,
  },
  'POST /api/users/leaving/withdraw': {
    summary: 'Withdraw the request while it is unanswered',
    roles: customer,
    ok: Leaving,
    rules: [leavingRules.withdraw],
    per_minute: 10,
  },
  'GET /api/owner/leave-requests': {
    summary: 'Open requests to close an account, newest first',
    roles: anyOffice,
    query: z.object(PageById(200, 100)),
    ok: z.object({ items: z.array(OpenLeaveRequest), next_cursor: z.string().nullable() }),
  },
  'POST /api/owner/leave-requests/{id}/keep': {
    summary:
      'Answer a request and keep the customer; archiving the customer grants the request instead',
    roles: anyOffice,
    body: KeepCustomer,
    ok: LeaveRequest,
    rules: [leavingRules.keep],
  },
})
