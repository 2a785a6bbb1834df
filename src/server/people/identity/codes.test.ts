import { sql } from 'kysely'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner, onPlatform, system } from '../../base/db/door.ts'
import { openTestBed, type TestBed } from './test-bed.ts'

let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

let count = 0
/** As if they had typed back a code that was sent to their number. */
const prove = (account_id: string, address: string) =>
  asOwner(bed.store, (tx) =>
    tx
      .insertInto('idp_address')
      .values({ kind: 'phone', address, account_id, how: 'code' })
      .execute(),
  )
const address = () => `code${++count}@example.test`
const account = async (email: string) =>
  bed.provider.createAccount({
    email,
    name: 'Cole',
    password: 'velvet anchor thirteen',
    email_verified: false,
  })
const codeTo = (to: string): string =>
  (
    bed.mails.findLast((mail) => mail.to === to && mail.template === 'sign_in_code')
      ?.data as unknown as { code: string }
  )?.code
const wrongOf = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** As far as the page that takes the code. */
async function asked(typed: string, browser = bed.browser()) {
  const { verifier, arrival } = await browser.begin()
  const path = arrival.url.pathname
  const page = await browser.visit(`${path}/send-code`, { address: typed })
  const enter = (code: string) => browser.visit(`${path}/enter-code`, { address: typed, code })
  return { browser, verifier, page, enter, path }
}
const organization = (name: string): Promise<string> =>
  onPlatform(bed.store, system, async (tx) => {
    const row = await tx
      .insertInto('organizations')
      .values({ name, slug: `${name.toLowerCase()}-${++count}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  })

describe('a code by mail', () => {
  it('signs in without a password and confirms the mailbox; it works once', async () => {
    const email = address()
    const id = await account(email)
    const { browser, verifier, enter } = await asked(email)
    const done = await enter(codeTo(email))
    const { body } = await browser.exchange(done, verifier)
    expect(decodeJwt(body.access_token!)).toMatchObject({
      sub: id,
      email_verified: true,
      acr: 'aal1',
      amr: ['otp'],
    })
    const other = await asked(email)
    expect((await other.enter(wrongOf(codeTo(email)))).status).toBe(401)
  })

  it('says the same for an address nobody has, and sends nothing', async () => {
    const [known, unknown] = [address(), address()]
    await account(known)
    const pages = [await asked(known), await asked(unknown)]
    const [one, two] = pages.map(({ page, path }) =>
      page.text.replaceAll(known, 'X').replaceAll(unknown, 'X').replaceAll(path, '/'),
    )
    expect(one).toBe(two)
    expect(codeTo(unknown)).toBeUndefined()
    expect((await pages[1]!.enter('123456')).text).toContain('wrong or too old')
    const accounts = await onPlatform(bed.store, system, (tx) =>
      tx.selectFrom('idp_account').select('id').where('email', '=', unknown).execute(),
    )
    expect(accounts).toEqual([])
  })

  it('ends after five tries', async () => {
    const email = address()
    await account(email)
    const { enter } = await asked(email)
    const code = codeTo(email)
    for (let n = 0; n < 5; n++) expect((await enter(wrongOf(code))).status).toBe(401)
    expect((await enter(code)).status).toBe(401)
  })

  it('ends after ten minutes', async () => {
    const email = address()
    await account(email)
    const { enter } = await asked(email)
    await asOwner(bed.store, (tx) =>
      sql`update idp_sign_in_code set expires_at = now() - interval '1 second'`.execute(tx),
    )
    expect((await enter(codeTo(email))).status).toBe(401)
  })

  it('is for the sign-in it was asked for alone', async () => {
    const email = address()
    await account(email)
    const [mine, theirs] = [await asked(email), await asked(address())]
    expect((await theirs.enter(codeTo(email))).status).toBe(401)
    expect((await mine.enter(codeTo(email))).url.searchParams.has('code')).toBe(true)
  })

  it('lets customers in whom a business knows by this address, in every business', async () => {
    const email = address()
    const [one, two] = [await organization('One'), await organization('Two')]
    for (const organization_id of [one, two])
      await onPlatform(bed.store, system, (tx) =>
        tx
          .insertInto('customers')
          .values({ organization_id, name: 'Cora', email, status: 'active' })
          .execute(),
      )
    const { browser, verifier, enter } = await asked(email.toUpperCase())
    const done = await enter(codeTo(email.toUpperCase()))
    const { body } = await browser.exchange(done, verifier)
    const actor = await bed.actors.actorOf(await bed.checkToken(body.access_token!))
    expect(actor).toMatchObject({ roles: ['user'], email_verified: true })
    const { rows } = await onPlatform(bed.store, system, (tx) =>
      sql`select 1 from memberships where person_id = ${actor.person_id}::uuid and role = 'user'`.execute(
        tx,
      ),
    )
    expect(rows).toHaveLength(2)
  })

  it('is limited for each address, without saying so', async () => {
    const limited = await openTestBed({ store: bed.store, rateLimits: true })
    const email = address()
    await account(email)
    const statuses = []
    for (let n = 0; n < 5; n++) {
      const browser = limited.browser()
      const { arrival } = await browser.begin()
      const page = await browser.visit(`${arrival.url.pathname}/send-code`, { address: email })
      statuses.push(page.status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200])
    expect(limited.mails.filter(({ to }) => to === email)).toHaveLength(3)
    await limited.close()
  })
})

describe('somebody without email', () => {
  const add = (name: string, phone_number: string | null) =>
    onPlatform(bed.store, system, async (tx) => {
      const subject = await bed.provider.withoutMailbox.add(tx, name)
      const { id } = await tx
        .insertInto('people')
        .values({ name, phone_number })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('person_identities')
        .values({ issuer: bed.provider.issuer, subject, person_id: id })
        .execute()
      return { subject, person_id: id }
    })

  it('signs in with a code texted to a number they have proven, which the log names', async () => {
    const { subject, person_id } = await add('Luis', '+19195550142')
    expect((await asked('(919) 555-0142')).page.status).toBe(200)
    expect(codeTo('+19195550142')).toBeUndefined()
    await prove(subject, '+19195550142')
    const { browser, verifier, enter } = await asked('(919) 555-0142')
    const mail = bed.mails.at(-1)!
    expect(mail).toMatchObject({ to: '+19195550142', by: 'sms', template: 'sign_in_code' })
    const { body } = await browser.exchange(await enter(codeTo('+19195550142')), verifier)
    expect(decodeJwt(body.access_token!)).toMatchObject({ sub: subject, amr: ['otp'] })
    const actor = await bed.actors.actorOf(await bed.checkToken(body.access_token!))
    expect(actor).toMatchObject({ person_id, email: '', name: 'Luis' })
    expect(bed.events.at(-1)).toMatchObject({
      event: 'authn_login_success',
      detail: { phone: '+19195550142' },
    })
  })

  it('proves a number by the last of several codes asked for at once', async () => {
    const password = 'velvet anchor thirteen'
    const id = await bed.provider.createAccount({
      email: address(),
      name: 'Cole',
      password,
      email_verified: true,
    })
    const ask = () =>
      bed.provider.numbers.begin(id, '(919) 555-0161', {
        session_id: null,
        current_password: password,
      })
    await Promise.all([ask(), ask(), ask(), ask(), ask(), ask()])
    const codes = bed.mails.flatMap(({ to, data }) =>
      to === '+19195550161' ? [(data as unknown as { code: string }).code] : [],
    )
    expect(codes).toHaveLength(6)
    await ask()
    await bed.provider.numbers.confirm(id, codeTo('+19195550161'), null)
    expect((await bed.provider.numbers.read(id)).numbers).toMatchObject([
      { phone_number: '+19195550161' },
    ])
  })

  it('gets codes whoever else types their number', async () => {
    const { subject } = await add('Nina', null)
    await prove(subject, '+19195550143')
    await add('Stranger', '+19195550143')
    const { enter } = await asked('(919) 555-0143')
    expect((await enter(codeTo('+19195550143'))).url.searchParams.has('code')).toBe(true)
  })

  it('gets no code any more at a number that was removed while one was on its way', async () => {
    const { subject } = await add('Olga', null)
    await prove(subject, '+19195550148')
    const { enter } = await asked('(919) 555-0148')
    await asOwner(bed.store, (tx) =>
      tx.deleteFrom('idp_address').where('address', '=', '+19195550148').execute(),
    )
    expect((await enter(codeTo('+19195550148'))).status).toBe(401)
  })

  it('has codes of their own on a device they know, which nobody else can use up', async () => {
    const limited = await openTestBed({ store: bed.store, rateLimits: true })
    const { subject } = await add('Pia', null)
    const phone = '+19195550149'
    await prove(subject, phone)
    const ask = async (browser: ReturnType<TestBed['browser']>) => {
      const { arrival } = await browser.begin({ prompt: 'login' })
      await browser.visit(`${arrival.url.pathname}/send-code`, { address: phone })
      return arrival.url.pathname
    }
    const sent = () => limited.mails.filter(({ to }) => to === phone).length
    const own = limited.browser()
    const path = await ask(own)
    const { code } = limited.mails.at(-1)!.data as unknown as { code: string }
    await own.visit(`${path}/enter-code`, { address: phone, code })
    for (let n = 0; n < 5; n++) await ask(limited.browser())
    expect(sent()).toBe(3)
    await ask(own)
    expect(sent()).toBe(4)
    await limited.close()
  })

  it('signs one device in with the link of a QR code, once, and the office hears of it', async () => {
    const { subject, person_id } = await add('Rosa', null)
    const organization_id = await organization('Three')
    const make = () =>
      onPlatform(bed.store, system, (tx) =>
        bed.provider.withoutMailbox.link(tx, {
          account_id: subject,
          organization_id,
          created_by: person_id,
        }),
      )
    const old = new URL((await make()).url)
    const { url } = await make()
    const token = new URL(url).searchParams.get('token')!
    const phone = bed.browser()
    expect((await phone.visit(old)).status).toBe(410)
    const page = await phone.visit(url)
    expect(page.text).toContain('Hello, Rosa')
    expect(page.text).toContain('Three')
    const [first, second] = await Promise.all([
      phone.visit('/idp/device', { token }),
      bed.browser().visit('/idp/device', { token }),
    ])
    expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([303, 410])
    if (first.status === 303) {
      const { verifier, arrival } = await phone.begin()
      const { body } = await phone.exchange(arrival, verifier)
      expect(decodeJwt(body.access_token!)).toMatchObject({ sub: subject })
    }
    expect(bed.setUp).toMatchObject([{ account_id: subject, organization_id, name: 'Rosa' }])
    expect((await bed.browser().visit(url)).status).toBe(410)
  })

  it('is signed out on every older phone by a new link, once it is used', async () => {
    const { subject, person_id } = await add('Teo', null)
    const organization_id = await organization('Four')
    const scan = async () => {
      const { url } = await onPlatform(bed.store, system, (tx) =>
        bed.provider.withoutMailbox.link(tx, {
          account_id: subject,
          organization_id,
          created_by: person_id,
        }),
      )
      const phone = bed.browser()
      await phone.visit('/idp/device', { token: new URL(url).searchParams.get('token')! })
      const { verifier, arrival } = await phone.begin()
      const { body } = await phone.exchange(arrival, verifier)
      return { phone, refresh_token: body.refresh_token! }
    }
    const lost = await scan()
    const found = await scan()
    expect((await lost.phone.refresh(lost.refresh_token)).status).toBe(400)
    expect((await found.phone.refresh(found.refresh_token)).status).toBe(200)
  })

  it('gets no mail, whatever changes', async () => {
    const { subject } = await add('Ines', null)
    const before = bed.mails.length
    await expect(bed.provider.factor.begin(subject, { session_id: null })).rejects.toMatchObject({
      status: 403,
      code: 'prove_it_is_you',
    })
    expect(bed.mails.length).toBe(before)
  })
})
