import { z } from 'zod'
import { Moment } from '../domain/base/dates.ts'
import { erasureRules } from '../domain/flows/erasure.ts'
import { SumCents } from '../domain/base/money.ts'
import { anyOffice, defineCalls, Id } from './kit.ts'

const credit = {
  /** What is left of what the business gave them; it ends with their data. */
  dropped_cents: SumCents,
  /** What is left of their own money, which the business owes them. */
  own_cents: SumCents,
}
const OwnErasure = z.object({
  /** When their data is deleted; null if they did not ask. */
  due_at: Moment.nullable(),
  /** Businesses with which they have unused credit. */
  credits: z.array(z.object({ organization_name: z.string(), ...credit })),
})

/** Deleting one's personal data: asked for, kept for a grace period, then done. */
export const erasures = defineCalls({
  'GET /api/me/erasure': {
    summary: 'When your personal data is deleted, if you asked for it',
    roles: 'signed_in',
    ok: OwnErasure,
    impersonation: 'deny',
  },
  'POST /api/me/erasure': {
    summary: 'Ask for the deletion of your personal data, after a grace period',
    roles: 'signed_in',
    body: z.object({ sure: z.literal(true) }),
    ok: OwnErasure,
    rules: [erasureRules.ask],
    impersonation: 'deny',
    read_only: 'allow',
    per_minute: 5,
  },
  'POST /api/me/erasure/cancel': {
    summary: 'Keep your data after all',
    roles: 'signed_in',
    body: z.object({}).optional(),
    ok: OwnErasure,
    impersonation: 'deny',
    read_only: 'allow',
  },
  'GET /api/owner/erasures': {
    summary: 'Who asked for the deletion of their personal data, customers and staff',
    roles: anyOffice,
    ok: z.object({
      erasures: z.array(
        z.object({
          id: Id,
          name: z.string(),
          role: z.string(),
          /** Null for somebody who works for the business and buys nothing. */
          customer_id: Id.nullable(),
          asked_at: Moment,
          due_at: Moment,
          ...credit,
        }),
      ),
    }),
  },
})
