import type { User } from 'oidc-client-ts'
import { useSyncExternalStore } from 'react'
import { isAppKept } from './app-worker.ts'
import { publicConfig } from './config.ts'
import { areAnswersKept } from './kept-flag.ts'
import { forgetGateCodes } from './kept-gate-codes.ts'
import { forgetPersonHere } from './person-here.ts'
import { endPushHere } from './push-here.ts'
import { safePath } from './safe-path.ts'
import type { TabSafeUserManager } from './sign-in-library.ts'
import { hasUnsavedInput } from '../ui/unsaved-input.ts'
import { keepHere, keepInTab } from './local.ts'
import { clearFlow, signedOutKey, type SignInState } from './sign-in-journey.ts'
import type { SignInOptions } from './start-sign-in.ts'
import {
  forgetSessions,
  hasStoredSession,
  isSessionKey,
  storedSession,
  type Session,
} from './stored-session.ts'

const renewTimeoutMs = 6000
const nearEndSeconds = 30

let managing: Promise<TabSafeUserManager> | undefined
let user: Session | null = null
/** The session is over, but unsaved input keeps the page open. */
let isEnded = false
/** The person this page belongs to, once known. */
let whose: string | null = null
const listeners = new Set<() => void>()

function setUser(next: Session | null): void {
  if (
    next &&
    whose !== null &&
    next.profile.sub !== whose &&
    location.pathname.startsWith('/app')
  ) {
    // Someone else signed in in another tab: the data here is not theirs and must not be sent as
    // theirs.
    user = null
    if (!leaving) location.assign('/app')
    leaving = true
    return
  }
  if (next) whose = next.profile.sub
  user = next
  if (next) isEnded = false
  for (const listener of listeners) listener()
}

function manager(): Promise<TabSafeUserManager> {
  return (managing ??= Promise.all([publicConfig(), import('./sign-in-library.ts')])
    .then(([config, { createManager }]) => createManager(config, { loaded: setUser, unloaded }))
    .catch((error: unknown) => {
      managing = undefined
      throw error
    }))
}

function unloaded(): void {
  const wasSignedIn = user !== null
  setUser(null)
  if (wasSignedIn) leaveApp()
}

/** After a sign-out in another tab, or once the session ended on its own, here or there. */
function leaveApp(): void {
  if (leaving || !location.pathname.startsWith('/app')) return
  if (wasLately(endedKey)) goSignIn()
  else goOut()
}

/** To the landing page, or to the one page of ours for those signed out that a phone keeps. */
function goOut(): void {
  leaving = true
  location.assign(navigator.onLine ? '/' : '/login')
}

// Not left to the library: a tab that opened without a connection has not loaded it.
globalThis.addEventListener?.('storage', ({ key, newValue }) => {
  const isRemoved = newValue === null && (key === null || isSessionKey(key))
  if (!isRemoved || isEnded) return
  setUser(null)
  leaveApp()
})

const endedKey = 'fieldhive.session-ended'
const lately_ms = 10_000
const wasLately = (key: string): boolean =>
  Date.now() - Number(localStorage.getItem(key) ?? 0) < lately_ms

/** Ends a refused session in every tab; each goes to the sign-in page and returns to its place. */
async function endSession(users: TabSafeUserManager): Promise<void> {
  keepHere(endedKey, String(Date.now()))
  await users.removeUser()
}

/** Goes to the sign-in page and back; a page with unsaved input stays and shows a message. */
function goSignIn(): void {
  if (leaving) return
  // The server may refuse this tab before it hears that another one signed out.
  if (wasLately(signedOutKey)) return goOut()
  if (hasUnsavedInput()) {
    isEnded = true
    setUser(null)
    return
  }
  leaving = true
  // The page comes back after the sign-in: Back leads to the one before it.
  location.replace(`/login?next=${encodeURIComponent(location.pathname + location.search)}`)
}

/** Whose session this browser has stored, whether or not its token has expired; null if none that can be renewed. */
export const storedWhose = (): string | null => {
  try {
    const session = storedSession()
    return session?.refresh_token ? session.profile.sub : null
  } catch {
    return null
  }
}

const managerComes_ms = 2000
/** Renewing, and following other tabs, can wait until the page has rendered. */
function followSoon(): void {
  setTimeout(() => {
    void manager()
      .then(async (users) => {
        if (!leaving && !(await users.getUser())) await users.events.unload()
      })
      .catch(() => undefined)
  }, managerComes_ms)
}

/** The signed-in person, renewed if the token has expired; null if signed out. */
export async function currentUser(): Promise<Session | null> {
  if (user && !user.expired) return user
  if (!hasStoredSession()) return null
  const known = managing ? null : storedSession()
  if (known && !known.expired) {
    setUser(known)
    followSoon()
    return user
  }
  const users = await manager()
  const stored = await users.getUser()
  if (!stored || !stored.expired) {
    setUser(stored)
    return user
  }
  return renewed(users)
}

