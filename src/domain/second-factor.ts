/** What the owner of an account hears of, in a letter. */
export const factorChanges = ['on', 'off', 'recovery'] as const
export type FactorChange = (typeof factorChanges)[number]

/** Shown to people who signed in with only a password where that is not enough. */
export const secondFactorMessage =
  'Sign in with a second factor first: set one up, or sign in again with yours.'
