import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createBrowser } from '../src/server/people/identity/test-bed.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

// Somebody works for two businesses. What one of them ends is its own access, and nothing of the other's.

const email = 'both@mail.example'
const password = 'velvet anchor thirteen'

let open: OpenWorld
let owner: Caller
let person_id: string
let greenId: string
let brightId: string
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  greenId = open.world.green.id
  brightId = open.world.bright.id
  await open.app.identity!.createAccount({ email, name: 'Bo', password, email_verified: true })
  person_id = (await (await open.as(email))('GET /api/users/me')).body.id
  for (const business of [greenId, brightId])
    await open.rows(
      "insert into memberships (organization_id, person_id, role) values ($1, $2, 'manager')",
      [business, person_id],
    )
})
afterAll(() => open?.close())

const by = (token: string): Caller => open.by(token)

/** Signs in as a browser does, with this business open. */
async function signIn(organization_id: string) {
  const browser = createBrowser(open.url, 'http://localhost:3000')
  const { verifier, arrival } = await browser.begin({ audience: open.app.config.OIDC_AUDIENCE })
  const back = await browser.visit(`${arrival.url.pathname}/login`, { email, password })
  const { body } = await browser.exchange(back, verifier)
  const token = body.access_token!
  const { sid } = decodeJwt(token)
  // A sign-in is noted after the answer.
  await open.until(
    async () => (await open.rows('select 1 from idp_session where uid = $1', [sid])).length,
    'the note of a sign-in',
  )
  const opened = await enter(by(token), organization_id)
  expect(opened.status).toBe(200)
  return { browser, token, call: by(token), refresh_token: body.refresh_token! }
}
const enter = (call: Caller, organization_id: string) =>
  call('POST /api/users/active-organization', { body: { organization_id } })
const whereIs = async (call: Caller) => (await call('GET /api/users/me')).body.organization_id
const stream = (token: string) =>
  fetch(`${open.url}/api/sse`, { headers: { authorization: `Bearer ${token}` } })
const signOut = () => owner('POST /api/owner/people/{id}/sign-out', { params: { id: person_id } })

beforeEach(() =>
  open.rows('update memberships set signed_out_at = null where person_id = $1', [person_id]),
)

describe('signing somebody out of one business', () => {
  it('ends its calls and its open stream; the other one goes on, also after a renewal', async () => {
    const { browser, token, call, refresh_token } = await signIn(greenId)
    expect(await whereIs(call)).toBe(greenId)
    const watching = await stream(token)
    expect(watching.status).toBe(200)
    expect(await signOut()).toMatchObject({ status: 200, body: { sessions: 0 } })
    expect(await watching.text()).toContain('rights_changed')
    const still = async (as: Caller) => {
      expect(await whereIs(as)).toBe(brightId)
      expect((await as('GET /api/owner/customers')).status).toBe(200)
      expect(await enter(as, greenId)).toMatchObject({
        status: 409,
        body: { code: 'signed_out_here' },
      })
      expect(await whereIs(as)).toBe(brightId)
    }
    await still(call)
    const renewed = await browser.refresh(refresh_token)
    expect(renewed.status).toBe(200)
    await still(by(renewed.body.access_token!))
    const other = await stream(renewed.body.access_token!)
    expect(other.status).toBe(200)
    await other.body!.cancel()
  })

  it('a new sign-in opens both', async () => {
    const { call: old } = await signIn(greenId)
    await signOut()
    const { call } = await signIn(greenId)
    expect(await whereIs(call)).toBe(greenId)
    expect((await enter(call, brightId)).status).toBe(200)
    expect((await enter(old, greenId)).status).toBe(409)
  })

  it('a ticket made before opens no stream', async () => {
    const { call } = await signIn(greenId)
    const { ticket } = (await call('POST /api/sse/ticket')).body
    await signOut()
    expect((await fetch(`${open.url}/api/sse?ticket=${ticket}`)).status).toBe(401)
  })

  it('an old sign-in stays out after they are given back what was taken from them', async () => {
    const { call } = await signIn(greenId)
    const act = (verb: string) =>
      owner.raw(`POST /api/owner/people/{id}/${verb}`, { params: { id: person_id } })
    expect((await act('deactivate')).body.status).toBe('inactive')
    expect(await whereIs(call)).toBe(brightId)
    expect((await act('reactivate')).body.status).toBe('active')
    expect((await enter(call, greenId)).status).toBe(409)
    expect((await signIn(greenId)).token).toBeTruthy()
  })

  it('of the only one they belong to ends the sign-in itself', async () => {
    await open.rows(
      "update memberships set status = 'inactive' where person_id = $1 and organization_id = $2",
      [person_id, brightId],
    )
    open.app.actors.forget(person_id)
    const { browser, call, refresh_token } = await signIn(greenId)
    await signOut()
    expect((await call('GET /api/users/me')).status).toBe(401)
    expect((await browser.refresh(refresh_token)).status).toBe(400)
  })
})
