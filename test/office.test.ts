import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, todayIn } from '../src/domain/dates.ts'
import { sweepExpired } from '../src/server/jobs/sweep.ts'
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

const service = { name: 'Snow shovelling', price_cents: 5500, estimated_minutes: 40, description: 'Walks and drive.' }

describe('services', () => {
  it('201 a service is added with a key of its own, and listed', async () => {
    const added = await owner('POST /api/owner/services', { body: service })
    expect(added).toMatchObject({ status: 201, body: { key: 'snow_shovelling', label: 'Snow shovelling', active: true, version: 1 } })
    const again = await manager('POST /api/owner/services', { body: service })
    expect(again.body.key).not.toBe(added.body.key)
    const list = await owner('GET /api/owner/services')
    expect(list.body.services.filter((one: { name: string }) => one.name === service.name)).toHaveLength(2)
  })
  it('say how much scheduled work takes its price and its minutes from them', async () => {
    const { id, key } = (await owner('POST /api/owner/services', { body: { ...service, name: 'Raking' } })).body
    const followers = async (who = owner) => await who('GET /api/owner/services/{id}/followers', { params: { id } })
    expect((await followers()).body).toEqual({ follow_price: 0, follow_minutes: 0 })
    const { customers } = (await owner('GET /api/owner/customers')).body
    const customer_id = customers.find(({ status }: { status: string }) => status === 'active').id
    const day = (days: number) => addDays(todayIn('America/New_York', new Date().toISOString()), days)
    const work = async (given: object) =>
      (await owner('POST /api/schedule', { body: { customer_id, service_key: key, pattern: 'weekly', start_date: day(301), ...given } })).body
    await work({ price_cents: 4000 })
    const { rule_id } = await work({ duration_minutes: 30, start_date: day(302) })
    await work({ pattern: 'once', start_date: day(303) })
    expect((await followers()).body).toEqual({ follow_price: 2, follow_minutes: 2 })
    await owner('PATCH /api/schedule/{rule_id}', { params: { rule_id }, body: { scope: 'all', price_cents: 5000 } })
    expect((await followers()).body).toEqual({ follow_price: 1, follow_minutes: 2 })
    expect((await followers(stranger)).status).toBe(404)
  })
  it('stand in the order of the alphabet where people sign up, however they are written', async () => {
    await owner('POST /api/owner/services', { body: { ...service, name: 'ant check' } })
    const { code } = (await owner('GET /api/owner/invitations/permanent')).body
    const { services } = (await open.nobody('GET /api/public/signup/{code}', { params: { code } })).body
    const names = services.map(({ label }: { label: string }) => label.toLowerCase())
    expect(names).toContain('ant check')
    expect(names).toEqual(names.toSorted())
  })
  it('422 a tag that is too long is told so in plain words', async () => {
    const { customers } = (await owner('GET /api/owner/customers')).body
    const reply = await owner('PUT /api/owner/customers/{id}/tags', { params: { id: customers[0].id }, body: { tags: ['x'.repeat(61)] } })
    expect(reply).toMatchObject({ status: 422, body: { error: 'Use at most 60 characters.', fields: { 'tags.0': 'Use at most 60 characters.' } } })
  })
  it.each([
    ['name', { ...service, name: ' ' }, 'Service name is required.'],
    ['price_cents', { ...service, price_cents: -1 }, 'Price is required.'],
    ['estimated_minutes', { ...service, estimated_minutes: undefined }, 'Estimated time is required.'],
    ['description', { ...service, description: '' }, 'Description is required.'],
    ['name', { ...service, name: 'x'.repeat(121) }, 'Use at most 120 characters.'],
    ['estimated_minutes', { ...service, estimated_minutes: 1441 }, 'Enter at most 1440 minutes.'],
    ['crew_members_needed', { ...service, crew_members_needed: 101 }, 'Enter at most 100 people.'],
    ['notes', { ...service, notes: 'x'.repeat(2001) }, 'Use at most 2000 characters.'],
  ])('422 names the field: %s', async (field, body, sentence) => {
    const reply = await owner('POST /api/owner/services', { body })
    expect(reply).toMatchObject({ status: 422, body: { code: 'invalid', fields: { [field]: sentence } } })
  })
  it('400 unknown_field', async () => {
    expect(await owner('POST /api/owner/services', { body: { ...service, organization_id: open.world.bright.id } })).toMatchObject({
      status: 400,
      body: { code: 'unknown_field' },
    })
  })
  it('200 a repeat with the same key answers the first answer, another body 422', async () => {
    const key = 'service-key-1'
    const first = await owner('POST /api/owner/services', { body: { ...service, name: 'Gutter check' }, key })
    const second = await owner('POST /api/owner/services', { body: { ...service, name: 'Gutter check' }, key })
    expect(second).toMatchObject({ status: 201, body: first.body })
    expect(await owner('POST /api/owner/services', { body: { ...service, name: 'Other' }, key })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_conflict', error: 'This was saved at the first try, as it stood then. Look at it before you change it.' },
    })
    expect(await open.rows("select 1 from services where name = 'Gutter check'")).toHaveLength(1)
  })
  it('404 for another organization', async () => {
    const id = open.world.green.services['mowing']!
    expect(await stranger('PATCH /api/owner/services/{id}', { params: { id }, body: { active: false } })).toMatchObject({ status: 404 })
    expect(await owner('PATCH /api/owner/services/{id}', { params: { id }, body: { active: false } })).toMatchObject({
      status: 200,
      body: { active: false, version: 2 },
    })
    await owner('PATCH /api/owner/services/{id}', { params: { id }, body: { active: true } })
  })
})

