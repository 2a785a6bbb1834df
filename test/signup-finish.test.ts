import { describe, expect, it } from 'vitest'
import { autochargeConsent, consentTexts, smsConsent } from '../src/domain/flows/signup.ts'
import { hashCode } from '../src/server/base/kit/codes.ts'
import { address, code, customersOf, open, openSignups, owner, visitor } from './signup-bed.ts'
import type { Caller, Reply } from './world.ts'

openSignups()
const text = 'I authorize Green Acres to charge me.'
const params = (other = code) => ({ params: { code: other } })
let people = 0

async function start(
  email = `visitor${++people}@mail.example`,
  other = code,
): Promise<{ token: string; email: string }> {
  const reply = await visitor('POST /api/public/signup/{code}/lead', {
    ...params(other),
    body: { email },
  })
  expect(reply).toMatchObject({ status: 200, body: { ok: true, step: 'address' } })
  return { token: reply.body.lead_token, email }
}
/** Everything up to the sign-in page. */
async function finish(
  lead: { token: string; email: string },
  more: object = {},
  other = code,
): Promise<Reply> {
  return visitor('POST /api/public/signup/{code}', {
    ...params(other),
    body: { email: lead.email, ...address, lead_token: lead.token, ...more },
  })
}
async function person(email: string, email_verified = true): Promise<Caller> {
  await open.app.identity!.createAccount({
    email,
    name: null,
    password: 'fieldhive-demo',
    email_verified,
  })
  return open.as(email)
}
const consentsOf = (token: string) =>
  open.rows(
    'select c.* from consents c join signup_leads l on l.id = c.signup_lead_id where l.token_hash = $1 and c.revoked_at is null order by c.kind',
    [hashCode(token)],
  )

describe('a sign-up in Spanish', () => {
  it('keeps the text that was read, and the customer’s messages come in Spanish', async () => {
    const email = `hispano${++people}@mail.example`
    const begun = await visitor('POST /api/public/signup/{code}/lead', {
      ...params(),
      body: { email, locale: 'es' },
    })
    const lead_token = begun.body.lead_token
    const texts = consentTexts({ organization: 'Green Acres Lawn Care', limit: '$45.00' }, 'es')
    const body = {
      email,
      lead_token,
      autopay_authorized: true,
      sms_opt_in: true,
      authorization_text: texts.autopay,
      consent_texts: texts,
      locale: 'es' as const,
    }
    const chosen = { email, lead_token, services_selected: [{ key: 'mowing' }] }
    await visitor('PATCH /api/public/signup/{code}/lead/services', { ...params(), body: chosen })
    await visitor('PATCH /api/public/signup/{code}/lead/consents', { ...params(), body })
    const state = await visitor('GET /api/public/signup/{code}/lead', {
      ...params(),
      query: { lead_token },
    })
    expect(state.body.locale).toBe('es')
    await finish({ token: lead_token, email })
    expect((await consentsOf(lead_token)).map(({ kind, text: kept }) => [kind, kept])).toEqual([
      [
        'autopay',
        autochargeConsent({ organization: 'Green Acres Lawn Care', limit: '$45.00' }, 'es'),
      ],
      ['sms', smsConsent({ organization: 'Green Acres Lawn Care' }, 'es')],
    ])
    expect(await customersOf(email)).toMatchObject([{ locale: 'es' }])
  })

  it('gets our text in that language if the form sends none', async () => {
    const { token, email } = await start()
    await finish({ token, email }, { sms_opt_in: true, locale: 'es' })
    expect(await consentsOf(token)).toMatchObject([
      { kind: 'sms', text: smsConsent({ organization: 'Green Acres Lawn Care' }, 'es') },
    ])
  })

  it('a language chosen in the profile later counts instead', async () => {
    const { token, email } = await start()
    await finish({ token, email }, { locale: 'es' })
    const me = await person(email)
    await me('POST /api/users/signup/claim', { body: { lead_token: token } })
    expect(await customersOf(email)).toMatchObject([{ locale: 'es' }])
    await me('PUT /api/users/update-me', { body: { locale: 'en-US' } })
    expect(await customersOf(email)).toMatchObject([{ locale: null }])
  })
})

