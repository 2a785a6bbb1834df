import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type BodyFor, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let owner: Caller
let manager: Caller
let leader: Caller
let stranger: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  manager = await open.as('manager@green-acres.example')
  leader = await open.as('leader@green-acres.example')
  stranger = await open.as('owner@bright-side.example')
})
afterAll(() => open?.close())

let people = 0
async function person(
  email = `person${++people}@mail.example`,
  email_verified = true,
): Promise<Caller> {
  await open.app.identity!.createAccount({
    email,
    name: null,
    password: 'fieldhive-demo',
    email_verified,
  })
  return open.as(email)
}
const mailsTo = (email: string) =>
  open.rows<{ text: string }>(
    "select * from messages where recipient = $1 and template in ('staff_invite', 'customer_invite') order by id",
    [email],
  )
type StaffRole = BodyFor<'POST /api/owner/invitations'>['role']
async function staffCode(
  email: string,
  role: StaffRole = 'crew_member',
  inviter = owner,
): Promise<string> {
  expect(await inviter('POST /api/owner/invitations', { body: { email, role } })).toMatchObject({
    status: 200,
    body: { ok: true, invited: true, note: null, error: null },
  })
  return /code=(\w+)/.exec((await mailsTo(email)).at(-1)!.text)![1]!
}
const look = (caller: Caller, code: string) =>
  caller('GET /api/public/invitations/{code}', { params: { code } })
const claim = (caller: Caller, code: string) =>
  caller('POST /api/public/invitations/{code}/claim', { params: { code } })
const gone = { status: 404, body: { error: 'Invalid or expired invite' } }
const membership = (email: string, organization_id = open.world.green.id) =>
  open.rows(
    "select m.role, m.status, m.team_id from memberships m join people p on p.id = m.person_id where lower(p.email) = $1 and m.organization_id = $2 and m.role <> 'user'",
    [email, organization_id],
  )