describe('teams and crew', () => {
  it('a team is added, renamed and refused a taken name', async () => {
    const made = await owner('POST /api/owner/teams', { body: { name: 'East Crew' } })
    expect(made).toMatchObject({ status: 201, body: { name: 'East Crew', members: [] } })
    expect(await owner('POST /api/owner/teams', { body: { name: 'east crew' } })).toMatchObject({ status: 409, body: { code: 'name_taken' } })
    expect(await owner('POST /api/owner/teams', { body: { name: ' ' } })).toMatchObject({ status: 422, body: { error: 'Team name required' } })
    expect(await manager('PATCH /api/owner/teams/{id}', { params: { id: made.body.id }, body: { name: 'Far East Crew' } })).toMatchObject({
      status: 200,
      body: { name: 'Far East Crew' },
    })
    expect(await manager('POST /api/owner/teams', { body: { name: 'X' } })).toMatchObject({ status: 403 })
  })
  it('409 team_has_visits until their future is decided', async () => {
    const id = open.world.green.teams['West Crew']!
    expect(await owner('DELETE /api/owner/teams/{id}', { params: { id } })).toMatchObject({ status: 409, body: { code: 'team_has_visits' } })
    expect(await owner('DELETE /api/owner/teams/{id}', { params: { id }, body: { move_to: open.world.green.teams['South Crew'] } })).toMatchObject({
      status: 200,
    })
    expect(await open.rows('select 1 from rules where team_id = $1 and end_date is null', [id])).toHaveLength(0)
  })
  it('a person changes teams, and both teams hear of it', async () => {
    const [north, south] = [open.world.green.teams['North Crew']!, open.world.green.teams['South Crew']!]
    const user_id = open.world.green.people['crew']!.id
    expect(
      (await owner('POST /api/owner/teams/{id}/members', { params: { id: south }, body: { user_id } })).body.members.map((one: { id: string }) => one.id),
    ).toContain(user_id)
    expect(await open.rows("select team_ids from events where type = 'team.changed' order by number desc limit 1")).toEqual([
      { team_ids: expect.arrayContaining([north, south]) },
    ])
    expect(await owner('DELETE /api/owner/teams/{id}/members/{userId}', { params: { id: north, userId: user_id } })).toMatchObject({ status: 404 })
    expect(await owner('DELETE /api/owner/teams/{id}/members/{userId}', { params: { id: south, userId: user_id } })).toMatchObject({ status: 200 })
    const free = (await owner('GET /api/owner/crew-members')).body.crew_members.filter((one: { team_id: string | null }) => !one.team_id)
    expect(free.map((one: { id: string }) => one.id)).toContain(user_id)
    expect((await owner('GET /api/owner/teams/members')).body[south].map((one: { id: string }) => one.id)).not.toContain(user_id)
    await owner('POST /api/owner/teams/{id}/members', { params: { id: north }, body: { user_id } })
    expect(
      await owner('POST /api/owner/teams/{id}/members', { params: { id: north }, body: { user_id: open.world.green.people['manager']!.id } }),
    ).toMatchObject({ status: 409, body: { code: 'not_crew' } })
    expect(await owner('POST /api/owner/teams/{id}/members', { params: { id: north }, body: { user_id: open.world.bright.people['crew']!.id } })).toMatchObject(
      { status: 404 },
    )
  })
  it('a team is not moved to itself, to one that is gone, or to another business', async () => {
    const { id } = (await owner('POST /api/owner/teams', { body: { name: 'Passing' } })).body
    expect(await owner('DELETE /api/owner/teams/{id}', { params: { id }, body: { move_to: id } })).toMatchObject({
      status: 422,
      body: { fields: { move_to: 'Choose another team.' } },
    })
    expect(await owner('DELETE /api/owner/teams/{id}', { params: { id }, body: { move_to: Object.values(open.world.bright.teams)[0] } })).toMatchObject({
      status: 404,
    })
    expect(await manager('POST /api/owner/teams/{id}/delete', { params: { id } })).toMatchObject({ status: 200, body: { ok: true } })
    expect(await owner('DELETE /api/owner/teams/{id}', { params: { id } })).toMatchObject({ status: 404 })
    expect(await owner('POST /api/owner/teams', { body: { name: 'PASSING' } })).toMatchObject({ status: 201 })
  })
  it('201 a crew person is added, invited by mail, and put in a team', async () => {
    const team_id = open.world.green.teams['South Crew']!
    const made = await owner('POST /api/owner/crew-members', { body: { email: 'new.hand@mail.example', name: 'New Hand', team_id, role: 'crew_leader' } })
    expect(made).toMatchObject({
      status: 201,
      body: {
        crew_member: { email: 'new.hand@mail.example', role: 'crew_leader', status: 'invited', team: 'South Crew' },
        invite: { ok: true, invited: true },
      },
    })
    expect(await open.rows("select 1 from messages where recipient = 'new.hand@mail.example' and template = 'staff_invite'")).toHaveLength(1)
    expect(await owner('POST /api/owner/crew-members', { body: { email: 'NEW.hand@mail.example' } })).toMatchObject({
      status: 409,
      body: { code: 'already_member' },
    })
    expect(await owner('POST /api/owner/crew-members', { body: { email: '' } })).toMatchObject({
      status: 422,
      body: { fields: { email: 'Email is required' } },
    })
    const role = await owner('PATCH /api/owner/crew-members/{id}/role', { params: { id: made.body.crew_member.id }, body: { role: 'crew_member' } })
    expect(role).toMatchObject({ status: 200, body: { role: 'crew_member' } })
    expect(
      await owner('PATCH /api/owner/crew-members/{id}/role', { params: { id: open.world.green.people['manager']!.id }, body: { role: 'crew_member' } }),
    ).toMatchObject({ status: 422, body: { code: 'not_crew' } })
  })
  it('403 role_too_high: nobody invites above their own role', async () => {
    expect(await manager('POST /api/owner/invitations', { body: { email: 'a@mail.example', role: 'manager' } })).toMatchObject({ status: 200 })
    expect(await manager('POST /api/owner/invitations', { body: { email: 'a@mail.example', role: 'owner' } })).toMatchObject({ status: 422 })
  })
})

