// @vitest-environment happy-dom
import { OidcClient, WebStorageStateStore } from 'oidc-client-ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { staleAfter_s, startSignIn, statePrefix, type SignInOptions } from './start-sign-in.ts'

// What the sign-in library finds when the person comes back, though it did not send them.

const way = {
  authority: 'https://id.example/tenant/',
  client_id: 'spa',
  audience: 'https://api.example',
  scope: 'openid email',
}
const form_url = 'https://id.example/tenant/form'
const replace = vi.fn<typeof location.replace>()
const ask = vi.fn<typeof fetch>()

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(location, 'replace').mockImplementation(replace)
  vi.stubGlobal('fetch', ask)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  replace.mockReset()
  ask.mockReset()
})

async function leave(options: SignInOptions, to = { ...way, form_url } as typeof way) {
  void startSignIn(to, options)
  await vi.waitFor(() => expect(replace).toHaveBeenCalled())
  return new URL(replace.mock.lastCall![0])
}

it('leaves with a proof key whose secret the library finds under the state', async () => {
  const url = await leave({ next: '/app/invoices?x=1', flow: 'owner', hint: 'ana@mail.example' })
  expect(ask).not.toHaveBeenCalled()
  const sent = Object.fromEntries(url.searchParams)
  expect(sent).toMatchObject({
    client_id: 'spa',
    response_type: 'code',
    scope: 'openid email',
    code_challenge_method: 'S256',
    audience: 'https://api.example',
    login_hint: 'ana@mail.example',
    redirect_uri: `${location.origin}/owner-onboarding-callback`,
  })
  const client = new OidcClient({
    ...way,
    redirect_uri: `${location.origin}/auth/callback`,
    stateStore: new WebStorageStateStore({ store: localStorage, prefix: statePrefix }),
  })
  const { state } = await client.readSigninResponseState(
    `${sent['redirect_uri']}?code=x&state=${sent['state']}`,
  )
  expect(state.data).toEqual({
    next: '/app/invoices?x=1',
    flow: 'owner',
    follows_sign_out: false,
  })
  expect(state).toMatchObject({
    authority: way.authority,
    client_id: 'spa',
    redirect_uri: sent['redirect_uri'],
    scope: way.scope,
    request_type: 'si:r',
  })
  // The library computes it from the stored secret.
  expect(state.code_challenge).toBe(sent['code_challenge'])
})

it('asks another provider where its form is', async () => {
  ask.mockResolvedValue(
    Response.json({ authorization_endpoint: 'https://id.example/authorize?a=b' }),
  )
  const url = await leave({ screen: 'signup' }, way)
  expect(ask.mock.lastCall![0]).toBe('https://id.example/tenant/.well-known/openid-configuration')
  expect(url.href).toMatch(/^https:\/\/id\.example\/authorize\?a=b&client_id=spa&/)
  expect(url.searchParams.get('screen_hint')).toBe('signup')
})

it('throws, and stores nothing, if the provider does not say', async () => {
  ask.mockResolvedValue(Response.json({}, { status: 404 }))
  await expect(startSignIn(way, {})).rejects.toThrow('404')
  expect(Object.keys(localStorage)).toEqual([])
})

it.each([
  ['after a sign-out, asks who it is', {}, { prompt: 'login', max_age: null }],
  [
    'after a sign-out, takes whom the provider has just let in',
    { entered: true },
    { max_age: '120', prompt: null },
  ],
] as const)('%s', async (_what, options, expected) => {
  localStorage.setItem('fieldhive.signed-out', '1')
  const { searchParams } = await leave(options)
  expect({ prompt: searchParams.get('prompt'), max_age: searchParams.get('max_age') }).toEqual(
    expected,
  )
})

it('forgets what was stored for people who never came back', async () => {
  const now_s = Math.floor(Date.now() / 1000)
  for (const [id, created] of [
    ['old', now_s - staleAfter_s - 1],
    ['new', now_s - 60],
  ] as const)
    localStorage.setItem(statePrefix + id, JSON.stringify({ id, created }))
  localStorage.setItem(`${statePrefix}broken`, '{')
  await leave({})
  const kept = Object.keys(localStorage).filter((key) => key.startsWith(statePrefix))
  expect(kept).toContain(`${statePrefix}new`)
  expect(kept).toHaveLength(2)
})
