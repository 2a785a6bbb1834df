import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, todayIn } from '../src/domain/base/dates.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let owner: Caller
let manager: Caller
let stranger: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  manager = await open.as('manager@green-acres.example')
  stranger = await open.as('owner@bright-side.example')
})
afterAll(() => open?.close())

const service = {
  name: 'Snow shovelling',
  price_cents: 5500,
  estimated_minutes: 40,
  description: 'Walks and drive.',
}

describe('services', () => {
  it('201 adds a service with its own key, and lists it', async () => {
    const added = await owner('POST /api/owner/services', { body: service })
    expect(added).toMatchObject({
      status: 201,
      body: { key: 'snow_shovelling', label: 'Snow shovelling', active: true, version: 1 },
    })
    const again = await manager('POST /api/owner/services', { body: service })
    expect(again.body.key).not.toBe(added.body.key)
    const list = await owner('GET /api/owner/services')
    expect(
      list.body.services.filter((one: { name: string }) => one.name === service.name),
    ).toHaveLength(2)
  })
  it('count the scheduled work that uses their price and minutes', async () => {
    const { id, key } = (
      await owner('POST /api/owner/services', { body: { ...service, name: 'Raking' } })
    ).body
    const followers = async (who = owner) =>
      await who('GET /api/owner/services/{id}/followers', { params: { id } })
    expect((await followers()).body).toEqual({ follow_price: 0, follow_minutes: 0 })
    const { customers } = (await owner('GET /api/owner/customers')).body
    const customer_id = customers.find(({ status }: { status: string }) => status === 'active')!.id
    const day = (days: number) =>
      addDays(todayIn('America/New_York', new Date().toISOString()), days)
    const work = async (given: object) =>
      (
        await owner('POST /api/schedule', {
          body: {
            customer_id,
            service_key: key,
            pattern: 'weekly',
            start_date: day(301),
            ...given,
          },
        })
      ).body
    await work({ price_cents: 4000 })
    const { rule_id } = await work({ duration_minutes: 30, start_date: day(302) })
    await work({ pattern: 'once', start_date: day(303) })
    expect((await followers()).body).toEqual({ follow_price: 2, follow_minutes: 2 })
    await owner('PATCH /api/schedule/{rule_id}', {
      params: { rule_id },
      body: { scope: 'all', price_cents: 5000 },
    })
    expect((await followers()).body).toEqual({ follow_price: 1, follow_minutes: 2 })
    expect((await followers(stranger)).status).toBe(404)
  })
  it('are sorted alphabetically at sign-up, ignoring case and accents', async () => {
    await owner('POST /api/owner/services', { body: { ...service, name: 'ant check' } })
    const { code } = (await owner('GET /api/owner/invitations/permanent')).body
    const { services } = (
      await open.anonymous('GET /api/public/signup/{code}', { params: { code } })
    ).body
    const names = services.map(({ label }: { label: string }) => label.toLowerCase())
    expect(names).toContain('ant check')
    expect(names).toEqual(names.toSorted())
  })
  it('422 with a plain message for a tag that is too long', async () => {
    const { customers } = (await owner('GET /api/owner/customers')).body
    const reply = await owner('PUT /api/owner/customers/{id}/tags', {
      params: { id: customers[0]!.id },
      body: { tags: ['x'.repeat(61)] },
    })
    expect(reply).toMatchObject({
      status: 422,
      body: {
        error: 'Use at most 60 characters.',
        fields: { 'tags.0': 'Use at most 60 characters.' },
      },
    })
  })
  it.each([
    ['name', { ...service, name: ' ' }, 'Service name is required.'],
    ['price_cents', { ...service, price_cents: -1 }, 'Price is required.'],
    [
      'estimated_minutes',
      { ...service, estimated_minutes: undefined },
      'Estimated time is required.',
    ],
    ['description', { ...service, description: '' }, 'Description is required.'],
    ['name', { ...service, name: 'x'.repeat(121) }, 'Use at most 120 characters.'],
    ['estimated_minutes', { ...service, estimated_minutes: 1441 }, 'Enter at most 1440 minutes.'],
    ['crew_members_needed', { ...service, crew_members_needed: 101 }, 'Enter at most 100 people.'],
    ['notes', { ...service, notes: 'x'.repeat(2001) }, 'Use at most 2000 characters.'],
  ])('422 with the field’s error: %s', async (field, body, sentence) => {
    const reply = await owner.raw('POST /api/owner/services', { body })
    expect(reply).toMatchObject({
      status: 422,
      body: { code: 'invalid', fields: { [field]: sentence } },
    })
  })
  it('400 unknown_field', async () => {
    expect(
      await owner.raw('POST /api/owner/services', {
        body: { ...service, organization_id: open.world.bright.id },
      }),
    ).toMatchObject({
      status: 400,
      body: { code: 'unknown_field' },
    })
  })
  it('200 the same key returns the first response, 422 with another body', async () => {
    const key = 'service-key-1'
    const first = await owner('POST /api/owner/services', {
      body: { ...service, name: 'Gutter check' },
      key,
    })
    const second = await owner('POST /api/owner/services', {
      body: { ...service, name: 'Gutter check' },
      key,
    })
    expect(second).toMatchObject({ status: 201, body: first.body })
    expect(
      await owner('POST /api/owner/services', { body: { ...service, name: 'Other' }, key }),
    ).toMatchObject({
      status: 422,
      body: {
        code: 'idempotency_conflict',
        error: 'Your first attempt was saved. Check what it saved before you change it.',
      },
    })
    expect(await open.rows("select 1 from services where name = 'Gutter check'")).toHaveLength(1)
  })
  it('404 for another organization', async () => {
    const id = open.world.green.services['mowing']!
    expect(
      await stranger('PATCH /api/owner/services/{id}', { params: { id }, body: { active: false } }),
    ).toMatchObject({ status: 404 })
    expect(
      await owner('PATCH /api/owner/services/{id}', { params: { id }, body: { active: false } }),
    ).toMatchObject({
      status: 200,
      body: { active: false, version: 2 },
    })
    await owner('PATCH /api/owner/services/{id}', { params: { id }, body: { active: true } })
  })
  it('409 stale for the second of two tabs; saved again, it keeps both changes', async () => {
    const mowing = (await owner('GET /api/owner/services')).body.services[0]!
    const change = (body: object) =>
      owner('PATCH /api/owner/services/{id}', { params: { id: mowing.id }, body })
    expect(await change({ price_cents: 6600, version: mowing.version })).toMatchObject({
      status: 200,
    })
    expect(await change({ notes: 'Rear gate first.', version: mowing.version })).toMatchObject({
      status: 409,
      body: { code: 'stale', error: expect.stringContaining('Save again') },
    })
    expect(await change({ notes: 'Rear gate first.', version: mowing.version + 1 })).toMatchObject({
      status: 200,
      body: { price_cents: 6600, notes: 'Rear gate first.' },
    })
    await change({ price_cents: mowing.price_cents, notes: mowing.notes })
  })
})