describe('customers', () => {
  it('lists with everything a card shows, by filter', async () => {
    const all = await owner('GET /api/owner/customers')
    expect(all.status).toBe(200)
    expect((await owner('GET /api/owner/customers/totals')).body.counts).toEqual({ active: 8, paused: 1, lead: 2, archived: 1 })
    const casey = all.body.customers.find((one: { name: string }) => one.name === 'Casey Walker')
    expect(casey).toMatchObject({
      has_autopay: true,
      has_card_on_file: true,
      frequency: 'weekly',
      services: ['Fertilization', 'Mowing'],
      notes: [{ text: 'Side gate sticks: lift and push.' }],
    })
    expect(casey.next_visit_at).toBe(open.world.green.today)
    expect(casey.cltv_cents).toBeGreaterThan(0)
    expect((await owner('GET /api/owner/customers', { query: { q: 'casey' } })).body.customers).toHaveLength(1)
    expect((await owner('GET /api/owner/customers', { query: { q: '555-0103' } })).body.customers).toMatchObject([{ name: 'Harper Nguyen' }])
    expect((await owner('GET /api/owner/customers', { query: { tag: 'DOG, gate code' } })).body.customers).toHaveLength(1)
    expect((await owner('GET /api/owner/customers', { query: { status: 'lead' } })).body.customers).toHaveLength(2)
  })
  it('pages by key without losing or doubling anybody', async () => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: { body: { customers: { id: string }[]; next_cursor: string | null } } = await owner('GET /api/owner/customers', {
        query: { limit: 5, ...(cursor ? { cursor } : {}) },
      })
      seen.push(...page.body.customers.map((one) => one.id))
      cursor = page.body.next_cursor
    } while (cursor)
    expect(new Set(seen).size).toBe(12)
    expect(seen).toHaveLength(12)
  })
  it('a lead is converted, and only a lead', async () => {
    const lead = open.world.green.customers['lee']!.id
    expect(await manager('POST /api/owner/customers/{id}/status', { params: { id: lead }, body: { status: 'active' } })).toMatchObject({
      status: 200,
      body: { status: 'active' },
    })
    expect(await manager('POST /api/owner/customers/{id}/status', { params: { id: lead }, body: { status: 'active' } })).toMatchObject({
      status: 200,
      body: { status: 'active' },
    })
    const bulk = await manager('POST /api/owner/customers/bulk-status', {
      body: { ids: [open.world.green.customers['mia']!.id, open.world.bright.customers['hana']!.id], status: 'active' },
    })
    expect(bulk.body).toMatchObject({ updated: [open.world.green.customers['mia']!.id], failed: [{ id: open.world.bright.customers['hana']!.id }] })
  })
  it('archiving ends future work and autopay and keeps invoices', async () => {
    const { id } = open.world.green.customers['harper']!
    await owner('POST /api/owner/customers/{id}/status', { params: { id }, body: { status: 'archived' } })
    expect(await open.rows('select autopay_enabled, status from customers where id = $1', [id])).toEqual([{ autopay_enabled: false, status: 'archived' }])
    expect(await open.rows('select 1 from rules where customer_id = $1 and (end_date is null or end_date > current_date + 1)', [id])).toHaveLength(0)
    expect((await open.rows('select 1 from invoices where customer_id = $1', [id])).length).toBeGreaterThan(0)
    expect(await owner('POST /api/owner/customers/{id}/status', { params: { id }, body: { status: 'active' } })).toMatchObject({
      status: 200,
      body: { status: 'active', has_autopay: false },
    })
  })
  it('409 email_taken; notes and teams by every path', async () => {
    expect(await owner('POST /api/owner/customers', { body: { name: 'Twin', email: 'customer@green-acres.example' } })).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    })
    const made = await owner('POST /api/owner/customers', {
      body: { name: 'Walk-in', phone_number: '(919) 555-0199', street: '1 Main St', city: 'Raleigh', state: 'nc', zip: '27601', status: 'active' },
    })
    expect(made).toMatchObject({ status: 201, body: { name: 'Walk-in', phone_number: '+19195550199', state: 'NC', status: 'active' } })
    const { id } = made.body
    for (const [call, body, params] of [
      ['POST /api/owner/customers/{id}/notes', { text: 'One' }, { id }],
      ['POST /api/customers/{id}/notes', { text: 'Two' }, { id }],
      ['POST /api/notes', { text: 'Three', customer_id: id }, {}],
    ] as const)
      expect((await owner(call, { body, params })).status).toBe(201)
    expect((await owner('GET /api/owner/customers/{id}', { params: { id } })).body.notes).toHaveLength(3)
    const team_id = open.world.green.teams['North Crew']!
    expect(await owner('POST /api/owner/customers/{id}/assign-team', { params: { id }, body: { team_id } })).toMatchObject({ status: 200, body: { team_id } })
    expect(await owner('DELETE /api/owner/teams/{id}/customers/{customerId}', { params: { id: team_id, customerId: id } })).toMatchObject({ status: 200 })
    expect(await owner('POST /api/owner/team-customers', { body: { customer_id: id, team_id } })).toMatchObject({ status: 200, body: { team_id } })
  })
})

