import { z } from 'zod'
import { PhoneText } from '../domain/base/contact.ts'
import { Moment } from '../domain/base/dates.ts'
import { defineCalls, Ok } from './kit.ts'

/**
 * What shows that it is really you: the current password, or what `POST /api/me/proof` answered.
 * Left out within ten minutes of a sign-in.
 */
export const OwnProof = z.object({
  current_password: z.string().min(1, 'Enter your current password').max(1000).optional(),
  proof: z.string().max(4000).optional(),
})
/** The errors of every call that asks for it. */
export const proofErrors = { prove_it_is_you: 403 } as const

const Ceremony = z.looseObject({})

const ProofWays = z.object({
  has_password: z.boolean(),
  /** What the browser needs to use a passkey; null if there is none. */
  passkey: z.object({ options: Ceremony, ticket: z.string() }).nullable(),
  /** Where a code may go, for who has neither: their mailbox, and numbers in E.164. */
  codes_to: z.array(z.object({ by: z.enum(['email', 'sms']), to: z.string() })),
})
export type ProofWays = z.infer<typeof ProofWays>

const SignInWays = z.object({
  /** False if another provider keeps the sign-ins. */
  is_offered: z.boolean(),
  has_password: z.boolean(),
  /** Null for people without e-mail. */
  mailbox: z.object({ email: z.string(), is_proven: z.boolean() }).nullable(),
  /** Numbers that get sign-in codes. */
  numbers: z.array(
    z.object({
      phone_number: z.string(),
      proven_at: Moment,
      /** When somebody signed in with it first. */
      used_at: Moment.nullable(),
    }),
  ),
})
export type SignInWays = z.infer<typeof SignInWays>

/** What opens your account. */
export const signIn = defineCalls({
  'GET /api/me/sign-in': {
    summary: 'The mailbox and the numbers that get your sign-in codes',
    roles: 'signed_in',
    ok: SignInWays,
    impersonation: 'deny',
  },
  'POST /api/me/proof/begin': {
    summary: 'How you can show that it is you, before you change how you sign in',
    roles: 'signed_in',
    ok: ProofWays,
    impersonation: 'deny',
    read_only: 'allow',
    per_minute: 20,
  },
  'POST /api/me/proof/code': {
    summary:
      'Send yourself a code that shows that it is you, if you have no password and no passkey',
    roles: 'signed_in',
    body: z.object({ to: z.string().min(1).max(320) }),
    ok: Ok,
    impersonation: 'deny',
    read_only: 'allow',
    per_minute: 5,
  },
  'POST /api/me/proof': {
    summary:
      'Show that it is you, with your password, a passkey or a code; the answer is good for ten minutes',
    roles: 'signed_in',
    body: z.object({
      current_password: z.string().min(1, 'Enter your current password').max(1000).optional(),
      ticket: z.string().max(2000).optional(),
      response: Ceremony.optional(),
      code: z.string().min(1, 'Enter the code').max(20).optional(),
    }),
    ok: z.object({ proof: z.string() }),
    impersonation: 'deny',
    read_only: 'allow',
    per_minute: 20,
  },
  'POST /api/me/numbers': {
    summary: 'Text a code to a number that you want to sign in with',
    roles: 'signed_in',
    body: OwnProof.extend({ phone_number: PhoneText }),
    ok: Ok,
    errors: { ...proofErrors, mailbox_unproven: 409, too_many_numbers: 409 },
    impersonation: 'deny',
    read_only: 'allow',
    per_minute: 10,
  },
  'POST /api/me/numbers/confirm': {
    summary: 'Type the code back: from now on codes sent to the number sign you in',
    roles: 'signed_in',
    body: z.object({ code: z.string().min(1, 'Enter the code').max(20) }),
    ok: SignInWays,
    errors: { mailbox_unproven: 409 },
    impersonation: 'deny',
    read_only: 'allow',
    per_minute: 10,
  },
  'POST /api/me/numbers/removal': {
    summary: 'Remove a number: codes sent to it sign you in no longer',
    roles: 'signed_in',
    body: OwnProof.extend({ phone_number: PhoneText }),
    ok: SignInWays,
    errors: proofErrors,
    impersonation: 'deny',
    read_only: 'allow',
    per_minute: 10,
  },
})
