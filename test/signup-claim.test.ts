import { describe, expect, it } from 'vitest'
import {
  address,
  code,
  customersOf,
  open,
  openSignups,
  owner,
  rotateCode,
  visitor,
} from './signup-bed.ts'
import type { Caller, Reply } from './world.ts'

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
async function person(email: string, email_verified = true): Promise<Caller> {
  await open.app.identity!.createAccount({
    email,
    name: null,
    password: 'fieldhive-demo',
    email_verified,
  })
  return open.as(email)
}
const claim = (caller: Caller, lead_token: string) =>
  caller('POST /api/users/signup/claim', { body: { lead_token } })

describe('POST /api/users/signup/claim', () => {
  it('makes a new person the customer, once, and no one else', async () => {
    const lead = await start('new.person@mail.example')
    await finish(lead, {
      name: 'New Person',
      services_selected: [{ key: 'mowing' }],
      autopay_authorized: true,
      authorization_text: text,
    })
    const caller = await person(lead.email)
    const first = await claim(caller, lead.token)
    expect(first).toMatchObject({
      status: 200,
      body: { ok: true, organization_id: open.world.green.id, next: 'pay' },
    })
    expect(await claim(caller, lead.token)).toMatchObject({ status: 200, body: first.body })
    expect((await caller('GET /api/users/me')).body).toMatchObject({
      role: 'user',
      organization_id: open.world.green.id,
    })
    expect(await customersOf(lead.email)).toMatchObject([
      { id: first.body.customer_id, status: 'lead', name: 'New Person' },
    ])
    expect(
      await open.rows('select kind from consents where customer_id = $1', [first.body.customer_id]),
    ).toEqual([{ kind: 'autopay' }])
    const second = await person('second.person@mail.example')
    expect(await claim(second, lead.token)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    // From now on the token has no effect.
    const late = { email: lead.email, lead_token: lead.token }
    expect(
      await visitor('PATCH /api/public/signup/{code}/lead', {
        ...params(),
        body: { ...late, ...address, street: '1 Other St' },
      }),
    ).toMatchObject({
      status: 409,
      body: { code: 'already_signed_up' },
    })
    expect(
      await visitor('PATCH /api/public/signup/{code}/lead/consents', {
        ...params(),
        body: { ...late, autopay_authorized: false },
      }),
    ).toMatchObject({
      status: 409,
    })
    expect(await finish(lead, { street: '1 Other St' })).toMatchObject({ status: 200 })
    expect(await customersOf(lead.email)).toMatchObject([{ street: '12 Elm St' }])
  })
  it('of two simultaneous claims one succeeds', async () => {
    const lead = await start()
    await finish(lead)
    const both = [await person('race.one@mail.example'), await person('race.two@mail.example')]
    const replies = await Promise.all(both.map((caller) => claim(caller, lead.token)))
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 404])
  })
  it('links by the token even if the login has another address; the contact address is the form’s', async () => {
    const lead = await start('contact@mail.example')
    await finish(lead)
    const reply = await claim(await person('login@mail.example'), lead.token)
    expect(
      await open.rows('select email from customers where id = $1', [reply.body.customer_id]),
    ).toEqual([{ email: 'contact@mail.example' }])
  })
  it.each([
    [
      'gets their existing record once its address is verified',
      'rosa.delgado@mail.example',
      'rosa.delgado@mail.example',
      true,
      true,
    ],
    [
      'gets a new record without verification',
      'theo.brandt@mail.example',
      'theo.brandt@mail.example',
      false,
      false,
    ],
    [
      'gets a new record when signing up with another’s address',
      'ivy.castellano@mail.example',
      'not.ivy@mail.example',
      true,
      false,
    ],
    [
      'gets one even if both addresses belong to others',
      'noah.feld@mail.example',
      'quinn.abara@mail.example',
      true,
      false,
    ],
  ])('an existing customer %s', async (_, email, login, verified, same) => {
    const [before] = await customersOf(email)
    const lead = await start(email)
    await finish(lead, { street: '5 New Rd' })
    const reply = await claim(await person(login, verified), lead.token)
    expect(reply.status).toBe(200)
    expect(reply.body.customer_id === before!.id).toBe(same)
    const [after] = await customersOf(email)
    expect([after!.street, after!.status, after!.id]).toEqual([
      before!.street,
      before!.status,
      before!.id,
    ])
    expect(
      await open.rows(
        "select text from customer_notes where customer_id = $1 and author_name = 'Sign-up'",
        [reply.body.customer_id],
      ),
    ).toMatchObject(
      same
        ? [{ text: expect.stringContaining('5 New Rd') }]
        : login === 'not.ivy@mail.example'
          ? []
          : [{ text: expect.stringContaining(email) }],
    )
  })
  it('an existing lead gets the new answers once they verify their address', async () => {
    const lead = await start('lee.hartmann@mail.example')
    await finish(lead, { street: '5 New Rd', services_selected: [{ key: 'hedges' }] })
    const reply = await claim(await person('lee.hartmann@mail.example'), lead.token)
    expect(await customersOf('lee.hartmann@mail.example')).toMatchObject([
      {
        id: reply.body.customer_id,
        name: 'Lee Hartmann',
        street: '5 New Rd',
        services_selected: [{ key: 'hedges' }],
        service_frequency: 'biweekly',
      },
    ])
  })
  it('a customer who signs up again with another address still has one record', async () => {
    const casey = await open.as('customer@green-acres.example')
    const lead = await start('casey.other@mail.example')
    await finish(lead)
    expect(await claim(casey, lead.token)).toMatchObject({
      status: 200,
      body: { customer_id: open.world.green.customers['casey']!.id, next: 'done' },
    })
    expect(await customersOf('casey.other@mail.example')).toMatchObject([
      { status: 'archived', archived_reason: 'duplicate' },
    ])
  })
  it.each(['owner', 'crew'])('409 staff_here for the %s, whose role stays', async (who) => {
    const lead = await start()
    await finish(lead)
    const staff = await open.as(`${who}@green-acres.example`)
    expect(await claim(staff, lead.token)).toMatchObject({
      status: 409,
      body: { code: 'staff_here' },
    })
    expect(
      await open.rows('select person_id from customers where email = $1', [lead.email]),
    ).toEqual([{ person_id: null }])
  })
  it('a person of another business becomes a customer here and keeps their role there', async () => {
    const lead = await start()
    await finish(lead)
    const lena = await open.as('crew@bright-side.example')
    expect(await claim(lena, lead.token)).toMatchObject({ status: 200 })
    expect(
      await open.rows(
        'select organization_id, role from memberships where person_id = $1 order by role',
        [open.world.bright.people['crew']!.id],
      ),
    ).toEqual([
      { organization_id: open.world.bright.id, role: 'crew_member' },
      { organization_id: open.world.green.id, role: 'user' },
    ])
  })
  it('401 without a sign-in, 404 without a token', async () => {
    expect(await visitor('POST /api/users/signup/claim', { body: {} })).toMatchObject({
      status: 401,
    })
    expect(await claim(await open.as('customer@green-acres.example'), '')).toMatchObject({
      status: 404,
    })
  })
})

