import { ErrorResponse, UserManager, WebStorageStateStore, type SigninSilentArgs, type User } from 'oidc-client-ts'
import { useSyncExternalStore } from 'react'
import type { PublicConfig } from '../api/people.ts'
import { publicConfig } from './config.ts'
import { safePath } from './safe-path.ts'

/** Which journey a sign-in belongs to; decides the address the identity provider returns to. */
export type SignInFlow = 'owner' | 'trial' | 'signup' | 'invite'
export type SignInState = { next: string; flow: SignInFlow | null }

export type SignInOptions = {
  /** Where to go afterwards; a path of ours. */
  next?: string | undefined
  /** E-mail to fill in. */
  hint?: string | undefined
  screen?: 'signup' | 'login' | undefined
  flow?: SignInFlow | undefined
  /** Ask who it is although the provider remembers somebody: for people with two accounts. */
  anew?: boolean | undefined
}

const storePrefix = 'fieldhive.auth.'
const flowKey = 'fieldhive.flow'
const emailHintKey = 'fieldhive.signup-email'
const renewTimeoutMs = 6000
const nearEndSeconds = 30

/** A user manager that renews once for all tabs and follows sign-in and sign-out in the others. */
class TabSafeUserManager extends UserManager {
  #busy: Promise<User | null> | undefined

  override signinSilent(args?: SigninSilentArgs): Promise<User | null> {
    return (this.#busy ??= this.#locked(args).finally(() => (this.#busy = undefined)))
  }

  async #locked(args?: SigninSilentArgs): Promise<User | null> {
    const seen = (await this.getUser())?.refresh_token
    const run = async (): Promise<User | null> => {
      const now = await this.getUser()
      // Another tab renewed while this one waited; a second use of the old refresh token would end the session everywhere.
      if (now && seen && now.refresh_token !== seen && !now.expired) {
        await this.events.load(now)
        return now
      }
      return super.signinSilent(args)
    }
    // Web locks exist only in secure contexts; on a plain-http LAN host the server's leeway has to do.
    return navigator.locks ? navigator.locks.request('fieldhive-renew', run) : run()
  }

  followOtherTabs(): void {
    addEventListener('storage', (event) => {
      if (event.key !== null && event.key !== storePrefix + this._userStoreKey) return
      void this.getUser().then((user) => (user ? this.events.load(user) : this.events.unload()))
    })
  }
}

let managing: Promise<TabSafeUserManager> | undefined
let user: User | null = null
const listeners = new Set<() => void>()

function setUser(next: User | null): void {
  user = next
  for (const listener of listeners) listener()
}

function manager(): Promise<TabSafeUserManager> {
  return (managing ??= publicConfig()
    .then(createManager)
    .catch((error: unknown) => {
      managing = undefined
      throw error
    }))
}

function createManager(config: PublicConfig): TabSafeUserManager {
  const made = new TabSafeUserManager({
    authority: config.authority,
    client_id: config.client_id,
    redirect_uri: `${location.origin}/auth/callback`,
    post_logout_redirect_uri: `${location.origin}/`,
    response_type: 'code',
    scope: config.scope,
    extraQueryParams: { audience: config.audience },
    loadUserInfo: false,
    userStore: new WebStorageStateStore({ store: localStorage, prefix: storePrefix }),
    stateStore: new WebStorageStateStore({ store: localStorage, prefix: 'fieldhive.authstate.' }),
    automaticSilentRenew: true,
    accessTokenExpiringNotificationTimeInSeconds: 60,
    silentRequestTimeoutInSeconds: 6,
    monitorSession: false,
    revokeTokensOnSignout: true,
    revokeTokenTypes: ['refresh_token'],
    // Some providers answer a revocation with an empty text body; without this, log-out would stop half-way.
    revokeTokenAdditionalContentTypes: ['text/plain'],
  })
  made.events.addUserLoaded(setUser)
  made.events.addUserUnloaded(() => {
    const wasSignedIn = user !== null
    setUser(null)
    if (wasSignedIn && !leaving && location.pathname.startsWith('/app')) location.assign('/')
  })
  made.followOtherTabs()
  return made
}

/** Cheap answer to "might somebody be signed in here?", so that public pages need not load the identity settings. */
function hasStoredSession(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(`${storePrefix}user:`))
  } catch {
    return false
  }
}

/** The person signed in, renewed if the token has run out; null when nobody is. */
export async function currentUser(): Promise<User | null> {
  if (user && !user.expired) return user
  if (!hasStoredSession()) return null
  const users = await manager()
  const stored = await users.getUser()
  if (!stored || !stored.expired) {
    setUser(stored)
    return stored
  }
  return renewed(users)
}

