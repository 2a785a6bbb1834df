import { keepHere, keepInTab } from './local.ts'

// What this browser remembers of a sign-in that is under way, or was.

export const flows = ['owner', 'trial', 'signup', 'invite'] as const
/** Which journey a sign-in belongs to; decides the URL the identity provider returns to. */
export type SignInFlow = (typeof flows)[number]
export type SignInState = { next: string; flow: SignInFlow | null; follows_sign_out?: boolean }

const flowKey = 'fieldhive.flow'
const emailHintKey = 'fieldhive.signup-email'
/**
 * When somebody signed out here; removed by the next sign-in that asked who they are. Without a connection the provider's
 * session goes on, and would let the next person in as the one who left.
 */
export const signedOutKey = 'fieldhive.signed-out'

/**
 * Remembers the current journey, so that someone without a role continues it instead of being
 * refused.
 */
export const setFlow = (flow: SignInFlow): boolean => keepHere(flowKey, flow)
export const clearFlow = (): void => localStorage.removeItem(flowKey)
export const savedFlow = (): SignInFlow | null => localStorage.getItem(flowKey) as SignInFlow | null

/** The e-mail typed on the landing page or in sign-up, as a hint for the sign-in page. */
export const saveEmailHint = (email: string): boolean => keepInTab(emailHintKey, email)
export const savedEmailHint = (): string | undefined =>
  sessionStorage.getItem(emailHintKey) ?? undefined
