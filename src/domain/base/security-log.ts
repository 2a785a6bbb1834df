import { z } from 'zod'
import { Moment } from './dates.ts'
import { Id } from './id.ts'

/** What happened, in the words of the OWASP logging vocabulary, and what it is called. */
export const securityEvents = {
  authn_login_success: 'Signed in',
  authn_login_fail: 'Sign-in failed',
  authn_login_fail_max: 'Too many tries',
  authn_password_change: 'Password changed',
  authn_factor_change: 'Second factor or passkey changed',
  authn_token_revoked: 'Tokens revoked',
  authn_token_reuse: 'Refresh token used twice',
  session_ended: 'Signed out',
  authz_fail: 'Refused',
  sensitive_read: 'Data taken out or read for somebody',
  erasure_asked: 'Deletion asked for',
  erasure_cancelled: 'Deletion taken back',
  personal_data_erased: 'Data deleted',
} as const
export type SecurityEventName = keyof typeof securityEvents
export const securityEventNames = Object.keys(securityEvents) as SecurityEventName[]

/** How somebody proved who they are, and what it is called. */
export const signInWays = {
  passkey: 'Passkey',
  password_and_code: 'Password and code',
  password: 'Password',
  code: 'Code',
  text_code: 'Code by text',
  device: 'Link from the office',
} as const
export type SignInWay = keyof typeof signInWays
const SignInWayName = z.enum(Object.keys(signInWays) as [SignInWay, ...SignInWay[]])

const Who = z.object({ id: Id, label: z.string() })

/** A row of the platform's security log. */
export const SecurityEntry = z.object({
  id: Id,
  at: Moment,
  /** One of `securityEventNames`, or an older one. */
  event: z.string(),
  outcome: z.enum(['success', 'failure']),
  person: Who.nullable(),
  /** Who acted in their name. */
  real_person: Who.nullable(),
  organization: Who.nullable(),
  ip: z.string().nullable(),
  /** 'Chrome on Windows'; null for what no device did. */
  device: z.string().nullable(),
  /** Method and pattern of the call, if it was one. */
  call: z.string().nullable(),
  /** How they signed in; null for everything else. */
  way: SignInWayName.nullable(),
  /** What else is known of it, as 'name: value'. */
  details: z.array(z.string()),
})
export type SecurityEntry = z.infer<typeof SecurityEntry>

/** From the `amr` of OpenID Connect (RFC 8176), and the number a code was sent to. */
export function signInWay({ amr = [], phone }: { amr?: string[]; phone?: string }): SignInWay {
  if (phone) return 'text_code'
  if (amr.includes('pwd')) return amr.includes('otp') ? 'password_and_code' : 'password'
  if (amr.includes('swk')) return amr.includes('user') ? 'passkey' : 'device'
  return 'code'
}

/** One of a person's own sign-ins, also one that failed. */
export const SignIn = z.object({
  id: Id,
  at: Moment,
  /** Null if it failed. */
  way: SignInWayName.nullable(),
  device: z.string(),
  ip: z.string().nullable(),
})
export type SignIn = z.infer<typeof SignIn>

/** An act of the platform's own people. */
export const PlatformAct = z.object({
  id: Id,
  at: Moment,
  /** The call, or the act's own name. */
  action: z.string(),
  person: Who.nullable(),
  organization: Who.nullable(),
  ip: z.string().nullable(),
  /** The refusal, if it was refused after it was written down. */
  outcome: z.string().nullable(),
})
export type PlatformAct = z.infer<typeof PlatformAct>
