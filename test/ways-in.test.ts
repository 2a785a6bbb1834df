import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { worldPassword } from '../demo/data.ts'
import { createBrowser, type Tokens } from '../src/server/people/identity/test-bed.ts'
import { PasskeyDevice } from './passkey-device.ts'
import { openWorld, type Caller, type OpenWorld, type Reply } from './world.ts'

// Ways into the account of somebody else, step by step. Each of them must fail.

let open: OpenWorld
let manager: Caller
let leader: Caller
let admin: Caller
beforeAll(async () => {
  open = await openWorld()
  manager = await open.as('manager@green-acres.example')
  leader = await open.as('leader@green-acres.example')
  admin = await open.as('admin@fieldhive.example')
})
afterAll(() => open?.close())

const publicUrl = 'http://localhost:3000'
const stranger = () => createBrowser(open.url, publicUrl)
type Browser = ReturnType<typeof stranger>
const begin = (browser: Browser, change: Record<string, string>) =>
  browser.begin({ audience: open.app.config.OIDC_AUDIENCE, ...change })
const password = 'velvet anchor thirteen'

/** The newest message to an address. */
const messageTo = async (to: string, template: string): Promise<string | null> => {
  const rows = await open.rows<{ said: string }>(
    `select concat_ws(' ', subject, text) as said from messages where recipient = $1 and template = $2 order by id desc limit 1`,
    [to, template],
  )
  return rows[0]?.said ?? null
}
const codeTo = async (to: string): Promise<string | null> =>
  /\b\d{6}\b/.exec((await messageTo(to, 'sign_in_code')) ?? '')?.[0] ?? null

/** Asks for a code at an address, as far as the page that takes it. */
async function ask(browser: Browser, address: string) {
  await open.rows(`delete from messages where template = 'sign_in_code'`)
  const { verifier, arrival } = await begin(browser, { prompt: 'login' })
  const path = arrival.url.pathname
  await browser.visit(`${path}/send-code`, { address })
  return { verifier, path }
}

/** Asks for a code and types it back; null where no code comes or it lets nobody in. */
async function byCode(browser: Browser, address: string, to = address): Promise<Tokens | null> {
  const { verifier, path } = await ask(browser, address)
  const code = await codeTo(to)
  if (!code) return null
  const back = await browser.visit(`${path}/enter-code`, { address, code })
  if (!back.url.searchParams.has('code')) return null
  const { body } = await browser.exchange(back, verifier)
  return body.access_token ? (body as Tokens) : null
}

async function byPassword(browser: Browser, email: string, typed: string): Promise<Tokens | null> {
  const { verifier, arrival } = await begin(browser, { prompt: 'login' })
  const back = await browser.visit(`${arrival.url.pathname}/login`, { email, password: typed })
  if (!back.url.searchParams.has('code')) return null
  return (await browser.exchange(back, verifier)).body as Tokens
}

/** Calls with the token of a sign-in. */
const as = ({ access_token }: Tokens): Caller => open.by(access_token)

/** Registers an address with a password, and signs in with it if that is let in at once. */
async function register(browser: Browser, email: string): Promise<Tokens | null> {
  const { verifier, arrival } = await begin(browser, { screen_hint: 'signup' })
  const back = await browser.visit(`${arrival.url.pathname}/signup`, {
    name: 'Mal',
    email,
    password,
  })
  if (!back.url.searchParams.has('code')) return null
  return (await browser.exchange(back, verifier)).body as Tokens
}

it('a code lets in at the own mailbox, so these tests mean something', async () => {
  expect(await byCode(stranger(), 'customer@green-acres.example')).not.toBeNull()
})

const customerOf = async (email: string, business = open.world.green.id) =>
  (
    await open.rows<{ id: string }>(
      `select id from customers where email = $1 and organization_id = $2`,
      [email, business],
    )
  )[0]!.id

const number = '(919) 555-0144'
const numberE164 = '+19195550144'

