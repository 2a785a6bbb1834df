import { z } from 'zod'
import { Moment } from '../domain/base/dates.ts'
import { PasskeyName } from '../domain/people/second-factor.ts'
import { anyOffice, defineCalls, Id, Ok, ownerOnly } from './kit.ts'
import { OwnProof, proofErrors } from './sign-in.ts'

const SecondFactor = z.object({
  /** False if another provider keeps the sign-ins. */
  is_offered: z.boolean(),
  /** True if a password alone does not sign in. */
  is_on: z.boolean(),
  has_app: z.boolean(),
  has_password: z.boolean(),
  /** False where browsers make none: the address of this installation has no name. */
  passkeys_offered: z.boolean(),
  passkeys: z.array(
    z.object({
      id: Id,
      name: z.string(),
      /** True if it is kept by the owner’s other devices too. */
      is_synced: z.boolean(),
      created_at: Moment,
      used_at: Moment.nullable(),
    }),
  ),
  recovery_codes_left: z.int(),
  /** True if this person can do nothing here without one. */
  is_required: z.boolean(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

const SignInRules = z.object({ requires_second_factor: z.boolean() })

/** What a browser's WebAuthn functions take and give, checked by the library that made it. */
const Ceremony = z.looseObject({})

/** A second factor besides the password: passkeys, and codes of an authenticator app. */
export const secondFactor = defineCalls({
  'GET /api/me/second-factor': {
    summary: 'Whether you sign in with a second factor',
    roles: 'signed_in',
    ok: SecondFactor,
    impersonation: 'deny',
  },
  'POST /api/me/second-factor/begin': {
    summary: 'Begin to set up an authenticator app; the answer is shown once',
    roles: 'signed_in',
    body: OwnProof,
    ok: z.object({ secret: z.string(), uri: z.string() }),
    errors: { second_factor_on: 409, ...proofErrors, mailbox_unproven: 409 },
    impersonation: 'deny',
    read_only: 'allow',
    per_minute: 10,
  },
  'POST /api/me/second-factor/confirm': {
    summary:
      'Turn it on with a code of the app; signs out everywhere else and returns the recovery codes, once',
    roles: 'signed_in',
    body: z.object({ code: z.string().min(1, 'Enter the code').max(20) }),
    ok: z.object({ recovery_codes: z.array(z.string()) }),
    impersonation: 'deny',
    read_only: 'allow',
    per_minute: 10,
  },
  'POST /api/me/second-factor/end': {
    summary: 'Turn the authenticator app off',
    roles: 'signed_in',
    body: OwnProof,
    ok: Ok,
    errors: { ...proofErrors, mailbox_unproven: 409 },
    impersonation: 'deny',
    read_only: 'allow',
    per_minute: 10,
  },
  'POST /api/me/passkeys/begin': {
    summary: 'Begin to make a passkey: what the browser needs, for ten minutes',
    roles: 'signed_in',
    body: OwnProof,
    ok: z.object({ options: Ceremony, ticket: z.string() }),
    errors: { ...proofErrors, mailbox_unproven: 409 },
    impersonation: 'deny',
    read_only: 'allow',
    per_minute: 10,
  },
  'POST /api/me/passkeys': {
    summary:
      'Keep the passkey the browser made; the first second factor signs out everywhere else and returns recovery codes, once',
    roles: 'signed_in',
    body: z.object({ ticket: z.string().max(2000), response: Ceremony, name: PasskeyName }),
    ok: z.object({ recovery_codes: z.array(z.string()).nullable() }),
    errors: { passkey_refused: 422 },
    impersonation: 'deny',
    read_only: 'allow',
    per_minute: 10,
  },
  'PATCH /api/me/passkeys/{id}': {
    summary: 'Rename a passkey',
    roles: 'signed_in',
    body: z.object({ name: PasskeyName }),
    ok: Ok,
    impersonation: 'deny',
    read_only: 'allow',
  },
  'POST /api/me/passkeys/{id}/removal': {
    summary: 'Remove a passkey: it signs in no longer',
    roles: 'signed_in',
    body: OwnProof,
    ok: Ok,
    errors: { ...proofErrors, mailbox_unproven: 409 },
    impersonation: 'deny',
    read_only: 'allow',
    per_minute: 10,
  },
  'GET /api/owner/sign-in-rules': {
    summary: 'How staff have to sign in',
    roles: anyOffice,
    ok: SignInRules,
  },
  'PUT /api/owner/sign-in-rules': {
    summary: 'Require a second factor of all staff, or no longer',
    roles: ownerOnly,
    body: SignInRules,
    ok: SignInRules,
    impersonation: 'deny',
  },
})
