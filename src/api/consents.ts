import { z } from 'zod'
import {
  AnswerInput,
  AskedCustomer,
  ConsentRequest,
  requestRules,
} from '../domain/money/consent-request.ts'
import { anyOffice, customer, defineCalls, Id } from './kit.ts'

const token = z.object({ token: z.string().max(200) })
const answering = {
  body: AnswerInput,
  ok: ConsentRequest,
  rules: [requestRules.answer],
  errors: { consent_outdated: 409 },
} as const

export const consents = defineCalls({
  'GET /api/public/consent/{token}': {
    summary: 'The higher limit a customer is asked to agree to, behind the link in their message',
    roles: 'public',
    params: token,
    ok: ConsentRequest,
    per_minute: 60,
  },
  'POST /api/public/consent/{token}': {
    ...answering,
    summary: 'Agree to the higher limit, or decline it',
    roles: 'public',
    params: token,
    per_minute: 30,
  },
  'GET /api/users/consent-request': {
    summary: 'The higher limit the caller is asked to agree to, if any',
    roles: customer,
    ok: z.object({ request: ConsentRequest.nullable() }),
  },
  'POST /api/users/consent-request': {
    ...answering,
    summary: 'Agree to the higher limit, or decline it, in the account',
    roles: customer,
    impersonation: 'deny',
  },
  'GET /api/owner/consent-requests': {
    summary: 'Customers who have not agreed to the price of their planned work',
    roles: anyOffice,
    ok: z.object({ items: z.array(AskedCustomer) }),
  },
  'POST /api/owner/consent-requests/{id}/ask': {
    summary: 'Send the question again',
    roles: anyOffice,
    params: z.object({ id: Id }),
    body: z.object({}).optional(),
    ok: z.object({ ok: z.literal(true), sent: z.boolean() }),
    rules: [requestRules.answer],
  },
})
