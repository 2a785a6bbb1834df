import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { platformFee } from '../src/domain/money/platform.ts'
import { resetClock, setClock } from './clock.ts'
import { openWorld, type BodyFor, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let admin: Caller
beforeAll(async () => {
  open = await openWorld()
  admin = await open.as('admin@fieldhive.example')
})
afterAll(() => open?.close())

const create = (body: BodyFor<'POST /api/admin/create-user'>) =>
  admin('POST /api/admin/create-user', { body })
const update = (body: object) => admin('POST /api/admin/update-user', { body })
const one = async (email: string) =>
  (await admin('GET /api/admin/users', { query: { search: email } })).body.users[0]
/** The person signs up with this address and confirms it. */
const signedIn = async (email: string, email_verified = true): Promise<Caller> => {
  await open.app.identity!.createAccount({
    email,
    name: null,
    password: 'correct horse battery',
    email_verified,
  })
  return open.as(email)
}
const letters = (email: string) =>
  open.rows('select template, status, reason from messages where recipient = $1 order by id', [
    email,
  ])

describe('GET /api/admin/users', () => {
  it('lists everyone once, by numbered pages, and finds by name, address or business', async () => {
    const { n } = await open.row<{ n: number }>('select count(*)::int as n from people')
    const first = (await admin('GET /api/admin/users', { query: { limit: 5 } })).body
    expect(first).toMatchObject({ page: 1, total: n, totalPages: Math.ceil(n / 5) })
    const all = (await admin('GET /api/admin/users', { query: { limit: 1000 } })).body.users
    expect(new Set(all.map(({ id }: { id: string }) => id)).size).toBe(n)
    expect(
      (await admin('GET /api/admin/users', { query: { limit: 5, page: 2 } })).body.users,
    ).toEqual(all.slice(5, 10))
    expect(await one('dana green')).toMatchObject({
      email: 'owner@green-acres.example',
      role: 'owner',
      status: 'active',
      organization_name: 'Green Acres Lawn Care',
    })
    expect(await one('sal espo')).toMatchObject({ role: 'sales', organization_id: null })
    const payees = (await admin('GET /api/admin/users', { query: { role: 'payee' } })).body.users
    expect(payees.map(({ role }) => role)).toEqual(payees.map(() => 'payee'))
    expect((await one('100%_nobody')) ?? null).toBeNull()
  })

  it('lists and finds somebody without email, who can be changed and acted for', async () => {
    const owner = await open.as('owner@green-acres.example')
    await owner('POST /api/owner/crew-members', { body: { name: 'Nora Nomail' } })
    const nora = await one('nora nomail')
    expect(nora).toMatchObject({ email: null, name: 'Nora Nomail', role: 'crew_member' })
    const all = (await admin('GET /api/admin/users', { query: { limit: 1000 } })).body.users
    expect(all).toContainEqual(nora)
    const changed = await update({ id: nora!.id, name: 'Nora Fields', role: 'crew_leader' })
    expect(changed).toMatchObject({
      status: 409,
      body: { code: 'person_without_email' },
    })
    expect(await update({ id: nora!.id, name: 'Nora Fields' })).toMatchObject({
      status: 200,
      body: { user: { email: null, name: 'Nora Fields' } },
    })
    const acting = await admin('POST /api/admin/impersonate/start', {
      body: { user_id: nora!.id, reason: 'Their question' },
    })
    expect(acting).toMatchObject({ status: 200, body: { name: 'Nora Fields', email: null } })
    const cookie = acting.headers.get('set-cookie')!.split(';')[0]!
    await admin('POST /api/admin/impersonate/stop', { headers: { cookie } })
  })
})

describe('POST /api/admin/create-user', () => {
  it('adds a manager, who signs in with that address and works at once', async () => {
    const reply = await create({
      email: 'New.Manager@mail.example',
      name: 'Nia Moss',
      role: 'manager',
      organization_id: open.world.green.id,
      send_invite: true,
    })
    expect(reply).toMatchObject({
      status: 201,
      body: { invited: true, user: { role: 'manager', status: 'invited', name: 'Nia Moss' } },
    })
    expect(await letters('New.Manager@mail.example')).toMatchObject([{ template: 'staff_invite' }])
    const manager = await signedIn('new.manager@mail.example')
    expect((await manager('GET /api/owner/customers')).status).toBe(200)
    expect(await one('new.manager@')).toMatchObject({ status: 'active' })
  })
  it('names the last day of an invitation by the calendar of the business', async () => {
    // A world of its own: a database keeps the clock it was put on.
    const then = await openWorld()
    try {
      const { id } = then.world.green
      await then.rows("update organizations set time_zone = 'Pacific/Honolulu' where id = $1", [id])
      // In New York it is already the next year.
      await setClock(then.app.store, '2031-01-01T08:30:00Z')
      const email = 'new.year@mail.example'
      const by = await then.as('admin@fieldhive.example')
      await by('POST /api/admin/create-user', {
        body: { email, role: 'manager', organization_id: id, send_invite: true },
      })
      const { text } = await then.row<{ text: string }>(
        'select text from messages where recipient = $1',
        [email],
      )
      expect(text).toContain('Tuesday, January 14, 2031.')
    } finally {
      resetClock()
      await then.close()
    }
  })
  it('makes salespeople without an organization, and says so by mail', async () => {
    expect(await create({ email: 'seller@mail.example', role: 'sales' })).toMatchObject({
      status: 201,
      body: { user: { role: 'sales', organization_id: null } },
    })
    expect(await letters('seller@mail.example')).toMatchObject([{ template: 'access_given' }])
    const seller = await signedIn('seller@mail.example')
    expect((await seller('GET /api/users/me')).body).toMatchObject({ roles: ['sales'] })
  })
  it('makes a customer, and sends nothing if not asked', async () => {
    const email = 'given.customer@mail.example'
    await create({
      email,
      role: 'user',
      organization_id: open.world.green.id,
      send_invite: false,
    })
    expect(await letters(email)).toEqual([])
    expect((await (await signedIn(email))('GET /api/users/me')).body).toMatchObject({
      role: 'user',
      organization_id: open.world.green.id,
      customer_id: expect.any(String),
    })
  })
  it.each<[string, object, number, string]>([
    ['no address', { role: 'sales' }, 422, 'Email is required'],
    [
      'no organization',
      { email: 'a@mail.example', role: 'manager' },
      422,
      'Choose an organization',
    ],
    [
      'an unknown organization',
      { email: 'a@mail.example', role: 'manager', organization_id: crypto.randomUUID() },
      422,
      'Choose an organization',
    ],
    [
      'somebody known',
      { email: 'sales@fieldhive.example', role: 'admin' },
      409,
      'This person already has an account. Change it in the list.',
    ],
  ])('%s: %j → %i', async (_name, body, status, sentence) => {
    const reply = await admin.raw('POST /api/admin/create-user', { body })
    expect(reply.status).toBe(status)
    expect([reply.body.error, ...Object.values(reply.body.fields ?? {})]).toContain(sentence)
  })
  it('one owner per organization, even for two at once', async () => {
    const owner = { role: 'owner' as const, organization_id: open.world.green.id }
    expect(await create({ ...owner, email: 'second.owner@mail.example' })).toMatchObject({
      status: 409,
      body: {
        code: 'owner_exists',
        error:
          'Only one owner is allowed for an organization. Another owner already exists for this org.',
      },
    })
    const { id } = (
      await admin('POST /api/admin/create-organization', { body: { name: 'Two Owners' } })
    ).body.organization
    const replies = await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        create({ email: `${name}.owner@mail.example`, role: 'owner', organization_id: id }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    expect(
      await open.rows("select 1 from memberships where organization_id = $1 and role = 'owner'", [
        id,
      ]),
    ).toHaveLength(1)
  })
  it('gives nothing to somebody who signed up with the address but never confirmed it', async () => {
    const squatter = await signedIn('boss@squatted.example', false)
    await squatter('GET /api/users/me')
    for (const role of ['admin', 'manager', 'user'] as const)
      expect(
        await create({
          email: 'boss@squatted.example',
          role,
          organization_id: role === 'admin' ? null : open.world.green.id,
        }),
      ).toMatchObject({ status: 409, body: { code: 'person_unverified' } })
    expect((await squatter('GET /api/users/me')).body.roles).toEqual([])
  })
})

describe('POST /api/admin/update-user', () => {
  const person = async (
    email: string,
    role: NonNullable<BodyFor<'POST /api/admin/create-user'>['role']> = 'manager',
  ) => {
    await create({ email, role, organization_id: open.world.green.id, send_invite: false })
    return signedIn(email)
  }
  it('changes name and role; the person has the new rights at once', async () => {
    const caller = await person('changed@mail.example')
    expect((await caller('GET /api/owner/customers')).status).toBe(200)
    expect(
      await update({ email: 'Changed@mail.example', name: 'Chan Ged', role: 'payee' }),
    ).toMatchObject({ status: 200, body: { user: { role: 'payee', name: 'Chan Ged' } } })
    expect((await caller('GET /api/owner/customers')).body.code).toBe('forbidden')
    expect((await caller('GET /api/owner/stripe/payments')).status).toBe(200)
  })
  it.each<[string, () => object]>([
    ['is locked out', () => ({ status: 'inactive' })],
    ['works elsewhere', () => ({ organization_id: open.world.bright.id })],
  ])('stops the clock of somebody who %s', async (how, change) => {
    const email = `${how.replaceAll(' ', '-')}@mail.example`
    const caller = await person(email, 'crew_member')
    expect((await caller('POST /api/crew/shifts/clock-in', { body: {} })).status).toBe(200)
    const running = () =>
      open.rows(
        'select s.id from shifts s join people p on p.id = s.person_id where p.email = $1 and s.ended_at is null',
        [email],
      )
    expect(await running()).toHaveLength(1)
    await update({ email, name: 'Still Here' })
    expect(await running()).toHaveLength(1)
    expect(await update({ email, ...change() })).toMatchObject({ status: 200 })
    expect(await running()).toEqual([])
  })
  it('moves somebody to another organization, and to the platform and back', async () => {
    const caller = await person('mover@mail.example')
    const organization_id = open.world.bright.id
    await update({ email: 'mover@mail.example', organization_id })
    expect((await caller('GET /api/users/me')).body).toMatchObject({
      organization_id,
      role: 'manager',
    })
    expect((await caller('GET /api/users/me')).body.memberships).toHaveLength(1)
    await update({ email: 'mover@mail.example', role: 'sales' })
    expect((await caller('GET /api/users/me')).body).toMatchObject({
      roles: ['sales'],
      organization_id: null,
      memberships: [],
    })
    await update({ email: 'mover@mail.example', role: 'manager', organization_id })
    await expect.poll(async () => (await caller('GET /api/owner/customers')).status).toBe(200)
  })
  it.each<[string, () => object]>([
    ['the same organization', () => ({})],
    ['another', () => ({ organization_id: open.world.bright.id })],
  ])('makes staff a customer of %s, who has no other rights then', async (where, change) => {
    const email = `customer.of.${where.replaceAll(' ', '.')}@mail.example`
    const caller = await person(email)
    expect((await caller('GET /api/owner/customers')).status).toBe(200)
    expect(await update({ email, role: 'user', ...change() })).toMatchObject({
      status: 200,
      body: { user: { role: 'user' } },
    })
    expect((await caller('GET /api/users/me')).body).toMatchObject({ roles: ['user'] })
    expect((await caller('GET /api/owner/customers')).status).toBe(403)
  })
  it('keeps the team of a crew member who gets another role on the crew', async () => {
    const email = 'promoted@mail.example'
    await person(email, 'crew_member')
    const memberships = () =>
      open.rows(
        'select m.role, m.status, m.team_id, m.ended_at from memberships m join people p on p.id = m.person_id where p.email = $1',
        [email],
      )
    const team_id = open.world.green.teams['North Crew']!
    await open.rows(
      'update memberships m set team_id = $1 from people p where p.id = m.person_id and p.email = $2',
      [team_id, email],
    )
    expect((await update({ email, role: 'crew_leader' })).status).toBe(200)
    expect(await memberships()).toEqual([
      { role: 'crew_leader', status: 'active', team_id, ended_at: null },
    ])
    // Their history must not say that they left in between.
    const changes = await open.rows(
      "select r.after from record_changes r join people p on p.id::text = r.record_id where p.email = $1 and (r.after ? 'role' or r.after ? 'status')",
      [email],
    )
    expect(changes.map(({ after }) => after)).toEqual([{ role: 'crew_leader' }])
  })
  it('deactivating ends access and every session; activating gives it back', async () => {
    const email = 'locked.out@mail.example'
    const caller = await person(email)
    await caller('GET /api/users/me')
    const { subject } = await open.row<{ subject: string }>(
      'select subject from person_identities i join people p on p.id = i.person_id where p.email = $1',
      [email],
    )
    await open.rows(
      "insert into idp_payload (model, id, payload, expires_at) values ('Session', 'one', jsonb_build_object('accountId', $1::text), now() + interval '1 day')",
      [subject],
    )
    expect(await update({ email, status: 'inactive' })).toMatchObject({
      body: { user: { status: 'inactive' } },
    })
    for (const call of ['GET /api/users/me', 'GET /api/owner/customers', 'POST /api/sse/ticket'])
      expect(await caller.raw(call)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(
      await open.rows("select 1 from idp_payload where payload ->> 'accountId' = $1", [subject]),
    ).toEqual([])
    expect(
      (await admin('GET /api/admin/users', { query: { search: email, status: 'active' } })).body,
    ).toMatchObject({ total: 0 })
    await update({ email, status: 'active' })
    expect((await caller('GET /api/owner/customers')).status).toBe(200)
  })
  it.each<[string, object, string]>([
    [
      'an owner inactive',
      { email: 'owner@green-acres.example', status: 'inactive' },
      'owner_stays_active',
    ],
    [
      'an owner manager',
      { email: 'owner@green-acres.example', role: 'manager' },
      'owner_keeps_role',
    ],
    ['a second owner', { email: 'manager@green-acres.example', role: 'owner' }, 'owner_exists'],
    ['oneself inactive', { email: 'admin@fieldhive.example', status: 'inactive' }, 'own_account'],
    ['oneself sales', { email: 'admin@fieldhive.example', role: 'sales' }, 'own_account'],
  ])('never makes %s: %j → 409 %s', async (_name, body, code) => {
    expect(await update(body)).toMatchObject({ status: 409, body: { code } })
  })
  it('is in the trail with what was before', async () => {
    await person('trail@mail.example')
    await update({ email: 'trail@mail.example', role: 'payee' })
    const [entry] = await open.rows(
      "select actor_id, before, after from audit where action = 'POST /api/admin/update-user' order by id desc limit 1",
    )
    expect(entry).toMatchObject({
      actor_id: open.world.admin,
      before: { role: 'manager' },
      after: { role: 'payee' },
    })
  })
})

describe('organizations', () => {
  it.each(['Raleigh', 'Dana Green', 'owner@green-acres'])(
    'counts the organizations that a search finds by city or owner: %s',
    async (search) => {
      const found = async (what: 'organizations' | 'organization-summary') =>
        (
          await admin(`GET /api/admin/${what}` as const, { query: { search } })
        ).body.organizations.map(({ name }) => name)
      expect(await found('organizations')).toContain('Green Acres Lawn Care')
      expect(await found('organization-summary')).toEqual(await found('organizations'))
    },
  )
  it('are listed with owner, members and fee', async () => {
    const found = await admin('GET /api/admin/organizations', { query: { search: 'green' } })
    expect(found.body).toMatchObject({
      total: 1,
      organizations: [
        { id: open.world.green.id, owner_email: 'owner@green-acres.example', status: 'active' },
      ],
    })
    const summary = (await admin('GET /api/admin/organization-summary')).body.organizations
    const green = summary.find(({ id }: { id: string }) => id === open.world.green.id)
    const owner = await open.as('owner@green-acres.example')
    const { active_users } = (await owner('GET /api/owner/platform-billing/status')).body
    expect(green).toMatchObject({
      active_users,
      amount_preview_cents: platformFee(active_users).amount_cents,
    })
    expect(green!.member_count).toBeGreaterThanOrEqual(active_users)
  })
  it('are created and changed', async () => {
    const made = await admin('POST /api/admin/create-organization', {
      body: { name: 'Tidy Yards', state: 'tx', industry: 'Lawncare', website: 'tidy.example' },
    })
    expect(made).toMatchObject({
      status: 201,
      body: { organization: { slug: 'tidy-yards', state: 'TX', owner_user_id: null } },
    })
    const { id } = made.body.organization
    expect(
      await admin('POST /api/admin/update-organization', {
        body: { id, city: 'Austin', website: null },
      }),
    ).toMatchObject({ status: 200, body: { organization: { city: 'Austin', website: null } } })
    expect(
      await admin('POST /api/admin/update-organization', { body: { id: crypto.randomUUID() } }),
    ).toMatchObject({ status: 404 })
    expect(await admin.raw('POST /api/admin/create-organization', { body: {} })).toMatchObject({
      status: 422,
    })
  })
})

describe('owner invitations', () => {
  const invite = (body: BodyFor<'POST /api/admin/owner-invitations'>) =>
    admin('POST /api/admin/owner-invitations', { body })
  const recent = async (email: string) =>
    (await admin('GET /api/admin/owner-invitations/recent')).body.invites.filter(
      (one) => one.email === email,
    )
  it('are sent, opened and accepted; a second one replaces the first', async () => {
    const owner_email = 'founder@mail.example'
    const first = await invite({ owner_email, org_name: 'Founders Lawn' })
    expect(first).toMatchObject({
      status: 201,
      body: { invite: { status: 'sent', organization_name: 'Founders Lawn' } },
    })
    expect(await letters(owner_email)).toMatchObject([{ template: 'owner_invite' }])
    const second = await invite({ owner_email, org_name: 'Founders Lawn', ttl_hours: '5' })
    expect((await recent(owner_email)).map((one: { status: string }) => one.status)).toEqual([
      'sent',
      'revoked',
    ])
    const { created_at, expires_at, code } = second.body.invite
    expect(Date.parse(expires_at!) - Date.parse(created_at)).toBe(5 * 3_600_000)
    const founder = await signedIn(owner_email)
    const params = { code: code! }
    expect(await founder('GET /api/public/owner-onboard/{code}', { params })).toMatchObject({
      body: { prefill: { org_name: 'Founders Lawn' } },
    })
    expect(await recent(owner_email)).toMatchObject([{ status: 'opened' }, { status: 'revoked' }])
    await founder('POST /api/public/owner-onboard/{code}/accept', {
      params,
      body: { organization_name: 'Founders Lawn Care' },
    })
    await founder('POST /api/public/owner-onboard/{code}/complete', { params })
    expect((await recent(owner_email))[0]).toMatchObject({
      status: 'accepted',
      organization_name: 'Founders Lawn Care',
      link: null,
    })
  })
  it('expire after 120 hours unless told otherwise, and need an address and a name', async () => {
    const owner_email = 'late@mail.example'
    const { id, created_at, expires_at } = (await invite({ owner_email, org_name: 'Late' })).body
      .invite
    expect(Date.parse(expires_at!) - Date.parse(created_at)).toBe(120 * 3_600_000)
    await open.rows(
      "update invitations set expires_at = now() - interval '1 minute' where id = $1",
      [id],
    )
    expect(await recent(owner_email)).toMatchObject([{ status: 'expired', link: null }])
    expect(await invite({ owner_email: '', org_name: '' })).toMatchObject({
      status: 422,
      body: { fields: { owner_email: expect.any(String), org_name: expect.any(String) } },
    })
  })
})
