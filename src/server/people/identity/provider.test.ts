import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { onPlatform, system } from '../../base/db/door.ts'
import { audience, openTestBed, type TestBed, type Tokens } from './test-bed.ts'

const password = 'violet kettle harbor'
let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
  await bed.provider.createAccount({
    email: 'Dana@Example.test',
    name: 'Dana',
    password,
    email_verified: true,
  })
})
afterAll(() => bed.close())

const ageRefreshTokens = () =>
  onPlatform(bed.store, system, (tx) =>
    tx
      .updateTable('idp_payload')
      .set({ consumed_at: new Date(Date.now() - 60_000).toISOString() })
      .where('consumed_at', 'is not', null)
      .execute(),
  )

describe('sign-in with code and PKCE', () => {
  it('issues a JWT for the API, an ID token and a refresh token, and returns state and issuer', async () => {
    const browser = bed.browser()
    const { verifier, state, arrival } = await browser.begin({ login_hint: 'dana@example.test' })
    expect(arrival.status).toBe(200)
    expect(arrival.text).toContain('value="dana@example.test"')
    const back = await browser.visit(`${arrival.url.pathname}/login`, {
      email: ' DANA@example.test',
      password,
    })
    expect(back.url.origin + back.url.pathname).toBe(`${bed.url}/auth/callback`)
    expect(back.url.searchParams.get('state')).toBe(state)
    expect(back.url.searchParams.get('iss')).toBe(bed.provider.issuer)

    const { status, body, headers } = await browser.exchange(back, verifier)
    expect(status).toBe(200)
    expect(headers.get('access-control-allow-origin')).toBe(bed.url)
    expect(decodeProtectedHeader(body.access_token!)).toMatchObject({ alg: 'RS256', typ: 'at+jwt' })
    expect(decodeJwt(body.access_token!)).toMatchObject({
      iss: bed.provider.issuer,
      aud: audience,
      email: 'Dana@Example.test',
      email_verified: true,
      name: 'Dana',
      client_id: 'spa',
    })
    expect(decodeJwt(body.id_token!)).toMatchObject({
      aud: 'spa',
      nonce: 'n-1',
      email: 'Dana@Example.test',
    })
    expect(await bed.checkToken(body.access_token!)).toMatchObject({
      issuer: bed.provider.issuer,
      email: 'Dana@Example.test',
      email_verified: true,
    })
    await expect(bed.checkToken(body.id_token!)).rejects.toMatchObject({ status: 401 })
  })

  it('a code works once, and its second use revokes the tokens of the first', async () => {
    const browser = bed.browser()
    const { verifier, arrival } = await browser.begin()
    const back = await browser.visit(`${arrival.url.pathname}/login`, {
      email: 'dana@example.test',
      password,
    })
    const first = await browser.exchange(back, verifier)
    expect((await browser.exchange(back, verifier)).body.error).toBe('invalid_grant')
    expect((await browser.refresh(first.body.refresh_token!)).body.error).toBe('invalid_grant')
  })

  it('needs no second sign-in in the same browser, also silently', async () => {
    const browser = bed.browser()
    await browser.signIn('dana@example.test', password)
    expect((await browser.begin()).arrival.url.searchParams.get('code')).toBeTruthy()
    expect(
      (await browser.begin({ prompt: 'none' })).arrival.url.searchParams.get('code'),
    ).toBeTruthy()
    expect((await browser.begin({ prompt: 'login' })).arrival.text).toContain('Sign in')
  })

  it('after a sign-out that never reached it, counts only a session begun since', async () => {
    const browser = bed.browser()
    await browser.signIn('dana@example.test', password)
    const asked = { max_age: '120' }
    expect((await browser.begin(asked)).arrival.url.searchParams.get('code')).toBeTruthy()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 121_000 })
    try {
      expect((await browser.begin(asked)).arrival.text).toContain('Sign in')
    } finally {
      vi.useRealTimers()
    }
  })

  it.each<[string, Record<string, string | null>, string]>([
    ['an unknown audience', { audience: 'https://other.test' }, 'invalid_target'],
    ['no PKCE', { code_challenge: null, code_challenge_method: null }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no session and no prompt', { prompt: 'none' }, 'login_required'],
    ['an implicit response', { response_type: 'token' }, 'unsupported_response_type'],
  ])('%s with %o returns %s', async (_name, change, error) => {
    const { arrival } = await bed.browser().begin(change)
    const answer =
      arrival.url.searchParams.get('error') ??
      new URLSearchParams(arrival.url.hash.slice(1)).get('error') ??
      arrival.text
    expect(answer).toContain(error)
  })

  it.each([
    ['another origin', 'https://evil.test/auth/callback'],
    ['another path', '/elsewhere'],
  ])('never redirects to %s', async (_name, target) => {
    const { arrival } = await bed.browser().begin({ redirect_uri: new URL(target, bed.url).href })
    expect(arrival.status).toBe(400)
    expect(arrival.text).toContain('redirect_uri')
    expect(arrival.headers.get('location')).toBeNull()
  })

  it.each(['/auth/callback', '/onboarding-callback', '/owner-onboarding-callback'])(
    'returns to %s',
    async (path) => {
      const { arrival } = await bed.browser().begin({ redirect_uri: bed.url + path })
      expect(arrival.status).toBe(200)
    },
  )

  it('refuses a wrong code verifier', async () => {
    const browser = bed.browser()
    const { arrival } = await browser.begin()
    const back = await browser.visit(`${arrival.url.pathname}/login`, {
      email: 'dana@example.test',
      password,
    })
    expect((await browser.exchange(back, 'x'.repeat(43))).body.error).toBe('invalid_grant')
  })

  it.each([
    [
      'a wrong password',
      { email: 'dana@example.test', password: 'violet kettle harbour' },
      401,
      'Email or password is wrong.',
    ],
    [
      'an unknown address',
      { email: 'nobody@example.test', password },
      401,
      'Email or password is wrong.',
    ],
    ['an empty form', { email: '', password: '' }, 422, 'Enter your email and your password.'],
  ])('%s stays on the page and keeps the input', async (_name, form, status, sentence) => {
    const browser = bed.browser()
    const { arrival } = await browser.begin()
    const again = await browser.visit(`${arrival.url.pathname}/login`, form)
    expect(again.status).toBe(status)
    expect(again.text).toContain(sentence)
    expect(again.text).toContain(`value="${form.email}"`)
    expect(again.text).not.toContain(`value="${password}"`)
  })

  it('a sign-in started in another browser isn’t found', async () => {
    const { arrival } = await bed.browser().begin()
    const stranger = await bed
      .browser()
      .visit(`${arrival.url.pathname}/login`, { email: 'dana@example.test', password })
    expect(stranger.status).toBe(400)
    expect(stranger.text).toContain('This sign-in has ended')
  })

  it('builds URLs from the configured one, whatever headers the caller sends', async () => {
    const response = await fetch(`${bed.url}/idp/.well-known/openid-configuration`, {
      headers: {
        'x-forwarded-host': 'evil.test',
        'x-forwarded-proto': 'https',
        forwarded: 'host=evil.test',
      },
    })
    const document = (await response.json()) as Record<string, string>
    expect(document['issuer']).toBe(bed.provider.issuer)
    expect(JSON.stringify(document)).not.toContain('evil')
    expect(document['authorization_endpoint']).toBe(`${bed.provider.issuer}/auth`)
  })

  it('names only ways to authenticate that our client has', async () => {
    const url = `${bed.url}/idp/.well-known/openid-configuration`
    const document = (await (await fetch(url)).json()) as Record<string, unknown>
    const methods = Object.entries(document).filter(([name]) => /auth_(signing|methods)/.test(name))
    expect(methods).toEqual([['token_endpoint_auth_methods_supported', ['none']]])
  })

  it('serves only the public part of its keys', async () => {
    const { keys } = (await (await fetch(`${bed.url}/idp/jwks`)).json()) as {
      keys: Record<string, unknown>[]
    }
    expect(keys).toHaveLength(1)
    expect(Object.keys(keys[0]!)).not.toContain('d')
    expect(JSON.stringify(bed.provider.publicKeys)).not.toContain('"d"')
  })

  it('pages forbid scripts, framing and cross-origin forms', async () => {
    const { arrival } = await bed.browser().begin()
    const policy = arrival.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(arrival.text.match(/<script[^>]*>/g)).toEqual([
      '<script src="/scheme.js">',
      '<script type="module" src="/passkeys.js">',
    ])
  })
})