describe('teams and crew', () => {
  it('adds and renames a team, and refuses a taken name', async () => {
    const made = await owner('POST /api/owner/teams', { body: { name: 'East Crew' } })
    expect(made).toMatchObject({ status: 201, body: { name: 'East Crew', members: [] } })
    expect(await owner('POST /api/owner/teams', { body: { name: 'east crew' } })).toMatchObject({
      status: 409,
      body: { code: 'name_taken' },
    })
    expect(await owner('POST /api/owner/teams', { body: { name: ' ' } })).toMatchObject({
      status: 422,
      body: { error: 'Team name required' },
    })
    expect(
      await manager('PATCH /api/owner/teams/{id}', {
        params: { id: made.body.id },
        body: { name: 'Far East Crew' },
      }),
    ).toMatchObject({
      status: 200,
      body: { name: 'Far East Crew' },
    })
    expect(await manager('POST /api/owner/teams', { body: { name: 'X' } })).toMatchObject({
      status: 403,
    })
  })
  it('409 team_has_visits until they are reassigned', async () => {
    const id = open.world.green.teams['West Crew']!
    expect(await owner('DELETE /api/owner/teams/{id}', { params: { id } })).toMatchObject({
      status: 409,
      body: { code: 'team_has_visits' },
    })
    expect(
      await owner('DELETE /api/owner/teams/{id}', {
        params: { id },
        body: { move_to: open.world.green.teams['South Crew'] },
      }),
    ).toMatchObject({
      status: 200,
    })
    expect(
      await open.rows('select 1 from rules where team_id = $1 and end_date is null', [id]),
    ).toHaveLength(0)
  })
  it('moving a person between teams notifies both', async () => {
    const [north, south] = [
      open.world.green.teams['North Crew']!,
      open.world.green.teams['South Crew']!,
    ]
    const user_id = open.world.green.people['crew']!.id
    expect(
      (
        await owner('POST /api/owner/teams/{id}/members', {
          params: { id: south },
          body: { user_id },
        })
      ).body.members.map((one: { id: string }) => one.id),
    ).toContain(user_id)
    expect(
      await open.rows(
        "select team_ids from events where type = 'team.changed' order by number desc limit 1",
      ),
    ).toEqual([{ team_ids: expect.arrayContaining([north, south]) }])
    expect(
      await owner('DELETE /api/owner/teams/{id}/members/{userId}', {
        params: { id: north, userId: user_id },
      }),
    ).toMatchObject({ status: 404 })
    expect(
      await owner('DELETE /api/owner/teams/{id}/members/{userId}', {
        params: { id: south, userId: user_id },
      }),
    ).toMatchObject({ status: 200 })
    const free = (await owner('GET /api/owner/crew-members')).body.crew_members.filter(
      (one: { team_id: string | null }) => !one.team_id,
    )
    expect(free.map((one: { id: string }) => one.id)).toContain(user_id)
    expect(
      (await owner('GET /api/owner/teams/members')).body[south]!.map(
        (one: { id: string }) => one.id,
      ),
    ).not.toContain(user_id)
    await owner('POST /api/owner/teams/{id}/members', { params: { id: north }, body: { user_id } })
    expect(
      await owner('POST /api/owner/teams/{id}/members', {
        params: { id: north },
        body: { user_id: open.world.green.people['manager']!.id },
      }),
    ).toMatchObject({ status: 409, body: { code: 'not_crew' } })
    expect(
      await owner('POST /api/owner/teams/{id}/members', {
        params: { id: north },
        body: { user_id: open.world.bright.people['crew']!.id },
      }),
    ).toMatchObject({ status: 404 })
  })
  it('a team’s visits can’t move to itself, to a deleted team, or to another business', async () => {
    const { id } = (await owner('POST /api/owner/teams', { body: { name: 'Passing' } })).body
    expect(
      await owner('DELETE /api/owner/teams/{id}', { params: { id }, body: { move_to: id } }),
    ).toMatchObject({
      status: 422,
      body: { fields: { move_to: 'Choose another team.' } },
    })
    expect(
      await owner('DELETE /api/owner/teams/{id}', {
        params: { id },
        body: { move_to: Object.values(open.world.bright.teams)[0] },
      }),
    ).toMatchObject({
      status: 404,
    })
    expect(
      await manager.raw('POST /api/owner/teams/{id}/delete', { params: { id } }),
    ).toMatchObject({
      status: 200,
      body: { ok: true },
    })
    expect(await owner('DELETE /api/owner/teams/{id}', { params: { id } })).toMatchObject({
      status: 404,
    })
    expect(await owner('POST /api/owner/teams', { body: { name: 'PASSING' } })).toMatchObject({
      status: 201,
    })
  })
  it('201 adds a crew person, invites them by email, and puts them in a team', async () => {
    const team_id = open.world.green.teams['South Crew']!
    const made = await owner('POST /api/owner/crew-members', {
      body: { email: 'new.hand@mail.example', name: 'New Hand', team_id, role: 'crew_leader' },
    })
    expect(made).toMatchObject({
      status: 201,
      body: {
        crew_member: {
          email: 'new.hand@mail.example',
          role: 'crew_leader',
          status: 'invited',
          team: 'South Crew',
        },
        invite: { ok: true, invited: true },
      },
    })
    expect(
      await open.rows(
        "select 1 from messages where recipient = 'new.hand@mail.example' and template = 'staff_invite'",
      ),
    ).toHaveLength(1)
    expect(
      await owner('POST /api/owner/crew-members', { body: { email: 'NEW.hand@mail.example' } }),
    ).toMatchObject({
      status: 409,
      body: { code: 'already_member' },
    })
    expect(await owner('POST /api/owner/crew-members', { body: { email: '' } })).toMatchObject({
      status: 422,
      body: { fields: { email: 'Email is required' } },
    })
    const role = await owner('PATCH /api/owner/crew-members/{id}/role', {
      params: { id: made.body.crew_member.id },
      body: { role: 'crew_member' },
    })
    expect(role).toMatchObject({ status: 200, body: { role: 'crew_member' } })
    expect(
      await owner('PATCH /api/owner/crew-members/{id}/role', {
        params: { id: open.world.green.people['manager']!.id },
        body: { role: 'crew_member' },
      }),
    ).toMatchObject({ status: 422, body: { code: 'not_crew' } })
  })
  it('403 role_too_high: people can’t invite above their own role', async () => {
    expect(
      await manager('POST /api/owner/invitations', {
        body: { email: 'a@mail.example', role: 'payee' },
      }),
    ).toMatchObject({ status: 200 })
    expect(
      await manager('POST /api/owner/invitations', {
        body: { email: 'a@mail.example', role: 'manager' },
      }),
    ).toMatchObject({ status: 403, body: { code: 'role_too_high' } })
    expect(
      await manager.raw('POST /api/owner/invitations', {
        body: { email: 'a@mail.example', role: 'owner' },
      }),
    ).toMatchObject({ status: 422 })
  })
})

