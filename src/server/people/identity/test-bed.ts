import { createHash, randomBytes } from 'node:crypto'
import cookie from '@fastify/cookie'
import fastify from 'fastify'
import { openScratch } from '../../../../test/scratch.ts'
import type { Store } from '../../base/db/store.ts'
import type { Origin, SecurityEvent } from '../../base/security/log.ts'
import { CachedActors } from './actors.ts'
import { createIdentityProvider } from './provider.ts'
import { createTokenCheck } from './tokens.ts'
import type { DeviceSetUp } from './options.ts'
import { freePort } from '../../../../test/free-port.ts'

export const audience = 'https://api.test'
export type Mail = { to: string; template: string; data: { name: string | null; url: string } }

/** The provider on its own port, with a mailbox that keeps everything. */
export async function openTestBed(
  given: { store?: Store; rateLimits?: boolean; production?: boolean } = {},
) {
  const scratch = given.store ? null : await openScratch()
  const store = (given.store ?? scratch?.store) as Store
  const url = `http://localhost:${await freePort()}`
  const mails: Mail[] = []
  const setUp: DeviceSetUp[] = []
  const faults: unknown[] = []
  const events: SecurityEvent[] = []
  const origins: Origin[] = []
  const provider = await createIdentityProvider({
    store,
    secret: Buffer.alloc(32, 7),
    publicUrl: url,
    audience,
    production: given.production ?? false,
    limited: given.rateLimits ?? false,
    security: (event, origin) => {
      events.push(event)
      origins.push(origin)
    },
    sendMail: async (mail) => void (mail.to && mails.push({ ...mail, to: mail.to })),
    deviceSetUp: async (device) => void setUp.push(device),
    log: { error: (fault) => void faults.push(fault) },
  })
  // Tests call from addresses of their choice.
  const server = fastify({ forceCloseConnections: true, trustProxy: 'loopback' })
  await server.register(cookie)
  await server.register((scope) => provider.mount(scope))
  await server.listen({ port: Number(new URL(url).port), host: 'localhost' })
  const checkToken = await createTokenCheck({
    issuer: provider.issuer,
    audience,
    keys: provider.publicKeys,
  })
  const actors = new CachedActors({ store, embeddedIssuer: provider.issuer })
  await actors.start()
  return {
    url,
    store,
    provider,
    mails,
    setUp,
    faults,
    events,
    origins,
    checkToken,
    actors,
    browser: () => createBrowser(url),
    async close() {
      await server.close()
      await scratch?.drop()
    },
  }
}
export type TestBed = Awaited<ReturnType<typeof openTestBed>>

export type Tokens = {
  access_token: string
  refresh_token: string
  id_token: string
  expires_in: number
  token_type: string
}
export type Arrival = { status: number; url: URL; text: string; headers: Headers }

/**
 * Keeps cookies by path and follows redirects manually, like a browser without scripts; stops at a
 * redirect away from the provider. `publicUrl`: what the provider calls itself, if it listens elsewhere.
 */
export function createBrowser(origin: string, publicUrl = origin) {
  const jar = new Map<string, { path: string; pair: string }>()

  async function visit(
    target: string | URL,
    form?: Record<string, string>,
    { follow = true } = {},
  ): Promise<Arrival> {
    let url = new URL(target, origin)
    let body = form ? new URLSearchParams(form).toString() : undefined
    for (let hops = 0; hops < 12; hops++) {
      const cookies = [...jar.values()]
        .filter(({ path }) => url.pathname.startsWith(path))
        .map(({ pair }) => pair)
      const response = await fetch(url, {
        method: body === undefined ? 'GET' : 'POST',
        redirect: 'manual',
        headers: {
          accept: 'text/html',
          ...(cookies.length ? { cookie: cookies.join('; ') } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(body === undefined ? {} : { body }),
      })
      for (const line of response.headers.getSetCookie()) {
        const [pair = '', ...attributes] = line.split(/;\s*/)
        const path = attributes.find((a) => /^path=/i.test(a))?.slice(5) ?? '/'
        const key = `${pair.split('=')[0]} ${path}`
        if (/expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(key)
        else jar.set(key, { path, pair })
      }
      const location = response.headers.get('location')
      if (!location)
        return {
          status: response.status,
          url,
          text: await response.text(),
          headers: response.headers,
        }
      url = new URL(location.replace(publicUrl, origin), url)
      body = undefined
      if (!follow || !url.pathname.startsWith('/idp'))
        return { status: response.status, url, text: '', headers: response.headers }
    }
    throw new Error('Too many redirects')
  }

  /** Starts a sign-in like the page does; `change` overrides or (with null) drops parameters. */
  async function begin(change: Record<string, string | null> = {}) {
    const verifier = randomBytes(32).toString('base64url')
    const parameters: Record<string, string | null> = {
      client_id: 'spa',
      redirect_uri: `${publicUrl}/auth/callback`,
      response_type: 'code',
      scope: 'openid profile email offline_access',
      state: randomBytes(8).toString('hex'),
      nonce: 'n-1',
      audience,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...change,
    }
    const query = new URLSearchParams(
      Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== null),
    )
    return { verifier, state: parameters['state'], arrival: await visit(`/idp/auth?${query}`) }
  }

  const exchange = (
    arrival: Arrival,
    verifier: string,
    redirect_uri = `${publicUrl}/auth/callback`,
  ) =>
    post('/idp/token', {
      grant_type: 'authorization_code',
      client_id: 'spa',
      redirect_uri,
      code: arrival.url.searchParams.get('code') ?? '',
      code_verifier: verifier,
    })
  const refresh = (refresh_token: string) =>
    post('/idp/token', { grant_type: 'refresh_token', client_id: 'spa', refresh_token })

  async function post(
    path: string,
    form: Record<string, string>,
    headers: Record<string, string> = {},
  ) {
    const response = await fetch(new URL(path, origin), {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: publicUrl,
        ...headers,
      },
      body: new URLSearchParams(form),
    })
    const text = await response.text()
    const body = (text.startsWith('{') ? JSON.parse(text) : {}) as Partial<Tokens> & {
      error?: string
    }
    return { status: response.status, body, headers: response.headers }
  }

  /** Signs in with the form and returns the tokens. */
  async function signIn(email: string, password: string): Promise<Tokens> {
    const { verifier, arrival } = await begin()
    const back = arrival.url.searchParams.has('code')
      ? arrival
      : await visit(`${arrival.url.pathname}/login`, { email, password })
    const { body } = await exchange(back, verifier)
    if (!body.access_token)
      throw new Error(`No token for ${email}: ${JSON.stringify(body)} ${back.text.slice(0, 300)}`)
    return body as Tokens
  }

  return { visit, begin, exchange, refresh, post, signIn, jar }
}
