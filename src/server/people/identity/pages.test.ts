import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { onPlatform, system } from '../../base/db/door.ts'
import { openTestBed, type Arrival, type TestBed } from './test-bed.ts'

const good = 'violet kettle harbor'
const proof = { current_password: good, session_id: null }
let bed: TestBed
let count = 0
const address = (): string => `person${++count}@example.test`
const notices = new Set(['password_changed', 'device_new'])
/** The latest that asks for something. */
const lastMail = (to: string) =>
  bed.mails.findLast((mail) => mail.to === to && !notices.has(mail.template))
const token = (arrival: Arrival): string =>
  /name="token" value="([^"]+)"/.exec(arrival.text)?.[1] ?? ''
const hasCode = (arrival: Arrival): boolean => arrival.url.searchParams.has('code')

beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

const signUpOn = async (
  browser: ReturnType<TestBed['browser']>,
  form: Record<string, string>,
  begin: Record<string, string> = {},
) => {
  const started = await browser.begin({ screen_hint: 'signup', ...begin })
  return {
    ...started,
    ix: started.arrival.url.pathname,
    page: started.arrival,
    answer: await browser.visit(`${started.arrival.url.pathname}/signup`, form),
  }
}

describe('sign-up', () => {
  it('is shown by the hint with the address filled in, and links to sign-in and back', async () => {
    const browser = bed.browser()
    const { arrival } = await browser.begin({
      screen_hint: 'signup',
      login_hint: 'new@example.test',
    })
    expect(arrival.text).toContain('Create your account')
    expect(arrival.text).toContain('value="new@example.test"')
    expect((await browser.visit(`${arrival.url.pathname}?screen=signin`)).text).toContain(
      '<h1>Sign in</h1>',
    )
    expect((await browser.visit(`${arrival.url.pathname}?screen=signup`)).text).toContain(
      'Create your account',
    )
  })

  it('continues immediately with an unverified address and sends a verification email', async () => {
    const email = address()
    const browser = bed.browser()
    const { answer, verifier } = await signUpOn(browser, { name: 'Ana', email, password: good })
    expect(hasCode(answer)).toBe(true)
    const { body } = await browser.exchange(answer, verifier)
    expect(await bed.checkToken(body.access_token!)).toMatchObject({
      email,
      email_verified: false,
      name: 'Ana',
    })

    const mail = lastMail(email)!
    expect(mail.template).toBe('verify_email')
    const page = await browser.visit(mail.data.url)
    expect(page.text).toContain('Confirm this address')
    expect((await browser.refresh(body.refresh_token!)).body.access_token).toBeTruthy()
    // Typed here a moment ago: not asked again.
    expect(page.text).not.toContain('The password you chose')
    const done = await browser.visit('/idp/verify', { token: token(page), keep: 'yes' })
    expect(done.text).toContain('Your address is confirmed')
    const next = await browser.begin()
    const renewed = await browser.exchange(next.arrival, next.verifier)
    expect(await bed.checkToken(renewed.body.access_token!)).toMatchObject({ email_verified: true })
    expect((await browser.visit('/idp/verify', { token: token(page) })).status).toBe(410)
    expect((await browser.visit(mail.data.url)).status).toBe(410)
  })

  it('asks for the password where it was not typed, or not lately, and keeps nothing without it', async () => {
    const email = address()
    const browser = bed.browser()
    await signUpOn(browser, { name: 'Ana', email, password: good })
    const { url } = lastMail(email)!.data
    const elsewhere = bed.browser()
    const page = await elsewhere.visit(url)
    expect(page.text).toContain('The password you chose')
    const claimed = await elsewhere.visit('/idp/verify', { token: token(page), keep: 'yes' })
    expect([claimed.status, claimed.text]).toEqual([
      422,
      expect.stringContaining('Enter the password you chose.'),
    ])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 + 1000 })
    const late = await browser.visit(url)
    vi.useRealTimers()
    expect(late.text).toContain('The password you chose')
    const other = address()
    await signUpOn(browser, { name: 'Bea', email: other, password: good }, { prompt: 'login' })
    expect((await browser.visit(url)).text).toContain('The password you chose')
    expect((await browser.visit(lastMail(other)!.data.url)).text).not.toContain(
      'The password you chose',
    )
  })

  it.each([
    ['short', 'kettle', 'Use at least 10 characters.'],
    ['common', 'Password123!', 'too easy to guess'],
    ['a sequence', '1234567890', 'too easy to guess'],
    ['one repeated letter', 'aaaaaaaaaaaa', 'too easy to guess'],
    ['repeating', 'abc1abc1abc1', 'too easy to guess'],
    ['the address', 'somebody1234', 'too easy to guess'],
    ['too long', 'k'.repeat(100) + 'violet harbor '.repeat(10), 'Use at most 200 characters.'],
  ])('refuses a password that is %s and keeps the input', async (_name, password, sentence) => {
    const { answer } = await signUpOn(bed.browser(), {
      name: 'Zoë <b>',
      email: 'somebody@example.test',
      password,
    })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain(sentence)
    expect(answer.text).toContain('value="somebody@example.test"')
    expect(answer.text).toContain('value="Zoë &lt;b&gt;"')
    expect(answer.text).toContain('aria-invalid="true"')
    expect(answer.text).not.toContain('<b>')
  })

  it('shows an error for every invalid field', async () => {
    const { answer } = await signUpOn(bed.browser(), { name: '', email: 'nonsense', password: '' })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('Enter a valid email')
    expect(answer.text).toContain('Use at least 10 characters.')
  })

  it.each([
    ['nothing was typed yet', null, 'name'],
    ['the email is wrong', { email: 'nonsense', password: good }, 'email'],
    ['the password is weak', { email: 'weak@example.test', password: 'kettle' }, 'password'],
    ['both are', { email: 'nonsense', password: 'kettle' }, 'email'],
  ])('begins at one field where %s', async (_name, form, field) => {
    const { page, answer } = await signUpOn(bed.browser(), { name: '', ...form })
    const { text } = form ? answer : page
    const focused = [...text.matchAll(/<input[^>]* autofocus>/g)]
    expect(focused.map(([tag]) => /name="(\w+)"/.exec(tag)?.[1])).toEqual([field])
  })

  it('signs in again with the address it was made with, before anybody confirmed it', async () => {
    const email = address()
    const browser = bed.browser()
    const { answer, verifier } = await signUpOn(browser, { name: 'Ana', email, password: good })
    const { body } = await browser.exchange(answer, verifier)
    const { person_id } = await bed.actors.actorOf(await bed.checkToken(body.access_token!))
    const { access_token } = await bed.browser().signIn(email, good)
    expect(await bed.actors.actorOf(await bed.checkToken(access_token))).toMatchObject({
      person_id,
      email_verified: false,
    })
  })

  it('doesn’t create a second account for an address, in any letter case', async () => {
    const email = address()
    await signUpOn(bed.browser(), { name: '', email, password: good })
    const { answer } = await signUpOn(bed.browser(), {
      name: '',
      email: email.toUpperCase(),
      password: good,
    })
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('Check your mail')
    expect(lastMail(email)!.template).toBe('account_exists')
  })

  it('answers the same for a known address with an account and without one', async () => {
    const [with_, without] = [address(), address()]
    await bed.provider.createAccount({
      email: with_,
      name: null,
      password: good,
      email_verified: true,
    })
    await onPlatform(bed.store, system, (tx) =>
      tx.insertInto('people').values({ email: without, status: 'invited' }).execute(),
    )
    const said = []
    for (const email of [with_, without]) {
      const { answer } = await signUpOn(bed.browser(), { name: '', email, password: good })
      const text = answer.text.replaceAll(email, 'X').replaceAll(/interaction\/[\w-]+/g, 'ix')
      said.push([answer.status, text])
    }
    expect(said[0]).toEqual(said[1])
    expect((await bed.browser().signIn(with_, good)).access_token).toBeTruthy()
  })

  it('requires verification first for a known address, and continues from the email', async () => {
    const email = address()
    await onPlatform(bed.store, system, (tx) =>
      tx.insertInto('people').values({ email, status: 'invited' }).execute(),
    )
    const browser = bed.browser()
    const { answer, verifier } = await signUpOn(browser, { name: '', email, password: good })
    expect(answer.text).toContain('Check your mail')
    expect(hasCode(answer)).toBe(false)
    expect(bed.mails.filter((mail) => mail.to === email)).toHaveLength(1)

    const again = await browser.begin()
    const signIn = await browser.visit(`${again.arrival.url.pathname}/login`, {
      email,
      password: good,
    })
    expect(signIn.text).toContain('Check your mail')

    const page = await browser.visit(bed.mails.find((mail) => mail.to === email)!.data.url)
    const action = /action="([^"]+)"/.exec(page.text)![1]!
    expect(action).toMatch(/^\/idp\/interaction\/.+\/verify$/)
    const done = await browser.visit(action, { token: token(page) })
    expect(hasCode(done)).toBe(true)
    const { body } = await browser.exchange(done, verifier)
    expect(await bed.checkToken(body.access_token!)).toMatchObject({ email, email_verified: true })
  })

  it('resends the verification only to an unverified account', async () => {
    const email = address()
    await onPlatform(bed.store, system, (tx) =>
      tx.insertInto('people').values({ email, status: 'invited' }).execute(),
    )
    const browser = bed.browser()
    const { ix } = await signUpOn(browser, { name: '', email, password: good })
    const before = bed.mails.length
    expect((await browser.visit(`${ix}/resend`, { email })).text).toContain('Check your mail')
    expect((await browser.visit(`${ix}/resend`, { email: 'nobody@example.test' })).text).toContain(
      'Check your mail',
    )
    expect(bed.mails.length).toBe(before + 1)
  })
})

