import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestBed, type TestBed } from './test-bed.ts'

const password = 'violet kettle harbor'
let bed: TestBed
let count = 0
beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

async function person(): Promise<string> {
  const email = `device${++count}@example.test`
  await bed.provider.createAccount({ email, name: 'Dana', password, email_verified: true })
  return email
}
const notices = (to: string) =>
  bed.mails.filter((mail) => mail.to === to && mail.template === 'device_new')

/** Signs in again although the browser is signed in. */
async function again(browser: ReturnType<TestBed['browser']>, email: string, secret = password) {
  const { arrival } = await browser.begin({ prompt: 'login' })
  return browser.visit(`${arrival.url.pathname}/login`, { email, password: secret })
}

describe('a sign-in', () => {
  it('that is the first of an account sends no notice, nor does the next one on that device', async () => {
    const email = await person()
    const browser = bed.browser()
    await browser.signIn(email, password)
    expect((await again(browser, email)).url.searchParams.has('code')).toBe(true)
    expect(notices(email)).toEqual([])
  })

  it('on another device is told to the mailbox once, with a link to a new password', async () => {
    const email = await person()
    await bed.browser().signIn(email, password)
    const other = bed.browser()
    await other.signIn(email, password)
    await again(other, email)
    expect(notices(email)).toHaveLength(1)
    expect(notices(email)[0]!.data).toMatchObject({ name: 'Dana', url: `${bed.url}/idp/forgot` })
  })

  it('on a device that knows another account is still told', async () => {
    const [mine, theirs] = [await person(), await person()]
    const shared = bed.browser()
    await shared.signIn(mine, password)
    await bed.browser().signIn(theirs, password)
    await again(shared, theirs)
    expect(notices(theirs)).toHaveLength(1)
    // Both accounts are known there now.
    await again(shared, mine)
    await again(shared, theirs)
    expect([notices(mine).length, notices(theirs).length]).toEqual([0, 1])
  })

  it('that fails tells nobody, with or without an account', async () => {
    const email = await person()
    await bed.browser().signIn(email, password)
    const stranger = bed.browser()
    const wrong = await again(stranger, email, 'not the password')
    const unknown = await again(stranger, 'no.account@example.test')
    expect(wrong.status).toBe(401)
    expect(unknown.status).toBe(401)
    expect(wrong.headers.getSetCookie()).toEqual(unknown.headers.getSetCookie())
    expect(notices(email)).toEqual([])
    expect(notices('no.account@example.test')).toEqual([])
  })

  it('after a new password by mail needs no notice of the device', async () => {
    const email = await person()
    await bed.browser().signIn(email, password)
    const browser = bed.browser()
    await browser.visit('/idp/forgot', { email })
    const link = bed.mails.findLast(
      ({ to, template }) => to === email && template === 'reset_password',
    )!
    const page = await browser.visit(link.data.url)
    const token = /name="token" value="([^"]+)"/.exec(page.text)![1]!
    await browser.visit('/idp/reset', { token, password: 'copper meadow lantern' })
    await again(browser, email, 'copper meadow lantern')
    expect(notices(email)).toEqual([])
  })

  it('with a changed cookie counts as another device', async () => {
    const email = await person()
    const forged = bed.browser()
    await forged.signIn(email, password)
    const kept = forged.jar.get('idp_device /idp')!
    const wrong = kept.pair.endsWith('A') ? 'B' : 'A'
    forged.jar.set('idp_device /idp', { ...kept, pair: kept.pair.slice(0, -1) + wrong })
    await again(forged, email)
    expect(notices(email)).toHaveLength(1)
  })
})