describe('PATCH /api/users/signup/finish', () => {
  it('saves name and phone, and texts start once there is a number', async () => {
    const lead = await start('finisher@mail.example')
    await finish(lead, { sms_opt_in: true })
    const caller = await person(lead.email)
    const { customer_id } = (await claim(caller, lead.token)).body
    expect(await customersOf(lead.email)).toMatchObject([{ sms_opt_in: false }])
    const save = (body: object) => caller('PATCH /api/users/signup/finish', { body })
    expect(await save({ name: 'Fin Isher' })).toMatchObject({ status: 200, body: { ok: true } })
    expect(await save({ phone_number: '' })).toMatchObject({
      status: 422,
      body: { fields: { phone_number: 'Enter a valid phone number' } },
    })
    expect(await save({ phone_number: '12345' })).toMatchObject({ status: 422 })
    expect(await customersOf(lead.email)).toMatchObject([{ sms_opt_in: false }])
    expect(await save({ phone_number: '(919) 555-0172' })).toMatchObject({ status: 200 })
    expect(await customersOf(lead.email)).toMatchObject([
      { id: customer_id, name: 'Fin Isher', phone_number: '+19195550172', sms_opt_in: true },
    ])
    expect((await caller('GET /api/users/me')).body.name).toBe('Fin Isher')
    // Sent once, with a link to the summary.
    await save({ phone_number: '(919) 555-0172' })
    const letters = await open.rows(
      "select text from messages where template = 'signup_finished' and recipient = $1",
      [lead.email],
    )
    expect(letters).toMatchObject([
      { text: expect.stringContaining('http://localhost:3000/signup/org/green-acres/done') },
    ])
  })
  it('is over once the phone was asked, so that nothing is asked again', async () => {
    const lead = await start('asked-once@mail.example')
    await finish(lead)
    const caller = await person(lead.email)
    await claim(caller, lead.token)
    const isOver = async () =>
      (
        await visitor('GET /api/public/signup/{code}/lead', {
          params: { code },
          query: { lead_token: lead.token },
        })
      ).body.all_asked
    expect(await isOver()).toBe(false)
    await caller('PATCH /api/users/signup/finish', { body: { name: 'Asa Once' } })
    expect(await isOver()).toBe(false)
    await caller('PATCH /api/users/signup/finish', { body: { phone_number: null } })
    expect(await isOver()).toBe(true)
  })
  it('the phone is optional without SMS consent, and no SMS is sent without it', async () => {
    const lead = await start('quiet@mail.example')
    await finish(lead)
    const caller = await person(lead.email)
    await claim(caller, lead.token)
    expect(
      await caller('PATCH /api/users/signup/finish', { body: { phone_number: null } }),
    ).toMatchObject({ status: 200 })
    expect(
      await caller('PATCH /api/users/signup/finish', { body: { phone_number: '(919) 555-0173' } }),
    ).toMatchObject({ status: 200 })
    expect(await customersOf(lead.email)).toMatchObject([{ sms_opt_in: false }])
  })
  it('name and phone can also be sent with the token; they fill empty fields', async () => {
    const lead = await start('by.token@mail.example')
    await finish(lead, { sms_opt_in: true })
    await claim(await person(lead.email), lead.token)
    const late = { email: lead.email, lead_token: lead.token }
    expect(
      await visitor('PATCH /api/public/signup/{code}/lead', {
        ...params(),
        body: { ...late, name: 'By Token', phone_number: '919-555-0174' },
      }),
    ).toMatchObject({ status: 200 })
    await visitor('PATCH /api/public/signup/{code}/lead', {
      ...params(),
      body: { ...late, name: 'Somebody Else' },
    })
    expect(await customersOf(lead.email)).toMatchObject([
      { name: 'By Token', phone_number: '+19195550174', sms_opt_in: true },
    ])
  })
  it.each(['owner', 'crew'])('403 for the %s', async (who) => {
    expect(
      await (
        await open.as(`${who}@green-acres.example`)
      )('PATCH /api/users/signup/finish', { body: { name: 'X' } }),
    ).toMatchObject({ status: 403 })
  })
})

