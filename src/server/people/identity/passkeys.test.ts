import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PasskeyDevice } from '../../../../test/passkey-device.ts'
import { openTestBed, type TestBed } from './test-bed.ts'

const password = 'velvet anchor thirteen'
const proof = { current_password: password, session_id: null }
let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

let count = 0
async function account() {
  const email = `passkey${++count}@example.test`
  const id = await bed.provider.createAccount({
    email,
    name: 'Pia',
    password,
    email_verified: true,
  })
  return { email, id }
}

/** An account with a passkey on a device. */
async function withPasskey(device = new PasskeyDevice(bed.url)) {
  const { email, id } = await account()
  const { options, ticket } = await bed.provider.factor.beginPasskey(id, proof)
  const made = { ticket, response: device.make(options), name: 'Pia’s phone' }
  const { recovery_codes } = await bed.provider.factor.addPasskey(id, made, null)
  return { email, id, device, codes: recovery_codes }
}

const optionsIn = (text: string): unknown => {
  const [, json] = /data-passkey="([^"]+)"/.exec(text) ?? []
  return json && JSON.parse(json.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
}
const lettersTo = (email: string): unknown[] =>
  bed.mails
    .filter(({ to, template }) => to === email && template === 'second_factor_changed')
    .map(({ data }) => (data as unknown as { change: string }).change)

/** A sign-in at its first page, and how to answer it with a passkey. */
async function atSignIn(browser = bed.browser()) {
  const { verifier, arrival } = await browser.begin()
  const use = (response: unknown, path = arrival.url.pathname) =>
    browser.visit(`${path}/passkey`, { response: JSON.stringify(response) })
  return { browser, verifier, path: arrival.url.pathname, options: optionsIn(arrival.text), use }
}

describe('adding a passkey', () => {
  it('needs the current password', async () => {
    const { id } = await account()
    const wrong = { current_password: 'wrong', session_id: null }
    await expect(bed.provider.factor.beginPasskey(id, wrong)).rejects.toMatchObject({ status: 422 })
  })

  it('gives recovery codes the first time, tells the mailbox, and ends every other sign-in', async () => {
    const { email, id } = await account()
    const [here, elsewhere] = [bed.browser(), bed.browser()]
    const other = await elsewhere.signIn(email, password)
    const own = await here.signIn(email, password)
    const add = async () => {
      const { options, ticket } = await bed.provider.factor.beginPasskey(id, proof)
      const response = new PasskeyDevice(bed.url).make(options)
      const sid = String(decodeJwt(own.access_token)['sid'])
      return bed.provider.factor.addPasskey(id, { ticket, response, name: 'Phone' }, sid)
    }
    expect((await add()).recovery_codes).toHaveLength(10)
    expect((await add()).recovery_codes).toBeNull()
    expect(lettersTo(email)).toEqual(['passkey_added', 'passkey_added'])
    expect((await elsewhere.refresh(other.refresh_token)).status).toBe(400)
    const renewed = await here.refresh(own.refresh_token)
    expect(decodeJwt(renewed.body.access_token!)).toMatchObject({ acr: 'aal2' })
    expect(await bed.provider.factor.read(id)).toMatchObject({
      is_on: true,
      has_app: false,
      recovery_codes_left: 10,
      passkeys: [{ name: 'Phone', used_at: null }, { name: 'Phone' }],
    })
  })

  it('takes a ticket for its own account only, and a device once', async () => {
    const [mine, theirs] = [await account(), await account()]
    const device = new PasskeyDevice(bed.url)
    const begun = await bed.provider.factor.beginPasskey(mine.id, proof)
    const made = { ticket: begun.ticket, response: device.make(begun.options), name: 'Key' }
    const refused = { status: 422, code: 'passkey_refused' }
    await expect(bed.provider.factor.addPasskey(theirs.id, made, null)).rejects.toMatchObject(
      refused,
    )
    await bed.provider.factor.addPasskey(mine.id, made, null)
    await expect(bed.provider.factor.addPasskey(mine.id, made, null)).rejects.toMatchObject(refused)
    const other = new PasskeyDevice('https://elsewhere.example')
    const foreign = { ...made, response: other.make(begun.options) }
    await expect(bed.provider.factor.addPasskey(mine.id, foreign, null)).rejects.toMatchObject(
      refused,
    )
  })
})

