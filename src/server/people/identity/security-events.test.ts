import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestBed, type TestBed } from './test-bed.ts'

const password = 'velvet anchor thirteen'
const email = 'noted@example.test'
let bed: TestBed
let account_id: string
beforeAll(async () => {
  bed = await openTestBed({ rateLimits: true })
  account_id = await bed.provider.createAccount({
    email,
    name: 'Nora',
    password,
    email_verified: true,
  })
})
afterAll(() => bed.close())
beforeEach(() => void bed.events.splice(0))

async function tryOnce(address: string, typed: string): Promise<number> {
  const browser = bed.browser()
  const { arrival } = await browser.begin()
  const form = { email: address, password: typed }
  return (await browser.visit(`${arrival.url.pathname}/login`, form)).status
}

describe('the security log', () => {
  it('hears of a sign-in, and how it was proven', async () => {
    await tryOnce(email, password)
    expect(bed.events).toEqual([
      { event: 'authn_login_success', account_id, detail: { acr: 'aal1', amr: ['pwd'] } },
    ])
  })

  it('hears of a wrong password, and of an address without an account', async () => {
    await tryOnce(email, 'wrong')
    await tryOnce('nobody@example.test', 'wrong')
    const failed = { event: 'authn_login_fail', outcome: 'failure' }
    const detail = { factor: 'password' }
    expect(bed.events).toEqual([
      { ...failed, account_id, detail },
      { ...failed, account_id: null, typed_email: 'nobody@example.test', detail },
    ])
  })

  it('hears of a limit once a minute', async () => {
    for (let n = 0; n < 14; n++) await tryOnce('limited@example.test', `wrong ${n}`)
    const limits = bed.events.filter(({ event }) => event === 'authn_login_fail_max')
    expect(limits).toEqual([
      {
        event: 'authn_login_fail_max',
        outcome: 'failure',
        account_id: null,
        typed_email: 'limited@example.test',
      },
    ])
  })

  it('hears of a new password', async () => {
    const browser = bed.browser()
    await browser.visit('/idp/forgot', { email })
    const mail = bed.mails.findLast(({ template }) => template === 'reset_password')!
    const token = new URL(mail.data.url).searchParams.get('token')!
    await browser.visit('/idp/reset', { token, password: 'quiet harbor nineteen' })
    expect(bed.events).toEqual([
      { event: 'authn_password_change', account_id, detail: { with: 'mailbox' } },
    ])
  })

  it('hears of a sign-out', async () => {
    const browser = bed.browser()
    const { id_token } = await browser.signIn(email, 'quiet harbor nineteen')
    const query = new URLSearchParams({ id_token_hint: id_token, client_id: 'spa' })
    const page = await browser.visit(`/idp/session/end?${query}`)
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)![1]!
    await browser.visit('/idp/session/end/confirm', { xsrf, logout: 'yes' })
    expect(bed.events.at(-1)).toMatchObject({
      event: 'session_ended',
      account_id,
      session_uid: expect.any(String),
    })
  })

  it('hears of a refresh token that is used twice, although the second use is forgiven', async () => {
    const browser = bed.browser()
    const { refresh_token } = await browser.signIn(email, 'quiet harbor nineteen')
    bed.events.splice(0)
    expect((await browser.refresh(refresh_token)).status).toBe(200)
    expect(bed.events).toEqual([])
    expect((await browser.refresh(refresh_token)).status).toBe(200)
    expect(bed.events).toEqual([
      { event: 'authn_token_reuse', account_id, session_uid: expect.any(String) },
    ])
  })

  it('hears of a code that is used twice', async () => {
    const browser = bed.browser()
    const { verifier, arrival } = await browser.begin()
    const form = { email, password: 'quiet harbor nineteen' }
    const back = await browser.visit(`${arrival.url.pathname}/login`, form)
    await browser.exchange(back, verifier)
    await browser.exchange(back, verifier)
    expect(bed.events.map(({ event }) => event)).toContain('authn_token_revoked')
  })
})