describe('a customer given to another team', () => {
  it('brings the work to come unless said otherwise: what has a team of its own or is paid stays, and the crews that had it hear', async () => {
    const [north, south, west] = await Promise.all(
      ['Team One', 'Team Two', 'Team Three'].map(async (name) => (await owner('POST /api/owner/teams', { body: { name } })).body.id as string),
    )
    const { id } = (await owner('POST /api/owner/customers', { body: { name: 'Wanda Moore', status: 'active' } })).body
    const { today } = open.world.green
    const add = async (service_key: string) => {
      const rule = { customer_id: id, service_key, team_id: north, pattern: 'weekly', start_date: addDays(today, 1), start_minutes: 600 }
      return (await owner('POST /api/schedule', { body: rule })).body.series_id as string
    }
    const [series, other] = [await add('mowing'), await add('edging')]
    const visit = (days: number) => `${series}:${addDays(today, days)}`
    await owner('POST /api/schedule/set-time', { body: { rule_id: visit(8), team_id: west } })
    const seeded = await owner('POST /api/schedule/{rule_id}/seed-invoice', { params: { rule_id: visit(15) }, body: {} })
    const invoice = { params: { id: seeded.body.invoice_id } }
    await owner('POST /api/invoices/{id}/open', invoice)
    expect((await owner('POST /api/invoices/{id}/mark-paid', invoice)).body.invoice.status).toBe('paid')
    const teams = async (of: string) =>
      (await owner('GET /api/schedule', { query: { from: addDays(today, 1), to: addDays(today, 22) } })).body.occurrences
        .filter((one: { series_id: string }) => one.series_id === of)
        .map((one: { team_id: string }) => one.team_id)
    const give = (team_id: string, more: object = {}) => owner('POST /api/owner/customers/{id}/assign-team', { params: { id }, body: { team_id, ...more } })
    expect(await give(south!, { future_visits: false })).toMatchObject({ status: 200, body: { team_id: south } })
    expect(await teams(series)).toEqual([north, west, north, north])
    expect(await give(west!)).toMatchObject({ status: 200, body: { team_id: west } })
    expect([await teams(series), await teams(other)]).toEqual([
      [west, west, north, west],
      [west, west, west, west],
    ])
    const told = await open.rows<{ data: { series_id: string }; team_ids: string[] }>("select data, team_ids from events where type = 'rule.changed'")
    for (const one of [series, other]) expect(new Set(told.find(({ data }) => data.series_id === one)?.team_ids)).toEqual(new Set([north, west]))
  })
})