describe('refresh tokens', () => {
  const start = async (): Promise<{ browser: ReturnType<TestBed['browser']>; tokens: Tokens }> => {
    const browser = bed.browser()
    return { browser, tokens: await browser.signIn('dana@example.test', password) }
  }

  it('rotate, and two tabs may use the same one simultaneously', async () => {
    const { browser, tokens } = await start()
    const both = await Promise.all([
      browser.refresh(tokens.refresh_token),
      browser.refresh(tokens.refresh_token),
    ])
    expect(both.map((answer) => answer.status)).toEqual([200, 200])
    expect(
      new Set([tokens.refresh_token, ...both.map((answer) => answer.body.refresh_token)]).size,
    ).toBe(3)
    expect(await bed.checkToken(both[0].body.access_token!)).toMatchObject({
      email: 'Dana@Example.test',
    })
  })

  it('revoke the whole family when reused later', async () => {
    const { browser, tokens } = await start()
    const next = await browser.refresh(tokens.refresh_token)
    await ageRefreshTokens()
    expect((await browser.refresh(tokens.refresh_token)).body.error).toBe('invalid_grant')
    expect((await browser.refresh(next.body.refresh_token!)).body.error).toBe('invalid_grant')
    expect((await browser.begin()).arrival.url.searchParams.get('code')).toBeTruthy()
  })

  it('are stored as hashes only', async () => {
    const { tokens } = await start()
    const rows = await onPlatform(bed.store, system, (tx) =>
      tx.selectFrom('idp_payload').selectAll().where('model', '=', 'RefreshToken').execute(),
    )
    expect(JSON.stringify(rows)).not.toContain(tokens.refresh_token)
  })

  it('are refused for other origins', async () => {
    const { browser, tokens } = await start()
    const answer = await browser.post(
      '/idp/token',
      { grant_type: 'refresh_token', client_id: 'spa', refresh_token: tokens.refresh_token },
      { origin: 'https://evil.test' },
    )
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect(answer.status).toBe(400)
  })

  it('are revoked on request', async () => {
    const { browser, tokens } = await start()
    expect(
      (
        await browser.post('/idp/token/revocation', {
          client_id: 'spa',
          token: tokens.refresh_token,
        })
      ).status,
    ).toBe(200)
    expect((await browser.refresh(tokens.refresh_token)).body.error).toBe('invalid_grant')
  })
})

