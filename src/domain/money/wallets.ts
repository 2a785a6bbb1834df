import { z } from 'zod'

/** Whether customers can pay with Apple Pay and Google Pay, and why not. */
export const WalletState = z.object({
  state: z.enum(['on', 'waiting', 'unavailable', 'off']),
  /** The address that is registered for them, or should be; null if it cannot be. */
  domain: z.string().nullable(),
  reason: z.string().nullable(),
})
export type WalletState = z.infer<typeof WalletState>

/**
 * The domain to register for wallets: that of our own address. Wallets want an encrypted, public one;
 * the sandbox takes any. Null if they would refuse it.
 */
export function walletDomain(public_url: string, sandbox: boolean): string | null {
  const [, scheme, host] = /^(https?):\/\/(\[[^\]]*\]|[^/:]+)/.exec(public_url) ?? []
  if (!host) return null
  const isPublic =
    scheme === 'https' && host.includes('.') && !/^[\d.]+$|^\[|\.local(host)?$/.test(host)
  return sandbox || isPublic ? host.toLowerCase() : null
}

type WalletFacts = {
  wallets_on: boolean
  charges_enabled: boolean
  /** See `walletDomain`. */
  domain: string | null
  public_url: string
  registered: string | null
  problem: string | null
}

/** What the owner reads about wallets. */
export function walletStateOf(facts: WalletFacts): WalletState {
  const { domain } = facts
  if (!facts.wallets_on) return { state: 'off', domain, reason: null }
  if (!domain)
    return {
      state: 'unavailable',
      domain,
      reason: `wallets need a public address that begins with https://, and this installation runs at ${facts.public_url}.`,
    }
  if (!facts.charges_enabled)
    return { state: 'waiting', domain, reason: 'Stripe has not enabled card payments yet.' }
  if (facts.problem) return { state: 'unavailable', domain, reason: facts.problem }
  return facts.registered === domain
    ? { state: 'on', domain, reason: null }
    : { state: 'waiting', domain, reason: `Stripe has not confirmed ${domain} yet.` }
}

type Standing = { status: string; status_details?: { error_message: string } | undefined }

/** Why a registered domain cannot offer every wallet, in the provider's words; null if it can. */
export function walletProblem(domain: {
  apple_pay: Standing
  google_pay: Standing
}): string | null {
  const parts = [
    ['Apple Pay', domain.apple_pay],
    ['Google Pay', domain.google_pay],
  ] as const
  const missing = parts.filter(([, { status }]) => status !== 'active')
  if (missing.length === 0) return null
  const said = missing.map(
    ([name, { status_details }]) => `${name}: ${status_details?.error_message ?? 'not active'}`,
  )
  return `Stripe says: ${said.join(' ')}`
}
