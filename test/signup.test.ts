import { describe, expect, it } from 'vitest'
import { autochargeConsent, smsConsent } from '../src/domain/signup.ts'
import { hashCode } from '../src/server/codes.ts'
import { address, code, customersOf, open, openSignups, owner, rotateCode, visitor } from './signup-bed.ts'
import type { Caller, Reply } from './world.ts'

openSignups()

const params = (other = code) => ({ params: { code: other } })
const text = 'I authorize Green Acres to charge me.'
let people = 0

async function start(email = `visitor${++people}@mail.example`, other = code): Promise<{ token: string; email: string }> {
  const reply = await visitor('POST /api/public/signup/{code}/lead', { ...params(other), body: { email } })
  expect(reply).toMatchObject({ status: 200, body: { ok: true, step: 'address' } })
  return { token: reply.body.lead_token, email }
}
/** Everything up to the sign-in page. */
async function finish(lead: { token: string; email: string }, more: object = {}, other = code): Promise<Reply> {
  return visitor('POST /api/public/signup/{code}', { ...params(other), body: { email: lead.email, ...address, lead_token: lead.token, ...more } })
}
async function person(email: string, email_verified = true): Promise<Caller> {
  await open.app.identity!.createAccount({ email, name: null, password: 'fieldhive-demo', email_verified })
  return open.as(email)
}
const claim = (caller: Caller, lead_token: string) => caller('POST /api/users/signup/claim', { body: { lead_token } })
const consentsOf = (token: string) =>
  open.rows('select c.* from consents c join signup_leads l on l.id = c.signup_lead_id where l.token_hash = $1 and c.revoked_at is null order by c.kind', [
    hashCode(token),
  ])

