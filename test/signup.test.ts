import { describe, expect, it } from 'vitest'
import { address, code, customersOf, open, openSignups, owner, visitor } from './signup-bed.ts'
import type { Reply } from './world.ts'

openSignups()

const params = (other = code) => ({ params: { code: other } })
const text = 'I authorize Green Acres to charge me.'
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

describe('GET /api/public/signup/{code}', () => {
  it('200 returns the organization, its hours and current services', async () => {
    const reply = await visitor('GET /api/public/signup/{code}', params())
    expect(reply).toMatchObject({
      status: 200,
      body: {
        organization: { name: 'Green Acres Lawn Care', slug: 'green-acres' },
        signup_code: null,
      },
    })
    expect(Object.keys(reply.body.organization.business_hours!)).toEqual([
      'sun',
      'mon',
      'tue',
      'wed',
      'thu',
      'fri',
      'sat',
    ])
    expect(reply.body.organization.business_hours).toMatchObject({
      sun: { closed: true },
      sat: { open: '08:00', close: '13:00', closed: false },
    })
    expect(reply.body.services.map((one: { key: string }) => one.key)).not.toContain('aeration')
    expect(reply.body.services[0]).toEqual({
      key: 'edging',
      label: 'Edging & trimming',
      description: 'Crisp edges along beds, walks and drive.',
      taxable: false,
      price_cents: 2500,
      currency: 'USD',
      active: true,
    })
    expect(JSON.stringify(reply.body)).not.toMatch(/stripe|owner_person|trial/)
  })
  it('reports unusable codes only as gone', async () => {
    const invite = await owner('POST /api/owner/invitations/create', {
      body: { via: 'qr', ttl_hours: 1 },
    })
    await open.rows(
      "update invitations set expires_at = now() - interval '1 minute' where id = $1",
      [invite.body.invite.id],
    )
    const revoked = await owner('POST /api/owner/invitations/email', {
      body: { email: 'gone@mail.example' },
    })
    await owner('POST /api/owner/invitations/{code}/revoke', params(revoked.body.invite.code!))
    for (const other of [
      'nope',
      '0'.repeat(26),
      invite.body.invite.code!,
      revoked.body.invite.code!,
    ])
      for (const call of ['GET /api/public/signup/{code}', 'POST /api/public/signup/{code}/lead'])
        expect(
          await visitor.raw(call, {
            ...params(other),
            ...(call.startsWith('GET') ? {} : { body: { email: 'a@mail.example' } }),
          }),
        ).toMatchObject({
          status: 404,
          body: { error: 'Invite not found or expired' },
        })
  })
  it('409 for other kinds of codes, so that the page can redirect', async () => {
    const staff = await owner('POST /api/owner/invitations', {
      body: { email: 'hand@mail.example', role: 'crew_member' },
    })
    expect(staff.body).toMatchObject({ ok: true, invited: true })
    const mail = await open.row<{ text: string }>(
      "select text from messages where template = 'staff_invite' order by id desc limit 1",
    )
    expect(
      await visitor('GET /api/public/signup/{code}', params(/code=(\w+)/.exec(mail.text)![1])),
    ).toMatchObject({
      status: 409,
      body: { code: 'is_staff_invite' },
    })
    const set_up = await visitor('POST /api/public/owner-onboard/bootstrap', {
      body: { email: 'boss@mail.example' },
    })
    expect(await visitor('GET /api/public/signup/{code}', params(set_up.body.code))).toMatchObject({
      status: 409,
      body: { code: 'is_owner_invite' },
    })
  })
})