describe('the customer export', () => {
  it('has every column, escapes formulas, and applies the filter', async () => {
    await owner('POST /api/owner/customers', {
      body: { name: '=HYPERLINK("x")', email: 'formula@mail.example', tags: ['a, "b"'] },
    })
    const file = await owner('GET /api/owner/customers/export', { query: { status: 'lead' } })
    expect(file.headers.get('content-type')).toContain('text/csv')
    expect(file.headers.get('content-disposition')).toContain('customers.csv')
    expect(file.body).toMatch(/^\uFEFF?Name,Status,Email/)
    expect(file.body).toContain('"\'=HYPERLINK(""x"")",lead,formula@mail.example')
    expect(file.body).not.toContain('Quinn Abara')
    expect((await owner('GET /api/owner/customers/export')).body).toContain(
      "Quinn Abara,active,quinn.abara@mail.example,'+19195550104,58 Peace St",
    )
    expect(
      await (
        await open.as('payee@green-acres.example')
      )('GET /api/owner/customers/export'),
    ).toMatchObject({ status: 403 })
  })
})

describe('POST /api/schedule/{rule_id}/complete as a crew member', () => {
  it('403 forbidden unless the organization lets crew members complete visits', async () => {
    const crew = await open.as('crew@green-acres.example')
    const { id } = open.world.green.customers['casey']!.rules[0]!
    const ask = { params: { rule_id: id }, body: { date: open.world.green.today } }
    expect(await crew('POST /api/schedule/{rule_id}/complete', ask)).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    await owner('POST /api/owner/organization/update', {
      body: { schedule_settings: { crew_can_complete: true } },
    })
    expect(await crew('POST /api/schedule/{rule_id}/complete', ask)).toMatchObject({
      status: 200,
      body: { ok: true },
    })
  })
})
