import { setTimeout as delay } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeJwt } from 'jose'
import { openTestBed, type TestBed } from './test-bed.ts'

const password = 'velvet anchor thirteen'
let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

let count = 0
async function account() {
  const email = `factor${++count}@example.test`
  const id = await bed.provider.createAccount({
    email,
    name: 'Fay',
    password,
    email_verified: true,
  })
  return { email, id }
}
const byOwn = (current_password: string) => ({ current_password, session_id: null })
const codeAt = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  })
const lettersTo = (email: string): unknown[] =>
  bed.mails
    .filter(({ to, template }) => to === email && template === 'second_factor_changed')
    .map(({ data }) => (data as unknown as { change: string }).change)

/** Waits out the end of a step, in which a code of the step before becomes too old. */
const awayFromTheEnd = async (): Promise<void> => {
  const left_ms = 30_000 - (Date.now() % 30_000)
  if (left_ms < 3_000) await delay(left_ms)
}

/** An account whose app shows codes from the next step on. */
async function withFactor() {
  const { email, id } = await account()
  const browser = bed.browser()
  const tokens = await browser.signIn(email, password)
  const { secret } = await bed.provider.factor.begin(id, byOwn(password))
  const sid = String(decodeJwt(tokens.access_token)['sid'])
  await awayFromTheEnd()
  const codes = await bed.provider.factor.confirm(id, codeAt(secret, -1), sid)
  return { email, id, secret, codes, browser, tokens }
}

/** As far as the page after the password. */
async function atCode(email: string, browser = bed.browser()) {
  const { verifier, arrival } = await browser.begin()
  const page = await browser.visit(`${arrival.url.pathname}/login`, { email, password })
  const send = (code: string) => browser.visit(`${arrival.url.pathname}/code`, { code })
  return { browser, verifier, page, send, path: arrival.url.pathname }
}

describe('setting up a second factor', () => {
  it('needs the current password', async () => {
    const { id } = await account()
    await expect(bed.provider.factor.begin(id, byOwn('wrong'))).rejects.toMatchObject({
      status: 422,
      fields: { current_password: 'This is not your current password.' },
    })
  })

  it('needs a right code, and changes nothing before', async () => {
    const { email, id } = await account()
    await bed.provider.factor.begin(id, byOwn(password))
    await expect(bed.provider.factor.confirm(id, '000000', null)).rejects.toMatchObject({
      status: 422,
    })
    expect(await bed.provider.factor.read(id)).toMatchObject({ is_on: false })
    expect((await atCode(email)).page.url.searchParams.has('code')).toBe(true)
  })

  it('gives ten recovery codes, tells the mailbox, and ends every other sign-in', async () => {
    const { email, id } = await account()
    const [here, elsewhere] = [bed.browser(), bed.browser()]
    const other = await elsewhere.signIn(email, password)
    const own = await here.signIn(email, password)
    const { secret, uri } = await bed.provider.factor.begin(id, byOwn(password))
    expect(uri).toContain('otpauth://totp/Fieldhive')
    const sid = String(decodeJwt(own.access_token)['sid'])
    const codes = await bed.provider.factor.confirm(id, codeAt(secret), sid)
    expect(new Set(codes).size).toBe(10)
    expect(await bed.provider.factor.read(id)).toMatchObject({
      is_on: true,
      has_app: true,
      recovery_codes_left: 10,
    })
    expect(lettersTo(email)).toEqual(['on'])
    await expect(bed.provider.factor.begin(id, byOwn(password))).rejects.toMatchObject({
      status: 409,
    })
    expect((await elsewhere.refresh(other.refresh_token)).status).toBe(400)
    const renewed = await here.refresh(own.refresh_token)
    expect(decodeJwt(renewed.body.access_token!)).toMatchObject({
      acr: 'aal2',
      amr: ['pwd', 'otp', 'mfa'],
    })
  })

  it('is ended with the password, and the mailbox hears of it', async () => {
    const { email, id } = await withFactor()
    await expect(bed.provider.factor.end(id, byOwn('wrong'))).rejects.toMatchObject({ status: 422 })
    await bed.provider.factor.end(id, byOwn(password))
    expect(await bed.provider.factor.read(id)).toMatchObject({
      is_on: false,
      recovery_codes_left: 0,
    })
    expect(lettersTo(email)).toEqual(['on', 'off'])
  })
})

