import { Referral } from '../domain/customers/referral.ts'
import { anyOffice, customer, defineCalls } from './kit.ts'

export const referrals = defineCalls({
  'GET /api/users/referral': {
    summary: 'Your referral link and how many people have signed up with it',
    roles: customer,
    ok: Referral,
  },
  'GET /api/owner/customers/{id}/referral': {
    summary: 'A customer’s referral link, for the office to pass on',
    roles: anyOffice,
    ok: Referral,
  },
})