const customer = (key: string) => open.world.green.customers[key]!.id
const by = (id: string) => ({ params: { id } })

describe('a customer', () => {
  it('is found by every word and by digits of the phone; what is no filter finds nothing', async () => {
    const names = async (query: object) =>
      (await owner('GET /api/owner/customers', { query: query as Record<string, unknown> })).body.customers.map((one: { name: string }) => one.name)
    expect(await names({ q: 'GLENWOOD nguyen' })).toEqual(['Harper Nguyen'])
    expect(await names({ q: '5550104' })).toEqual(['Quinn Abara'])
    // Signs alone are nothing typed, whatever they mean to a database.
    const everybody = await names({})
    expect(await names({ q: '%' })).toEqual(everybody)
    expect(await names({ q: '"{}\\,' })).toEqual(everybody)
    expect(await names({ status: '{,"' })).toEqual([])
    expect(await names({ status: 'paused, archived' })).toContain('Uma Patel')
    expect(await names({ tag: '"{' })).toEqual([])
    expect(await owner('GET /api/owner/customers', { query: { cursor: 'x' } })).toMatchObject({ status: 422 })
    expect(await owner('GET /api/owner/customers', { query: { team_id: 'x' } })).toMatchObject({ status: 422 })
  })
  it('is added with a hint at who looks like the same person', async () => {
    const twin = {
      name: 'Quinn Again',
      phone_number: '919-555-0104',
      street: '805 BROOKSIDE dr',
      city: 'Raleigh',
      state: 'NC',
      zip: '27604',
      tags: [' Dog', 'dog ', '', 'Gate'],
    }
    const made = await owner('POST /api/owner/customers', { body: twin })
    expect(made).toMatchObject({ status: 201, body: { tags: ['Dog', 'Gate'] } })
    expect(made.body.duplicates.map((one: { name: string }) => one.name).toSorted()).toEqual(['Quinn Abara', 'Uma Patel'])
    expect((await owner('POST /api/owner/customers', { body: { name: 'Nobody Else' } })).body.duplicates).toEqual([])
    expect((await stranger('POST /api/owner/customers', { body: twin })).body.duplicates).toEqual([])
  })
  it('409 stale for whoever edits what somebody else changed', async () => {
    const id = customer('rosa')
    const { version } = (await owner('GET /api/owner/customers/{id}', by(id))).body
    expect(await owner('PUT /api/owner/customers/{id}', { ...by(id), body: { city: 'Cary', version } })).toMatchObject({
      status: 200,
      body: { city: 'Cary', version: version + 1 },
    })
    expect(await manager('PUT /api/owner/customers/{id}', { ...by(id), body: { city: 'Apex', version } })).toMatchObject({
      status: 409,
      body: { code: 'stale' },
    })
    expect(await open.rows('select city from service_locations where customer_id = $1 and is_default', [id])).toEqual([{ city: 'Cary' }])
  })
  it('null clears, absent stays, and a first whole address becomes the place of work', async () => {
    const { id } = (await owner('POST /api/owner/customers', { body: { name: 'No Address', phone_number: '919-555-0155' } })).body
    const put = async (body: object) => (await owner('PUT /api/owner/customers/{id}', { ...by(id), body })).body
    expect(await put({ street: '1 Main', city: 'Cary', state: 'nc' })).toMatchObject({ street: '1 Main', state: 'NC', zip: null, phone_number: '+19195550155' })
    expect(await open.rows('select 1 from service_locations where customer_id = $1', [id])).toHaveLength(0)
    await put({ zip: '27511' })
    expect(await open.rows('select street, zip, is_default from service_locations where customer_id = $1', [id])).toEqual([
      { street: '1 Main', zip: '27511', is_default: true },
    ])
    expect(await put({ phone_number: null, street: '' })).toMatchObject({ phone_number: null, street: null, city: 'Cary' })
  })
  it('has tags and reminders, by every path', async () => {
    const id = customer('ivy')
    expect(await owner('PUT /api/owner/customers/{id}/tags', { ...by(id), body: { tags: ['VIP', ' vip', 'Key box'] } })).toMatchObject({
      status: 200,
      body: { tags: ['VIP', 'Key box'] },
    })
    expect(await owner('PUT /api/owner/customers/{id}/tags', { ...by(id), body: { tags: 'VIP' } })).toMatchObject({
      status: 422,
      body: { fields: { tags: expect.any(String) } },
    })
    expect((await owner('GET /api/owner/customers', { query: { tag: 'key BOX' } })).body.customers).toMatchObject([{ id }])
    for (const [call, params, body, on] of [
      ['POST /api/owner/customers/{id}/reminders', { id }, { enabled: false }, false],
      ['PUT /api/customers/{id}/reminder-opt-in', { id }, { enabled: true }, true],
      ['POST /api/reminders/opt-in', {}, { customer_id: id, enabled: false }, false],
    ] as const)
      expect(await manager(call, { params, body })).toMatchObject({ status: 200, body: { id, reminder_opt_in: on } })
  })
  it.each(['pause', 'resume', 'reminders', 'promotions/send'])('404 for another business, 403 for a crew: %s', async (what) => {
    const body = { pause: {}, resume: undefined, reminders: { enabled: true }, 'promotions/send': { message: 'Hello' } }[what]
    const ask = { ...by(customer('ivy')), ...(body ? { body } : {}) }
    expect(await stranger(`POST /api/owner/customers/{id}/${what}`, ask)).toMatchObject({ status: 404 })
    expect(await (await open.as('leader@green-acres.example'))(`POST /api/owner/customers/{id}/${what}`, ask)).toMatchObject({ status: 403 })
  })
})

