import { z } from 'zod'
import { PhoneText } from '../domain/base/contact.ts'
import { LocalDateText } from '../domain/base/dates.ts'
import {
  EmailInvite,
  Invitation,
  NewInvite,
  PermanentInvitation,
  PublicInvitation,
} from '../domain/people/invitation.ts'
import { personRules } from '../domain/base/person.ts'
import { roles } from '../domain/base/roles.ts'
import { anyOffice, defineCalls, leaders, officeAndAdmin, Ok, PageById } from './kit.ts'

const inviters = { ...officeAndAdmin, ...leaders } as const
const Sent = z.object({
  ok: z.literal(true),
  invite: Invitation,
  link: z.string().nullable(),
  ticket_url: z.string().nullable(),
  /** Who already uses this address, if the organization knows them. */
  note: z.string().nullable(),
})
const code = z.object({ code: z.string().min(1).max(120) })

export const invitations = defineCalls({
  'GET /api/owner/invitations/permanent': {
    summary: 'The permanent sign-up link',
    roles: inviters,
    ok: PermanentInvitation,
  },
  'POST /api/owner/invitations/permanent/rotate': {
    summary: 'Replace the permanent link; the old one stops working immediately',
    roles: anyOffice,
    ok: PermanentInvitation,
  },
  'GET /api/owner/invitations/recent': {
    summary: 'List invitations, newest first',
    roles: inviters,
    query: z.object({
      kind: z.enum(['customer', 'staff']).default('customer'),
      via: z.enum(['all', 'qr', 'email', 'sms']).default('all'),
      q: z.string().max(200).optional(),
      from: LocalDateText.optional(),
      ...PageById(),
    }),
    ok: z.object({ invites: z.array(Invitation), next_cursor: z.string().nullable() }),
  },
  'POST /api/owner/invitations/create': {
    summary: 'Create an expiring invitation, shown as a QR code or sent by SMS',
    roles: inviters,
    body: NewInvite,
    ok: Sent,
    status: 201,
    per_minute: 60,
  },
  'POST /api/owner/invitations/email': {
    summary: 'Invite a customer by email',
    roles: inviters,
    body: EmailInvite,
    ok: Sent,
    status: 201,
    per_minute: 60,
  },
  'POST /api/owner/invitations/sms': {
    summary: 'Invite a customer by SMS; the sender confirms the customer’s consent',
    roles: inviters,
    body: z.object({ phone: PhoneText, ttl_hours: z.unknown().optional() }),
    ok: Sent,
    status: 201,
    per_minute: 30,
  },
  'POST /api/owner/invitations/{code}/revoke': {
    summary: 'Revoke an invitation',
    roles: inviters,
    params: code,
    ok: Ok,
    errors: { invitation_finished: 409 },
  },
  'POST /api/owner/invitations/{code}/resend': {
    summary: 'Resend an invitation, by email only; renews an expired one',
    roles: inviters,
    params: code,
    ok: Sent,
    errors: { invitation_finished: 409, sms_sent_once: 409, no_recipient: 409, sent_often: 409 },
    per_minute: 20,
  },
  'GET /api/public/invitations/{code}': {
    summary: 'The details of a staff invitation',
    roles: 'public',
    params: code,
    ok: PublicInvitation.extend({ organization_name: z.string() }),
    per_minute: 60,
  },
  'POST /api/public/invitations/{code}/claim': {
    summary: 'Accept a staff invitation',
    roles: 'signed_in',
    params: code,
    ok: z.object({ ok: z.literal(true), role: z.enum(roles), organization_id: z.string() }),
    rules: [personRules.join],
    errors: { other_email: 403 },
    impersonation: 'deny',
    per_minute: 30,
  },
})
