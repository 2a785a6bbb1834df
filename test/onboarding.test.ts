import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
beforeAll(async () => {
  open = await openWorld()
})
afterAll(() => open?.close())

const bootstrap = 'POST /api/public/owner-onboard/bootstrap'
const record = 'GET /api/public/owner-onboard/{code}'
const accept = 'POST /api/public/owner-onboard/{code}/accept'
const complete = 'POST /api/public/owner-onboard/{code}/complete'
let people = 0

async function founder(
  email = `founder${++people}@mail.example`,
  email_verified = true,
): Promise<Caller & { email: string }> {
  await open.app.identity!.createAccount({
    email,
    name: null,
    password: 'fieldhive-demo',
    email_verified,
  })
  return Object.assign(await open.as(email), { email })
}
async function begin(
  caller?: Caller,
  body: object = {},
): Promise<{ caller: Caller & { email: string }; code: string; params: { code: string } }> {
  const who = (caller ?? (await founder())) as Caller & { email: string }
  const { code } = (await who(bootstrap, { body })).body
  return { caller: who, code, params: { code } }
}
const organization = (id: string) => open.rows('select * from organizations where id = $1', [id])
const lost = { status: 404, body: { error: 'Failed to load onboarding link' } }

describe('bootstrap', () => {
  it('with a token: returns a code bound to its address, the same one each time, also by GET', async () => {
    const { caller, code, params } = await begin(undefined, { company: 'Tidy Yards' })
    expect((await caller(bootstrap, { body: {} })).body).toEqual({ code })
    expect(
      (
        await caller('GET /api/public/owner-onboard/bootstrap', {
          query: { email: 'x@mail.example' },
        })
      ).body,
    ).toEqual({ code })
    expect(await caller(record, { params })).toMatchObject({
      status: 200,
      body: {
        code,
        invited_email: caller.email,
        step: 'org_name',
        prefill: { org_name: 'Tidy Yards', zip: null },
        pricing_preview: { amount_cents: 300 },
      },
    })
  })
  it.each([
    ['green-lawns@mail.example', undefined, 'Green Lawns Services'],
    ['jo@mail.example', "jo's organization", 'Jo Services'],
    ['kim@mail.example', 'kim@mail.example', 'Kim Services'],
    ['lou@gmail.com', 'Lou & Sons', 'Lou & Sons'],
  ])('%s with company %j starts as %s', async (email, company, name) => {
    const { caller, params } = await begin(await founder(email), { company })
    expect((await caller(record, { params })).body.prefill.org_name).toBe(name)
  })
  it('without a token: returns a code that reveals nothing and only its verified address can use', async () => {
    const email = 'later@mail.example'
    const { code } = (await open.anonymous(bootstrap, { body: { email, company: 'Later Co' } }))
      .body
    const params = { code }
    const masked = {
      status: 200,
      body: {
        invited_email: 'l•••@m…',
        prefill: { org_name: '', phone_number: null, business_hours: null },
        step: 'org_name',
      },
    }
    expect(await open.anonymous(record, { params })).toMatchObject(masked)
    expect(await (await founder())(record, { params })).toMatchObject(masked)
    expect(
      await (
        await founder()
      )(accept, { params, body: { organization_name: 'Mine now' } }),
    ).toMatchObject({ status: 403, body: { code: 'other_email' } })
    const unproven = await founder(email, false)
    expect(
      await unproven(accept, { params, body: { organization_name: 'Later Co' } }),
    ).toMatchObject({ status: 403, body: { code: 'email_unverified' } })
    await open.rows(
      "insert into idp_address (kind, address, account_id, how) select 'mailbox', lower(email), id, 'link' from idp_account where lower(email) = lower($1)",
      [email],
    )
    open.app.actors.forget()
    expect((await unproven(bootstrap, { body: {} })).body).toEqual({ code })
    expect(
      await unproven(accept, { params, body: { organization_name: 'Later Co' } }),
    ).toMatchObject({ status: 200 })
  })
  it('422 without any address; 404 and 401 by GET', async () => {
    for (const body of [{}, { email: '' }, { email: 'nobody' }])
      expect(await open.anonymous(bootstrap, { body })).toMatchObject({
        status: 422,
        body: { fields: { email: 'Enter a valid email address.' } },
      })
    expect(await open.anonymous('GET /api/public/owner-onboard/bootstrap')).toMatchObject({
      status: 401,
    })
    expect(await (await founder())('GET /api/public/owner-onboard/bootstrap')).toMatchObject(lost)
  })
  it('409 already_owner for the owner of a business', async () => {
    const owner = await open.as('owner@green-acres.example')
    expect(await owner(bootstrap, { body: {} })).toMatchObject({
      status: 409,
      body: { code: 'already_owner', error: 'Failed to load onboarding link' },
    })
  })
  it('a code created for another address can’t be used by its creator', async () => {
    const creator = await open.as('manager@green-acres.example')
    await open.rows(
      "update invitations set created_by = (select id from people where email = 'manager@green-acres.example') where lower(email) = 'boss@mail.example'",
    )
    const { code } = (await open.anonymous(bootstrap, { body: { email: 'boss@mail.example' } }))
      .body
    await open.rows(
      "update invitations set created_by = (select id from people where email = 'manager@green-acres.example'), prefill = '{}' where lower(email) = 'boss@mail.example'",
    )
    expect(await creator('GET /api/public/owner-onboard/bootstrap')).toMatchObject(lost)
    expect(
      await creator(accept, { params: { code }, body: { organization_name: 'Not mine' } }),
    ).toMatchObject({ status: 403, body: { code: 'other_email' } })
  })
})