describe('the number a business typed', () => {
  it('by a manager for a customer who owns another business opens nothing', async () => {
    const owner = await open.as('owner@bright-side.example')
    const { id: person_id } = (await owner('GET /api/users/me')).body
    const { body } = await manager('POST /api/owner/customers', {
      body: { name: 'Owner of Bright Side', email: 'owner@bright-side.example', phone_number: '' },
    })
    const { id } = body
    await open.rows('update customers set person_id = $1 where id = $2', [person_id, id])
    const edited = await manager('PUT /api/owner/customers/{id}', {
      params: { id },
      body: { phone_number: number },
    })
    expect(edited.status).toBe(200)
    expect(await byCode(stranger(), number, numberE164)).toBeNull()
  })

  it('by a crew leader for a customer opens nothing', async () => {
    const { customers } = (await leader('GET /api/crew/customers')).body
    const { id } = customers.find((one) => one.email === 'customer@green-acres.example')!
    const edited = await leader('PUT /api/crew/customers/{id}', {
      params: { id },
      body: { phone_number: '(919) 555-0145' },
    })
    expect(edited.status).toBe(200)
    expect(await byCode(stranger(), '(919) 555-0145', '+19195550145')).toBeNull()
  })

  it('by an import or a merge opens nothing', async () => {
    // Both write the column that an edit writes.
    const id = await customerOf('customer@green-acres.example')
    await open.rows('update customers set phone_number = $1 where id = $2', ['+19195550146', id])
    expect(await byCode(stranger(), '(919) 555-0146', '+19195550146')).toBeNull()
  })

  it('for a crew member without email opens nothing', async () => {
    const body = { name: 'Ramon Vega', phone_number: '(919) 555-0177' }
    const owner = await open.as('owner@green-acres.example')
    expect((await owner('POST /api/owner/crew-members', { body })).status).toBe(201)
    expect(await byCode(stranger(), '(919) 555-0177', '+19195550177')).toBeNull()
  })

  it('of anybody on the staff is kept as it is dialed, however it was typed', async () => {
    const owner = await open.as('owner@green-acres.example')
    const kept = (name: string) =>
      open.rows('select phone_number from people where name = $1', [name])
    const body = { name: 'Typed Vega', phone_number: '919/555-0178 ext. 5' }
    await owner('POST /api/owner/crew-members', { body })
    expect(await kept('Typed Vega')).toEqual([{ phone_number: '+19195550178;ext=5' }])
    const crew = await open.as('crew@green-acres.example')
    await crew('PUT /api/users/update-me', {
      body: { name: 'Typed Self', phone_number: '919.555.0179' },
    })
    expect(await kept('Typed Self')).toEqual([{ phone_number: '+19195550179' }])
  })
})

describe('a stolen access token', () => {
  const victim = 'payee@bright-side.example'

  it('cannot change the contact email', async () => {
    const stolen = await open.as(victim)
    const email = 'thief@mail.example'
    const answer = await stolen('PUT /api/users/update-me', { body: { email } })
    expect(answer).toMatchObject({ status: 403, body: { code: 'prove_it_is_you' } })
    expect(await messageTo(email, 'verify_email')).toBeNull()
    const wrong = await stolen('PUT /api/users/update-me', {
      body: { email, current_password: 'a guess of mine' },
    })
    expect(wrong).toMatchObject({
      status: 422,
      body: { fields: { current_password: expect.anything() } },
    })
  })

  it('gets nowhere with a contact email that was changed before', async () => {
    const person = await open.as(victim)
    const email = 'other.box@mail.example'
    const asked = await person('PUT /api/users/update-me', {
      body: { email, current_password: worldPassword },
    })
    expect(asked.body).toMatchObject({ pending_email: email })
    const link = await open.until(() => messageTo(email, 'verify_email'), 'the link')
    const token = /confirm_email=([\w.~-]+)/.exec(link)![1]!
    expect((await person('POST /api/users/confirm-email', { body: { token } })).status).toBe(200)
    const { id } = (await person('GET /api/users/me')).body
    // No code for an address that is somebody's contact address alone.
    expect(await byCode(stranger(), email)).toBeNull()
    // An account of its own is somebody else.
    const browser = stranger()
    expect(await register(browser, email)).toBeNull()
    const confirm = await open.until(() => messageTo(email, 'verify_email'), 'the link')
    const proof = /verify\?token=([\w-]+)/.exec(confirm)![1]!
    await browser.visit('/idp/verify', { token: proof, password })
    const tokens = await byPassword(browser, email, password)
    const me = await as(tokens!)('GET /api/users/me')
    expect(me.body).toMatchObject({ role: null })
    expect(me.body.id).not.toBe(id)
  })

  it('cannot change a password, a factor, a passkey or a number', async () => {
    const stolen = await open.as(victim)
    for (const [call, body] of [
      ['POST /api/me/second-factor/begin', {}],
      ['POST /api/me/second-factor/end', {}],
      ['POST /api/me/passkeys/begin', {}],
      ['POST /api/me/numbers', { phone_number: number }],
      ['POST /api/me/numbers/removal', { phone_number: number }],
    ] as const)
      expect([call, (await stolen.raw(call, { body })).body.code]).toEqual([
        call,
        'prove_it_is_you',
      ])
  })
})

