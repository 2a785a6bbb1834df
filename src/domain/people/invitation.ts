import { z } from 'zod'
import { PhoneText, RequiredEmail } from '../base/contact.ts'
import { Moment } from '../base/dates.ts'

import { refuse, rule } from '../base/rule.ts'
import { roleLabel, roles, type Role } from '../base/roles.ts'

/**
 * One table holds all codes: a customer's expiring invite, the permanent sign-up link, staff
 * invites and future owners.
 */
export const invitationKinds = ['customer', 'permanent', 'staff', 'owner'] as const
export const InvitationKind = z.enum(invitationKinds)
export type InvitationKind = z.infer<typeof InvitationKind>

/** `link`: the permanent link, or one copied and shared by hand. */
export const invitationVias = ['link', 'qr', 'email', 'sms'] as const
export const InvitationVia = z.enum(invitationVias)
export type InvitationVia = z.infer<typeof InvitationVia>
export const viaLabels: Record<InvitationVia, string> = {
  link: 'Link',
  qr: 'QR',
  email: 'Email',
  sms: 'SMS',
}

/** What is stored; `expired` and `waiting` are derived and never stored. */
export const storedInvitationStatuses = [
  'pending',
  'sent',
  'failed',
  'opened',
  'accepted',
  'revoked',
] as const
export type StoredInvitationStatus = (typeof storedInvitationStatuses)[number]
export const InvitationStatus = z.enum([...storedInvitationStatuses, 'waiting', 'expired'])
export type InvitationStatus = z.infer<typeof InvitationStatus>

/** Its letter waits until somebody who runs the business confirms their mailbox. */
export const waitsText = 'Waits until you confirm your email address'

type Expiring = { status: StoredInvitationStatus; expires_at: string | null }

/** An open invitation expires at `expires_at`. Moments are ISO 8601; null never expires. */
export function invitationStatus({ status, expires_at }: Expiring, now: string): InvitationStatus {
  if (status === 'accepted' || status === 'revoked' || expires_at === null) return status
  return Date.parse(now) >= Date.parse(expires_at) ? 'expired' : status
}

/**
 * A QR code can be used many times until it expires, the permanent link until it is replaced; all
 * others work once.
 */
export const isSingleUse = ({ kind, via }: { kind: InvitationKind; via: InvitationVia }): boolean =>
  kind === 'staff' ||
  kind === 'owner' ||
  (kind === 'customer' && (via === 'email' || via === 'sms'))

type InvitationFacts = Expiring & { kind: InvitationKind; via: InvitationVia; now: string }
/**
 * `verified_email`: the caller's, lower case, null if unverified; `invited_email`: lower case, null
 * for a code without one.
 */
export type ClaimFacts = InvitationFacts & {
  invited_email: string | null
  verified_email: string | null
}

const unusable = refuse('invitation_invalid', 'Invalid or expired invite', (i: InvitationFacts) => {
  const status = invitationStatus(i, i.now)
  return status === 'expired' || status === 'revoked' || (status === 'accepted' && isSingleUse(i))
})
const otherEmail = refuse(
  'invitation_email_differs',
  'Failed to accept invite',
  (i: ClaimFacts) => i.invited_email !== null && i.invited_email !== i.verified_email,
)
const finished = refuse(
  'invitation_finished',
  'This invite was already accepted or revoked.',
  (i: InvitationFacts) => i.status === 'accepted' || i.status === 'revoked',
)

export const invitationRules = {
  use: rule(unusable),
  claim: rule<ClaimFacts>(unusable, otherEmail),
  resend: rule(finished),
  revoke: rule(finished),
}

type Listed = { status: InvitationStatus; email: string | null }
/**
 * Which actions the list of invitations offers: only e-mails can be resent, and what is over cannot
 * be revoked.
 */
export const canResend = ({ status, email }: Listed): boolean =>
  email !== null && status !== 'accepted' && status !== 'revoked'
export const canRevoke = ({ status }: Listed): boolean =>
  status !== 'accepted' && status !== 'revoked' && status !== 'expired'

/**
 * People invite below their own role, so a manager makes no managers, and ownership is never
 * granted by invitation. `roles` is ordered from highest to lowest.
 */
export const canInvite = (inviter: Role, role: Role): boolean =>
  role !== 'owner' &&
  role !== 'admin' &&
  role !== 'sales' &&
  roles.indexOf(role) > roles.indexOf(inviter)

export const alreadyStaffText = (email: string, role: Role): string =>
  `${email} already works here as ${roleLabel(role)}.`

/** The page a person lands on after accepting. */
export const landingAfterAccept = (role: Role): string =>
  role === 'crew_member' ? '/app/crew' : '/app'

export const ttlBounds = { min: 1, max: 720 } as const
export const ttlDefaults = { customer: 72, owner: 120 } as const

/** Whole hours from 1 to 720; the default if it is not a number. */
export function ttlHours(typed: unknown, fallback: number = ttlDefaults.customer): number {
  const hours = typeof typed === 'string' && typed.trim() !== '' ? Number(typed) : typed
  if (typeof hours !== 'number' || !Number.isFinite(hours)) return fallback
  return Math.min(ttlBounds.max, Math.max(ttlBounds.min, Math.floor(hours)))
}

/**
 * Hours until an invitation expires, as typed; 72 for a customer's, 120 for an owner's if absent or
 * not a number.
 */
const TtlHours = z
  .unknown()
  .optional()
  .transform((typed) => ttlHours(typed))

export const NewInvite = z
  .object({
    via: z.enum(['link', 'qr', 'sms']).default('qr'),
    ttl_hours: TtlHours,
    phone: PhoneText.optional(),
  })
  .refine(({ via, phone }) => via !== 'sms' || phone !== undefined, {
    path: ['phone'],
    message: 'Enter a valid phone number',
  })
export type NewInvite = z.infer<typeof NewInvite>

export const EmailInvite = z.object({ email: RequiredEmail, ttl_hours: TtlHours })

export const StaffInvite = z.object({
  email: RequiredEmail,
  role: z.enum(['manager', 'payee', 'crew_owner', 'crew_leader', 'crew_member']),
})
export type StaffInvite = z.infer<typeof StaffInvite>

/** `code` and `link` are present only while they work. */
export const Invitation = z.object({
  id: z.string(),
  code: z.string().nullable(),
  kind: InvitationKind,
  via: InvitationVia,
  email: z.string().nullable(),
  phone: z.string().nullable(),
  role: z.string().nullable(),
  organization_name: z.string().nullable(),
  status: InvitationStatus,
  created_at: Moment,
  expires_at: Moment.nullable(),
  link: z.string().nullable(),
  /** Only if the identity provider created one. */
  ticket_url: z.string().nullable(),
})
export type Invitation = z.infer<typeof Invitation>

export const PermanentInvitation = z.object({
  ok: z.boolean(),
  link: z.string(),
  code: z.string(),
  org_name: z.string(),
  embed_html: z.string(),
  public_signup_enabled: z.boolean(),
})
export type PermanentInvitation = z.infer<typeof PermanentInvitation>

/** What anyone with a staff code sees; the e-mail is masked unless it is their own. */
export const PublicInvitation = z.object({
  email: z.string().nullable(),
  role: z.string(),
  expires_at: Moment.nullable(),
})
export type PublicInvitation = z.infer<typeof PublicInvitation>
