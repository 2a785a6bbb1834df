import { Referral } from '../domain/referral.ts'
import { anyOffice, customer, defineCalls } from './kit.ts'

export const referrals = defineCalls({
  'GET /api/users/referral': {
    summary: 'The link the customer brings friends with, and how many have come',
    roles: customer,
    ok: Referral,
  },
  'GET /api/owner/customers/{id}/referral': {
    summary: 'The link a customer brings friends with, to be handed to them',
    roles: anyOffice,
    ok: Referral,
  },
})