describe('staff invitations', () => {
  it('are sent by email with a link, a role and an expiry', async () => {
    const code = await staffCode('manager.to.be@mail.example', 'manager')
    const [mail] = await mailsTo('manager.to.be@mail.example')
    expect(mail).toMatchObject({ channel: 'email', from_name: 'Green Acres Lawn Care' })
    expect(mail!.text).toContain(`http://localhost:3000/invite/accept?code=${code}`)
    expect(mail!.text).toMatch(/Manager[\s\S]*This invitation is open until \w+, \w+ \d/)
    expect(code).toMatch(/^[0-9a-z]{26}$/)
    expect(
      JSON.stringify(await open.rows('select code_hash, code_sealed from invitations')),
    ).not.toContain(code)
  })
  it('show the address masked to everyone but its owner', async () => {
    const code = await staffCode('masked@mail.example', 'crew_leader')
    const seen = {
      role: 'crew_leader',
      organization_name: 'Green Acres Lawn Care',
      expires_at: expect.any(String),
    }
    expect((await look(open.anonymous, code)).body).toEqual({ ...seen, email: 'm•••@m…' })
    expect((await look(stranger, code)).body).toEqual({ ...seen, email: 'm•••@m…' })
    expect((await look(await person('masked@mail.example'), code)).body).toEqual({
      ...seen,
      email: 'masked@mail.example',
    })
  })
  it('can be claimed once, by the invited address in any letter case', async () => {
    const code = await staffCode('Cased@mail.example', 'crew_leader')
    const caller = await person('cased@mail.example')
    expect(await claim(open.anonymous, code)).toMatchObject({ status: 401 })
    expect(await claim(caller, code)).toMatchObject({
      status: 200,
      body: { ok: true, role: 'crew_leader', organization_id: open.world.green.id },
    })
    expect((await caller('GET /api/users/me')).body).toMatchObject({
      role: 'crew_leader',
      organization_id: open.world.green.id,
    })
    expect(await claim(caller, code)).toMatchObject(gone)
    expect(await look(caller, code)).toMatchObject(gone)
  })
  it('403 for another address, revealing the invited one only masked', async () => {
    const code = await staffCode('wanted@mail.example')
    expect(await claim(await person(), code)).toMatchObject({
      status: 403,
      body: { code: 'other_email', error: 'Failed to accept invite. It was sent to w•••@m…' },
    })
    expect(await claim(await open.as('customer@green-acres.example'), code)).toMatchObject({
      status: 403,
    })
    expect(await membership('wanted@mail.example')).toEqual([])
  })
  it('403 email_unverified until the address is verified', async () => {
    const code = await staffCode('unproven@mail.example')
    const caller = await person('unproven@mail.example', false)
    expect(await claim(caller, code)).toMatchObject({
      status: 403,
      body: { code: 'email_unverified' },
    })
    await open.rows(
      "insert into idp_address (kind, address, account_id, how) select 'mailbox', lower(email), id, 'link' from idp_account where lower(email) = 'unproven@mail.example'",
    )
    open.app.actors.forget()
    expect(await claim(caller, code)).toMatchObject({ status: 200 })
  })
  it('of two simultaneous claims one is refused as used', async () => {
    const code = await staffCode('twice@mail.example')
    const caller = await person('twice@mail.example')
    const replies = await Promise.all([
      claim(caller, code),
      claim(caller, code),
      claim(caller, code),
    ])
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 404, 404])
    expect(await membership('twice@mail.example')).toHaveLength(1)
  })
  it('uses the stored role, whatever the caller sends', async () => {
    const code = await staffCode('sneaky@mail.example')
    const caller = await person('sneaky@mail.example')
    await caller.raw('POST /api/public/invitations/{code}/claim', {
      params: { code },
      body: { role: 'owner' },
      query: { role: 'owner' },
    })
    expect(await membership('sneaky@mail.example')).toMatchObject([{ role: 'crew_member' }])
  })
  it.each([
    ['owner', 'owner', 422],
    ['owner', 'admin', 422],
    ['owner', 'user', 422],
    ['owner', 'manager', 200],
    ['manager', 'manager', 403],
    ['manager', 'payee', 200],
    ['manager', 'crew_owner', 200],
    ['leader', 'crew_member', 403],
    ['crew', 'crew_member', 403],
    ['payee', 'crew_member', 403],
    ['customer', 'crew_member', 403],
  ])('%s inviting %s: %i', async (who, role, status) => {
    const reply = await (
      await open.as(`${who}@green-acres.example`)
    ).raw('POST /api/owner/invitations', {
      body: { email: `by.${who}.${role}@mail.example`, role },
    })
    expect(reply.status).toBe(status)
  })
  it('can raise a member’s role but never lower it', async () => {
    await claim(await person('riser@mail.example'), await staffCode('riser@mail.example'))
    const riser = await open.as('riser@mail.example')
    expect(await claim(riser, await staffCode('riser@mail.example', 'crew_leader'))).toMatchObject({
      status: 200,
      body: { role: 'crew_leader' },
    })
    const below = await owner('POST /api/owner/invitations', {
      body: { email: 'riser@mail.example', role: 'crew_member' },
    })
    expect(below.body).toEqual({
      ok: true,
      invited: false,
      note: 'riser@mail.example already works here as Crew leader.',
      error: null,
    })
    // An older invitation that is still around changes nothing either.
    const code = await staffCode('late@mail.example')
    const late = await person('late@mail.example')
    await late('GET /api/users/me')
    await open.rows(
      "insert into memberships (organization_id, person_id, role) select $1, id, 'manager' from people where email = 'late@mail.example'",
      [open.world.green.id],
    )
    expect(await claim(late, code)).toMatchObject({ status: 200, body: { role: 'manager' } })
    expect(await membership('late@mail.example')).toMatchObject([{ role: 'manager' }])
    expect(
      (
        await owner('POST /api/owner/invitations', {
          body: { email: 'owner@green-acres.example', role: 'manager' },
        })
      ).body.invited,
    ).toBe(false)
  })
  it('a customer who joins the crew stays a customer', async () => {
    const customer = await open.as('customer@green-acres.example')
    expect(await claim(customer, await staffCode('customer@green-acres.example'))).toMatchObject({
      status: 200,
    })
    const me = (await customer('GET /api/users/me')).body
    expect(me.roles.toSorted()).toEqual(['crew_member', 'user'])
  })
  it('a member of another business gets this one as well', async () => {
    const email = 'crew@bright-side.example'
    expect(await claim(await open.as(email), await staffCode(email, 'manager'))).toMatchObject({
      status: 200,
      body: { role: 'manager' },
    })
    expect([await membership(email), await membership(email, open.world.bright.id)]).toMatchObject([
      [{ role: 'manager' }],
      [{ role: 'crew_member' }],
    ])
  })
  it('a second invitation replaces the first, and an inactive business accepts none', async () => {
    const [first, second] = [
      await staffCode('again@mail.example'),
      await staffCode('again@mail.example', 'crew_leader'),
    ]
    const caller = await person('again@mail.example')
    expect(await claim(caller, first)).toMatchObject(gone)
    await open.rows("update organizations set status = 'inactive' where id = $1", [
      open.world.green.id,
    ])
    expect([await look(caller, second), await claim(caller, second)]).toMatchObject([gone, gone])
    await open.rows("update organizations set status = 'active' where id = $1", [
      open.world.green.id,
    ])
    expect(await claim(caller, second)).toMatchObject({ status: 200 })
  })
  it('expired, revoked, made-up and customer codes all get the same response', async () => {
    const [expired, revoked] = [
      await staffCode('expired@mail.example'),
      await staffCode('revoked@mail.example'),
    ]
    await open.rows(
      "update invitations set expires_at = now() - interval '1 second' where email = 'expired@mail.example'",
    )
    expect(
      await owner('POST /api/owner/invitations/{code}/revoke', { params: { code: revoked } }),
    ).toMatchObject({ status: 200 })
    for (const code of [expired, revoked, 'nope', open.world.green.permanent_code])
      expect([await look(open.anonymous, code), await claim(owner, code)]).toMatchObject([
        gone,
        gone,
      ])
  })
  it('adds a crew member to the team they were invited to, unless it is deleted', async () => {
    const team_id = (await owner('POST /api/owner/teams', { body: { name: 'Short-lived' } })).body
      .id
    await owner('POST /api/owner/crew-members', {
      body: { email: 'teamed@mail.example', name: 'Tea Med', team_id, role: 'crew_member' },
    })
    const code = /code=(\w+)/.exec((await mailsTo('teamed@mail.example'))[0]!.text)![1]!
    await owner('DELETE /api/owner/teams/{id}', {
      params: { id: team_id },
      body: { move_to: null },
    })
    expect(await claim(await person('teamed@mail.example'), code)).toMatchObject({
      status: 200,
      body: { role: 'crew_member' },
    })
    expect(await membership('teamed@mail.example')).toEqual([
      { role: 'crew_member', status: 'active', team_id: null },
    ])
  })
})