describe('GET /api/public/signup/{code}', () => {
  it('200 the organization, its hours and what it offers now', async () => {
    const reply = await visitor('GET /api/public/signup/{code}', params())
    expect(reply).toMatchObject({ status: 200, body: { organization: { name: 'Green Acres Lawn Care', slug: 'green-acres' }, signup_code: null } })
    expect(Object.keys(reply.body.organization.business_hours)).toEqual(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'])
    expect(reply.body.organization.business_hours).toMatchObject({ sun: { closed: true }, sat: { open: '08:00', close: '13:00', closed: false } })
    expect(reply.body.services.map((one: { key: string }) => one.key)).not.toContain('aeration')
    expect(reply.body.services[0]).toEqual({ key: 'edging', label: 'Edging & trimming', price_cents: 2500, currency: 'USD', active: true })
    expect(JSON.stringify(reply.body)).not.toMatch(/stripe|owner_person|trial/)
  })
  it('says nothing but gone for codes that serve nobody', async () => {
    const invite = await owner('POST /api/owner/invitations/create', { body: { via: 'qr', ttl_hours: 1 } })
    await open.rows("update invitations set expires_at = now() - interval '1 minute' where id = $1", [invite.body.invite.id])
    const revoked = await owner('POST /api/owner/invitations/email', { body: { email: 'gone@mail.example' } })
    await owner('POST /api/owner/invitations/{code}/revoke', params(revoked.body.invite.code))
    for (const other of ['nope', '0'.repeat(26), invite.body.invite.code, revoked.body.invite.code])
      for (const call of ['GET /api/public/signup/{code}', 'POST /api/public/signup/{code}/lead'])
        expect(await visitor(call, { ...params(other), ...(call.startsWith('GET') ? {} : { body: { email: 'a@mail.example' } }) })).toMatchObject({
          status: 404,
          body: { error: 'Invite not found or expired' },
        })
  })
  it('409 for codes of another kind, so that the page can forward', async () => {
    const staff = await owner('POST /api/owner/invitations', { body: { email: 'hand@mail.example', role: 'crew_member' } })
    expect(staff.body).toMatchObject({ ok: true, invited: true })
    const [mail] = await open.rows("select text from messages where template = 'staff_invite' order by id desc limit 1")
    expect(await visitor('GET /api/public/signup/{code}', params(/code=(\w+)/.exec(mail.text)![1]))).toMatchObject({
      status: 409,
      body: { code: 'is_staff_invite' },
    })
    const set_up = await visitor('POST /api/public/owner-onboard/bootstrap', { body: { email: 'boss@mail.example' } })
    expect(await visitor('GET /api/public/signup/{code}', params(set_up.body.code))).toMatchObject({ status: 409, body: { code: 'is_owner_invite' } })
  })
})

describe('the steps', () => {
  it('start the same way whether or not the address is known, and mail one resume link', async () => {
    const known = await visitor('POST /api/public/signup/{code}/lead', { ...params(), body: { email: 'customer@green-acres.example' } })
    const fresh = await visitor('POST /api/public/signup/{code}/lead', { ...params(), body: { email: 'first@mail.example' } })
    expect(Object.keys(known.body)).toEqual(Object.keys(fresh.body))
    expect([known.status, known.body.step]).toEqual([fresh.status, fresh.body.step])
    const letters = await open.rows("select text from messages where template = 'signup_resume' and recipient = 'first@mail.example'")
    expect(letters).toHaveLength(1)
    expect(letters[0].text).toContain(`http://localhost:3000/signup/${code}?resume=${fresh.body.lead_token}`)
    const cookie = fresh.headers.get('set-cookie')!
    expect(cookie).toMatch(/signup_lead=.*HttpOnly.*SameSite=Lax/)
    // Back to the first step: the same sign-up, no second mail.
    const again = await visitor('POST /api/public/signup/{code}/lead', {
      ...params(),
      body: { email: 'First@mail.example' },
      headers: { cookie: cookie.split(';')[0]! },
    })
    expect(again.body.lead_token).toBe(fresh.body.lead_token)
    expect(await open.rows("select 1 from messages where template = 'signup_resume' and recipient ilike 'first@mail.example'")).toHaveLength(1)
  })
  it('fill no mailbox: three resume links an hour for one address', async () => {
    for (let n = 0; n < 5; n++) await start('bombed@mail.example')
    expect(await open.rows("select 1 from messages where template = 'signup_resume' and recipient = 'bombed@mail.example'")).toHaveLength(3)
  })
  it('keep nothing of a form that filled the field nobody sees', async () => {
    const reply = await visitor('POST /api/public/signup/{code}/lead', { ...params(), body: { email: 'robot@mail.example', website: 'http://spam.example' } })
    expect(reply).toMatchObject({ status: 200, body: { ok: true, lead_token: expect.any(String), step: 'address' } })
    expect(await visitor('POST /api/public/signup/{code}', { ...params(), body: { email: 'robot@mail.example', ...address, website: 'x' } })).toMatchObject({
      status: 200,
    })
    expect(await open.rows("select 1 from signup_leads where email = 'robot@mail.example'")).toHaveLength(0)
    expect(await customersOf('robot@mail.example')).toHaveLength(0)
  })
  it('are saved one by one and gone on with on another device by the token', async () => {
    const lead = await start()
    const { token, email } = lead
    const steps = [
      ['', { ...address }, 'availability'],
      ['/availability', { available_days: ['Monday', 'WED', 'xyz'] }, 'services'],
      ['/services', { services_selected: [{ key: 'mowing', price_cents: 4500 }] }, 'frequency'],
      ['/frequency', { service_frequency: 'every_x_weeks', service_interval: 3 }, 'disclosures'],
      ['/consents', { autopay_authorized: true, sms_opt_in: true, authorization_text: text }, 'postauth_name'],
    ] as const
    for (const [path, body, step] of steps) {
      expect(await visitor(`PATCH /api/public/signup/{code}/lead${path}`, { ...params(), body: { email, lead_token: token, ...body } })).toMatchObject({
        status: 200,
        body: { ok: true, step },
      })
      expect((await visitor('GET /api/public/signup/{code}/lead', { ...params(), query: { lead_token: token } })).body.step).toBe(step)
    }
    const state = {
      lead_token: token,
      email,
      step: 'postauth_name',
      completed: false,
      street: '12 Elm St',
      city: 'Raleigh',
      state: 'NC',
      zip: '27601',
      available_days: ['mon', 'wed'],
      services_selected: [{ key: 'mowing', price_cents: 4500 }],
      service_frequency: 'every_x_weeks',
      service_interval: 3,
      autopay_authorized: true,
      autopay_oneoffs: false,
      sms_opt_in: true,
      out_of_area: false,
    }
    expect((await visitor('GET /api/public/signup/{code}/lead', { ...params(), query: { lead_token: token } })).body).toMatchObject(state)
    expect((await visitor('GET /api/public/signup/{code}/lead', { ...params(), headers: { cookie: `signup_lead=${token}` } })).body).toMatchObject(state)
    // Going back to an early step moves nothing back.
    await visitor('PATCH /api/public/signup/{code}/lead/availability', { ...params(), body: { email, lead_token: token, available_days: [] } })
    expect((await visitor('GET /api/public/signup/{code}/lead', { ...params(), query: { lead_token: token } })).body).toMatchObject({
      step: 'postauth_name',
      available_days: [],
    })
  })
  it.each([
    ['without a token', undefined],
    ['with a made-up token', 'x'.repeat(26)],
  ])('404 %s, whatever e-mail is named', async (_, lead_token) => {
    const { email } = await start()
    for (const [path, body] of [
      ['', address],
      ['/availability', { available_days: [] }],
      ['/services', { services_selected: [] }],
      ['/frequency', { service_frequency: 'weekly' }],
      ['/consents', {}],
    ] as const)
      expect(
        await visitor(`PATCH /api/public/signup/{code}/lead${path}`, { ...params(), body: { email, ...(lead_token ? { lead_token } : {}), ...body } }),
      ).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await visitor('GET /api/public/signup/{code}/lead', { ...params(), query: lead_token ? { lead_token } : {} })).toMatchObject({ status: 404 })
    expect(await open.rows('select data from signup_leads where email = $1', [email])).toEqual([{ data: {} }])
  })
  it('an e-mail in the body selects nothing, and a token of another business is unknown here', async () => {
    const [mine, theirs] = [await start(), await start()]
    await visitor('PATCH /api/public/signup/{code}/lead', { ...params(), body: { email: theirs.email, lead_token: mine.token, ...address } })
    expect(await open.rows('select email, data from signup_leads where email = $1', [theirs.email])).toEqual([{ email: theirs.email, data: {} }])
    const bright = open.world.bright.permanent_code
    const foreign = await start('visitor@mail.example', bright)
    expect(
      await visitor('PATCH /api/public/signup/{code}/lead', { ...params(), body: { email: foreign.email, lead_token: foreign.token, ...address } }),
    ).toMatchObject({ status: 404 })
    expect(await finish(foreign)).toMatchObject({ status: 404 })
  })
  it.each([
    ['', { street: '' }, 'street', 'Enter your street address'],
    ['', { ...address, state: 'ZZ' }, 'state', 'Use 2-letter state code (e.g., NC)'],
    ['', { ...address, zip: '123' }, 'zip', 'Enter a valid 5-digit ZIP'],
    ['', { phone_number: '+ ( ) - . - . - .' }, 'phone_number', 'Enter a valid phone number'],
    ['/services', { services_selected: [{ key: 'mowing', price_cents: -1 }] }, 'services_selected.0.price_cents', undefined],
    ['/frequency', { service_frequency: 'hourly' }, 'service_frequency', undefined],
    ['/consents', { autopay_authorized: 'yes' }, 'autopay_authorized', undefined],
  ])('422 lead%s %j names %s', async (path, body, field, sentence) => {
    const { token, email } = await start()
    const reply = await visitor(`PATCH /api/public/signup/{code}/lead${path}`, { ...params(), body: { email, lead_token: token, ...body } })
    expect(reply).toMatchObject({ status: 422, body: { code: 'invalid', fields: { [field]: sentence ?? expect.any(String) } } })
  })
  it('422 an e-mail that is none', async () => {
    expect(await visitor('POST /api/public/signup/{code}/lead', { ...params(), body: { email: 'nobody' } })).toMatchObject({
      status: 422,
      body: { fields: { email: 'Enter a valid email' } },
    })
  })
  it.each([
    [
      { service_frequency: 'every_x_weeks', service_interval: 1 },
      { service_frequency: 'weekly', service_interval: null },
    ],
    [
      { service_frequency: 'every_x_weeks', service_interval: 99 },
      { service_frequency: 'every_x_weeks', service_interval: 26 },
    ],
    [
      { service_frequency: 'every_x_weeks', service_interval: 'often' },
      { service_frequency: 'every_x_weeks', service_interval: 2 },
    ],
    [
      { service_frequency: 'monthly', service_interval: 5 },
      { service_frequency: 'monthly', service_interval: null },
    ],
  ])('frequency %j is kept as %j', async (body, kept) => {
    const { token, email } = await start()
    await visitor('PATCH /api/public/signup/{code}/lead/frequency', { ...params(), body: { email, lead_token: token, ...body } })
    expect((await visitor('GET /api/public/signup/{code}/lead', { ...params(), query: { lead_token: token } })).body).toMatchObject(kept)
  })
  it('price what was chosen from the catalogue and keep what the page showed', async () => {
    const { token, email } = await start()
    const services_selected = [{ key: 'mowing', price_cents: 1 }, { key: 'edging' }, { key: 'aeration', price_cents: 0 }, { key: 'made_up', price_cents: 5 }]
    await visitor('PATCH /api/public/signup/{code}/lead/services', { ...params(), body: { email, lead_token: token, services_selected } })
    expect((await open.rows('select data from signup_leads where email = $1', [email]))[0].data.services_selected).toEqual([
      { key: 'mowing', price_cents: 4500, shown_cents: 1, price_differs: true },
      { key: 'edging', price_cents: 2500, shown_cents: null, price_differs: false },
    ])
  })
  it('say when the address is out of the usual area', async () => {
    await owner('POST /api/owner/organization/update', { body: { service_area_zipcodes: ['27601'] } })
    const lead = await start()
    await visitor('PATCH /api/public/signup/{code}/lead', { ...params(), body: { email: lead.email, lead_token: lead.token, ...address, zip: '90210' } })
    expect((await visitor('GET /api/public/signup/{code}/lead', { ...params(), query: { lead_token: lead.token } })).body.out_of_area).toBe(true)
    await finish(lead, { zip: '90210' })
    expect(await customersOf(lead.email)).toMatchObject([{ out_of_area: true }])
    // Who wants to, refuses: at the step, at the end and in the simple form.
    await owner('POST /api/owner/organization/update', { body: { signups_in_area_only: true } })
    const refused = { status: 422, body: { code: 'invalid', fields: { zip: 'We do not come to this ZIP yet' } } }
    const far = await start()
    const there = { email: far.email, lead_token: far.token, ...address, zip: '90210' }
    expect(await visitor('PATCH /api/public/signup/{code}/lead', { ...params(), body: there })).toMatchObject(refused)
    expect(await finish(far, { zip: '90210' })).toMatchObject(refused)
    expect(await visitor('POST /api/public/signup/{code}', { ...params(), body: { ...there, lead_token: undefined } })).toMatchObject(refused)
    expect(await customersOf(far.email)).toHaveLength(0)
    expect(await finish(far)).toMatchObject({ status: 200 })
    await owner('POST /api/owner/organization/update', { body: { service_area_zipcodes: null, signups_in_area_only: false } })
  })
})