describe('accept', () => {
  it('creates the organization, owner and permanent link together, once', async () => {
    const { caller, params } = await begin()
    const body = {
      organization_name: 'Dana’s Lawn & Garden',
      industry: 'Lawncare' as const,
      name: 'Dana Two',
      step: 'org_name' as const,
    }
    const [first, second] = await Promise.all([
      caller(accept, { params, body }),
      caller(accept, { params, body }),
    ])
    expect(first).toMatchObject({
      status: 200,
      body: { ok: true, step: 'phone', stripe_onboarding_url: null },
    })
    expect(second.body).toEqual(first.body)
    const id = first.body.organization_id
    expect(await organization(id!)).toMatchObject([
      {
        name: 'Dana’s Lawn & Garden',
        slug: 'danas-lawn-garden',
        industry: 'Lawncare',
        subscription_status: 'trialing',
        onboarded_at: null,
        stripe_account_id: null,
      },
    ])
    expect(
      await open.rows('select role, status from memberships where organization_id = $1', [id]),
    ).toEqual([{ role: 'owner', status: 'active' }])
    expect(
      await open.rows(
        "select 1 from invitations where organization_id = $1 and kind = 'permanent'",
        [id],
      ),
    ).toHaveLength(1)
    expect((await caller('GET /api/users/me')).body).toMatchObject({
      role: 'owner',
      organization_id: id,
      name: 'Dana Two',
    })
    expect(
      await open.rows("select count(*)::int as n from organizations where name like 'Dana’s%'"),
    ).toEqual([{ n: 1 }])
  })
  it('saves each step separately and idempotently, and another device continues from there', async () => {
    const { caller, params } = await begin()
    const id = (await caller(accept, { params, body: { organization_name: 'Steps Co' } })).body
      .organization_id
    const steps = [
      [
        { step: 'phone', phone_number: '(808) 555-0100' },
        'address',
        { phone_number: '+18085550100' },
      ],
      [
        {
          step: 'address',
          street: '1 Ala Moana',
          city: 'Honolulu',
          state: 'hi',
          zip: '96813-0001',
        },
        'kyc',
        { state: 'HI', zip: '96813' },
      ],
      [
        {
          step: 'hours',
          business_hours: {
            Monday: { open: '9', close: '5' },
            tue: { start: '0900', to: '17:30' },
            wednesday: { open: '9:00 AM', close: '5:00 PM', closed: '1' },
          },
        },
        'org_stub',
        {},
      ],
      [{ step: 'org_stub', estimated_customers: 60 }, 'billing', { estimated_customers: 60 }],
    ] as const
    for (const [body, step, prefill] of steps)
      for (const _ of [1, 2]) {
        expect(await caller(accept, { params, body })).toMatchObject({
          status: 200,
          body: { organization_id: id, step, stripe_onboarding_url: null },
        })
        expect((await caller(record, { params })).body).toMatchObject({
          step,
          prefill: { org_name: 'Steps Co', ...prefill },
        })
      }
    const { body } = await caller(record, { params })
    expect(body.pricing_preview).toMatchObject({ amount_cents: 50 * 300 + 10 * 200 })
    expect(body.prefill.business_hours).toMatchObject({
      monday: { open: '9:00 AM', close: '5:00 PM', closed: false },
      tuesday: { open: '9:00 AM', close: '5:30 PM', closed: false },
      wednesday: { closed: true },
      sunday: { open: '', close: '', closed: true },
    })
    expect(await organization(id!)).toMatchObject([{ time_zone: 'Pacific/Honolulu' }])
    // Going back saves, but doesn't reset progress.
    expect(
      await caller(accept, { params, body: { step: 'org_name', organization_name: 'Steps & Co' } }),
    ).toMatchObject({ body: { step: 'billing' } })
    // Once the owner has set the time zone, only another ZIP changes it.
    await open.rows("update organizations set time_zone = 'America/Chicago' where id = $1", [id])
    await caller(accept, { params, body: { step: 'address', zip: '96813' } })
    expect(await organization(id!)).toMatchObject([
      { time_zone: 'America/Chicago', name: 'Steps & Co', slug: 'steps-co' },
    ])
  })
  it('infers the step when the client doesn’t send it', async () => {
    const { caller, params } = await begin()
    const say = async (body: object) => (await caller(accept, { params, body })).body.step
    expect(await say({ organization_name: 'Silent Co' })).toBe('phone')
    expect(await say({ business_hours: { mon: { open: '9', close: '5' } } })).toBe('org_stub')
    expect(await say({ estimated_customers: 5 })).toBe('billing')
  })
  it('two businesses with one name get different slugs, even simultaneously', async () => {
    const both = await Promise.all([begin(), begin()])
    await Promise.all(
      both.map(({ caller, params }) =>
        caller(accept, { params, body: { organization_name: 'Same Name' } }),
      ),
    )
    expect(
      await open.rows("select slug from organizations where name = 'Same Name' order by slug"),
    ).toEqual([{ slug: 'same-name' }, { slug: 'same-name-2' }])
  })
  it.each([
    ['organization_name', {}, 'Enter your company/organization name'],
    ['organization_name', { organization_name: ' ' }, 'Enter your company/organization name'],
    ['phone_number', { organization_name: 'X', phone_number: '555' }, 'Enter a valid phone number'],
    ['email', { organization_name: 'X', email: 'nobody' }, 'Enter a valid email address.'],
    ['state', { organization_name: 'X', state: 'XX' }, 'Use 2-letter state code (e.g., NC)'],
    ['zip', { organization_name: 'X', zip: '1' }, 'Enter a valid 5-digit ZIP'],
    [
      'estimated_customers',
      { organization_name: 'X', estimated_customers: -1 },
      'Enter a non-negative number',
    ],
    [
      'business_hours.monday',
      { organization_name: 'X', business_hours: { mon: { open: '9 AM', close: '8 AM' } } },
      'Enter both an opening and a closing time',
    ],
    [
      'business_hours.friday',
      { organization_name: 'X', business_hours: { FRIDAY: { open: '9' } } },
      'Enter both an opening and a closing time',
    ],
  ])('422 with an error for %s, and creates nothing for %j', async (field, body, sentence) => {
    const { caller, params } = await begin()
    const reply = await caller(accept, { params, body })
    expect(reply).toMatchObject({
      status: 422,
      body: { code: 'invalid', fields: { [field]: sentence } },
    })
    expect(
      await open.rows(
        'select 1 from organizations o join people p on p.id = o.owner_person_id where p.email = $1',
        [caller.email],
      ),
    ).toHaveLength(0)
  })
  it('allows all days closed', async () => {
    const { caller, params } = await begin()
    expect(
      await caller(accept, {
        params,
        body: { organization_name: 'Closed Co', business_hours: {} },
      }),
    ).toMatchObject({ status: 200 })
  })
  it('refuses another person’s code; a made-up or expired one is unknown', async () => {
    const { params } = await begin()
    const other = await founder()
    expect(await other(accept, { params, body: { organization_name: 'X' } })).toMatchObject({
      status: 403,
      body: { code: 'other_email' },
    })
    expect(await other(complete, { params, body: { completed: true } })).toMatchObject({
      status: 403,
      body: { code: 'other_email' },
    })
    expect(
      await open.anonymous(accept, { params, body: { organization_name: 'X' } }),
    ).toMatchObject({
      status: 401,
    })
    await open.rows(
      "update invitations set expires_at = now() - interval '1 minute' where id = (select max(id::text)::uuid from invitations where kind = 'owner')",
    )
    for (const code of ['nope', params.code, open.world.green.permanent_code])
      for (const [call, body] of [
        [record, undefined],
        [accept, { organization_name: 'X' }],
        [complete, {}],
      ] as const)
        expect(await other(call, { params: { code }, ...(body ? { body } : {}) })).toMatchObject(
          lost,
        )
  })
  it('409 already_owner: an owner can’t create a second business with another code', async () => {
    const { caller, params } = await begin()
    await caller(accept, { params, body: { organization_name: 'First Co' } })
    const second = await open.anonymous(bootstrap, { body: { email: caller.email } })
    expect(
      await caller(accept, {
        params: { code: second.body.code },
        body: { organization_name: 'Second Co' },
      }),
    ).toMatchObject({
      status: 409,
      body: { code: 'already_owner' },
    })
  })
})

