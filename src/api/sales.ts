import { z } from 'zod'
import {
  Lead,
  LeadByHand,
  LeadNoteText,
  LeadPatch,
  leadRules,
  LeadStage,
  LeadStatus,
} from '../domain/people/lead.ts'
import { salesRoles } from '../domain/base/roles.ts'
import { allow, defineCalls, Flag, Id, Page } from './kit.ts'

const seller = allow(salesRoles, 'all')

export const sales = defineCalls({
  'GET /api/sales/leads': {
    summary:
      'Leads, overdue ones first, then the newest: unclaimed, mine, or all; salespeople never see those of their colleagues',
    roles: seller,
    query: z.object({
      ...Page(100, 50),
      q: z.string().max(200).optional(),
      status: z.union([LeadStatus, z.literal('')]).optional(),
      stage: z.union([LeadStage, z.literal('')]).optional(),
      unclaimed: Flag.optional(),
      mine: Flag.optional(),
      all: Flag.optional(),
    }),
    ok: z.object({ leads: z.array(Lead), next_cursor: z.string().nullable() }),
  },
  'GET /api/sales/stats/overview': {
    summary: 'How many leads are open, won, lost and unclaimed; for salespeople, of what they see',
    roles: seller,
    ok: z.object({
      summary: z.object({
        open_count: z.int(),
        won_count: z.int(),
        lost_count: z.int(),
        unclaimed_count: z.int(),
      }),
    }),
  },
  'GET /api/sales/users': {
    summary: 'The people a lead can be assigned to',
    roles: seller,
    ok: z.object({ users: z.array(z.object({ id: Id, name: z.string() })) }),
  },
  'POST /api/sales/leads': {
    summary: 'Add a lead by hand; one with the same address is completed instead',
    roles: seller,
    body: LeadByHand,
    ok: z.object({ lead: Lead }),
    errors: { lead_known: 409 },
    status: 201,
    per_minute: 60,
  },
  'POST /api/sales/leads/{id}/claim': {
    summary: 'Take an unclaimed lead; of several who try, one gets it',
    roles: seller,
    body: z.object({}).optional(),
    ok: z.object({ lead: Lead }),
    rules: [leadRules.claim],
  },
  'POST /api/sales/leads/{id}/assign': {
    summary: 'Give a lead to somebody, or back to the pool with null',
    roles: seller,
    body: z.object({ user_id: Id.nullable() }),
    ok: z.object({ lead: Lead }),
    rules: [leadRules.assign],
  },
  'PATCH /api/sales/leads/{id}': {
    summary: 'Change a lead; won and lost close it, another stage opens it again',
    roles: seller,
    body: LeadPatch,
    ok: z.object({ lead: Lead }),
    errors: { stale: 409 },
  },
  'POST /api/sales/leads/{id}/notes': {
    summary: 'Add a note to a lead',
    roles: seller,
    body: z.object({ text: LeadNoteText }),
    ok: z.object({ lead: Lead }),
    status: 201,
  },
})