describe('the permanent link', () => {
  it('is the same for everyone who invites customers, with an HTML snippet to embed', async () => {
    await open.rows('update organizations set name = $1 where id = $2', [
      'Green <Acres> & "Co"',
      open.world.green.id,
    ])
    for (const caller of [owner, manager, leader]) {
      const reply = await caller('GET /api/owner/invitations/permanent')
      expect(reply).toMatchObject({
        status: 200,
        body: {
          ok: true,
          code: open.world.green.permanent_code,
          link: `http://localhost:3000/signup/${open.world.green.permanent_code}`,
          public_signup_enabled: true,
        },
      })
      expect(reply.body.embed_html).toBe(
        `<a href="http://localhost:3000/public-signup/${open.world.green.permanent_code}" rel="noopener">Sign up with Green &#60;Acres&#62; &#38; &#34;Co&#34;</a>`,
      )
    }
    await open.rows('update organizations set name = $1 where id = $2', [
      'Green Acres Lawn Care',
      open.world.green.id,
    ])
  })
  it('can be rotated by the office, also twice at once, but never revoked', async () => {
    expect(await leader('POST /api/owner/invitations/permanent/rotate')).toMatchObject({
      status: 403,
    })
    const both = await Promise.all([
      owner('POST /api/owner/invitations/permanent/rotate'),
      manager('POST /api/owner/invitations/permanent/rotate'),
    ])
    expect(both.map((reply) => reply.status)).toEqual([200, 200])
    const { code } = (await owner('GET /api/owner/invitations/permanent')).body
    expect(code).not.toBe(open.world.green.permanent_code)
    expect(
      await open.anonymous('GET /api/public/signup/{code}', { params: { code } }),
    ).toMatchObject({
      status: 200,
    })
    expect(
      await owner('POST /api/owner/invitations/{code}/revoke', { params: { code } }),
    ).toMatchObject({ status: 404 })
  })
})