describe('signing in with a passkey', () => {
  it('needs nothing typed, and counts as both factors', async () => {
    const { id, device } = await withPasskey()
    const { browser, verifier, options, use } = await atSignIn()
    const { body } = await browser.exchange(await use(device.sign(options)), verifier)
    expect(decodeJwt(body.access_token!)).toMatchObject({ sub: id, acr: 'phr' })
    expect(decodeJwt(body.access_token!)['amr']).toContain('mfa')
    const { passkeys } = await bed.provider.factor.read(id)
    expect(passkeys).toMatchObject([{ used_at: expect.any(String) }])
    expect(bed.events).toContainEqual(
      expect.objectContaining({ event: 'authn_login_success', account_id: id }),
    )
  })

  it('refuses one of another sign-in, another site, another device or nobody', async () => {
    const { device } = await withPasskey()
    const [one, two] = [await atSignIn(), await atSignIn()]
    const stranger = new PasskeyDevice(bed.url)
    for (const response of [
      device.sign(one.options),
      device.sign(two.options, { origin: 'https://elsewhere.example' }),
      stranger.sign(two.options),
      { ...device.sign(two.options), id: stranger.id.toString('base64url') },
      'nothing',
    ])
      expect((await two.use(response)).status).toBe(401)
    expect((await two.use(device.sign(two.options))).url.searchParams.has('code')).toBe(true)
  })

  it('refuses a device whose count went back: a copy', async () => {
    const { device } = await withPasskey()
    const first = await atSignIn()
    device.counter = 5
    await first.use(device.sign(first.options))
    device.counter = 2
    const second = await atSignIn()
    expect((await second.use(device.sign(second.options))).status).toBe(401)
  })

  it('is asked for after the password, or a recovery code; the password alone is not enough', async () => {
    const { email, id, device, codes } = await withPasskey()
    const { browser, verifier, path, use } = await atSignIn()
    const page = await browser.visit(`${path}/login`, { email, password })
    expect(page.text).toContain('Now use your passkey')
    expect((await browser.visit(`${path}/code`, { code: '123456' })).status).toBe(401)
    const done = await use(device.sign(optionsIn(page.text)))
    expect((await browser.exchange(done, verifier)).body.access_token).toBeTruthy()

    const lost = await atSignIn()
    await lost.browser.visit(`${lost.path}/login`, { email, password })
    const back = await lost.browser.visit(`${lost.path}/code`, { code: codes![0]! })
    expect(back.url.searchParams.has('code')).toBe(true)
    expect(lettersTo(email)).toEqual(['passkey_added', 'recovery'])
    expect(await bed.provider.factor.read(id)).toMatchObject({ recovery_codes_left: 9 })
  })

  it('ends with its removal, which needs the password and is told to the mailbox', async () => {
    const { email, id, device } = await withPasskey()
    const [passkey] = (await bed.provider.factor.read(id)).passkeys
    const { id: other } = await account()
    await expect(
      bed.provider.factor.removePasskey(other, passkey!.id, proof),
    ).rejects.toMatchObject({ status: 404 })
    await bed.provider.factor.renamePasskey(id, passkey!.id, 'Old phone')
    expect((await bed.provider.factor.read(id)).passkeys).toMatchObject([{ name: 'Old phone' }])
    await bed.provider.factor.removePasskey(id, passkey!.id, proof)
    expect(lettersTo(email)).toEqual(['passkey_added', 'passkey_removed'])
    const { options, use } = await atSignIn()
    expect((await use(device.sign(options))).status).toBe(401)
    expect(await bed.provider.factor.read(id)).toMatchObject({
      is_on: false,
      recovery_codes_left: 0,
    })
    expect((await bed.browser().signIn(email, password)).access_token).toBeTruthy()
  })
})