describe('what is agreed to', () => {
  it('is kept as evidence: text, hash, cap, address and agent', async () => {
    const { token, email } = await start()
    const chosen = { email, lead_token: token, services_selected: [{ key: 'edging' }, { key: 'mowing' }] }
    await visitor('PATCH /api/public/signup/{code}/lead/services', { ...params(), body: chosen })
    const agree = (body: object) =>
      visitor('PATCH /api/public/signup/{code}/lead/consents', {
        ...params(),
        body: { email, lead_token: token, ...body },
        headers: { 'user-agent': 'Phone/1.0' },
      })
    await agree({ autopay_authorized: true, autopay_oneoffs: true, sms_opt_in: true, authorization_text: text })
    const kept = await consentsOf(token)
    expect(kept.map((row) => [row.kind, row.cap_cents === null ? null : Number(row.cap_cents)])).toEqual([
      ['autopay', 7000],
      ['autopay_oneoffs', 7000],
      ['sms', null],
    ])
    for (const row of kept)
      expect(row).toMatchObject({ accepted: true, text, text_hash: expect.stringMatching(/^[0-9a-f]{64}$/), ip: '127.0.0.1', agent: 'Phone/1.0' })
    // The same once more is the same evidence; without the parent there is no one-off.
    await agree({ autopay_authorized: true, autopay_oneoffs: true, sms_opt_in: true, authorization_text: text })
    expect((await consentsOf(token)).map((row) => row.id)).toEqual(kept.map((row) => row.id))
    await agree({ autopay_authorized: false, autopay_oneoffs: true, sms_opt_in: true })
    expect(await consentsOf(token)).toMatchObject([{ kind: 'sms', text: smsConsent({ organization: 'Green Acres Lawn Care' }) }])
    expect(await open.rows('select count(*)::int as n from consents where signup_lead_id = (select id from signup_leads where email = $1)', [email])).toEqual([
      { n: 4 },
    ])
  })
  it('is kept in the words beside each box', async () => {
    const { token, email } = await start()
    const body = { email, lead_token: token, autopay_authorized: true, autopay_oneoffs: true, sms_opt_in: true, authorization_text: text }
    const consent_texts = { autopay: 'Charge my card.', autopay_oneoffs: 'Charge it for one-time work too.' }
    await visitor('PATCH /api/public/signup/{code}/lead/consents', { ...params(), body: { ...body, consent_texts } })
    expect((await consentsOf(token)).map((row) => row.text)).toEqual([consent_texts.autopay, consent_texts.autopay_oneoffs, text])
    // The last call says the same once more: the evidence of the first stands.
    const kept = (await consentsOf(token)).map((row) => row.id)
    await finish({ token, email }, { ...body, consent_texts })
    expect((await consentsOf(token)).map((row) => row.id)).toEqual(kept)
  })
  it('409 estimate_changed: nobody is held to another limit than the one they read', async () => {
    const lead = await start()
    const { token, email } = lead
    const chosen = { email, lead_token: token, services_selected: [{ key: 'mowing' }] }
    await visitor('PATCH /api/public/signup/{code}/lead/services', { ...params(), body: chosen })
    const authorization_text = autochargeConsent({ organization: 'Green Acres Lawn Care', limit: '$40.00' })
    const agreed = { email, lead_token: token, autopay_authorized: true, authorization_text }
    const stale = { status: 409, body: { code: 'estimate_changed', error: expect.stringContaining('The prices have changed') } }
    expect(await visitor('PATCH /api/public/signup/{code}/lead/consents', { ...params(), body: agreed })).toMatchObject(stale)
    expect(await finish(lead, agreed)).toMatchObject(stale)
    expect(await consentsOf(token)).toHaveLength(0)
    expect(await customersOf(email)).toHaveLength(0)
    const right = { ...agreed, authorization_text: authorization_text.replace('$40.00', '$45.00') }
    expect(await visitor('PATCH /api/public/signup/{code}/lead/consents', { ...params(), body: right })).toMatchObject({ status: 200 })
  })
  it('survives a last call that repeats none of it', async () => {
    const lead = await start()
    await visitor('PATCH /api/public/signup/{code}/lead/services', {
      ...params(),
      body: { email: lead.email, lead_token: lead.token, services_selected: [{ key: 'mowing' }] },
    })
    await visitor('PATCH /api/public/signup/{code}/lead/frequency', {
      ...params(),
      body: { email: lead.email, lead_token: lead.token, service_frequency: 'every_x_weeks', service_interval: 3 },
    })
    await visitor('PATCH /api/public/signup/{code}/lead/consents', {
      ...params(),
      body: { email: lead.email, lead_token: lead.token, autopay_authorized: true },
    })
    await finish(lead)
    expect(await consentsOf(lead.token)).toMatchObject([{ kind: 'autopay', text: expect.stringContaining('$45.00') }])
    expect(await customersOf(lead.email)).toMatchObject([
      { services_selected: [{ key: 'mowing' }], service_frequency: 'every_x_weeks', service_interval: 3, autopay_enabled: false },
    ])
    expect(Number((await customersOf(lead.email))[0].autopay_cap_cents)).toBe(4500)
  })
})

