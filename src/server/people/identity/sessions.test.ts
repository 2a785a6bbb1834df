import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner, onPlatform, system } from '../../base/db/door.ts'
import { rightsChanged } from '../../base/events.ts'
import { endOwnSessions, endSessions, readSessions } from './sessions.ts'
import { openTestBed, type TestBed } from './test-bed.ts'

const password = 'velvet anchor thirteen'
let bed: TestBed
let account_id: string
const email = 'sessions@example.test'
beforeAll(async () => {
  bed = await openTestBed()
  account_id = await bed.provider.createAccount({
    email,
    name: 'Sam',
    password,
    email_verified: true,
  })
})
afterAll(() => bed.close())

const list = () => onPlatform(bed.store, system, (tx) => readSessions(tx, account_id))
/** Notes are written after the answer. */
const listOf = async (many: number) => {
  for (let n = 0; n < 100; n++) {
    const rows = await list()
    if (rows.length === many) return rows
    await new Promise((done) => setTimeout(done, 20))
  }
  return list()
}
const whoIs = async (token: string) => bed.actors.actorOf(await bed.checkToken(token))

describe('the sessions of an account', () => {
  it('are listed with device and time, and one of them is the caller’s', async () => {
    const [one, other] = [bed.browser(), bed.browser()]
    const tokens = await one.signIn(email, password)
    await other.signIn(email, password)
    const rows = await listOf(2)
    expect(rows).toHaveLength(2)
    const actor = await whoIs(tokens.access_token)
    expect(rows.map(({ uid }) => uid)).toContain(actor.session_id)
    expect(rows[0]).toMatchObject({ ip: expect.any(String), seen_at: expect.any(String) })
  })

  it('come from the caller’s true address, whatever the caller says', async () => {
    const browser = bed.browser()
    const { refresh_token } = await browser.signIn(email, password)
    const { uid } = (await listOf(3))[0]!
    // The bed trusts a proxy on this machine, which appends the address it sees.
    const spoofed = { 'x-forwarded-for': '6.6.6.6, 198.51.100.7' }
    const form = { grant_type: 'refresh_token', client_id: 'spa', refresh_token }
    expect((await browser.post('/idp/token', form, spoofed)).status).toBe(200)
    await expect
      .poll(async () => (await list()).find((row) => row.uid === uid)?.ip)
      .toBe('198.51.100.7')
    await browser.post('/idp/token', form, spoofed)
    expect(bed.origins.map(({ ip }) => ip)).toContain('198.51.100.7')
    expect(bed.origins.map(({ ip }) => ip)).not.toContain('6.6.6.6')
    await onPlatform(bed.store, system, (tx) => endOwnSessions(tx, { account_id, only: uid }))
  })

  it('end at once: access token, refresh token and silent sign-in', async () => {
    const [gone, stays] = [bed.browser(), bed.browser()]
    const ended = await gone.signIn(email, password)
    const kept = await stays.signIn(email, password)
    const { session_id } = await whoIs(ended.access_token)
    await listOf(4)
    await onPlatform(bed.store, system, (tx) =>
      endOwnSessions(tx, { account_id, only: session_id! }),
    )
    await expect
      .poll(() => whoIs(ended.access_token).catch((fault: { status: number }) => fault.status))
      .toBe(401)
    expect((await gone.refresh(ended.refresh_token)).status).toBe(400)
    expect((await gone.begin({ prompt: 'none' })).arrival.url.searchParams.get('error')).toBe(
      'login_required',
    )
    expect((await whoIs(kept.access_token)).email).toBe(email)
    expect((await stays.refresh(kept.refresh_token)).status).toBe(200)
  })

  it('all but one end together', async () => {
    const here = bed.browser()
    const { access_token } = await here.signIn(email, password)
    const { session_id } = await whoIs(access_token)
    await listOf(4)
    await onPlatform(bed.store, system, (tx) =>
      endOwnSessions(tx, { account_id, except: session_id }),
    )
    expect((await list()).map(({ uid }) => uid)).toEqual([session_id])
  })

  it('end by signing out', async () => {
    const browser = bed.browser()
    const { access_token, id_token } = await browser.signIn(email, password)
    await whoIs(access_token)
    await listOf(2)
    const query = new URLSearchParams({ id_token_hint: id_token, client_id: 'spa' })
    const page = await browser.visit(`/idp/session/end?${query}`)
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)![1]!
    const gone = await browser.visit('/idp/session/end/confirm', { xsrf, logout: 'yes' })
    // What is unsent lies in `storage`.
    expect(gone.headers.get('clear-site-data')).toBe('"cache"')
    await expect
      .poll(() => whoIs(access_token).catch((fault: { status: number }) => fault.status))
      .toBe(401)
  })

  it('end after thirty days without use, and live on with it', async () => {
    const age = (days: number) =>
      asOwner(bed.store, (tx) =>
        sql`update idp_payload set expires_at = expires_at - make_interval(days => ${days}::int),
          payload = case when payload ? 'exp' then jsonb_set(payload, '{exp}', to_jsonb((payload->>'exp')::bigint - ${days}::int * 86400)) else payload end
          where payload ->> 'accountId' = ${account_id} and model = 'Session'`.execute(tx),
      )
    const browser = bed.browser()
    const { refresh_token } = await browser.signIn(email, password)
    await listOf(2)
    await age(20)
    const used = await browser.refresh(refresh_token)
    expect(used.status).toBe(200)
    await new Promise((done) => setTimeout(done, 100))
    await age(20)
    const again = await browser.refresh(used.body.refresh_token!)
    expect(again.status).toBe(200)
    await new Promise((done) => setTimeout(done, 100))
    await age(31)
    expect((await browser.refresh(again.body.refresh_token!)).status).toBe(400)
  })
})

it('ending the sessions of a person ends all of theirs, and nobody else’s', async () => {
  const arrive = async (name: string) => {
    const address = `${name}@example.test`
    const id = await bed.provider.createAccount({
      email: address,
      name,
      password,
      email_verified: true,
    })
    const browser = bed.browser()
    const tokens = await browser.signIn(address, password)
    const { person_id } = await whoIs(tokens.access_token)
    // Sessions are noted after the answer.
    const sessions = () => onPlatform(bed.store, system, (tx) => readSessions(tx, id))
    await expect.poll(async () => (await sessions()).length).toBe(1)
    return { browser, tokens, person_id, sessions }
  }
  const [gone, stays] = [await arrive('gone'), await arrive('stays')]
  await onPlatform(bed.store, system, async (tx) => {
    await endSessions(tx, [gone.person_id])
    await rightsChanged(tx, [gone.person_id])
  })
  await expect(whoIs(gone.tokens.access_token)).rejects.toMatchObject({ status: 401 })
  expect((await gone.browser.refresh(gone.tokens.refresh_token)).status).toBe(400)
  expect(await gone.sessions()).toEqual([])
  expect((await whoIs(stays.tokens.access_token)).person_id).toBe(stays.person_id)
  expect((await stays.browser.refresh(stays.tokens.refresh_token)).status).toBe(200)
})