describe('the steps', () => {
  it('start the same way whether or not the address is known, and send one resume link', async () => {
    const known = await visitor('POST /api/public/signup/{code}/lead', {
      ...params(),
      body: { email: 'customer@green-acres.example' },
    })
    const fresh = await visitor('POST /api/public/signup/{code}/lead', {
      ...params(),
      body: { email: 'first@mail.example' },
    })
    expect(Object.keys(known.body)).toEqual(Object.keys(fresh.body))
    expect([known.status, known.body.step]).toEqual([fresh.status, fresh.body.step])
    const letters = await open.rows(
      "select text from messages where template = 'signup_resume' and recipient = 'first@mail.example'",
    )
    expect(letters).toHaveLength(1)
    expect(letters[0]!.text).toContain(
      `http://localhost:3000/signup/${code}?resume=${fresh.body.lead_token}`,
    )
    const cookie = fresh.headers.get('set-cookie')!
    expect(cookie).toMatch(/signup_lead=.*HttpOnly.*SameSite=Lax/)
    // Back to the first step: the same sign-up, no second e-mail.
    const again = await visitor('POST /api/public/signup/{code}/lead', {
      ...params(),
      body: { email: 'First@mail.example' },
      headers: { cookie: cookie.split(';')[0]! },
    })
    expect(again.body.lead_token).toBe(fresh.body.lead_token)
    expect(
      await open.rows(
        "select 1 from messages where template = 'signup_resume' and recipient ilike 'first@mail.example'",
      ),
    ).toHaveLength(1)
  })
  it('agree to nothing that was not ticked', async () => {
    const { token } = await start()
    const { body } = await visitor('GET /api/public/signup/{code}/lead', {
      ...params(),
      query: { lead_token: token },
    })
    expect(body).toMatchObject({
      autopay_authorized: false,
      autopay_oneoffs: false,
      sms_opt_in: false,
    })
  })
  it('send at most three resume links an hour to one address', async () => {
    for (let n = 0; n < 5; n++) await start('bombed@mail.example')
    expect(
      await open.rows(
        "select 1 from messages where template = 'signup_resume' and recipient = 'bombed@mail.example'",
      ),
    ).toHaveLength(3)
  })
  it('save nothing when the honeypot field is filled in', async () => {
    const reply = await visitor('POST /api/public/signup/{code}/lead', {
      ...params(),
      body: { email: 'robot@mail.example', website: 'http://spam.example' },
    })
    expect(reply).toMatchObject({
      status: 200,
      body: { ok: true, lead_token: expect.any(String), step: 'address' },
    })
    expect(
      await visitor('POST /api/public/signup/{code}', {
        ...params(),
        body: { email: 'robot@mail.example', ...address, website: 'x' },
      }),
    ).toMatchObject({
      status: 200,
    })
    expect(
      await open.rows("select 1 from signup_leads where email = 'robot@mail.example'"),
    ).toHaveLength(0)
    expect(await customersOf('robot@mail.example')).toHaveLength(0)
  })
  it('are saved individually and continue on another device by the token', async () => {
    const lead = await start()
    const { token, email } = lead
    const steps = [
      ['', { ...address }, 'availability'],
      ['/availability', { available_days: ['Monday', 'WED'] }, 'services'],
      ['/services', { services_selected: [{ key: 'mowing', price_cents: 4500 }] }, 'frequency'],
      ['/frequency', { service_frequency: 'every_x_weeks', service_interval: 3 }, 'disclosures'],
      [
        '/consents',
        { autopay_authorized: true, sms_opt_in: true, authorization_text: text },
        'postauth_name',
      ],
    ] as const
    for (const [path, body, step] of steps) {
      expect(
        await visitor(`PATCH /api/public/signup/{code}/lead${path}`, {
          ...params(),
          body: { email, lead_token: token, ...body },
        }),
      ).toMatchObject({
        status: 200,
        body: { ok: true, step },
      })
      expect(
        (
          await visitor('GET /api/public/signup/{code}/lead', {
            ...params(),
            query: { lead_token: token },
          })
        ).body.step,
      ).toBe(step)
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
    expect(
      (
        await visitor('GET /api/public/signup/{code}/lead', {
          ...params(),
          query: { lead_token: token },
        })
      ).body,
    ).toMatchObject(state)
    expect(
      (
        await visitor('GET /api/public/signup/{code}/lead', {
          ...params(),
          headers: { cookie: `signup_lead=${token}` },
        })
      ).body,
    ).toMatchObject(state)
    // Going back to an earlier step doesn't reset progress.
    await visitor('PATCH /api/public/signup/{code}/lead/availability', {
      ...params(),
      body: { email, lead_token: token, available_days: [] },
    })
    expect(
      (
        await visitor('GET /api/public/signup/{code}/lead', {
          ...params(),
          query: { lead_token: token },
        })
      ).body,
    ).toMatchObject({
      step: 'postauth_name',
      available_days: [],
    })
  })
  it.each([
    ['without a token', undefined],
    ['with a made-up token', 'x'.repeat(26)],
  ])('404 %s, whatever the email', async (_, lead_token) => {
    const { email } = await start()
    for (const [path, body] of [
      ['', address],
      ['/availability', { available_days: [] }],
      ['/services', { services_selected: [] }],
      ['/frequency', { service_frequency: 'weekly' }],
      ['/consents', {}],
    ] as const)
      expect(
        await visitor(`PATCH /api/public/signup/{code}/lead${path}`, {
          ...params(),
          body: { email, ...(lead_token ? { lead_token } : {}), ...body },
        }),
      ).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(
      await visitor('GET /api/public/signup/{code}/lead', {
        ...params(),
        query: lead_token ? { lead_token } : {},
      }),
    ).toMatchObject({ status: 404 })
    expect(await open.rows('select data from signup_leads where email = $1', [email])).toEqual([
      { data: {} },
    ])
  })
  it('an email in the body doesn’t select a lead, and another business’s token is unknown here', async () => {
    const [mine, theirs] = [await start(), await start()]
    await visitor('PATCH /api/public/signup/{code}/lead', {
      ...params(),
      body: { email: theirs.email, lead_token: mine.token, ...address },
    })
    expect(
      await open.rows('select email, data from signup_leads where email = $1', [theirs.email]),
    ).toEqual([{ email: theirs.email, data: {} }])
    const bright = open.world.bright.permanent_code
    const foreign = await start('visitor@mail.example', bright)
    expect(
      await visitor('PATCH /api/public/signup/{code}/lead', {
        ...params(),
        body: { email: foreign.email, lead_token: foreign.token, ...address },
      }),
    ).toMatchObject({ status: 404 })
    expect(await finish(foreign)).toMatchObject({ status: 404 })
  })
  it.each([
    ['', { street: '' }, 'street', 'Enter your street address'],
    ['', { ...address, state: 'ZZ' }, 'state', 'Use 2-letter state code (e.g., NC)'],
    ['', { ...address, zip: '123' }, 'zip', 'Enter a valid 5-digit ZIP'],
    ['', { phone_number: '+ ( ) - . - . - .' }, 'phone_number', 'Enter a valid phone number'],
    [
      '/services',
      { services_selected: [{ key: 'mowing', price_cents: -1 }] },
      'services_selected.0.price_cents',
      undefined,
    ],
    ['/frequency', { service_frequency: 'hourly' }, 'service_frequency', undefined],
    ['/consents', { autopay_authorized: 'yes' }, 'autopay_authorized', undefined],
  ])('422 lead%s %j with an error for %s', async (path, body, field, sentence) => {
    const { token, email } = await start()
    const reply = await visitor.raw(`PATCH /api/public/signup/{code}/lead${path}`, {
      ...params(),
      body: { email, lead_token: token, ...body },
    })
    expect(reply).toMatchObject({
      status: 422,
      body: { code: 'invalid', fields: { [field]: sentence ?? expect.any(String) } },
    })
  })
  it('422 for an invalid email', async () => {
    expect(
      await visitor('POST /api/public/signup/{code}/lead', {
        ...params(),
        body: { email: 'nobody' },
      }),
    ).toMatchObject({
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
  ])('frequency %j is saved as %j', async (body, kept) => {
    const { token, email } = await start()
    await visitor.raw('PATCH /api/public/signup/{code}/lead/frequency', {
      ...params(),
      body: { email, lead_token: token, ...body },
    })
    expect(
      (
        await visitor('GET /api/public/signup/{code}/lead', {
          ...params(),
          query: { lead_token: token },
        })
      ).body,
    ).toMatchObject(kept)
  })
  it('price the chosen services from the catalog and store what the page showed', async () => {
    const { token, email } = await start()
    const services_selected = [
      { key: 'mowing', price_cents: 1 },
      { key: 'edging' },
      { key: 'aeration', price_cents: 0 },
      { key: 'made_up', price_cents: 5 },
    ]
    await visitor('PATCH /api/public/signup/{code}/lead/services', {
      ...params(),
      body: { email, lead_token: token, services_selected },
    })
    expect(
      (
        await open.row<{ data: { services_selected: unknown } }>(
          'select data from signup_leads where email = $1',
          [email],
        )
      ).data.services_selected,
    ).toEqual([
      { key: 'mowing', price_cents: 4500, shown_cents: 1, price_differs: true },
      { key: 'edging', price_cents: 2500, shown_cents: null, price_differs: false },
    ])
  })
  it('report an address outside the service area', async () => {
    await owner('POST /api/owner/organization/update', {
      body: { service_area_zipcodes: ['27601'] },
    })
    const lead = await start()
    await visitor('PATCH /api/public/signup/{code}/lead', {
      ...params(),
      body: { email: lead.email, lead_token: lead.token, ...address, zip: '90210' },
    })
    expect(
      (
        await visitor('GET /api/public/signup/{code}/lead', {
          ...params(),
          query: { lead_token: lead.token },
        })
      ).body.out_of_area,
    ).toBe(true)
    await finish(lead, { zip: '90210' })
    expect(await customersOf(lead.email)).toMatchObject([{ out_of_area: true }])
    // A business can choose to refuse them: at the step, at the end and in the simple form.
    await owner('POST /api/owner/organization/update', { body: { signups_in_area_only: true } })
    const refused = {
      status: 422,
      body: { code: 'invalid', fields: { zip: 'We do not come to this ZIP yet' } },
    }
    const far = await start()
    const there = { email: far.email, lead_token: far.token, ...address, zip: '90210' }
    expect(
      await visitor('PATCH /api/public/signup/{code}/lead', { ...params(), body: there }),
    ).toMatchObject(refused)
    expect(await finish(far, { zip: '90210' })).toMatchObject(refused)
    expect(
      await visitor('POST /api/public/signup/{code}', {
        ...params(),
        body: { ...there, lead_token: undefined },
      }),
    ).toMatchObject(refused)
    expect(await customersOf(far.email)).toHaveLength(0)
    expect(await finish(far)).toMatchObject({ status: 200 })
    await owner('POST /api/owner/organization/update', {
      body: { service_area_zipcodes: null, signups_in_area_only: false },
    })
  })
})