describe('an admin who acts as a customer', () => {
  it('cannot set their number or email', async () => {
    const harper = await open.as('customer@green-acres.example')
    const { id, name } = (await harper('GET /api/users/me')).body
    const started = await admin('POST /api/admin/impersonate/start', { body: { user_id: id } })
    const cookie = started.headers.getSetCookie()[0]!.split(';')[0]!
    const acting = (body: object): Promise<Reply> =>
      admin('PUT /api/users/update-me', { body, headers: { cookie } })
    for (const body of [
      { phone_number: number },
      { email: 'thief@mail.example' },
      { phone_number: null },
    ])
      expect(await acting(body)).toMatchObject({
        status: 403,
        body: { code: 'impersonation_denied' },
      })
    // What else stands in the form may be saved, with the number as it was.
    const { phone_number } = (await harper('GET /api/users/me')).body
    expect((await acting({ name, phone_number })).status).toBe(200)
    await admin('POST /api/admin/impersonate/stop', { headers: { cookie } })
    expect(await byCode(stranger(), number, numberE164)).toBeNull()
  })
})

describe('an account somebody else made first with your address', () => {
  /** A stranger's account for this address, with a session if the sign-up gives one. */
  async function taken(email: string) {
    const browser = stranger()
    const tokens = await register(browser, email)
    return { browser, tokens }
  }
  const isIn = async (browser: Browser, email: string) =>
    (await byPassword(browser, email, password)) !== null

  it('of a customer’s address waits for the mailbox', async () => {
    const { tokens } = await taken('harper.nguyen@mail.example')
    expect(tokens).toBeNull()
  })

  it('keeps no password, session or token once you prove the mailbox by a code', async () => {
    const email = 'first.by.code@mail.example'
    const { browser, tokens } = await taken(email)
    expect(tokens).not.toBeNull()
    const mine = await byCode(stranger(), email)
    expect(decodeJwt(mine!.access_token)).toMatchObject({ email, email_verified: true })
    expect(await isIn(stranger(), email)).toBe(false)
    expect((await browser.refresh(tokens!.refresh_token)).status).toBe(400)
    expect((await as(tokens!)('GET /api/users/me')).status).toBe(401)
    expect((await as(mine!)('GET /api/users/me')).status).toBe(200)
    // The browser is signed out, too.
    const { arrival } = await begin(browser, { prompt: 'none' })
    expect(arrival.url.searchParams.get('error')).toBe('login_required')
  })

  it('keeps nothing once you prove the mailbox by the link, and do not know its password', async () => {
    const email = 'first.by.link@mail.example'
    const { browser, tokens } = await taken(email)
    const link = await open.until(() => messageTo(email, 'verify_email'), 'the link')
    const token = /verify\?token=([\w-]+)/.exec(link)![1]!
    expect((await stranger().visit('/idp/verify', { token })).status).toBe(200)
    expect(await isIn(stranger(), email)).toBe(false)
    expect((await browser.refresh(tokens!.refresh_token)).status).toBe(400)
  })

  it('keeps your password if you type it with the link: then it was you', async () => {
    const email = 'was.me@mail.example'
    const { tokens, browser } = await taken(email)
    const link = await open.until(() => messageTo(email, 'verify_email'), 'the link')
    const token = /verify\?token=([\w-]+)/.exec(link)![1]!
    const wrong = await stranger().visit('/idp/verify', { token, password: 'something else' })
    expect(wrong.status).toBe(422)
    expect((await stranger().visit('/idp/verify', { token, password })).status).toBe(200)
    expect(await isIn(stranger(), email)).toBe(true)
    expect((await browser.refresh(tokens!.refresh_token)).status).toBe(200)
  })

  it('keeps no passkey after a reset, and could not add one before the mailbox was proven', async () => {
    const email = 'first.by.reset@mail.example'
    const { tokens } = await taken(email)
    const theirs = as(tokens!)
    for (const call of ['POST /api/me/passkeys/begin', 'POST /api/me/second-factor/begin'])
      expect(await theirs.raw(call, { body: { current_password: password } })).toMatchObject({
        status: 409,
        body: { code: 'mailbox_unproven' },
      })
    // One that was made when this was still allowed.
    const { sub } = decodeJwt(tokens!.access_token)
    await open.rows(
      `insert into idp_passkey (account_id, credential_id, public_key, rp_id, name) values ($1, 'old', 'AA', 'localhost', 'Old')`,
      [sub],
    )
    const browser = stranger()
    await browser.visit('/idp/forgot', { email })
    const link = await open.until(() => messageTo(email, 'reset_password'), 'the link')
    const token = /reset\?token=([\w-]+)/.exec(link)![1]!
    const fresh = 'copper lantern harbor'
    await browser.visit('/idp/reset', { token, password: fresh })
    expect(await open.rows('select 1 from idp_passkey where account_id = $1', [sub])).toEqual([])
    expect(await byPassword(stranger(), email, fresh)).not.toBeNull()
    expect(await isIn(stranger(), email)).toBe(false)
  })

  it('cannot lock you out with a passkey of its own', async () => {
    const email = 'locked.out@mail.example'
    const { tokens } = await taken(email)
    const { sub } = decodeJwt(tokens!.access_token)
    const device = new PasskeyDevice(publicUrl)
    expect(device).toBeDefined()
    await open.rows(
      `insert into idp_passkey (account_id, credential_id, public_key, rp_id, name) values ($1, 'lock', 'AA', 'localhost', 'Lock')`,
      [sub],
    )
    expect(await byCode(stranger(), email)).not.toBeNull()
    expect(await open.rows('select 1 from idp_passkey where account_id = $1', [sub])).toEqual([])
  })
})

