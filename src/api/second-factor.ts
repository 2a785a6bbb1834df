import { z } from 'zod'
import { anyOffice, defineCalls, Ok, ownerOnly } from './kit.ts'

const Password = z.string().min(1, 'Enter your current password').max(1000)

const SecondFactor = z.object({
  /** False if another provider keeps the sign-ins. */
  is_offered: z.boolean(),
  is_on: z.boolean(),
  recovery_codes_left: z.int(),
  /** True if this person can do nothing here without one. */
  is_required: z.boolean(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

const SignInRules = z.object({ requires_second_factor: z.boolean() })

/** A second factor besides the password: codes of an authenticator app. */
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
    body: z.object({ current_password: Password }),
    ok: z.object({ secret: z.string(), uri: z.string() }),
    errors: { second_factor_on: 409 },
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
    summary: 'Turn the second factor off',
    roles: 'signed_in',
    body: z.object({ current_password: Password }),
    ok: Ok,
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