describe('signing in with a second factor', () => {
  it('asks for a code after the password, and the tokens say so', async () => {
    const { email, secret } = await withFactor()
    const { browser, verifier, page, send } = await atCode(email)
    expect(page.text).toContain('Enter your code')
    const wrong = await send('000000')
    expect([wrong.status, wrong.text]).toEqual([401, expect.stringContaining('was used before')])
    const arrival = await send(codeAt(secret))
    const { body } = await browser.exchange(arrival, verifier)
    expect(decodeJwt(body.access_token!)).toMatchObject({ acr: 'aal2', amr: ['pwd', 'otp', 'mfa'] })
    expect(decodeJwt(body.id_token!)).toMatchObject({ acr: 'aal2', auth_time: expect.any(Number) })
  })

  it('without one says that the password was all', async () => {
    const { email } = await account()
    const { access_token } = await bed.browser().signIn(email, password)
    expect(decodeJwt(access_token)).toMatchObject({ acr: 'aal1', amr: ['pwd'] })
  })

  it('takes each code once, also of two at the same time', async () => {
    const { email, secret } = await withFactor()
    const [one, two] = [await atCode(email), await atCode(email)]
    const code = codeAt(secret)
    const answers = await Promise.all([one.send(code), two.send(code)])
    expect(answers.filter(({ url }) => url.searchParams.has('code'))).toHaveLength(1)
    expect((await (await atCode(email)).send(code)).status).toBe(401)
  })

  it('takes each recovery code once, however it is typed, and tells the mailbox', async () => {
    const { email, id, codes } = await withFactor()
    const typed = codes[3]!.toUpperCase().replace('-', ' ')
    expect((await (await atCode(email)).send(typed)).url.searchParams.has('code')).toBe(true)
    expect((await (await atCode(email)).send(codes[3]!)).status).toBe(401)
    expect(await bed.provider.factor.read(id)).toMatchObject({ recovery_codes_left: 9 })
    expect(lettersTo(email)).toEqual(['on', 'recovery'])
  })

  it('can’t skip the code', async () => {
    const { email } = await withFactor()
    const fresh = bed.browser()
    const begun = await fresh.begin()
    const early = await fresh.visit(`${begun.arrival.url.pathname}/code`, { code: '123456' })
    expect(early.status).toBe(400)
    const { browser, path } = await atCode(email)
    const uid = path.split('/').at(-1)!
    const resumed = await browser.visit(`/idp/auth/${uid}`)
    expect(resumed.url.searchParams.has('code')).toBe(false)
    expect((await browser.begin({ prompt: 'none' })).arrival.url.searchParams.get('error')).toBe(
      'login_required',
    )
  })

  it('a link from the mailbox replaces the password, not the code', async () => {
    const { email, secret } = await withFactor()
    const browser = bed.browser()
    const { verifier, arrival } = await browser.begin()
    await browser.visit(`${arrival.url.pathname}/forgot`, { email })
    const mail = bed.mails.findLast(
      ({ to, template }) => to === email && template === 'reset_password',
    )!
    const url = new URL(mail.data.url)
    const form = { token: url.searchParams.get('token')!, password: 'quiet harbor nineteen' }
    const page = await browser.visit(`${arrival.url.pathname}/reset`, form)
    expect(page.text).toContain('Enter your code')
    const done = await browser.visit(`${arrival.url.pathname}/code`, { code: codeAt(secret) })
    expect((await browser.exchange(done, verifier)).body.access_token).toBeTruthy()
  })

  it('without a sign-in in progress such a link signs nobody in', async () => {
    const { email } = await withFactor()
    const browser = bed.browser()
    await browser.visit('/idp/forgot', { email })
    const mail = bed.mails.findLast(
      ({ to, template }) => to === email && template === 'reset_password',
    )!
    const token = new URL(mail.data.url).searchParams.get('token')!
    await browser.visit('/idp/reset', { token, password: 'quiet harbor twenty' })
    expect((await browser.begin({ prompt: 'none' })).arrival.url.searchParams.get('error')).toBe(
      'login_required',
    )
  })

  it('allows few guesses at the code', async () => {
    const limited = await openTestBed({ store: bed.store, rateLimits: true })
    const { email } = await withFactor()
    const browser = limited.browser()
    const { arrival } = await browser.begin()
    await browser.visit(`${arrival.url.pathname}/login`, { email, password })
    const statuses = []
    for (let n = 0; n < 12; n++)
      statuses.push(
        (await browser.visit(`${arrival.url.pathname}/code`, { code: `00000${n % 10}` })).status,
      )
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(11)
    expect(statuses.at(-1)).toBe(429)
    await limited.close()
  })
})
