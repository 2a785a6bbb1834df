import { z } from 'zod'
import { SetupPart } from '../domain/onboarding.ts'
import { Profile, ProfilePatch } from '../domain/person.ts'
import { defineCalls, Id, Ok, allow } from './kit.ts'

/** What the page learns at start, so that one build fits every identity provider and payment account. */
export const PublicConfig = z.object({
  authority: z.string(),
  client_id: z.string(),
  audience: z.string(),
  scope: z.string(),
  provider_name: z.string(),
  /** True if sign-in runs in this process. */
  embedded: z.boolean(),
  support_email: z.string(),
  stripe: z.object({ publishable_key: z.string().nullable(), script_url: z.string().nullable() }),
  /** No real money moves and no mail leaves. */
  sandbox: z.boolean(),
})
export type PublicConfig = z.infer<typeof PublicConfig>

/** The profile as the signed-in person's own page needs it. */
export const MyProfile = Profile.extend({
  /** True if the sign-in's address is proven; until then nothing is linked to the person by email. */
  email_verified: z.boolean(),
  organization: z
    .object({
      id: Id,
      name: z.string(),
      slug: z.string(),
      industry: z.string(),
      time_zone: z.string(),
      status: z.enum(['active', 'inactive']),
    })
    .nullable(),
  /** A business this person began to set up and has not finished. */
  onboarding_code: z.string().nullable(),
  /** For the owner: what the setup left open, and its code while it is not finished. */
  setup: z.object({ code: z.string().nullable(), missing: z.array(SetupPart) }).nullable(),
  impersonation_ends_at: z.string().nullable(),
  can_change_password: z.boolean(),
  /** The organization's subscription has lapsed: staff see everything and change nothing. */
  read_only: z.boolean(),
})
export type MyProfile = z.infer<typeof MyProfile>

export const people = defineCalls({
  'GET /api/public/config': {
    summary: 'Addresses and public keys the page starts with',
    roles: 'public',
    ok: PublicConfig,
  },
  'GET /api/users/me': {
    summary: 'The signed-in person in the active organization; made at the first call',
    roles: 'signed_in',
    aliases: ['GET /api/me', 'GET /api/auth/me'],
    ok: MyProfile,
    errors: { email_unverified: 403 },
  },
  'PUT /api/users/update-me': {
    summary: 'Change the own profile; a new contact e-mail counts once its mailbox has answered',
    roles: 'signed_in',
    body: ProfilePatch,
    ok: MyProfile.extend({ pending_email: z.string().nullable() }),
    per_minute: 30,
  },
  'POST /api/users/confirm-email': {
    summary: 'Prove a new contact e-mail with the token from its mail',
    roles: 'signed_in',
    body: z.object({ token: z.string().min(1).max(2000) }),
    ok: MyProfile,
    errors: { link_expired: 409, email_taken: 409 },
    impersonation: 'deny',
    per_minute: 10,
  },
  'POST /api/users/verification-mail': {
    summary: 'Send the mail that proves the sign-in’s address again',
    roles: 'signed_in',
    ok: z.object({ sent: z.boolean() }),
    impersonation: 'deny',
    per_minute: 3,
  },
  'POST /api/users/password-change-ticket': {
    summary: 'A link on which to choose a new password',
    roles: 'signed_in',
    ok: z.object({ url: z.string() }),
    errors: { password_elsewhere: 409 },
    impersonation: 'deny',
    per_minute: 5,
  },
  'POST /api/users/active-organization': {
    summary: 'Work in another of the own organizations',
    roles: 'signed_in',
    body: z.object({ organization_id: Id }),
    ok: MyProfile,
  },
  'POST /api/admin/impersonate/start': {
    summary: 'See and act as another person for up to an hour',
    roles: allow(['admin'], 'all'),
    body: z.object({ user_id: Id }),
    ok: MyProfile,
    errors: { already_impersonating: 409, admin_not_impersonable: 409, user_inactive: 409 },
    impersonation: 'deny',
    per_minute: 20,
  },
  'POST /api/admin/impersonate/stop': {
    summary: 'Be oneself again',
    roles: 'signed_in',
    ok: Ok,
  },
})