describe('POST /api/public/signup/{code}', () => {
  it('makes a lead once, however often it is sent, with the last answers', async () => {
    const lead = await start()
    const answer = { ok: true, customer_id: null, status: 'lead', next: 'login' }
    const agreed = { autopay_authorized: true, authorization_text: text, services_selected: [{ key: 'mowing', price_cents: 1 }], available_days: ['mon'] }
    const replies = await Promise.all([finish(lead, agreed), finish(lead, agreed)])
    for (const reply of replies) expect(reply).toMatchObject({ status: 200, body: answer })
    expect(await finish(lead, { ...agreed, street: '99 Oak St' })).toMatchObject({ status: 200, body: answer })
    expect(await customersOf(lead.email)).toMatchObject([
      {
        status: 'lead',
        street: '99 Oak St',
        available_days: ['mon'],
        services_selected: [{ key: 'mowing', price_cents: 4500, price_differs: true }],
        person_id: null,
        signup_completed_at: expect.any(String),
      },
    ])
    expect(await consentsOf(lead.token)).toHaveLength(1)
    expect(await open.rows('select 1 from consents where signup_lead_id = (select id from signup_leads where email = $1)', [lead.email])).toHaveLength(1)
  })
  it('answers the same for an address that is a customer, and leaves that record alone', async () => {
    const before = await customersOf('harper.nguyen@mail.example')
    const lead = await start('Harper.Nguyen@mail.example')
    expect(await finish(lead)).toMatchObject({ status: 200, body: { ok: true, customer_id: null, status: 'lead', next: 'login' } })
    expect(await customersOf('harper.nguyen@mail.example')).toEqual(before)
  })
  it('takes the simple form in one call; the browser keeps the token for the sign-in after it', async () => {
    const body = {
      name: 'Ann One',
      email: 'ann.one@mail.example',
      phone_number: '(919) 555-0171',
      ...address,
      services_selected: [{ key: 'mowing', price_cents: 4500 }],
    }
    const reply = await visitor('POST /api/public/signup/{code}', { ...params(), body })
    expect(reply).toMatchObject({ status: 200, body: { ok: true, next: 'login' } })
    expect(await customersOf('ann.one@mail.example')).toMatchObject([
      { name: 'Ann One', phone_number: '+19195550171', state: 'NC', zip: '27601', status: 'lead' },
    ])
    expect(await open.rows("select 1 from messages where recipient = 'ann.one@mail.example'")).toHaveLength(0)
    const cookie = reply.headers.get('set-cookie')!.split(';')[0]!
    // The next person at the same screen signs up for themselves.
    const next = await visitor('POST /api/public/signup/{code}', {
      ...params(),
      body: { ...body, name: 'Bob Two', email: 'bob.two@mail.example' },
      headers: { cookie },
    })
    expect(next.headers.get('set-cookie')).toContain('signup_lead=')
    expect(await customersOf('bob.two@mail.example')).toMatchObject([{ name: 'Bob Two' }])
    expect(await customersOf('ann.one@mail.example')).toMatchObject([{ name: 'Ann One' }])
    const ann = await person('ann.one@mail.example')
    expect(await ann('POST /api/users/signup/claim', { body: {}, headers: { cookie } })).toMatchObject({ status: 200, body: { next: 'pay' } })
  })
  it.each([
    ['email', { email: 'x' }, 'Enter a valid email'],
    ['street', { street: ' ' }, 'Enter your street address'],
    ['city', { city: '' }, 'Enter your city'],
    ['state', { state: 'Carolina' }, 'Use 2-letter state code (e.g., NC)'],
    ['zip', { zip: '2760' }, 'Enter a valid 5-digit ZIP'],
    ['phone_number', { phone_number: '555-0100' }, 'Enter a valid phone number'],
  ])('422 names %s', async (field, wrong, sentence) => {
    const reply = await visitor('POST /api/public/signup/{code}', { ...params(), body: { name: 'A', email: 'a@mail.example', ...address, ...wrong } })
    expect(reply).toMatchObject({ status: 422, body: { fields: { [field]: sentence } } })
  })
  it('makes an active customer where the organization wants that', async () => {
    await owner('POST /api/owner/organization/update', { body: { activate_signups: true } })
    const lead = await start()
    await finish(lead)
    await owner('POST /api/owner/organization/update', { body: { activate_signups: false } })
    expect(await customersOf(lead.email)).toMatchObject([{ status: 'active', was_active: true }])
  })
})

