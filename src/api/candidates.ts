import { z } from 'zod'
import { Pattern } from '../domain/base/cadence.ts'
import { PostalAddress } from '../domain/base/contact.ts'
import { DayKey } from '../domain/base/dates.ts'
import { Id } from '../domain/base/id.ts'
import { PriceCents } from '../domain/base/money.ts'
import { anyOffice, defineCalls, Flag } from './kit.ts'

const CandidateService = z.object({
  id: Id,
  key: z.string(),
  name: z.string(),
  label: z.string(),
  price_cents: PriceCents.nullable(),
  estimated_minutes: z.int().nullable(),
})

export const Candidate = PostalAddress.extend({
  id: Id,
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  status: z.enum(['lead', 'active', 'paused']),
  /** Why the customer can't be scheduled now; null for an active one. */
  disabled_reason: z.string().nullable(),
  team_id: Id.nullable(),
  available_days: z.array(DayKey),
  has_card_on_file: z.boolean(),
  /** Services the customer chose or already has. */
  services: z.array(CandidateService),
  /** The frequency the customer asked for, as a rule's pattern. */
  preference: z.object({ pattern: Pattern, interval: z.int() }).nullable(),
})
export type Candidate = z.infer<typeof Candidate>

/** Customers that can be added to the schedule. */
export const candidates = defineCalls({
  'GET /api/schedule/candidates': {
    summary: 'Customers that can be added to the schedule, with their services and preferences',
    roles: anyOffice,
    query: z.object({
      /** Same search as in the customer list. */
      q: z.string().max(200).optional(),
      /** Only this customer. */
      customer_id: Id.optional(),
      include_leads: Flag.optional(),
      /** Only active customers with no upcoming work and no visit on hold. */
      unscheduled: Flag.optional(),
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number<number>().int().min(1).max(200).default(100),
    }),
    ok: z.object({
      customers: z.array(Candidate),
      services: z.array(CandidateService),
      next_cursor: z.string().nullable(),
    }),
  },
})