describe('a consent', () => {
  it('is stored as evidence: text, hash, cap, IP address and user agent', async () => {
    const { token, email } = await start()
    const chosen = {
      email,
      lead_token: token,
      services_selected: [{ key: 'edging' }, { key: 'mowing' }],
    }
    await visitor('PATCH /api/public/signup/{code}/lead/services', { ...params(), body: chosen })
    const agree = (body: object) =>
      visitor('PATCH /api/public/signup/{code}/lead/consents', {
        ...params(),
        body: { email, lead_token: token, ...body },
        headers: { 'user-agent': 'Phone/1.0' },
      })
    await agree({
      autopay_authorized: true,
      autopay_oneoffs: true,
      sms_opt_in: true,
      authorization_text: text,
    })
    const kept = await consentsOf(token)
    expect(
      kept.map((row) => [row.kind, row.cap_cents === null ? null : Number(row.cap_cents)]),
    ).toEqual([
      ['autopay', 7000],
      ['autopay_oneoffs', 7000],
      ['sms', null],
    ])
    for (const row of kept)
      expect(row).toMatchObject({
        accepted: true,
        text,
        text_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        ip: '127.0.0.1',
        agent: 'Phone/1.0',
      })
    // Repeating it adds no evidence; one-off consent requires the general one.
    await agree({
      autopay_authorized: true,
      autopay_oneoffs: true,
      sms_opt_in: true,
      authorization_text: text,
    })
    expect((await consentsOf(token)).map((row) => row.id)).toEqual(kept.map((row) => row.id))
    await agree({ autopay_authorized: false, autopay_oneoffs: true, sms_opt_in: true })
    expect(await consentsOf(token)).toMatchObject([
      { kind: 'sms', text: smsConsent({ organization: 'Green Acres Lawn Care' }) },
    ])
    expect(
      await open.rows(
        'select count(*)::int as n from consents where signup_lead_id = (select id from signup_leads where email = $1)',
        [email],
      ),
    ).toEqual([{ n: 4 }])
  })
  it('is stored with the text next to each checkbox', async () => {
    const { token, email } = await start()
    const body = {
      email,
      lead_token: token,
      autopay_authorized: true,
      autopay_oneoffs: true,
      sms_opt_in: true,
      authorization_text: text,
    }
    const consent_texts = {
      autopay: 'Charge my card.',
      autopay_oneoffs: 'Charge it for one-time work too.',
    }
    const chosen = { email, lead_token: token, services_selected: [{ key: 'mowing' }] }
    await visitor('PATCH /api/public/signup/{code}/lead/services', { ...params(), body: chosen })
    await visitor('PATCH /api/public/signup/{code}/lead/consents', {
      ...params(),
      body: { ...body, consent_texts },
    })
    expect((await consentsOf(token)).map((row) => row.text)).toEqual([
      consent_texts.autopay,
      consent_texts.autopay_oneoffs,
      text,
    ])
    // The last call repeats it: the first evidence stays.
    const kept = (await consentsOf(token)).map((row) => row.id)
    await finish({ token, email }, { ...body, consent_texts })
    expect((await consentsOf(token)).map((row) => row.id)).toEqual(kept)
  })
  it('409 estimate_changed: a customer is only bound to the limit they saw', async () => {
    const lead = await start()
    const { token, email } = lead
    const chosen = { email, lead_token: token, services_selected: [{ key: 'mowing' }] }
    await visitor('PATCH /api/public/signup/{code}/lead/services', { ...params(), body: chosen })
    const authorization_text = autochargeConsent({
      organization: 'Green Acres Lawn Care',
      limit: '$40.00',
    })
    const agreed = { email, lead_token: token, autopay_authorized: true, authorization_text }
    const stale = {
      status: 409,
      body: { code: 'estimate_changed', error: expect.stringContaining('Prices have changed') },
    }
    expect(
      await visitor('PATCH /api/public/signup/{code}/lead/consents', { ...params(), body: agreed }),
    ).toMatchObject(stale)
    expect(await finish(lead, agreed)).toMatchObject(stale)
    expect(await consentsOf(token)).toHaveLength(0)
    expect(await customersOf(email)).toHaveLength(0)
    const right = { ...agreed, authorization_text: authorization_text.replace('$40.00', '$45.00') }
    expect(
      await visitor('PATCH /api/public/signup/{code}/lead/consents', { ...params(), body: right }),
    ).toMatchObject({ status: 200 })
  })
  it('409 no_price_yet without a service: nobody agrees to charges of up to $0.00', async () => {
    const lead = await start()
    const { token, email } = lead
    const body = { email, lead_token: token, autopay_authorized: true }
    const none = {
      status: 409,
      body: { code: 'no_price_yet', error: expect.stringContaining('There is no price to agree') },
    }
    expect(
      await visitor('PATCH /api/public/signup/{code}/lead/consents', { ...params(), body }),
    ).toMatchObject(none)
    expect(await finish(lead, body)).toMatchObject(none)
    expect([await consentsOf(token), await customersOf(email)]).toEqual([[], []])
    expect(await finish(lead)).toMatchObject({ status: 200 })
  })
  it('survives a last call that doesn’t repeat it', async () => {
    const lead = await start()
    await visitor('PATCH /api/public/signup/{code}/lead/services', {
      ...params(),
      body: { email: lead.email, lead_token: lead.token, services_selected: [{ key: 'mowing' }] },
    })
    await visitor('PATCH /api/public/signup/{code}/lead/frequency', {
      ...params(),
      body: {
        email: lead.email,
        lead_token: lead.token,
        service_frequency: 'every_x_weeks',
        service_interval: 3,
      },
    })
    await visitor('PATCH /api/public/signup/{code}/lead/consents', {
      ...params(),
      body: { email: lead.email, lead_token: lead.token, autopay_authorized: true },
    })
    await finish(lead)
    expect(await consentsOf(lead.token)).toMatchObject([
      { kind: 'autopay', text: expect.stringContaining('$45.00') },
    ])
    expect(await customersOf(lead.email)).toMatchObject([
      {
        services_selected: [{ key: 'mowing' }],
        service_frequency: 'every_x_weeks',
        service_interval: 3,
        autopay_enabled: false,
      },
    ])
    expect(Number((await customersOf(lead.email))[0]!.autopay_cap_cents)).toBe(4500)
  })
})

