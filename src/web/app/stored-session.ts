import type { User } from 'oidc-client-ts'

// The session as the sign-in library stores it, read without the library: a page needs the token long
// before it needs to renew it.

/** Where the library keeps the session in this browser's storage. */
export const storePrefix = 'fieldhive.auth.'
const sessionStart = `${storePrefix}user:`

/** Whether a key of the storage holds a session. */
export const isSessionKey = (key: string): boolean => key.startsWith(sessionStart)
const sessionKeys = (): string[] => Object.keys(localStorage).filter(isSessionKey)

/** What a page needs of a session; the library's type fits. */
export type Session = Pick<
  User,
  'access_token' | 'refresh_token' | 'profile' | 'expires_in' | 'expired'
>

/** A cheap check for a stored session, so that public pages need not load the identity settings. */
export function hasStoredSession(): boolean {
  try {
    return sessionKeys().length > 0
  } catch {
    return false
  }
}

/** The stored session; null unless there is exactly one. */
export function storedSession(): Session | null {
  const keys = sessionKeys()
  const text = keys.length === 1 ? localStorage.getItem(keys[0]!) : null
  if (!text) return null
  const { access_token, refresh_token, profile, expires_at } = JSON.parse(text) as Pick<
    User,
    'access_token' | 'refresh_token' | 'profile' | 'expires_at'
  >
  return {
    access_token,
    refresh_token,
    profile,
    get expires_in() {
      return expires_at === undefined ? undefined : expires_at - Math.floor(Date.now() / 1000)
    },
    get expired() {
      return this.expires_in === undefined ? undefined : this.expires_in <= 0
    },
  }
}

export function forgetSessions(): void {
  for (const key of sessionKeys()) localStorage.removeItem(key)
}