describe('POST /api/users/signup/claim', () => {
  it('makes a new person the customer, once, and nobody else', async () => {
    const lead = await start('new.person@mail.example')
    await finish(lead, { name: 'New Person', services_selected: [{ key: 'mowing' }], autopay_authorized: true, authorization_text: text })
    const caller = await person(lead.email)
    const first = await claim(caller, lead.token)
    expect(first).toMatchObject({ status: 200, body: { ok: true, organization_id: open.world.green.id, next: 'pay' } })
    expect(await claim(caller, lead.token)).toMatchObject({ status: 200, body: first.body })
    expect((await caller('GET /api/users/me')).body).toMatchObject({ role: 'user', organization_id: open.world.green.id })
    expect(await customersOf(lead.email)).toMatchObject([{ id: first.body.customer_id, status: 'lead', name: 'New Person' }])
    expect(await open.rows('select kind from consents where customer_id = $1', [first.body.customer_id])).toEqual([{ kind: 'autopay' }])
    const second = await person('second.person@mail.example')
    expect(await claim(second, lead.token)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    // From now on the token changes nothing.
    const late = { email: lead.email, lead_token: lead.token }
    expect(await visitor('PATCH /api/public/signup/{code}/lead', { ...params(), body: { ...late, ...address, street: '1 Other St' } })).toMatchObject({
      status: 409,
      body: { code: 'already_signed_up' },
    })
    expect(await visitor('PATCH /api/public/signup/{code}/lead/consents', { ...params(), body: { ...late, autopay_authorized: false } })).toMatchObject({
      status: 409,
    })
    expect(await finish(lead, { street: '1 Other St' })).toMatchObject({ status: 200 })
    expect(await customersOf(lead.email)).toMatchObject([{ street: '12 Elm St' }])
  })
  it('of two who claim at once one gets it', async () => {
    const lead = await start()
    await finish(lead)
    const both = [await person('race.one@mail.example'), await person('race.two@mail.example')]
    const replies = await Promise.all(both.map((caller) => claim(caller, lead.token)))
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 404])
  })
  it('binds by the token though the login has another address; the contact address is the form’s', async () => {
    const lead = await start('contact@mail.example')
    await finish(lead)
    const reply = await claim(await person('login@mail.example'), lead.token)
    expect(await open.rows('select email from customers where id = $1', [reply.body.customer_id])).toEqual([{ email: 'contact@mail.example' }])
  })
  it.each([
    ['is given the record they have here, when they proved its mailbox', 'rosa.delgado@mail.example', 'rosa.delgado@mail.example', true, true],
    ['gets a record of their own without that proof', 'theo.brandt@mail.example', 'theo.brandt@mail.example', false, false],
    ['gets a record of their own when they signed up with another’s address', 'ivy.castellano@mail.example', 'not.ivy@mail.example', true, false],
    ['gets one even when both addresses are others’', 'noah.feld@mail.example', 'quinn.abara@mail.example', true, false],
  ])('an existing customer %s', async (_, email, login, verified, same) => {
    const [before] = await customersOf(email)
    const lead = await start(email)
    await finish(lead, { street: '5 New Rd' })
    const reply = await claim(await person(login, verified), lead.token)
    expect(reply.status).toBe(200)
    expect(reply.body.customer_id === before.id).toBe(same)
    const [after] = await customersOf(email)
    expect([after.street, after.status, after.id]).toEqual([before.street, before.status, before.id])
    expect(await open.rows("select text from customer_notes where customer_id = $1 and author_name = 'Sign-up'", [reply.body.customer_id])).toMatchObject(
      same ? [{ text: expect.stringContaining('5 New Rd') }] : login === 'not.ivy@mail.example' ? [] : [{ text: expect.stringContaining(email) }],
    )
  })
  it('a lead known here takes the new answers once they prove who they are', async () => {
    const lead = await start('lee.hartmann@mail.example')
    await finish(lead, { street: '5 New Rd', services_selected: [{ key: 'hedges' }] })
    const reply = await claim(await person('lee.hartmann@mail.example'), lead.token)
    expect(await customersOf('lee.hartmann@mail.example')).toMatchObject([
      { id: reply.body.customer_id, name: 'Lee Hartmann', street: '5 New Rd', services_selected: [{ key: 'hedges' }], service_frequency: 'biweekly' },
    ])
  })
  it('a customer who signs up again with another address keeps one record', async () => {
    const casey = await open.as('customer@green-acres.example')
    const lead = await start('casey.other@mail.example')
    await finish(lead)
    expect(await claim(casey, lead.token)).toMatchObject({ status: 200, body: { customer_id: open.world.green.customers['casey']!.id, next: 'done' } })
    expect(await customersOf('casey.other@mail.example')).toMatchObject([{ status: 'archived', archived_reason: 'duplicate' }])
  })
  it.each(['owner', 'crew'])('409 staff_here for the %s, whose role stays', async (who) => {
    const lead = await start()
    await finish(lead)
    const staff = await open.as(`${who}@green-acres.example`)
    expect(await claim(staff, lead.token)).toMatchObject({ status: 409, body: { code: 'staff_here' } })
    expect(await open.rows('select person_id from customers where email = $1', [lead.email])).toEqual([{ person_id: null }])
  })
  it('somebody of another business becomes a customer here and keeps what they are there', async () => {
    const lead = await start()
    await finish(lead)
    const lena = await open.as('crew@bright-side.example')
    expect(await claim(lena, lead.token)).toMatchObject({ status: 200 })
    expect(await open.rows('select organization_id, role from memberships where person_id = $1 order by role', [open.world.bright.people['crew']!.id])).toEqual(
      [
        { organization_id: open.world.bright.id, role: 'crew_member' },
        { organization_id: open.world.green.id, role: 'user' },
      ],
    )
  })
  it('401 without a sign-in, 404 without a token', async () => {
    expect(await visitor('POST /api/users/signup/claim', { body: {} })).toMatchObject({ status: 401 })
    expect(await claim(await open.as('customer@green-acres.example'), '')).toMatchObject({ status: 404 })
  })
})

