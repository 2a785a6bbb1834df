import { z } from 'zod'
import { Customer } from '../domain/customers/customer.ts'
import { NewSignup, UnfinishedSignup } from '../domain/flows/new-signup.ts'
import { anyOffice, defineCalls } from './kit.ts'

export const newSignups = defineCalls({
  'GET /api/owner/signups': {
    summary: 'Finished sign-ups that nobody has opened yet, and those that were left unfinished',
    roles: anyOffice,
    ok: z.object({ finished: z.array(NewSignup), unfinished: z.array(UnfinishedSignup) }),
  },
  'POST /api/owner/customers/{id}/signup-seen': {
    summary: 'Mark a customer’s sign-up as opened by the office',
    roles: anyOffice,
    ok: Customer,
  },
})