describe('POST /api/public/signup/{code}', () => {
  it('creates one lead, however often it is sent, with the latest answers', async () => {
    const lead = await start()
    const answer = { ok: true, customer_id: null, status: 'lead', next: 'login' }
    const agreed = {
      autopay_authorized: true,
      authorization_text: text,
      services_selected: [{ key: 'mowing', price_cents: 1 }],
      available_days: ['mon'],
    }
    const replies = await Promise.all([finish(lead, agreed), finish(lead, agreed)])
    for (const reply of replies) expect(reply).toMatchObject({ status: 200, body: answer })
    expect(await finish(lead, { ...agreed, street: '99 Oak St' })).toMatchObject({
      status: 200,
      body: answer,
    })
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
    expect(
      await open.rows(
        'select 1 from consents where signup_lead_id = (select id from signup_leads where email = $1)',
        [lead.email],
      ),
    ).toHaveLength(1)
  })
  it('responds the same for an existing customer’s address, and doesn’t change that record', async () => {
    const before = await customersOf('harper.nguyen@mail.example')
    const lead = await start('Harper.Nguyen@mail.example')
    expect(await finish(lead)).toMatchObject({
      status: 200,
      body: { ok: true, customer_id: null, status: 'lead', next: 'login' },
    })
    expect(await customersOf('harper.nguyen@mail.example')).toEqual(before)
  })
  it('accepts the simple form in one call; the browser keeps the token for the sign-in', async () => {
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
    expect(
      await open.rows("select template from messages where recipient = 'ann.one@mail.example'"),
    ).toEqual([{ template: 'signup_finished' }])
    const cookie = reply.headers.get('set-cookie')!.split(';')[0]!
    // The next person in the same browser starts a new sign-up.
    const next = await visitor('POST /api/public/signup/{code}', {
      ...params(),
      body: { ...body, name: 'Bob Two', email: 'bob.two@mail.example' },
      headers: { cookie },
    })
    expect(next.headers.get('set-cookie')).toContain('signup_lead=')
    expect(await customersOf('bob.two@mail.example')).toMatchObject([{ name: 'Bob Two' }])
    expect(await customersOf('ann.one@mail.example')).toMatchObject([{ name: 'Ann One' }])
    const ann = await person('ann.one@mail.example')
    expect(
      await ann('POST /api/users/signup/claim', { body: {}, headers: { cookie } }),
    ).toMatchObject({ status: 200, body: { next: 'pay' } })
  })
  it.each([
    ['email', { email: 'x' }, 'Enter a valid email'],
    ['street', { street: ' ' }, 'Enter your street address'],
    ['city', { city: '' }, 'Enter your city'],
    ['state', { state: 'Carolina' }, 'Use 2-letter state code (e.g., NC)'],
    ['zip', { zip: '2760' }, 'Enter a valid 5-digit ZIP'],
    ['phone_number', { phone_number: '555-0100' }, 'Enter a valid phone number'],
  ])('422 with an error for %s', async (field, wrong, sentence) => {
    const reply = await visitor('POST /api/public/signup/{code}', {
      ...params(),
      body: { name: 'A', email: 'a@mail.example', ...address, ...wrong },
    })
    expect(reply).toMatchObject({ status: 422, body: { fields: { [field]: sentence } } })
  })
  it('creates an active customer if the organization is set up that way', async () => {
    await owner('POST /api/owner/organization/update', { body: { activate_signups: true } })
    const lead = await start()
    await finish(lead)
    await owner('POST /api/owner/organization/update', { body: { activate_signups: false } })
    expect(await customersOf(lead.email)).toMatchObject([{ status: 'active', was_active: true }])
  })
})