it('sign-in by keyboard goes from the password to the button, and only then to the links', async () => {
  const { arrival } = await bed.browser().begin()
  const main = /<main[^]*<\/main>/.exec(arrival.text)![0]
  const stops = [
    ...main.matchAll(/<(?:input id="(\w+)"|button type="(\w+)"|a href="[^"]*\/(forgot)")/g),
  ]
  const order = stops.map(([, field, button, link]) => field ?? button ?? link)
  expect(order.slice(0, 3)).toEqual(['email', 'password', 'submit'])
  expect(order.at(-1)).toBe('forgot')
})

describe('forgotten password', () => {
  it('responds the same whether or not the account exists', async () => {
    const email = address()
    await bed.provider.createAccount({ email, name: null, password: good, email_verified: true })
    const before = bed.mails.length
    const known = await bed.browser().visit('/idp/forgot', { email })
    const unknown = await bed.browser().visit('/idp/forgot', { email: 'nobody@example.test' })
    expect(known.text.replaceAll(email, '')).toBe(
      unknown.text.replaceAll('nobody@example.test', ''),
    )
    expect(bed.mails.length).toBe(before + 1)
    expect((await bed.browser().visit('/idp/forgot', { email: 'x' })).status).toBe(422)
  })

  it('sets a new password once, signs in, and ends every older session', async () => {
    const email = address()
    await bed.provider.createAccount({ email, name: null, password: good, email_verified: false })
    const old = bed.browser()
    const tokens = await old.signIn(email, good)

    const browser = bed.browser()
    const { verifier, arrival } = await browser.begin({ login_hint: email })
    expect((await browser.visit(`${arrival.url.pathname}/forgot`)).text).toContain(
      `value="${email}"`,
    )
    await browser.visit(`${arrival.url.pathname}/forgot`, { email })
    const page = await browser.visit(lastMail(email)!.data.url)
    const action = /action="([^"]+)"/.exec(page.text)![1]!
    const weak = await browser.visit(action, { token: token(page), password: 'short' })
    expect(weak.status).toBe(422)
    expect(weak.text).toContain('Use at least 10 characters.')
    const done = await browser.visit(action, {
      token: token(weak),
      password: 'copper meadow lantern',
    })
    expect(hasCode(done)).toBe(true)
    const { body } = await browser.exchange(done, verifier)
    expect(await bed.checkToken(body.access_token!)).toMatchObject({ email, email_verified: true })

    expect((await old.refresh(tokens.refresh_token)).status).toBe(400)
    expect((await old.begin({ prompt: 'none' })).arrival.url.searchParams.get('error')).toBe(
      'login_required',
    )
    expect((await browser.visit(lastMail(email)!.data.url)).status).toBe(410)
    await expect(bed.browser().signIn(email, good)).rejects.toThrow('No token')
    expect((await bed.browser().signIn(email, 'copper meadow lantern')).access_token).toBeTruthy()
  })

  it('works in another browser, too, which is then signed in', async () => {
    const email = address()
    await bed.provider.createAccount({ email, name: null, password: good, email_verified: true })
    await bed.browser().visit('/idp/forgot', { email })
    const browser = bed.browser()
    const page = await browser.visit(lastMail(email)!.data.url)
    const done = await browser.visit('/idp/reset', {
      token: token(page),
      password: 'copper meadow lantern',
    })
    expect(done.url.pathname).toBe('/login')
    expect(bed.mails.filter((mail) => mail.to === email).at(-1)).toMatchObject({
      template: 'password_changed',
    })
    expect((await browser.begin({ prompt: 'none' })).arrival.url.searchParams.has('code')).toBe(
      true,
    )
  })

  it('a link that wasn’t emailed doesn’t verify the address', async () => {
    const email = address()
    const subject = await bed.provider.createAccount({
      email,
      name: null,
      password: good,
      email_verified: false,
    })
    const url = await bed.provider.passwordTicket(subject, proof)
    const browser = bed.browser()
    const page = await browser.visit(url)
    await browser.visit('/idp/reset', { token: token(page), password: 'copper meadow lantern' })
    const { access_token } = await browser.signIn(email, 'copper meadow lantern')
    expect(await bed.checkToken(access_token)).toMatchObject({ email_verified: false })
  })

  it('a link that wasn’t emailed is given only to whoever shows that it is them', async () => {
    const email = address()
    const id = await bed.provider.createAccount({
      email,
      name: null,
      password: good,
      email_verified: true,
    })
    const ask = (given: object) => bed.provider.passwordTicket(id, { session_id: null, ...given })
    await expect(ask({})).rejects.toMatchObject({ status: 403, code: 'prove_it_is_you' })
    await expect(ask({ current_password: 'not this one' })).rejects.toMatchObject({ status: 422 })
    const browser = bed.browser()
    const page = await browser.visit(await ask({ current_password: good }))
    await browser.visit('/idp/reset', { token: token(page), password: 'copper meadow lantern' })
    expect((await bed.browser().signIn(email, 'copper meadow lantern')).access_token).toBeTruthy()
  })

  it('a form sent from another site is refused', async () => {
    const email = address()
    await bed.provider.createAccount({ email, name: null, password: good, email_verified: true })
    await bed.browser().visit('/idp/forgot', { email })
    const form = {
      token: new URL(lastMail(email)!.data.url).searchParams.get('token')!,
      password: 'copper meadow lantern',
    }
    const send = (headers: Record<string, string>) =>
      fetch(`${bed.url}/idp/reset`, {
        method: 'POST',
        redirect: 'manual',
        headers,
        body: new URLSearchParams(form),
      })
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: bed.url },
      // Old browsers, and all of them on plain http, send only this.
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ] as Record<string, string>[]) {
      const refused = await send(headers)
      expect([headers, refused.status, refused.headers.get('set-cookie')]).toEqual([
        headers,
        403,
        null,
      ])
    }
    expect((await send({ origin: bed.url })).status).toBe(303)
  })

  it('a link older than an hour doesn’t work', async () => {
    const email = address()
    const id = await bed.provider.createAccount({
      email,
      name: null,
      password: good,
      email_verified: true,
    })
    const url = await bed.provider.passwordTicket(id, proof)
    await onPlatform(bed.store, system, (tx) =>
      tx
        .updateTable('idp_link')
        .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
        .execute(),
    )
    expect((await bed.browser().visit(url)).status).toBe(410)
    expect(
      (
        await bed.browser().visit('/idp/reset', {
          token: new URL(url).searchParams.get('token')!,
          password: 'copper meadow lantern',
        })
      ).status,
    ).toBe(410)
  })
})

