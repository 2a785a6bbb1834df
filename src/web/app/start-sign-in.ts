import type { PublicConfig } from '../../api/people.ts'
import { keepHere } from './local.ts'
import { safePath } from './safe-path.ts'
import {
  flows,
  savedEmailHint,
  setFlow,
  signedOutKey,
  type SignInFlow,
  type SignInState,
} from './sign-in-journey.ts'

// The way to the identity provider, without the sign-in library, so that `/login` starts it by a small script
// alone. The library reads what is stored here when the person comes back.

export type SignInOptions = {
  /** Where to go afterward; a path of ours. */
  next?: string | undefined
  /** E-mail to prefill. */
  hint?: string | undefined
  screen?: 'signup' | 'login' | undefined
  flow?: SignInFlow | undefined
  /** Show the sign-in form even if the provider remembers someone: for people with two accounts. */
  shows_form?: boolean | undefined
  /** The provider itself has just let them in, without a form: by a QR code or a reset password. */
  entered?: boolean | undefined
}

/** The provider to go to; where its form is, if that is known without asking it. */
export type SignInWay = Pick<PublicConfig, 'authority' | 'client_id' | 'audience' | 'scope'> & {
  form_url?: string | null
}

/** What the URL of the sign-in page asks for. */
type SignInQuery = {
  next?: string | undefined
  screen?: string | undefined
  login_hint?: string | undefined
  email?: string | undefined
  flow?: string | undefined
  entered?: unknown
}

export const statePrefix = 'fieldhive.authstate.'
/** How old, by the provider's clock, a session may be that counts as new after a sign-out. */
const freshFor_s = 120
/** How long someone may take at the provider before what was stored for them is forgotten. */
export const staleAfter_s = 900

const returnPaths: Partial<Record<SignInFlow, string>> = {
  owner: '/owner-onboarding-callback',
  trial: '/onboarding-callback',
}

/** Options of a sign-in that the URL of the sign-in page asks for. */
export function optionsOf(query: SignInQuery): SignInOptions {
  return {
    next: safePath(query.next),
    hint: query.login_hint || query.email || savedEmailHint(),
    screen: query.screen === 'signup' ? 'signup' : 'login',
    flow: flows.find((one) => one === query.flow),
    entered: Number(query.entered) === 1,
  }
}

/** Leaves for the identity provider; settles only by throwing if that cannot start. */
export async function startSignIn(
  way: SignInWay,
  { next, hint, screen, flow, shows_form = false, entered = false }: SignInOptions,
): Promise<never> {
  if (flow) setFlow(flow)
  const follows_sign_out = localStorage.getItem(signedOutKey) !== null
  const data: SignInState = { next: safePath(next), flow: flow ?? null, follows_sign_out }
  const asksAnew = shows_form || (follows_sign_out && !entered)
  const form_url = way.form_url ?? (await formUrlOf(way.authority))
  const { state, redirect_uri, code_challenge } = await stored(way, data)
  const url = new URL(form_url)
  for (const [name, value] of Object.entries({
    client_id: way.client_id,
    redirect_uri,
    response_type: 'code',
    scope: way.scope,
    state,
    code_challenge,
    code_challenge_method: 'S256',
    ...(hint ? { login_hint: hint } : {}),
    ...(asksAnew ? { prompt: 'login' } : follows_sign_out ? { max_age: String(freshFor_s) } : {}),
    ui_locales: document.documentElement.lang,
    audience: way.audience,
    ...(screen === 'signup' ? { screen_hint: 'signup' } : {}),
  }))
    url.searchParams.append(name, value)
  location.replace(url.href)
  return new Promise(() => {})
}

async function formUrlOf(authority: string): Promise<string> {
  const url = `${authority.replace(/\/+$/, '')}/.well-known/openid-configuration`
  const response = await fetch(url, { headers: { accept: 'application/json' } })
  const { authorization_endpoint } = (await response.json()) as { authorization_endpoint?: string }
  if (!response.ok || !authorization_endpoint)
    throw new Error(`${url} names no sign-in page (${response.status})`)
  return authorization_endpoint
}

/** Stores what the way back needs. */
async function stored({ authority, client_id, scope }: SignInWay, data: SignInState) {
  forgetStale()
  const state = randomText()
  const code_verifier = randomText()
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code_verifier))
  const redirect_uri = location.origin + (returnPaths[data.flow ?? 'signup'] ?? '/auth/callback')
  const isKept = keepHere(
    statePrefix + state,
    JSON.stringify({
      id: state,
      data,
      created: now_s(),
      request_type: 'si:r',
      code_verifier,
      authority,
      client_id,
      redirect_uri,
      scope,
    }),
  )
  if (!isKept) throw new Error('This browser cannot keep what signing in needs.')
  return { state, redirect_uri, code_challenge: base64url(new Uint8Array(digest)) }
}

const now_s = () => Math.floor(Date.now() / 1000)

function forgetStale(): void {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(statePrefix)) continue
    const [, created] = /"created":(\d+)/.exec(localStorage.getItem(key) ?? '') ?? []
    if (!(Number(created) > now_s() - staleAfter_s)) localStorage.removeItem(key)
  }
}

const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))
const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replace(
    /[+/=]/g,
    (one) => ({ '+': '-', '/': '_' })[one] ?? '',
  )