describe('sign-out', () => {
  it('with the ID token doesn’t ask, returns state and ends session and refresh tokens', async () => {
    const browser = bed.browser()
    const tokens = await browser.signIn('dana@example.test', password)
    const page = await browser.visit(
      `/idp/session/end?${new URLSearchParams({ id_token_hint: tokens.id_token, post_logout_redirect_uri: `${bed.url}/`, state: 's1' })}`,
    )
    expect(page.text).toContain('Signing out')
    expect(page.text).toContain('<noscript>')
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)![1]!
    const back = await browser.visit('/idp/session/end/confirm', { xsrf, logout: 'yes' })
    expect(back.url.href).toBe(`${bed.url}/?state=s1`)
    expect((await browser.refresh(tokens.refresh_token)).body.error).toBe('invalid_grant')
    expect((await browser.begin({ prompt: 'none' })).arrival.url.searchParams.get('error')).toBe(
      'login_required',
    )
  })

  it('without it asks for confirmation', async () => {
    const browser = bed.browser()
    await browser.signIn('dana@example.test', password)
    expect((await browser.visit('/idp/session/end')).text).toContain('Sign out?')
  })

  it('never redirects to another site', async () => {
    const browser = bed.browser()
    const tokens = await browser.signIn('dana@example.test', password)
    const page = await browser.visit(
      `/idp/session/end?${new URLSearchParams({ id_token_hint: tokens.id_token, post_logout_redirect_uri: 'https://evil.test/' })}`,
    )
    expect(page.status).toBe(400)
  })
})