describe('an offer', () => {
  const send = (id: string, message = 'Twenty percent off.\n\nThis week only.') =>
    owner('POST /api/owner/customers/{id}/promotions/send', { ...by(id), body: { message } })
  const letters = (email: string) => open.rows("select * from messages where template = 'promotion' and recipient = $1", [email])

  it('is queued with the postal address and a link that ends offers', async () => {
    const id = customer('quinn')
    expect(await send(id)).toMatchObject({ status: 200, body: { ok: true, queued: 1, skipped: [] } })
    const [letter] = await letters('quinn.abara@mail.example')
    expect(letter.text).toMatch(/Twenty percent off\.[\s\S]*410 Fayetteville St, Raleigh, NC 27601/)
    const path = /http:\/\/localhost:3000(\/api\/public\/unsubscribe\/\S+)/.exec(letter.text)![1]!
    // Looking at the link is not asking for it.
    expect(await open.nobody(`GET ${path}`)).toMatchObject({ status: 200, body: expect.stringContaining('Receive no more offers from Green Acres Lawn Care?') })
    expect(await send(id)).toMatchObject({ body: { queued: 1 } })
    for (const _ of [1, 2]) expect(await open.nobody(`POST ${path}`)).toMatchObject({ status: 200, body: expect.stringContaining('You are unsubscribed') })
    expect(await send(id)).toMatchObject({ status: 200, body: { ok: true, queued: 0, skipped: [{ id, reason: 'unsubscribed' }] } })
    expect(await letters('quinn.abara@mail.example')).toHaveLength(2)
    expect(await open.nobody(`POST ${path.slice(0, -3)}abc`)).toMatchObject({ status: 404 })
  })
  it('comes by its other paths, once for one key', async () => {
    const id = customer('noah')
    for (const call of ['POST /api/owner/promotions/send', 'POST /api/promotions/send'])
      expect(await owner(call, { body: { customer_id: id, message: 'Hi' } })).toMatchObject({ status: 200, body: { queued: 1 } })
    const ask = { ...by(id), body: { message: 'Once' }, key: 'promo-key-1' }
    for (const _ of [1, 2]) expect(await owner('POST /api/owner/customers/{id}/promotions/send', ask)).toMatchObject({ body: { queued: 1 } })
    expect(await letters('noah.feld@mail.example')).toHaveLength(3)
  })
  it('names who is left out', async () => {
    const { id } = (await owner('POST /api/owner/customers', { body: { name: 'No Mail' } })).body
    expect((await send(id)).body).toEqual({ ok: true, queued: 0, skipped: [{ id, reason: 'no_email' }] })
    expect((await send(customer('otto'))).body).toMatchObject({ queued: 0, skipped: [{ reason: 'archived' }] })
    expect(await send(id, ' ')).toMatchObject({ status: 422, body: { fields: { message: 'Write a message' } } })
  })
  it('409 no_postal_address until the business has one', async () => {
    await open.rows('update organizations set street = null where id = $1', [open.world.green.id])
    expect(await send(customer('noah'))).toMatchObject({ status: 409, body: { code: 'no_postal_address' } })
    await open.rows("update organizations set street = '410 Fayetteville St' where id = $1", [open.world.green.id])
  })
})