async function renewed(users: TabSafeUserManager): Promise<User | null> {
  const current = await users.getUser()
  if (!current?.refresh_token) return null
  for (let attempt = 1; ; attempt++) {
    try {
      const next = await withTimeout(users.signinSilent(), renewTimeoutMs)
      setUser(next)
      return next
    } catch (error) {
      // Only the provider's own "no" ends the session; a network hiccup must not sign anybody out.
      if (error instanceof ErrorResponse) {
        await users.removeUser()
        return null
      }
      if (attempt === 2) throw error
    }
  }
}

function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Sign-in did not answer in time.')), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Bearer token for a call, renewed when it ends within half a minute; null when nobody is signed in. */
export async function accessToken(): Promise<string | null> {
  const current = await currentUser()
  if (!current) return null
  if ((current.expires_in ?? Infinity) > nearEndSeconds || !current.refresh_token) return current.access_token
  try {
    return (await renewed(await manager()))?.access_token ?? null
  } catch (error) {
    if (current.expired) throw error
    return current.access_token
  }
}

/** A new token although the old one looks valid; null when there is none to be had. */
export async function renewToken(): Promise<string | null> {
  return (await renewed(await manager()).catch(() => null))?.access_token ?? null
}

let leaving = false

/** Goes to the identity provider; returns only by throwing when that cannot start. */
export async function signIn({ next, hint, screen = 'login', flow, anew = false }: SignInOptions = {}): Promise<void> {
  const users = await manager()
  const { audience } = await publicConfig()
  if (flow) setFlow(flow)
  const returnTo = flow === 'owner' ? '/owner-onboarding-callback' : flow === 'trial' ? '/onboarding-callback' : '/auth/callback'
  const state: SignInState = { next: safePath(next), flow: flow ?? null }
  leaving = true
  try {
    await users.signinRedirect({
      redirect_uri: location.origin + returnTo,
      state,
      ...(hint ? { login_hint: hint } : {}),
      ...(anew ? { prompt: 'login' } : {}),
      extraQueryParams: { audience, ...(screen === 'signup' ? { screen_hint: 'signup' } : {}) },
    })
  } catch (error) {
    leaving = false
    throw error
  }
}

/** Reads the identity provider's answer from the address; null when the address carries none. */
export async function finishSignIn(): Promise<{ user: User; state: SignInState } | null> {
  const query = new URLSearchParams(location.search)
  if (!query.has('state') || (!query.has('code') && !query.has('error'))) return null
  const users = await manager()
  const signedIn = await users.signinRedirectCallback()
  setUser(signedIn)
  const state = signedIn.state as Partial<SignInState> | undefined
  return { user: signedIn, state: { next: safePath(state?.next), flow: state?.flow ?? null } }
}

/** Ends the session here, in the other tabs and at the identity provider, then returns to the landing page. */
export async function signOut(): Promise<void> {
  leaving = true
  clearFlow()
  const users = await manager()
  try {
    await withTimeout(users.signoutRedirect(), renewTimeoutMs)
  } catch {
    // The provider may be down; the session in this browser must end all the same.
    await users.removeUser()
    location.assign('/')
  }
}

const againKey = 'fieldhive.signed-in-again'

/** Sends a person whose session the server no longer accepts to the sign-in page, at most once in 20 seconds. */
export function signInAgain(): void {
  if (leaving || !location.pathname.startsWith('/app')) return
  const last = Number(sessionStorage.getItem(againKey) ?? 0)
  // A server that refuses every token would otherwise send people round in circles.
  if (Date.now() - last < 20_000) return
  sessionStorage.setItem(againKey, String(Date.now()))
  leaving = true
  const next = location.pathname + location.search
  void manager()
    .then((users) => users.removeUser())
    .finally(() => location.assign(`/login?next=${encodeURIComponent(next)}`))
}

/** Remembers which journey is under way, so that someone without a role is led on instead of refused. */
export const setFlow = (flow: SignInFlow): void => localStorage.setItem(flowKey, flow)
export const clearFlow = (): void => localStorage.removeItem(flowKey)
export const savedFlow = (): SignInFlow | null => localStorage.getItem(flowKey) as SignInFlow | null

/** The e-mail typed on the landing page or in sign-up, as a hint for the sign-in page. */
export const saveEmailHint = (email: string): void => sessionStorage.setItem(emailHintKey, email)
export const savedEmailHint = (): string | undefined => sessionStorage.getItem(emailHintKey) ?? undefined

/** The signed-in identity, following renewals and other tabs. Who they are to us (roles, organization) is `useMe`. */
export function useIdentity(): User | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => user,
  )
}