describe('verification', () => {
  it.each([
    ['returned for the verification step', { step: 'kyc' }, true],
    ['returned on request', { start_verification: true }, true],
    [
      'returned for the documented form with the whole company',
      {
        organization_name: 'Kyc Co',
        phone_number: '919-555-0100',
        street: '1 Main',
        city: 'Raleigh',
        state: 'NC',
        zip: '27601',
      },
      true,
    ],
    ['not returned for hours', { business_hours: {} }, false],
    ['not returned for just the name', { organization_name: 'Kyc Co' }, false],
  ] as const)('the link %s', async (_, body, given) => {
    const { caller, params } = await begin()
    await caller(accept, { params, body: { organization_name: 'Kyc Co', step: 'org_name' } })
    const reply = await caller(accept, { params, body })
    expect(reply.status).toBe(200)
    if (given) expect(reply.body.stripe_onboarding_url).toMatch(/^https?:\/\//)
    else expect(reply.body.stripe_onboarding_url).toBeNull()
  })
})

describe('complete', () => {
  it('finishes the setup once; afterwards the code can’t edit anything', async () => {
    await open.anonymous('POST /api/public/leads', {
      body: { email: 'winner@mail.example', source: 'trial' },
    })
    const { caller, params } = await begin(await founder('winner@mail.example'))
    expect(await caller(complete, { params, body: { completed: true } })).toMatchObject({
      status: 200,
      body: { ok: true, organization_id: null },
    })
    const id = (await caller(accept, { params, body: { organization_name: 'Winner Co' } })).body
      .organization_id
    expect(
      await open.rows("select status from platform_leads where email = 'winner@mail.example'"),
    ).toEqual([{ status: 'open' }])
    for (const _ of [1, 2])
      expect(await caller(complete, { params, body: { completed: true } })).toMatchObject({
        status: 200,
        body: { ok: true, organization_id: id },
      })
    expect(await caller(accept, { params, body: { completed: true } })).toMatchObject({
      status: 200,
      body: { ok: true, organization_id: id, step: 'billing', stripe_onboarding_url: null },
    })
    expect(
      await open.rows(
        "select status, stage, organization_id from platform_leads where email = 'winner@mail.example'",
      ),
    ).toEqual([{ status: 'won', stage: 'closed', organization_id: id }])
    expect(await organization(id!)).toMatchObject([
      { onboarding_step: 'billing', onboarded_at: expect.any(String) },
    ])
    expect(await caller(accept, { params, body: { organization_name: 'Renamed' } })).toMatchObject({
      status: 409,
      body: { code: 'code_used' },
    })
    expect(await caller(record, { params })).toMatchObject(lost)
    expect(await caller(bootstrap, { body: {} })).toMatchObject({
      status: 409,
      body: { code: 'already_owner' },
    })
    expect(await organization(id!)).toMatchObject([{ name: 'Winner Co' }])
    expect(
      await open.rows(
        "select recipient, subject from messages where template = 'welcome' and organization_id = $1",
        [id],
      ),
    ).toEqual([{ recipient: 'winner@mail.example', subject: expect.stringContaining('Welcome') }])
  })
  it('the profile lists what is missing, to the owner only, and has the code only until then', async () => {
    const { caller, code, params } = await begin()
    const setup = async () => (await caller('GET /api/users/me')).body.setup
    expect(await setup()).toBeNull()
    await caller(accept, { params, body: { organization_name: 'Half Co' } })
    expect(await setup()).toEqual({ code, missing: ['phone', 'address', 'kyc', 'hours'] })
    await caller(accept, {
      params,
      body: {
        phone_number: '919-555-0100',
        street: '1 Main',
        city: 'Raleigh',
        state: 'NC',
        zip: '27601',
        business_hours: { mon: { open: '9', close: '5' } },
      },
    })
    expect(await setup()).toEqual({ code, missing: ['kyc'] })
    await caller(complete, { params, body: { completed: true } })
    expect(await setup()).toEqual({ code: null, missing: ['kyc'] })
    expect(
      (await (await open.as('owner@green-acres.example'))('GET /api/users/me')).body.setup,
    ).toEqual({ code: null, missing: [] })
    expect(
      (await (await open.as('manager@green-acres.example'))('GET /api/users/me')).body.setup,
    ).toBeNull()
  })
  it('an address typed by somebody else grants it nothing before it is verified', async () => {
    const stranger = await founder('typed@mail.example', false)
    await open.anonymous(bootstrap, { body: { email: 'typed@mail.example' } })
    expect((await stranger('GET /api/users/me')).body.onboarding_code).toBeNull()
    const { code } = (await stranger(bootstrap, { body: {} })).body
    expect((await stranger('GET /api/users/me')).body.onboarding_code).toBe(code)
  })
  it('a business in setup survives a lost or expired code', async () => {
    const { caller, code, params } = await begin()
    const id = (await caller(accept, { params, body: { organization_name: 'Slow Co' } })).body
      .organization_id
    await open.rows(
      "update invitations set expires_at = now() - interval '1 minute' where organization_id = $1",
      [id],
    )
    expect((await caller(bootstrap, { body: {} })).body).toEqual({ code })
    expect(await caller(record, { params })).toMatchObject({ status: 200, body: { step: 'phone' } })
    await open.rows(
      "update invitations set status = 'revoked' where organization_id = $1 and kind = 'owner'",
      [id],
    )
    const fresh = (await caller(bootstrap, { body: {} })).body.code
    expect(fresh).not.toBe(code)
    expect(
      await caller(accept, { params: { code: fresh }, body: { phone_number: '919-555-0100' } }),
    ).toMatchObject({
      status: 200,
      body: { organization_id: id },
    })
  })
})

describe('when the provider is down', () => {
  it('saves the step and returns a null link', async () => {
    const { caller, params } = await begin()
    await open.sandbox!.close()
    const reply = await caller(accept, {
      params,
      body: { organization_name: 'Patient Co', step: 'kyc', zip: '27601' },
    })
    expect(reply).toMatchObject({
      status: 200,
      body: { ok: true, step: 'hours', stripe_onboarding_url: null },
    })
    expect(await organization(reply.body.organization_id!)).toMatchObject([
      { zip: '27601', stripe_account_id: null },
    ])
  })
})