describe('a pause', () => {
  const pause = (id: string, body: object) => owner('POST /api/owner/customers/{id}/pause', { ...by(id), body })
  const resume = (id: string) => owner('POST /api/owner/customers/{id}/resume', by(id))
  const week = async (id: string, from: string, to: string) =>
    (await owner('GET /api/schedule', { query: { from, to } })).body.occurrences
      .filter((one: { customer: { id: string } }) => one.customer.id === id)
      .map((one: { date: string; status: string; skip_reason: string | null }) => [one.date, one.status, one.skip_reason])

  it('leaves visits out from a day to a day; the sweep ends it', async () => {
    const id = customer('theo')
    const { today } = open.world.green
    const [from, resume_on] = [addDays(today, 5), addDays(today, 12)]
    expect(await pause(id, { reason: 'Holiday', from, resume_on })).toMatchObject({
      status: 200,
      body: { status: 'paused', paused_from: from, resume_on, pause_reason: 'Holiday' },
    })
    // Mowing comes a day, eight and fifteen days from today.
    expect(await week(id, addDays(today, 1), addDays(today, 21))).toEqual([
      [addDays(today, 1), 'scheduled', null],
      [addDays(today, 8), 'skipped', 'paused'],
      [addDays(today, 15), 'scheduled', null],
    ])
    await sweepExpired(open.app)
    expect((await owner('GET /api/owner/customers/{id}', by(id))).body.status).toBe('paused')
    await open.rows('update customers set paused_from = $2::date, resume_on = $3::date where id = $1', [id, addDays(today, -8), today])
    await sweepExpired(open.app)
    expect((await owner('GET /api/owner/customers/{id}', by(id))).body).toMatchObject({ status: 'active', paused_from: addDays(today, -8), resume_on: today })
  })
  it('without an end holds until resumed; what was left out stays left out', async () => {
    const id = customer('noah')
    const { today } = open.world.green
    expect(await pause(id, {})).toMatchObject({ body: { status: 'paused', paused_from: today, resume_on: null, next_visit_at: null } })
    await open.rows('update customers set paused_from = $2::date where id = $1', [id, addDays(today, -20)])
    expect(await resume(id)).toMatchObject({
      status: 200,
      body: { status: 'active', paused_from: addDays(today, -20), resume_on: today, next_visit_at: addDays(today, 3) },
    })
    expect(await resume(id)).toMatchObject({ status: 409, body: { code: 'customer_not_paused' } })
  })
  it('that never began leaves nothing behind', async () => {
    const id = customer('noah')
    await pause(id, { from: addDays(open.world.green.today, 3) })
    expect(await resume(id)).toMatchObject({ body: { status: 'active', paused_from: null, resume_on: null } })
  })
  it.each([
    ['resume_on', () => ({ resume_on: open.world.green.today }), 'Choose a day after today.'],
    ['resume_on', () => ({ from: addDays(open.world.green.today, 9), resume_on: addDays(open.world.green.today, 4) }), 'Work goes on after the pause began.'],
    ['from', () => ({ from: 'tomorrow' }), 'Enter a real date as YYYY-MM-DD'],
  ])('422 %s', async (field, body, sentence) => {
    expect(await pause(customer('noah'), body())).toMatchObject({ status: 422, body: { fields: { [field]: sentence } } })
  })
  it('409 for a lead and for somebody archived', async () => {
    const { id } = (await owner('POST /api/owner/customers', { body: { name: 'Just A Lead' } })).body
    expect(await pause(id, {})).toMatchObject({ status: 409, body: { code: 'customer_not_active' } })
    expect(await pause(customer('otto'), {})).toMatchObject({ status: 409, body: { code: 'customer_archived' } })
  })
})