async function renewed(users: TabSafeUserManager): Promise<Session | null> {
  const current = await users.getUser()
  if (!current?.refresh_token) return null
  for (let attempt = 1; ; attempt++) {
    try {
      const next = await withTimeout(users.signinSilent(), renewTimeoutMs)
      setUser(next)
      return user
    } catch (error) {
      // Only the provider's refusal ends the session; a network glitch must not sign anyone out.
      if (users.isRefusal(error)) {
        await endSession(users)
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

/** Bearer token for a call, renewed within half a minute of expiry; null if signed out. */
export async function accessToken(): Promise<string | null> {
  const current = await currentUser()
  if (!current) return null
  if ((current.expires_in ?? Infinity) > nearEndSeconds || !current.refresh_token)
    return current.access_token
  try {
    return (await renewed(await manager()))?.access_token ?? null
  } catch (error) {
    if (current.expired) throw error
    return current.access_token
  }
}

/** A new token even though the old one looks valid; null if there is none. */
export async function renewToken(): Promise<string | null> {
  return (await renewed(await manager()).catch(() => null))?.access_token ?? null
}

let leaving = false
/** True while this page signs out or goes to sign in. */
export const isLeaving = (): boolean => leaving

/** Goes to the identity provider; returns only by throwing if that cannot start. */
export async function signIn(options: SignInOptions = {}): Promise<void> {
  const [config, { startSignIn }] = await Promise.all([
    publicConfig(),
    import('./start-sign-in.ts'),
  ])
  leaving = true
  try {
    await startSignIn(config, options)
  } catch (error) {
    leaving = false
    throw error
  }
}

/** Reads the identity provider's response from the URL; null if there is none. */
export async function finishSignIn(): Promise<{ user: User; state: SignInState } | null> {
  const query = new URLSearchParams(location.search)
  if (!query.has('state') || (!query.has('code') && !query.has('error'))) return null
  const users = await manager()
  const signedIn = await users.signinRedirectCallback()
  const state = signedIn.state as Partial<SignInState> | undefined
  // One that began before the sign-out may be the old session again: the next one still asks.
  if (state?.follows_sign_out) localStorage.removeItem(signedOutKey)
  forgetPersonHere()
  setUser(signedIn)
  return { user: signedIn, state: { next: safePath(state?.next), flow: state?.flow ?? null } }
}

/**
 * Ends the session here, in other tabs and at the identity provider, then returns to the landing
 * page.
 */
export async function signOut(): Promise<void> {
  leaving = true
  clearFlow()
  forgetPersonHere()
  forgetGateCodes()
  // On a full phone the sign-in makes room: it goes anyway.
  if (!keepHere(signedOutKey, String(Date.now()))) {
    forgetSessions()
    keepHere(signedOutKey, String(Date.now()))
  }
  // The next person at this device must not read this one's news.
  await withTimeout(endPushHere(), 1000).catch(() => undefined)
  await withTimeout(forgetKeys(), 1000).catch(() => undefined)
  await withTimeout(forgetAnswers(), 1000).catch(() => undefined)
  try {
    const users = await manager()
    await withTimeout(users.signoutRedirect(), renewTimeoutMs)
  } catch {
    // End the session in this browser even if the provider is down, or there is no connection.
    forgetSessions()
    goOut()
  }
}

/** What sends for a crew without a page goes first. */
const forgetKeys = async (): Promise<unknown> =>
  isAppKept() ? (await import('./sending-keys.ts')).clearKeys() : undefined
/** The kept days of a crew are deleted, so that the next person does not see them. */
export const forgetAnswers = async (): Promise<void> =>
  areAnswersKept() ? (await import('./kept-answers.ts')).clearAnswers() : undefined

const againKey = 'fieldhive.signed-in-again'

/**
 * Sends someone whose session the server no longer accepts to the sign-in page, at most once in 20
 * seconds.
 */
export function signInAgain(): void {
  if (leaving || !location.pathname.startsWith('/app')) return
  const last = Number(sessionStorage.getItem(againKey) ?? 0)
  // A server that refuses every token would otherwise cause a redirect loop.
  if (Date.now() - last < 20_000) return
  if (!keepInTab(againKey, String(Date.now()))) return
  void manager()
    .then(endSession)
    .catch(() => undefined)
    .then(goSignIn)
}

const follow = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True after the session ended on a page that stays open because of unsaved input; false again after a sign-in in any tab. */
export const useSessionEnded = (): boolean => useSyncExternalStore(follow, isSessionEnded)
export const isSessionEnded = (): boolean => isEnded

/** The signed-in identity, following renewals and other tabs. Who they are to us (roles, organization) is `useMe`. */
export function useIdentity(): Session | null {
  return useSyncExternalStore(follow, () => user)
}