describe('customers’ invitations', () => {
  it.each([
    [undefined, 72],
    ['', 72],
    ['soon', 72],
    ['48', 48],
    [1.9, 1],
    [0, 1],
    [-5, 1],
    [99_999, 720],
  ])('a QR code with ttl_hours %j is valid for %i hours', async (ttl_hours, hours) => {
    const reply = await leader('POST /api/owner/invitations/create', {
      body: { via: 'qr', ...(ttl_hours === undefined ? {} : { ttl_hours }) },
    })
    expect(reply).toMatchObject({
      status: 201,
      body: { ok: true, invite: { via: 'qr', status: 'pending' }, ticket_url: null },
    })
    expect(reply.body.link).toBe(`http://localhost:3000/signup/${reply.body.invite.code}`)
    const { created_at, expires_at } = reply.body.invite
    expect((Date.parse(expires_at!) - Date.parse(created_at)) / 3_600_000).toBeCloseTo(hours, 3)
  })
  it('by email: one message with the link', async () => {
    const reply = await owner('POST /api/owner/invitations/email', {
      body: { email: 'neighbour@mail.example', ttl_hours: 24 },
    })
    expect(reply).toMatchObject({
      status: 201,
      body: { ok: true, invite: { via: 'email', status: 'sent', email: 'neighbour@mail.example' } },
    })
    const mails = await mailsTo('neighbour@mail.example')
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text).toContain(reply.body.link)
    expect(
      await owner('POST /api/owner/invitations/email', { body: { email: ' ' } }),
    ).toMatchObject({
      status: 422,
      body: { fields: { email: 'Email is required' } },
    })
    expect(
      await owner('POST /api/owner/invitations/email', { body: { email: 'x' } }),
    ).toMatchObject({
      status: 422,
      body: { fields: { email: 'Enter a valid email' } },
    })
  })
  it.each([
    ['Leader@green-acres.example', 'Leader@green-acres.example already works here as Crew leader.'],
    [
      'Declined@green-acres.example',
      'Declined@green-acres.example is a customer already: Declan Price.',
    ],
    ['uma.patel@mail.example', 'uma.patel@mail.example is a customer already: Uma Patel (paused).'],
    ['lee.hartmann@mail.example', 'lee.hartmann@mail.example is a lead already: Lee Hartmann.'],
    [
      'otto.kraemer@mail.example',
      'otto.kraemer@mail.example is a customer already: Otto Krämer (archived).',
    ],
    ['nobody.yet@mail.example', null],
  ])('to %s is sent, and the sender sees the note: %s', async (email, note) => {
    expect(await manager('POST /api/owner/invitations/email', { body: { email } })).toMatchObject({
      status: 201,
      body: { invite: { status: 'sent' }, note },
    })
    expect(await mailsTo(email)).toHaveLength(1)
  })
  it('reveal nothing about other crews’ customers to a crew leader', async () => {
    const ask = async (email: string) =>
      (await leader('POST /api/owner/invitations/email', { body: { email } })).body.note
    expect(await ask('uma.patel@mail.example')).toBeNull()
    expect(await ask('harper.nguyen@mail.example')).toBe(
      'harper.nguyen@mail.example is a customer already: Harper Nguyen.',
    )
    expect(
      (
        await stranger('POST /api/owner/invitations/email', {
          body: { email: 'uma.patel@mail.example' },
        })
      ).body.note,
    ).toBeNull()
  })
  it.each([
    ['POST /api/owner/invitations/sms', {}],
    ['POST /api/owner/invitations/create', { via: 'sms' as const }],
  ] as const)('by SMS, %s: one message to the normalized number', async (call, more) => {
    const phone = `(919) 555-02${10 + ++people}`
    const reply = await owner(call, { body: { ...more, phone } })
    expect(reply).toMatchObject({
      status: 201,
      body: { invite: { via: 'sms', status: 'sent', phone: `+1919555${phone.slice(-4)}` } },
    })
    expect(await mailsTo(`+1919555${phone.slice(-4)}`)).toMatchObject([
      { channel: 'sms', text: expect.stringContaining('Reply STOP') },
    ])
    expect(await owner.raw(call, { body: { ...more, phone: '123' } })).toMatchObject({
      status: 422,
      body: { fields: { phone: 'Enter a valid phone number' } },
    })
    expect(
      await owner('POST /api/owner/invitations/{code}/resend', {
        params: { code: reply.body.invite.id },
      }),
    ).toMatchObject({
      status: 409,
      body: { code: 'sms_sent_once' },
    })
  })
  it.each(['crew', 'payee', 'customer'])('403 for the %s', async (who) => {
    expect(
      await (
        await open.as(`${who}@green-acres.example`)
      )('POST /api/owner/invitations/create', { body: {} }),
    ).toMatchObject({ status: 403 })
  })
})