describe('limits', () => {
  it('blocks the eleventh attempt per minute on one account, but not other accounts', async () => {
    const limited = await openTestBed({ store: bed.store, rateLimits: true })
    try {
      const browser = limited.browser()
      const { arrival } = await browser.begin()
      const attempts: number[] = []
      for (let n = 0; n < 11; n++)
        attempts.push(
          (
            await browser.visit(`${arrival.url.pathname}/login`, {
              email: 'dana@example.test',
              password: `wrong${n}`,
            })
          ).status,
        )
      expect(attempts).toEqual([...Array<number>(10).fill(401), 429])
      expect(
        (
          await browser.visit(`${arrival.url.pathname}/login`, {
            email: 'other@example.test',
            password: 'wrong',
          })
        ).status,
      ).toBe(401)
    } finally {
      await limited.close()
    }
  })

  it('a disabled account can’t sign in', async () => {
    const email = address()
    const subject = await bed.provider.createAccount({
      email,
      name: null,
      password: good,
      email_verified: true,
    })
    await onPlatform(bed.store, system, (tx) =>
      tx
        .updateTable('idp_account')
        .set({ disabled_at: new Date().toISOString() })
        .where('id', '=', subject)
        .execute(),
    )
    await expect(bed.browser().signIn(email, good)).rejects.toThrow('No token')
  })
})

