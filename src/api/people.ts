import { z } from 'zod'
import { uploadMaxBytes } from '../domain/base/file.ts'
import { SetupPart } from '../domain/base/onboarding.ts'
import { personRules, Profile, ProfilePatch } from '../domain/base/person.ts'
import { defineCalls, Id, Ok, allow } from './kit.ts'
import { OwnProof, proofErrors } from './sign-in.ts'

/** What the page loads at startup, so that one build fits every identity provider and payment account. */
export const PublicConfig = z.object({
  authority: z.string(),
  client_id: z.string(),
  audience: z.string(),
  scope: z.string(),
  provider_name: z.string(),
  /** True if this process is its own identity provider. */
  embedded: z.boolean(),
  support_email: z.string(),
  stripe: z.object({ publishable_key: z.string().nullable(), script_url: z.string().nullable() }),
  /** True if no real money moves and no e-mail is sent. */
  sandbox: z.boolean(),
  /** Where map tiles come from, with {z}, {x} and {y}, and the source the map names; null: no map. */
  map: z.object({ tiles_url: z.string(), attribution: z.string() }).nullable(),
})
export type PublicConfig = z.infer<typeof PublicConfig>

/** The signed-in person's profile. */
export const MyProfile = Profile.extend({
  /** True if the sign-in's address is verified; until then nothing is linked to the person by e-mail. */
  email_verified: z.boolean(),
  organization: z
    .object({
      id: Id,
      name: z.string(),
      slug: z.string(),
      industry: z.string(),
      time_zone: z.string(),
      status: z.enum(['active', 'inactive']),
      /** The office's. */
      phone_number: z.string().nullable(),
    })
    .nullable(),
  /** The code of a business this person started to set up and hasn't finished. */
  onboarding_code: z.string().nullable(),
  /** For the owner: what is missing from the setup, and its code until it is finished. */
  setup: z.object({ code: z.string().nullable(), missing: z.array(SetupPart) }).nullable(),
  impersonation_ends_at: z.string().nullable(),
  can_change_password: z.boolean(),
  /** True if everything but the person's own account is refused until they sign in with a second factor. */
  needs_second_factor: z.boolean(),
  /** True if the organization's subscription has lapsed: staff can see everything and change nothing. */
  read_only: z.boolean(),
})
export type MyProfile = z.infer<typeof MyProfile>

export const people = defineCalls({
  'GET /api/public/config': {
    summary: 'URLs and public keys the page needs at startup',
    roles: 'public',
    ok: PublicConfig,
  },
  'GET /api/users/me': {
    summary: 'The signed-in person in the active organization; created on the first call',
    roles: 'signed_in',
    aliases: ['GET /api/me', 'GET /api/auth/me'],
    ok: MyProfile,
    errors: { email_unverified: 403 },
  },
  'PUT /api/users/update-me': {
    summary: 'Update your profile; a new contact email takes effect once it is confirmed',
    roles: 'signed_in',
    body: ProfilePatch.extend(OwnProof.shape),
    ok: MyProfile.extend({ pending_email: z.string().nullable() }),
    errors: { ...proofErrors, impersonation_denied: 403 },
    per_minute: 30,
  },
  'PUT /api/users/picture': {
    summary:
      'Upload your picture: JPEG, PNG or WebP, made small and square; where it was taken is removed. `avatar_url` null removes it',
    roles: 'signed_in',
    ok: MyProfile,
    file: { max_bytes: uploadMaxBytes },
    errors: { file_too_large: 413, file_unreadable: 422 },
    per_minute: 10,
  },
  'GET /api/people/{id}/pictures/{hash}': {
    summary: 'The picture of a person, for themselves and those they work with or for',
    roles: 'signed_in',
    params: z.object({ id: Id, hash: z.string().max(40) }),
    ok: z.any(),
    raw: 'image/jpeg',
  },
  'POST /api/users/confirm-email': {
    summary: 'Confirm a new contact email with the token sent to it',
    roles: 'signed_in',
    body: z.object({ token: z.string().min(1).max(2000) }),
    ok: MyProfile,
    errors: { link_expired: 409, email_taken: 409 },
    impersonation: 'deny',
    per_minute: 10,
  },
  'POST /api/users/verification-mail': {
    summary: 'Resend the email that verifies the sign-in’s address',
    roles: 'signed_in',
    ok: z.object({ sent: z.boolean() }),
    impersonation: 'deny',
    per_minute: 3,
  },
  'POST /api/users/password-change-ticket': {
    summary: 'A link to choose a new password',
    roles: 'signed_in',
    body: OwnProof.optional(),
    ok: z.object({ url: z.string() }),
    errors: { ...proofErrors, password_elsewhere: 409 },
    impersonation: 'deny',
    per_minute: 5,
  },
  'POST /api/users/active-organization': {
    summary: 'Switch to another of your organizations',
    roles: 'signed_in',
    body: z.object({ organization_id: Id }),
    ok: MyProfile,
    rules: [personRules.join, personRules.enter],
  },
  'POST /api/admin/impersonate/start': {
    summary: 'Impersonate a person for up to an hour',
    roles: allow(['admin'], 'all'),
    body: z.object({
      user_id: Id,
      /** Why, for the trail; the calls of the specification send none. */
      reason: z.string().trim().min(3, 'Say why').max(500).optional(),
    }),
    ok: MyProfile,
    errors: { already_impersonating: 409, admin_not_impersonable: 409, user_inactive: 409 },
    impersonation: 'deny',
    per_minute: 20,
  },
  'POST /api/admin/impersonate/stop': {
    summary: 'Stop impersonating',
    roles: 'signed_in',
    ok: Ok,
  },
})