describe('recent, revoke and resend', () => {
  const recent = (caller: Caller, query: object = {}) =>
    caller('GET /api/owner/invitations/recent', { query: query })
  it('lists by kind, channel, date and search, newest first, in pages', async () => {
    const email = await owner('POST /api/owner/invitations/email', {
      body: { email: 'find_me@mail.example' },
    })
    const all = await recent(owner, { limit: 3 })
    expect(all.body.invites[0]).toMatchObject({
      id: email.body.invite.id,
      via: 'email',
      link: email.body.link,
    })
    const next = await recent(owner, { limit: 3, cursor: all.body.next_cursor })
    expect(next.body.invites.map((one: { id: string }) => one.id)).not.toContain(
      all.body.invites[2]!.id,
    )
    for (const via of ['qr', 'email', 'sms'])
      expect(
        new Set((await recent(owner, { via })).body.invites.map((one: { via: string }) => one.via)),
      ).toEqual(new Set([via]))
    expect((await recent(owner, { q: 'FIND_me' })).body.invites).toHaveLength(1)
    expect((await recent(owner, { q: 'find%me' })).body.invites).toHaveLength(0)
    expect((await recent(owner, { q: '555-0177' })).body.invites).toHaveLength(1)
    expect((await recent(owner, { from: '2020-01-01' })).body.invites.length).toBeGreaterThan(0)
    expect((await recent(owner, { from: '2099-01-01' })).body.invites).toHaveLength(0)
    expect(
      (await recent(stranger)).body.invites.every(
        (one: { email: string | null }) => one.email !== 'find_me@mail.example',
      ),
    ).toBe(true)
  })
  it.each([
    [{ from: 'x' }],
    [{ cursor: 'x' }],
    [{ via: 'pigeon' }],
    [{ limit: 1000 }],
    [{ kind: 'owner' }],
  ])('422 %j', async (query) => {
    expect(await recent(owner, query)).toMatchObject({ status: 422 })
  })
  it('only the office manages staff invitations', async () => {
    await staffCode('seen.by.office@mail.example')
    expect((await recent(manager, { kind: 'staff' })).body.invites[0]).toMatchObject({
      email: 'seen.by.office@mail.example',
      role: 'crew_member',
    })
    expect(await recent(leader, { kind: 'staff' })).toMatchObject({ status: 403 })
    const { id } = await open.row<{ id: string }>(
      "select id from invitations where email = 'seen.by.office@mail.example'",
    )
    for (const call of ['revoke', 'resend'])
      expect(
        await leader.raw(`POST /api/owner/invitations/{code}/${call}`, { params: { code: id } }),
      ).toMatchObject({ status: 404 })
  })
  it('revoked by code or id, permanently; 404 for another business', async () => {
    const made = (await owner('POST /api/owner/invitations/create', { body: {} })).body.invite
    expect(
      await stranger('POST /api/owner/invitations/{code}/revoke', { params: { code: made.id } }),
    ).toMatchObject({ status: 404 })
    expect(
      await leader('POST /api/owner/invitations/{code}/revoke', { params: { code: made.id } }),
    ).toMatchObject({ status: 200, body: { ok: true } })
    expect(
      await owner('POST /api/owner/invitations/{code}/revoke', { params: { code: made.code! } }),
    ).toMatchObject({
      status: 409,
      body: { code: 'invitation_finished' },
    })
    expect(
      (await recent(owner)).body.invites.find((one: { id: string }) => one.id === made.id),
    ).toMatchObject({ status: 'revoked', code: null, link: null })
    expect(
      await owner('POST /api/owner/invitations/{code}/resend', { params: { code: made.code! } }),
    ).toMatchObject({ status: 409 })
  })
  it('resends with the same code, renews an expired one for the same time, and limits resending', async () => {
    const made = (
      await owner('POST /api/owner/invitations/email', {
        body: { email: 'resend@mail.example', ttl_hours: 24 },
      })
    ).body.invite
    await open.rows(
      "update invitations set created_at = now() - interval '25 hours', expires_at = now() - interval '1 hour' where id = $1",
      [made.id],
    )
    expect(
      await open.anonymous('GET /api/public/signup/{code}', { params: { code: made.code! } }),
    ).toMatchObject({ status: 404 })
    const resend = () =>
      owner('POST /api/owner/invitations/{code}/resend', { params: { code: made.code! } })
    const reply = await resend()
    expect(reply).toMatchObject({
      status: 200,
      body: { ok: true, invite: { status: 'sent', code: made.code } },
    })
    expect((Date.parse(reply.body.invite.expires_at!) - Date.now()) / 3_600_000).toBeCloseTo(24, 1)
    expect(await mailsTo('resend@mail.example')).toHaveLength(2)
    expect(
      await open.anonymous('GET /api/public/signup/{code}', { params: { code: made.code! } }),
    ).toMatchObject({ status: 200 })
    for (let n = 0; n < 4; n++) await resend()
    expect(await resend()).toMatchObject({ status: 409, body: { code: 'sent_often' } })
    expect(await mailsTo('resend@mail.example')).toHaveLength(6)
    const qr = (await owner('POST /api/owner/invitations/create', { body: {} })).body.invite
    expect(
      await owner('POST /api/owner/invitations/{code}/resend', { params: { code: qr.id } }),
    ).toMatchObject({ status: 409, body: { code: 'no_recipient' } })
  })
  it('resends a staff invitation, too; shows a bounced email as failed', async () => {
    const code = await staffCode('bounce@mail.example')
    expect(
      await manager('POST /api/owner/invitations/{code}/resend', { params: { code } }),
    ).toMatchObject({ status: 200, body: { invite: { kind: 'staff' } } })
    expect(await mailsTo('bounce@mail.example')).toHaveLength(2)
    await open.rows("update messages set status = 'failed' where recipient = 'bounce@mail.example'")
    expect((await recent(owner, { kind: 'staff', q: 'bounce' })).body.invites).toMatchObject([
      { status: 'failed' },
    ])
  })
})
