import { hash } from 'node:crypto'
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  jwtVerify,
  type JWK,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose'
import { refused } from '../../base/kit/refusals.ts'

/** A verified token's claims. No roles: those come from our database. */
export type Claims = {
  issuer: string
  subject: string
  email: string | null
  email_verified: boolean
  name: string | null
  /** The embedded provider's session; null from any other. */
  session: string | null
  /** How the sign-in was proven, if the provider says. */
  acr: string | null
  /** Seconds since 1970. */
  expires_at: number
}
export type TokenCheck = (token: string) => Promise<Claims>

type TokenCheckOptions = { audience: string } & (
  | { issuer: string; keys: readonly JWK[] }
  /** Address of another provider, whose discovery document has its issuer and keys. */
  | { discovery: string }
)

// A check takes up to 0.1 ms, a lookup a hundredth of that; an entry is about 1 kB.
const rememberedTokens = 5_000
const clockTolerance_seconds = 5
const patience_ms = 3_000

const unauthenticated = () =>
  refused('unauthenticated', 'Your session expired. Please log in again.', 401)
const providerDown = () =>
  refused('idp_unavailable', 'Sign-in is unavailable right now. Please try again in a moment.', 503)

/** Checks access tokens: 401 for an invalid one, 503 if the provider's keys cannot be fetched. */
export async function createTokenCheck(options: TokenCheckOptions): Promise<TokenCheck> {
  const source =
    'keys' in options ? localKeys(options.issuer, options.keys) : remoteKeys(options.discovery)
  const remembered = new Map<string, Claims>()

  return async (token) => {
    const key = hash('sha256', token, 'base64')
    const known = remembered.get(key)
    if (known) {
      remembered.delete(key)
      if (known.expires_at + clockTolerance_seconds <= Date.now() / 1000) throw unauthenticated()
      remembered.set(key, known)
      return known
    }
    const claims = await verify(token, options.audience, source)
    remembered.set(key, claims)
    if (remembered.size > rememberedTokens) remembered.delete(remembered.keys().next().value ?? '')
    return claims
  }
}

type Keys = { issuer: string; find: JWTVerifyGetKey; userinfo: string | null }
type KeySource = () => Promise<Keys>

const localKeys = (issuer: string, keys: readonly JWK[]): KeySource => {
  const known: Keys = { issuer, find: createLocalJWKSet({ keys: [...keys] }), userinfo: null }
  return () => Promise.resolve(known)
}

function remoteKeys(address: string): KeySource {
  let known: Promise<Keys> | undefined
  const discover = async (): Promise<Keys> => {
    const url = `${address.replace(/\/+$/, '')}/.well-known/openid-configuration`
    const document = (await getJson(url)) as {
      issuer?: string
      jwks_uri?: string
      userinfo_endpoint?: string
    }
    if (!document.issuer || !document.jwks_uri) throw providerDown()
    const find = createRemoteJWKSet(new URL(document.jwks_uri), {
      cooldownDuration: 30_000,
      cacheMaxAge: 600_000,
      timeoutDuration: patience_ms,
    })
    return { issuer: document.issuer, find, userinfo: document.userinfo_endpoint ?? null }
  }
  return () =>
    (known ??= discover().catch((fault: unknown) => {
      known = undefined
      throw fault
    }))
}

const getJson = async (url: string, headers: Record<string, string> = {}): Promise<unknown> => {
  const response = await fetch(url, {
    headers: { accept: 'application/json', ...headers },
    signal: AbortSignal.timeout(patience_ms),
  }).catch(() => {
    throw providerDown()
  })
  if (!response.ok) throw providerDown()
  return response.json().catch(() => {
    throw providerDown()
  })
}

async function verify(token: string, audience: string, source: KeySource): Promise<Claims> {
  const keys = await source()
  const payload = await jwtVerify(token, keys.find, {
    issuer: keys.issuer,
    audience,
    algorithms: ['RS256'],
    clockTolerance: clockTolerance_seconds,
    requiredClaims: ['sub', 'exp'],
  }).then(
    (result) => result.payload,
    (fault: unknown) => {
      throw isInvalidToken(fault) ? unauthenticated() : providerDown()
    },
  )
  const claims = claimsOf(keys.issuer, payload)
  // Some providers omit the e-mail from access tokens but return it from userinfo. Without a
  // response, the person has no name.
  if (claims.email || !keys.userinfo) return claims
  const more = (await getJson(keys.userinfo, { authorization: `Bearer ${token}` }).catch(
    () => null,
  )) as JWTPayload | null
  return more && more.sub === claims.subject
    ? { ...claimsOf(keys.issuer, more), expires_at: claims.expires_at }
    : claims
}

// Everything else (no response, no keys, a broken network) is the provider's problem; a 401 would
// sign out every browser.
const isInvalidToken = (fault: unknown): boolean =>
  fault instanceof errors.JOSEError &&
  !(fault instanceof errors.JWKSTimeout) &&
  !(fault instanceof errors.JWKSInvalid) &&
  fault.code !== 'ERR_JOSE_GENERIC'

/**
 * Reads plain claims, or namespaced ones from providers that require them:
 * `https://example.com/email`.
 */
function claimsOf(issuer: string, payload: JWTPayload): Claims {
  const claim = (name: string): unknown =>
    payload[name] ??
    Object.entries(payload).find(([key]) => key.startsWith('http') && key.endsWith(`/${name}`))?.[1]
  const text = (name: string): string | null => {
    const value = claim(name)
    return typeof value === 'string' && value.trim() ? value.trim() : null
  }
  return {
    issuer,
    subject: payload.sub ?? '',
    email: text('email'),
    email_verified: claim('email_verified') === true || claim('email_verified') === 'true',
    name: text('name'),
    session: text('sid'),
    acr: text('acr'),
    expires_at: payload.exp ?? 0,
  }
}