describe('the customers as a file', () => {
  it('has every column, runs no formula, and follows the filter', async () => {
    await owner('POST /api/owner/customers', { body: { name: '=HYPERLINK("x")', email: 'formula@mail.example', tags: ['a, "b"'] } })
    const file = await owner('GET /api/owner/customers/export', { query: { status: 'lead' } })
    expect(file.headers.get('content-type')).toContain('text/csv')
    expect(file.headers.get('content-disposition')).toContain('customers.csv')
    expect(file.body).toMatch(/^\uFEFF?Name,Status,Email/)
    expect(file.body).toContain('"\'=HYPERLINK(""x"")",lead,formula@mail.example')
    expect(file.body).not.toContain('Quinn Abara')
    expect((await owner('GET /api/owner/customers/export')).body).toContain("Quinn Abara,active,quinn.abara@mail.example,'+19195550104,58 Peace St")
    expect(await (await open.as('payee@green-acres.example'))('GET /api/owner/customers/export')).toMatchObject({ status: 403 })
  })
})

describe('POST /api/schedule/{rule_id}/complete as a crew member', () => {
  it('403 forbidden until the organization lets its crew complete', async () => {
    const crew = await open.as('crew@green-acres.example')
    const { id } = open.world.green.customers['casey']!.rules[0]!
    const ask = { params: { rule_id: id }, body: { date: open.world.green.today } }
    expect(await crew('POST /api/schedule/{rule_id}/complete', ask)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    await owner('POST /api/owner/organization/update', { body: { schedule_settings: { crew_can_complete: true } } })
    expect(await crew('POST /api/schedule/{rule_id}/complete', ask)).toMatchObject({ status: 200, body: { ok: true } })
  })
})