describe('PATCH /api/users/signup/finish', () => {
  it('saves name and phone, and texts begin once there is a number', async () => {
    const lead = await start('finisher@mail.example')
    await finish(lead, { sms_opt_in: true })
    const caller = await person(lead.email)
    const { customer_id } = (await claim(caller, lead.token)).body
    expect(await customersOf(lead.email)).toMatchObject([{ sms_opt_in: false }])
    const save = (body: object) => caller('PATCH /api/users/signup/finish', { body })
    expect(await save({ name: 'Fin Isher' })).toMatchObject({ status: 200, body: { ok: true } })
    expect(await save({ phone_number: '' })).toMatchObject({ status: 422, body: { fields: { phone_number: 'Enter a valid phone number' } } })
    expect(await save({ phone_number: '12345' })).toMatchObject({ status: 422 })
    expect(await customersOf(lead.email)).toMatchObject([{ sms_opt_in: false }])
    expect(await save({ phone_number: '(919) 555-0172' })).toMatchObject({ status: 200 })
    expect(await customersOf(lead.email)).toMatchObject([{ id: customer_id, name: 'Fin Isher', phone_number: '+19195550172', sms_opt_in: true }])
    expect((await caller('GET /api/users/me')).body.name).toBe('Fin Isher')
    // Said once, with the way to the summary.
    await save({ phone_number: '(919) 555-0172' })
    const letters = await open.rows("select text from messages where template = 'signup_finished' and recipient = $1", [lead.email])
    expect(letters).toMatchObject([{ text: expect.stringContaining('http://localhost:3000/signup/org/green-acres/done') }])
  })
  it('the phone is optional for whoever asked for no texts, and no text is sent unasked', async () => {
    const lead = await start('quiet@mail.example')
    await finish(lead)
    const caller = await person(lead.email)
    await claim(caller, lead.token)
    expect(await caller('PATCH /api/users/signup/finish', { body: { phone_number: null } })).toMatchObject({ status: 200 })
    expect(await caller('PATCH /api/users/signup/finish', { body: { phone_number: '(919) 555-0173' } })).toMatchObject({ status: 200 })
    expect(await customersOf(lead.email)).toMatchObject([{ sms_opt_in: false }])
  })
  it('name and phone may come by the token too; they fill what is empty', async () => {
    const lead = await start('by.token@mail.example')
    await finish(lead, { sms_opt_in: true })
    await claim(await person(lead.email), lead.token)
    const late = { email: lead.email, lead_token: lead.token }
    expect(
      await visitor('PATCH /api/public/signup/{code}/lead', { ...params(), body: { ...late, name: 'By Token', phone_number: '919-555-0174' } }),
    ).toMatchObject({ status: 200 })
    await visitor('PATCH /api/public/signup/{code}/lead', { ...params(), body: { ...late, name: 'Somebody Else' } })
    expect(await customersOf(lead.email)).toMatchObject([{ name: 'By Token', phone_number: '+19195550174', sms_opt_in: true }])
  })
  it.each(['owner', 'crew'])('403 for the %s', async (who) => {
    expect(await (await open.as(`${who}@green-acres.example`))('PATCH /api/users/signup/finish', { body: { name: 'X' } })).toMatchObject({ status: 403 })
  })
})

