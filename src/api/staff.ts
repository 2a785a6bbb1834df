import { z } from 'zod'
import { Moment } from '../domain/base/dates.ts'
import { OwnershipOffer, StaffPerson, StaffRole, staffRules } from '../domain/people/staff.ts'
import { anyOffice, defineCalls, Ok, ownerOnly } from './kit.ts'

export const staff = defineCalls({
  'GET /api/owner/people': {
    summary: 'Everyone who works or worked here: role, team, last seen, devices',
    roles: anyOffice,
    ok: z.object({ people: z.array(StaffPerson), offer: OwnershipOffer.nullable() }),
  },
  'POST /api/owner/people/{id}/role': {
    summary: 'Change someone’s role',
    roles: anyOffice,
    body: z.object({ role: StaffRole }),
    ok: StaffPerson,
    rules: [staffRules.changeRole],
  },
  'POST /api/owner/people/{id}/deactivate': {
    summary: 'End somebody’s access on every device; their work keeps their name',
    roles: anyOffice,
    body: z.object({}).optional(),
    ok: StaffPerson,
    rules: [staffRules.end],
  },
  'POST /api/owner/people/{id}/reactivate': {
    summary: 'Give somebody their access back',
    roles: anyOffice,
    body: z.object({}).optional(),
    ok: StaffPerson,
    rules: [staffRules.end],
  },
  'POST /api/owner/people/{id}/device-link': {
    summary: 'A link that signs one device of a crew member without email in, once, in ten minutes',
    roles: anyOffice,
    body: z.object({}).optional(),
    ok: z.object({ url: z.string(), expires_at: Moment }),
    rules: [staffRules.setUpDevice],
    impersonation: 'deny',
    per_minute: 20,
  },
  'POST /api/owner/people/{id}/sign-out': {
    summary: 'Sign somebody out on every device; they can sign in again',
    roles: anyOffice,
    body: z.object({}).optional(),
    ok: StaffPerson,
    rules: [staffRules.end],
  },
  'POST /api/owner/people/{id}/second-factor-reset': {
    summary:
      'Remove the passkeys, the authenticator app and the recovery codes of somebody who lost them, and sign them out everywhere; they are told',
    roles: ownerOnly,
    body: z.object({}).optional(),
    ok: StaffPerson,
    rules: [staffRules.resetFactor],
    impersonation: 'deny',
    per_minute: 10,
  },
  'POST /api/owner/people/{id}/hand-over': {
    summary: 'Offer the business to a manager, who has a week to accept',
    roles: ownerOnly,
    body: z.object({}).optional(),
    ok: OwnershipOffer,
    rules: [staffRules.handOver],
    errors: { offer_open: 409 },
    impersonation: 'deny',
    per_minute: 10,
  },
  'POST /api/owner/hand-over/withdraw': {
    summary: 'Take the offer of the business back',
    roles: ownerOnly,
    body: z.object({}).optional(),
    ok: Ok,
    errors: { offer_gone: 409 },
    impersonation: 'deny',
  },
  'POST /api/owner/hand-over/accept': {
    summary: 'Take over the business that was offered; the former owner becomes a manager',
    roles: anyOffice,
    body: z.object({}).optional(),
    ok: Ok,
    errors: { offer_gone: 409, email_unverified: 403 },
    impersonation: 'deny',
  },
  'POST /api/owner/hand-over/decline': {
    summary: 'Decline the business that was offered',
    roles: anyOffice,
    body: z.object({}).optional(),
    ok: Ok,
    errors: { offer_gone: 409 },
    impersonation: 'deny',
  },
})