describe('a number of one’s own', () => {
  const owner = 'owner@green-acres.example'
  const mine = '(919) 555-0188'
  const e164 = '+19195550188'
  const textTo = (to: string) => messageTo(to, 'sign_in_code')
  const linkIn = async (to: string, template: string): Promise<URL> => {
    const said = await open.until(() => messageTo(to, template), `a ${template} to ${to}`)
    return new URL(/https?:\/\/\S*\/idp\/undo\?\S+/.exec(said)![0])
  }
  /** Adds and proves a number, as somebody who signed in a moment ago. */
  async function add(caller: Caller, phone_number: string, to: string): Promise<void> {
    await open.rows(`delete from messages where template = 'sign_in_code'`)
    const asked = await caller('POST /api/me/numbers', { body: { phone_number } })
    expect(asked).toMatchObject({ status: 200 })
    const code = /\d{6}/.exec((await textTo(to))!)![0]
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const refused = await caller('POST /api/me/numbers/confirm', { body: { code: wrong } })
    expect(refused).toMatchObject({ status: 422, body: { fields: { code: expect.anything() } } })
    const done = await caller('POST /api/me/numbers/confirm', { body: { code } })
    expect(done).toMatchObject({ status: 200 })
  }

  it('signs in once its code was typed back; the mailbox hears of it, and of the first sign-in', async () => {
    const tokens = await byPassword(stranger(), owner, worldPassword)
    await add(as(tokens!), mine, e164)
    expect(await messageTo(owner, 'second_factor_changed')).toContain(mine)
    const inside = await byCode(stranger(), mine, e164)
    const { body } = await as(inside!)('GET /api/users/me')
    expect(body).toMatchObject({ role: 'owner', email: owner })
    const first = await open.until(async () => {
      const said = await messageTo(owner, 'second_factor_changed')
      return said?.includes('for the first time') ? said : null
    }, 'the letter about the first sign-in')
    expect(first).toContain(mine)
    await open.app.security.written()
    const [noted] = await open.rows<{ phone: string }>(
      `select detail ->> 'phone' as phone from security_events where event = 'authn_login_success' order by id desc limit 1`,
    )
    expect(noted!.phone).toBe(e164)
  })

  it('is taken back by the link in the letter, once, and every sign-in ends', async () => {
    const victim = 'manager@green-acres.example'
    const tokens = await byPassword(stranger(), victim, worldPassword)
    await add(as(tokens!), '(919) 555-0189', '+19195550189')
    const thief = await byCode(stranger(), '(919) 555-0189', '+19195550189')
    expect(thief).not.toBeNull()
    const rows = await open.rows<{ said: string }>(
      `select text as said from messages where recipient = $1 and template = 'second_factor_changed' order by id`,
      [victim],
    )
    const url = /https?:\/\/\S*\/idp\/undo\?\S+/.exec(rows.map(({ said }) => said).join(' '))![0]
    const token = new URL(url).searchParams.get('token')!
    const page = await stranger().visit(`/idp/undo?token=${token}`)
    expect(page.text).toContain('It wasn’t me: undo it')
    expect((await stranger().visit('/idp/undo', { token })).status).toBe(200)
    expect((await stranger().visit('/idp/undo', { token })).status).toBe(410)
    expect(await byCode(stranger(), '(919) 555-0189', '+19195550189')).toBeNull()
    expect((await as(thief!)('GET /api/users/me')).status).toBe(401)
    expect((await stranger().refresh(tokens!.refresh_token)).status).toBe(400)
  })

  it('that somebody else proves is theirs, and opens the old account no longer', async () => {
    const other = 'payee@green-acres.example'
    const tokens = await byPassword(stranger(), other, worldPassword)
    await add(as(tokens!), mine, e164)
    const inside = await byCode(stranger(), mine, e164)
    expect((await as(inside!)('GET /api/users/me')).body.email).toBe(other)
    expect(await messageTo(owner, 'second_factor_changed')).toContain('no longer')
  })

  it('is removed only by who shows that it is them', async () => {
    const other = await open.as('payee@green-acres.example')
    const removal = (body: object) =>
      other('POST /api/me/numbers/removal', { body: { phone_number: mine, ...body } })
    expect((await removal({})).body.code).toBe('prove_it_is_you')
    const given = await other('POST /api/me/proof', { body: { current_password: worldPassword } })
    expect((await removal({ proof: `${given.body.proof}x` })).body.code).toBe('prove_it_is_you')
    expect(await removal({ proof: given.body.proof })).toMatchObject({
      status: 200,
      body: { numbers: [] },
    })
    // A proof is good for one account alone.
    const owns = await open.as(owner)
    const borrowed = { proof: given.body.proof, phone_number: mine }
    expect((await owns('POST /api/me/numbers', { body: borrowed })).body.code).toBe(
      'prove_it_is_you',
    )
    expect(await byCode(stranger(), mine, e164)).toBeNull()
  })

  it('a new password is taken back with its letter', async () => {
    const email = 'leader@green-acres.example'
    const tokens = await byPassword(stranger(), email, worldPassword)
    const { body } = await as(tokens!)('POST /api/users/password-change-ticket')
    const token = new URL(body.url).searchParams.get('token')!
    const stolen = 'a password of the thief'
    await stranger().visit('/idp/reset', { token, password: stolen })
    expect(await byPassword(stranger(), email, worldPassword)).toBeNull()
    const undo = (await linkIn(email, 'password_changed')).searchParams.get('token')!
    await stranger().visit('/idp/undo', { token: undo })
    expect(await byPassword(stranger(), email, stolen)).toBeNull()
    expect(await byPassword(stranger(), email, worldPassword)).not.toBeNull()
  })
})