describe('invitations and links', () => {
  const invited = async (email: string) =>
    (await owner('POST /api/owner/invitations/email', { body: { email } })).body.invite as {
      id: string
      code: string
    }
  it('a single-use one works for the first person to finish, who may come back', async () => {
    const invite = await invited('only.one@mail.example')
    const [winner, loser] = [
      await start(undefined, invite.code),
      await start(undefined, invite.code),
    ]
    expect(await finish(winner, {}, invite.code)).toMatchObject({ status: 200 })
    expect(await finish(loser, {}, invite.code)).toMatchObject({ status: 404 })
    expect(await customersOf(loser.email)).toHaveLength(0)
    expect(await visitor('GET /api/public/signup/{code}', params(invite.code))).toMatchObject({
      status: 404,
    })
    expect(
      await visitor('GET /api/public/signup/{code}', {
        ...params(invite.code),
        query: { lead_token: winner.token },
      }),
    ).toMatchObject({ status: 200 })
    expect(
      await visitor('GET /api/public/signup/{code}/lead', {
        ...params(invite.code),
        query: { lead_token: winner.token },
      }),
    ).toMatchObject({
      status: 200,
      body: { completed: true },
    })
    const caller = await person(winner.email)
    expect(await claim(caller, winner.token)).toMatchObject({ status: 200 })
    expect(
      await open.rows(
        'select status, uses, accepted_by is not null as claimed from invitations where id = $1',
        [invite.id],
      ),
    ).toEqual([{ status: 'accepted', uses: 1, claimed: true }])
    expect(await claim(await person(loser.email), loser.token)).toMatchObject({ status: 404 })
  })
  it('a rotated link stops working immediately; pages by slug and sign-ups in progress continue', async () => {
    const lead = await start()
    const old = code
    await rotateCode()
    expect(code).not.toBe(old)
    expect(await visitor('GET /api/public/signup/{code}', params(old))).toMatchObject({
      status: 404,
      body: { error: 'Invite not found or expired' },
    })
    expect(
      await visitor('POST /api/public/signup/{code}/lead', {
        ...params(old),
        body: { email: 'x@mail.example' },
      }),
    ).toMatchObject({ status: 404 })
    expect((await fetch(`${open.url}/public-signup/${old}`)).status).toBe(404)
    expect(
      await visitor('GET /api/public/org/{slug}', { params: { slug: 'green-acres' } }),
    ).toMatchObject({ status: 200, body: { signup_code: code } })
    expect(await finish(lead, {}, old)).toMatchObject({ status: 200 })
  })
  it.each([
    ['closed to sign-ups', 'signup_open = false', 'signup_open = true', 200],
    ['inactive', "status = 'inactive'", "status = 'active'", 404],
    [
      'past its trial',
      "trial_ends_at = now() - interval '30 days'",
      "trial_ends_at = now() + interval '14 days'",
      404,
    ],
  ])(
    'an organization that is %s accepts no sign-ups, without saying why',
    async (_, shut, opened, page) => {
      const lead = await start()
      const set = (what: string) =>
        open.rows(`update organizations set ${what} where id = $1`, [open.world.green.id])
      await set(shut)
      expect(await visitor('GET /api/public/signup/{code}', params())).toMatchObject({
        status: 404,
        body: { error: 'Invite not found or expired' },
      })
      expect(await finish(lead)).toMatchObject({
        status: 404,
        body: { error: 'Invite not found or expired' },
      })
      expect((await fetch(`${open.url}/public-signup/${code}`)).status).toBe(404)
      const bySlug = await visitor('GET /api/public/org/{slug}', {
        params: { slug: 'green-acres' },
      })
      expect(bySlug.status).toBe(page)
      expect(page === 200 ? bySlug.body.signup_code : bySlug.body.error).toBe(
        page === 200 ? null : 'Organization not found.',
      )
      await set(opened)
      expect(await finish(lead)).toMatchObject({ status: 200 })
    },
  )
})