describe('tokens for the command line', () => {
  const ask = (headers: Record<string, string>, at = bed) =>
    fetch(`${at.url}/idp/development/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: 'email=cli@example.test',
    })

  it('are issued on this machine in development, but not to pages or proxies', async () => {
    await bed.provider.createAccount({
      email: 'cli@example.test',
      name: null,
      password: good,
      email_verified: true,
    })
    const answer = await ask({ 'x-fieldhive-development': '1' })
    expect(await bed.checkToken(await answer.text())).toMatchObject({ email: 'cli@example.test' })
    expect((await ask({})).status).toBe(404)
    expect(
      (await ask({ 'x-fieldhive-development': '1', origin: 'https://evil.test' })).status,
    ).toBe(404)
    expect(
      (await ask({ 'x-fieldhive-development': '1', 'x-forwarded-for': '10.0.0.1' })).status,
    ).toBe(404)
    await expect(bed.provider.issueToken('nobody@example.test')).rejects.toThrow('no account')
  })

  it('aren’t issued in production', async () => {
    const live = await openTestBed({ store: bed.store, production: true })
    try {
      expect((await ask({ 'x-fieldhive-development': '1' }, live)).status).toBe(404)
      await expect(live.provider.issueToken('cli@example.test')).rejects.toThrow('development')
    } finally {
      await live.close()
    }
  })
})

describe('in Spanish', () => {
  it('is what the application asks for, and stays through the forms and their errors', async () => {
    const browser = bed.browser()
    const { arrival } = await browser.begin({ screen_hint: 'signup', ui_locales: 'es' })
    expect(arrival.text).toContain('<html lang="es">')
    expect(arrival.text).toContain('<h1>Cree su cuenta</h1>')
    const { pathname } = arrival.url
    expect(arrival.text).toContain(`action="${pathname}/signup?lang=es"`)
    const weak = await browser.visit(`${pathname}/signup?lang=es`, {
      email: 'nada',
      password: 'corta',
    })
    expect(weak.status).toBe(422)
    expect(weak.text).toContain('Escriba un correo electrónico válido')
    expect(weak.text).toContain('Use al menos 10 caracteres.')
    const wrong = await browser.visit(`${pathname}/login?lang=es`, {
      email: address(),
      password: good,
    })
    expect(wrong.text).toContain('El correo electrónico o la contraseña no es correcto.')
    expect(wrong.text).toContain('¿Olvidó su contraseña?')
  })

  it('asks for mail in the language of the page', async () => {
    const email = address()
    const browser = bed.browser()
    const { arrival } = await browser.begin({ screen_hint: 'signup', ui_locales: 'es' })
    await browser.visit(`${arrival.url.pathname}/signup?lang=es`, {
      name: 'Inés',
      email,
      password: good,
    })
    expect(lastMail(email)).toMatchObject({ template: 'verify_email', reading: 'es' })
    await bed.browser().visit('/idp/forgot', { email })
    expect(lastMail(email)).toMatchObject({ template: 'reset_password', reading: 'en' })
  })

  it('links to the other language, whatever the application asked for', async () => {
    const browser = bed.browser()
    const { arrival } = await browser.begin({ ui_locales: 'es' })
    const english = arrival.url.pathname + '?screen=signin&lang=en'
    expect(arrival.text).toContain(`href="${english.replaceAll('&', '&amp;')}"`)
    expect((await browser.visit(english)).text).toContain('<h1>Sign in</h1>')
    const { arrival: other } = await bed.browser().begin()
    expect(other.text).toContain('?screen=signin&amp;lang=es" lang="es"')
  })
})
