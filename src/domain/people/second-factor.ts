import { z } from 'zod'

/** What the owner of an account hears of its sign-in, in a letter. */
export const signInChanges = [
  'on',
  'off',
  'passkey_added',
  'passkey_removed',
  'number_added',
  'number_removed',
  'number_used',
  'recovery',
  'reset',
] as const
export type SignInChange = (typeof signInChanges)[number]

/** What a person calls a passkey: 'Dana’s iPhone'. */
export const PasskeyName = z
  .string()
  .trim()
  .min(1, 'Give the passkey a name')
  .max(100, 'Use at most 100 characters')

/** Shown to people who signed in with only a password where that is not enough. */
export const secondFactorMessage =
  'Sign in with a second factor first: set one up, or sign in again with yours.'
