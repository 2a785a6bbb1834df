import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHmac } from 'node:crypto'
import { SignJWT, exportJWK, exportSPKI, generateKeyPair, type JWK } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTokenCheck, type TokenCheck } from './tokens.ts'

const issuer = 'https://idp.test/'
const audience = 'https://api.test'
const seconds = (): number => Math.floor(Date.now() / 1000)

type Keys = { privateKey: CryptoKey; publicKey: CryptoKey; jwk: JWK }
const makeKeys = async (kid: string): Promise<Keys> => {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  return {
    privateKey,
    publicKey,
    jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' },
  }
}
let ours: Keys
let other: Keys
let check: TokenCheck
beforeAll(async () => {
  ours = await makeKeys('k1')
  other = await makeKeys('k2')
  check = await createTokenCheck({ issuer, audience, keys: [ours.jwk] })
})

type Change = {
  iss?: string
  aud?: string | string[]
  exp?: number
  nbf?: number
  sub?: string | undefined
  kid?: string
  by?: CryptoKey
  more?: Record<string, unknown>
}
const sign = ({
  iss = issuer,
  aud = audience,
  exp = seconds() + 60,
  nbf,
  kid = 'k1',
  by = ours.privateKey,
  more = {},
  ...rest
}: Change = {}) =>
  new SignJWT({
    iss,
    aud,
    exp,
    ...('sub' in rest ? {} : { sub: 'u1' }),
    ...(nbf ? { nbf } : {}),
    email: 'ana@example.test',
    email_verified: true,
    ...more,
  })
    .setProtectedHeader({ alg: 'RS256', kid })
    .sign(by)
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a token of our provider', () => {
  it('identifies its holder', async () => {
    expect(await check(await sign())).toMatchObject({
      issuer,
      subject: 'u1',
      email: 'ana@example.test',
      email_verified: true,
      name: null,
    })
  })
  it('may have several audiences', async () => {
    expect(await check(await sign({ aud: ['https://userinfo.test', audience] }))).toMatchObject({
      subject: 'u1',
    })
  })
  it('may have its email in a namespaced claim', async () => {
    const token = await sign({
      more: {
        email: undefined,
        'https://fieldhive.example/email': 'ben@example.test',
        email_verified: undefined,
        'https://fieldhive.example/email_verified': true,
      },
    })
    expect(await check(token)).toMatchObject({ email: 'ben@example.test', email_verified: true })
  })
  it('expires even if it was cached', async () => {
    const token = await sign({ exp: seconds() - 4 })
    expect(await check(token)).toMatchObject({ subject: 'u1' })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1200 })
    try {
      await expect(check(token)).rejects.toMatchObject({ status: 401 })
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('401 unauthenticated', () => {
  it.each<[string, () => Promise<string>]>([
    ['another issuer', () => sign({ iss: 'https://idp.test' })],
    ['another audience', () => sign({ aud: 'spa' })],
    ['expired', () => sign({ exp: seconds() - 60 })],
    ['not valid yet', () => sign({ nbf: seconds() + 600 })],
    ['no subject', () => sign({ sub: undefined })],
    ['another key under our key id', () => sign({ by: other.privateKey })],
    ['an unknown key id', () => sign({ kid: 'k9', by: other.privateKey })],
    [
      'alg none',
      async () =>
        `${encode({ alg: 'none' })}.${encode({ iss: issuer, aud: audience, sub: 'u1', exp: seconds() + 60 })}.`,
    ],
    [
      'HS256 with the public key as secret',
      async () => {
        const text = `${encode({ alg: 'HS256', kid: 'k1' })}.${encode({ iss: issuer, aud: audience, sub: 'u1', exp: seconds() + 60 })}`
        return `${text}.${createHmac('sha256', await exportSPKI(ours.publicKey))
          .update(text)
          .digest('base64url')}`
      },
    ],
    [
      'a changed payload',
      async () => {
        const [head, , signature] = (await sign()).split('.')
        return `${head}.${encode({ iss: issuer, aud: audience, sub: 'u2', exp: seconds() + 60 })}.${signature}`
      },
    ],
    ['no token at all', async () => 'nonsense'],
    ['empty', async () => ''],
  ])('%s', async (_name, token) => {
    await expect(check(await token())).rejects.toMatchObject({
      status: 401,
      code: 'unauthenticated',
    })
  })
})

describe('another provider', () => {
  let server: Server
  let base: string
  let state: { down: boolean; asked: Record<string, number> }
  beforeAll(async () => {
    state = { down: false, asked: {} }
    server = createServer((request, response) => {
      const path = request.url ?? ''
      state.asked[path] = (state.asked[path] ?? 0) + 1
      if (state.down) return void response.writeHead(503).end()
      const answers: Record<string, unknown> = {
        '/.well-known/openid-configuration': {
          issuer,
          jwks_uri: `${base}/keys`,
          userinfo_endpoint: `${base}/userinfo`,
        },
        '/keys': { keys: [ours.jwk] },
        '/userinfo': { sub: 'u1', email: 'from@userinfo.test', email_verified: true, name: 'Ana' },
      }
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(answers[path] ?? {}))
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => void server.close())

  it('is asked for its keys once by many calls, and not again for unknown key ids', async () => {
    const remote = await createTokenCheck({ discovery: base, audience })
    const token = await sign()
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 ? sign({ more: { n } }) : token)).map(
        async (one) => remote(await one),
      ),
    )
    await Promise.allSettled(
      Array.from({ length: 20 }, async (_, n) =>
        remote(await sign({ kid: `made-up-${n}`, by: other.privateKey })),
      ),
    )
    expect(state.asked['/.well-known/openid-configuration']).toBe(1)
    expect(state.asked['/keys']).toBe(1)
  })

  it('provides the email missing from its access tokens', async () => {
    const remote = await createTokenCheck({ discovery: `${base}/`, audience })
    expect(
      await remote(await sign({ more: { email: undefined, email_verified: undefined } })),
    ).toMatchObject({
      subject: 'u1',
      email: 'from@userinfo.test',
      email_verified: true,
    })
  })

  it('503 idp_unavailable while it’s unreachable, and recovers', async () => {
    state.down = true
    const remote = await createTokenCheck({ discovery: base, audience })
    await expect(remote(await sign())).rejects.toMatchObject({
      status: 503,
      code: 'idp_unavailable',
    })
    const nowhere = await createTokenCheck({ discovery: 'http://127.0.0.1:9', audience })
    await expect(nowhere(await sign())).rejects.toMatchObject({ status: 503 })
    state.down = false
    expect(await remote(await sign())).toMatchObject({ subject: 'u1' })
    state.down = true
    expect(await remote(await sign({ more: { later: true } }))).toMatchObject({ subject: 'u1' })
    state.down = false
  })
})