describe('invitations and links', () => {
  const invited = async (email: string) => (await owner('POST /api/owner/invitations/email', { body: { email } })).body.invite as { id: string; code: string }
  it('one that serves once serves the first who finishes, who may come back', async () => {
    const invite = await invited('only.one@mail.example')
    const [winner, loser] = [await start(undefined, invite.code), await start(undefined, invite.code)]
    expect(await finish(winner, {}, invite.code)).toMatchObject({ status: 200 })
    expect(await finish(loser, {}, invite.code)).toMatchObject({ status: 404 })
    expect(await customersOf(loser.email)).toHaveLength(0)
    expect(await visitor('GET /api/public/signup/{code}', params(invite.code))).toMatchObject({ status: 404 })
    expect(await visitor('GET /api/public/signup/{code}', { ...params(invite.code), query: { lead_token: winner.token } })).toMatchObject({ status: 200 })
    expect(await visitor('GET /api/public/signup/{code}/lead', { ...params(invite.code), query: { lead_token: winner.token } })).toMatchObject({
      status: 200,
      body: { completed: true },
    })
    const caller = await person(winner.email)
    expect(await claim(caller, winner.token)).toMatchObject({ status: 200 })
    expect(await open.rows('select status, uses, accepted_by is not null as claimed from invitations where id = $1', [invite.id])).toEqual([
      { status: 'accepted', uses: 1, claimed: true },
    ])
    expect(await claim(await person(loser.email), loser.token)).toMatchObject({ status: 404 })
  })
  it('the rotated link is gone at once; pages by slug go on, and so does a sign-up under way', async () => {
    const lead = await start()
    const old = code
    await rotateCode()
    expect(code).not.toBe(old)
    expect(await visitor('GET /api/public/signup/{code}', params(old))).toMatchObject({ status: 404, body: { error: 'Invite not found or expired' } })
    expect(await visitor('POST /api/public/signup/{code}/lead', { ...params(old), body: { email: 'x@mail.example' } })).toMatchObject({ status: 404 })
    expect(await visitor('GET /api/public/org/{slug}', { params: { slug: 'green-acres' } })).toMatchObject({ status: 200, body: { signup_code: code } })
    expect(await finish(lead, {}, old)).toMatchObject({ status: 200 })
  })
  it.each([
    ['closed to sign-ups', 'signup_open = false', 'signup_open = true', 200],
    ['inactive', "status = 'inactive'", "status = 'active'", 404],
    ['past its trial', "trial_ends_at = now() - interval '30 days'", "trial_ends_at = now() + interval '14 days'", 404],
  ])('an organization that is %s takes nobody, without a hint why', async (_, shut, opened, page) => {
    const lead = await start()
    const set = (what: string) => open.rows(`update organizations set ${what} where id = $1`, [open.world.green.id])
    await set(shut)
    expect(await visitor('GET /api/public/signup/{code}', params())).toMatchObject({ status: 404, body: { error: 'Invite not found or expired' } })
    expect(await finish(lead)).toMatchObject({ status: 404, body: { error: 'Invite not found or expired' } })
    const bySlug = await visitor('GET /api/public/org/{slug}', { params: { slug: 'green-acres' } })
    expect(bySlug.status).toBe(page)
    expect(page === 200 ? bySlug.body.signup_code : bySlug.body.error).toBe(page === 200 ? null : 'Organization not found.')
    await set(opened)
    expect(await finish(lead)).toMatchObject({ status: 200 })
  })
})
