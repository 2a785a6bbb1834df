import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let admin: Caller
let sal: Caller
let other: Caller
let other_id: string
const colleagues: Caller[] = []
beforeAll(async () => {
  open = await openWorld()
  admin = await open.as('admin@fieldhive.example')
  sal = await open.as('sales@fieldhive.example')
  for (const name of ['olga', 'pete', 'quin', 'rosa', 'stan']) {
    const email = `${name}@fieldhive.example`
    const made = await admin('POST /api/admin/create-user', {
      body: { email, name, role: 'sales', send_invite: false },
    })
    await open.app.identity!.createAccount({
      email,
      name,
      password: 'correct horse battery',
      email_verified: true,
    })
    colleagues.push(await open.as(email))
    other_id ??= made.body.user.id
  }
  other = colleagues[0]!
})
afterAll(() => open?.close())

let numbers = 0
/** A lead from the landing page, unclaimed. */
const arrives = async (email = `lead${++numbers}@mail.example`): Promise<string> => {
  await open.anonymous('POST /api/public/leads', {
    body: { email, name: 'Lee Dent', company: 'Dent Mowing', source: 'trial' },
  })
  return (await open.row<{ id: string }>('select id from platform_leads where email = $1', [email]))
    .id
}
const claim = (who: Caller, id: string) =>
  who('POST /api/sales/leads/{id}/claim', { params: { id }, body: {} })
const assign = (who: Caller, id: string, user_id: string | null) =>
  who('POST /api/sales/leads/{id}/assign', { params: { id }, body: { user_id } })
const patch = (who: Caller, id: string, body: object) =>
  who('PATCH /api/sales/leads/{id}', { params: { id }, body })
const ids = async (who: Caller, query: object) =>
  (await who('GET /api/sales/leads', { query: { ...query, limit: 100 } })).body.leads.map(
    (lead: { id: string }) => lead.id,
  )
const overview = async (who: Caller) => (await who('GET /api/sales/stats/overview')).body.summary

describe('GET /api/sales/leads', () => {
  it('lists what is unclaimed, mine, or all; salespeople never see their colleagues’ leads', async () => {
    const [free, mine, theirs] = [await arrives(), await arrives(), await arrives()]
    await claim(sal, mine)
    await claim(other, theirs)
    expect(await ids(sal, { unclaimed: 1 })).toContain(free)
    expect(await ids(sal, { unclaimed: 1 })).not.toContain(mine)
    expect(await ids(sal, { mine: 1 })).toContain(mine)
    const seen = await ids(sal, { all: 1 })
    expect(seen).toEqual(expect.arrayContaining([free, mine]))
    expect(seen).not.toContain(theirs)
    expect(await ids(admin, { all: 1 })).toEqual(expect.arrayContaining([free, mine, theirs]))
    expect((await patch(sal, theirs, {})).status).toBe(404)
    expect(
      await sal('POST /api/sales/leads/{id}/notes', {
        params: { id: theirs },
        body: { text: 'x' },
      }),
    ).toMatchObject({ status: 404 })
  })
  it('finds by words, status and stage, in pages', async () => {
    const id = await arrives('findme@special.example')
    await patch(sal, id, { stage: 'proposal' })
    expect(await ids(sal, { q: 'findme@' })).toEqual([id])
    expect(await ids(sal, { q: 'findme@', stage: 'proposal', status: 'open' })).toEqual([id])
    expect(await ids(sal, { q: 'findme@', status: 'lost' })).toEqual([])
    const first = (await admin('GET /api/sales/leads', { query: { limit: 2 } })).body
    const second = (
      await admin('GET /api/sales/leads', { query: { limit: 2, cursor: first.next_cursor! } })
    ).body
    expect(second.leads[0]!.id < first.leads[1]!.id).toBe(true)
  })
  it('has overdue leads first, the longest wait before others, through all pages', async () => {
    const [late, later, planned, lost, fresh] = [
      await arrives(),
      await arrives(),
      await arrives(),
      await arrives(),
      await arrives(),
    ]
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    await patch(admin, late, { next_action_at: ago(48) })
    await patch(admin, later, { next_action_at: ago(2) })
    await patch(admin, planned, { next_action_at: ago(-24) })
    await patch(admin, lost, { next_action_at: ago(72), status: 'lost' })
    const paged: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query = { limit: 1, ...(cursor ? { cursor } : {}) }
      const { body } = await admin('GET /api/sales/leads', { query })
      paged.push(...body.leads.map((lead: { id: string }) => lead.id))
      cursor = body.next_cursor
    }
    expect(paged).toEqual(await ids(admin, {}))
    expect(paged.slice(0, 5)).toEqual([late, later, fresh, lost, planned])
    expect(new Set(paged).size).toBe(paged.length)
    for (const id of [late, later]) await patch(admin, id, { next_action_at: null })
  })
  it.each(['owner@green-acres.example', 'customer@green-acres.example'])(
    'is not for %s',
    async (email) => {
      expect((await (await open.as(email))('GET /api/sales/leads')).status).toBe(403)
    },
  )
})

describe('claiming', () => {
  it('gives the lead to one of six who try at once; the others hear ‘Could not claim lead’', async () => {
    const id = await arrives()
    const replies = await Promise.all([sal, ...colleagues].map((who) => claim(who, id)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409, 409,
    ])
    expect(replies.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'lead_claimed',
      error: 'Could not claim lead',
    })
  })
})

describe('assigning', () => {
  it('salespeople give away unassigned leads and their own, and return them to the pool', async () => {
    const id = await arrives()
    expect(await assign(sal, id, other_id)).toMatchObject({
      status: 200,
      body: { lead: { assigned_to_user_id: other_id, assignee_name: 'olga' } },
    })
    expect(await assign(sal, id, open.world.sales)).toMatchObject({
      status: 409,
      body: { code: 'lead_not_yours' },
    })
    expect(await assign(other, id, null)).toMatchObject({
      body: { lead: { assigned_to_user_id: null } },
    })
    expect(await ids(sal, { unclaimed: 1 })).toContain(id)
  })
  it('administrators assign any lead, to people who work leads', async () => {
    const id = await arrives()
    await claim(other, id)
    expect((await assign(admin, id, open.world.sales)).status).toBe(200)
    expect(await assign(admin, id, open.world.green.people['owner']!.id)).toMatchObject({
      status: 422,
      body: { fields: { user_id: expect.any(String) } },
    })
    const { users } = (await sal('GET /api/sales/users')).body
    expect(users.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['Ada Minter', 'olga', 'Sal Esposito']),
    )
  })
})

it('claiming, assigning, returning and changing a lead says when, and is a version of its own', async () => {
  const id = await arrives()
  const read = () =>
    open.row<{ version: number; is_now: boolean }>(
      "select version, updated_at > now() - interval '1 hour' as is_now from platform_leads where id = $1",
      [id],
    )
  const acts = [
    () => claim(sal, id),
    () => assign(sal, id, null),
    () => assign(admin, id, other_id),
    () => patch(other, id, { name: 'Lee' }),
  ]
  for (const act of acts) {
    await open.rows(
      "update platform_leads set updated_at = now() - interval '1 day' where id = $1",
      [id],
    )
    const { version } = await read()
    expect((await act()).status).toBe(200)
    expect(await read()).toEqual({ version: version + 1, is_now: true })
  }
})

describe('working a lead', () => {
  it('changes stage, status, priority, next action and meeting link; notes are kept with their author', async () => {
    const id = await arrives()
    await claim(sal, id)
    const next_action_at = '2027-06-10T13:00:00.000Z'
    expect(
      await patch(sal, id, {
        priority: 'high',
        next_action_at,
        calendly_event_url: 'https://calendly.example/lee',
        stage: 'qualified',
      }),
    ).toMatchObject({
      status: 200,
      body: { lead: { priority: 'high', next_action_at, stage: 'qualified', status: 'open' } },
    })
    expect(await patch(sal, id, { status: 'won' })).toMatchObject({
      body: { lead: { status: 'won', stage: 'closed' } },
    })
    expect(await patch(sal, id, { status: 'open', next_action_at: null })).toMatchObject({
      body: { lead: { status: 'open', stage: 'negotiation', next_action_at: null } },
    })
    for (const text of ['Called, no answer', 'Wants a demo'])
      expect(
        (await sal('POST /api/sales/leads/{id}/notes', { params: { id }, body: { text } })).status,
      ).toBe(201)
    const [lead] = (await sal('GET /api/sales/leads', { query: { mine: '1' } })).body.leads
    expect(lead!.notes).toMatchObject([
      { text: 'Wants a demo', author_name: 'Sal Esposito' },
      { text: 'Called, no answer' },
    ])
  })
  it.each<[string, object]>([
    ['calendly_event_url', { calendly_event_url: 'http://calendly.example' }],
    ['stage', { stage: 'dreaming' }],
    ['next_action_at', { next_action_at: 'tomorrow' }],
  ])('422 %s', async (field, body) => {
    expect(await patch(sal, await arrives(), body)).toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } },
    })
  })
  it('409 for somebody who saw an older version', async () => {
    const id = await arrives()
    expect((await patch(sal, id, { name: 'A', version: 1 })).status).toBe(200)
    expect(await patch(admin, id, { name: 'B', version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'stale' },
    })
  })
  it('422 for a blank note', async () => {
    expect(
      await sal('POST /api/sales/leads/{id}/notes', {
        params: { id: await arrives() },
        body: { text: '  ' },
      }),
    ).toMatchObject({ status: 422 })
  })
})

describe('a lead added by hand', () => {
  it('belongs to who added it; the same address merges and keeps its notes', async () => {
    const body = { email: 'Fair@mail.example', name: 'Faye Ir', phone: '(919) 555-0100' }
    const made = await sal('POST /api/sales/leads', { body })
    expect(made).toMatchObject({
      status: 201,
      body: { lead: { source: 'manual', assigned_to_user_id: open.world.sales } },
    })
    const { id } = made.body.lead
    await sal('POST /api/sales/leads/{id}/notes', {
      params: { id },
      body: { text: 'Met at the fair' },
    })
    expect(
      await sal('POST /api/sales/leads', {
        body: { email: 'fair@mail.example', company: 'Fair Co' },
      }),
    ).toMatchObject({
      body: {
        lead: { id, name: 'Faye Ir', company: 'Fair Co', notes: [{ text: 'Met at the fair' }] },
      },
    })
    expect(await other('POST /api/sales/leads', { body })).toMatchObject({
      status: 409,
      body: { code: 'lead_known' },
    })
  })
})

describe('a lead that is known already', () => {
  it('and unclaimed belongs to the salesperson who adds it by hand', async () => {
    const id = await arrives('walked-in@mail.example')
    const body = { email: 'Walked-in@mail.example', company: 'Walk Co' }
    expect(await sal('POST /api/sales/leads', { body })).toMatchObject({
      status: 201,
      body: { lead: { id, company: 'Dent Mowing', assigned_to_user_id: open.world.sales } },
    })
    expect(await ids(sal, { mine: 1 })).toContain(id)
    expect(await other('POST /api/sales/leads', { body })).toMatchObject({ status: 409 })
  })
  it.each(['lost', 'archived'])('and %s opens again when it asks again', async (status) => {
    const email = `${status}@mail.example`
    const id = await arrives(email)
    await claim(sal, id)
    await patch(sal, id, { status })
    await arrives(email)
    await arrives(email)
    const { leads } = (await sal('GET /api/sales/leads', { query: { q: email } })).body
    expect(leads).toMatchObject([
      {
        status: 'open',
        assigned_to_user_id: open.world.sales,
        notes: [{ text: 'Asked again: the lead is open again.', author_name: null }],
      },
    ])
    expect(Date.parse(leads[0]!.next_action_at!)).toBeLessThanOrEqual(Date.now())
  })
  it('and won stays won', async () => {
    const id = await arrives('won@mail.example')
    await claim(sal, id)
    await patch(sal, id, { status: 'won' })
    await arrives('won@mail.example')
    expect((await sal('GET /api/sales/leads', { query: { q: 'won@' } })).body.leads).toMatchObject([
      { status: 'won', stage: 'closed', notes: [] },
    ])
  })
})

describe('a salesperson who stops', () => {
  it.each<[string, object]>([
    ['is deactivated', { status: 'inactive' }],
    ['gets other work', { role: 'owner' }],
  ])('and %s returns the open leads to the pool', async (_, change) => {
    const email = `leaves${Object.keys(change)[0]}@fieldhive.example`
    const made = await admin('POST /api/admin/create-user', {
      body: { email, name: 'Lea Ver', role: 'sales', send_invite: false },
    })
    const seller = made.body.user.id
    const [busy, done] = [await arrives(), await arrives()]
    for (const id of [busy, done]) await assign(admin, id, seller)
    await patch(admin, done, { status: 'lost' })
    const organization = 'role' in change ? { organization_id: await emptyOrganization() } : {}
    expect(
      await admin('POST /api/admin/update-user', {
        body: { id: seller, ...change, ...organization },
      }),
    ).toMatchObject({ status: 200 })
    expect(await ids(sal, { unclaimed: 1 })).toContain(busy)
    expect(
      await open.rows('select assigned_to_person_id as who from platform_leads where id = $1', [
        done,
      ]),
    ).toEqual([{ who: seller }])
  })
})

it('leads that were left behind before are released by the migration', async () => {
  const email = 'long-gone@fieldhive.example'
  const made = await admin('POST /api/admin/create-user', {
    body: { email, name: 'Lou Gone', role: 'sales', send_invite: false },
  })
  const [left, kept] = [await arrives(), await arrives()]
  await assign(admin, left, made.body.user.id)
  await claim(sal, kept)
  await open.rows("update people set status = 'inactive' where email = $1", [email])
  await open.rows(readFileSync('db/migrations/0351_release_leads.sql', 'utf8'))
  expect(await ids(sal, { unclaimed: 1 })).toContain(left)
  expect(await ids(sal, { mine: 1 })).toContain(kept)
})

const emptyOrganization = async (): Promise<string> =>
  (await admin('POST /api/admin/create-organization', { body: { name: 'No Owner Yet' } })).body
    .organization.id

describe('a set-up', () => {
  it('that somebody begins and leaves is a lead; finishing it wins the lead and links the business', async () => {
    await open.anonymous('POST /api/public/owner-onboard/bootstrap', {
      body: { email: 'left@mail.example' },
    })
    expect((await sal('GET /api/sales/leads', { query: { q: 'left@' } })).body.leads).toMatchObject(
      [{ source: 'setup', status: 'open' }],
    )
    const email = 'finisher@mail.example'
    const id = await arrives(email)
    await claim(sal, id)
    await open.app.identity!.createAccount({
      email,
      name: null,
      password: 'correct horse battery',
      email_verified: true,
    })
    const founder = await open.as(email)
    const { code } = (await founder('POST /api/public/owner-onboard/bootstrap', { body: {} })).body
    const params = { code }
    await founder('POST /api/public/owner-onboard/{code}/accept', {
      params,
      body: { organization_name: 'Finished Lawn' },
    })
    await founder('POST /api/public/owner-onboard/{code}/complete', { params })
    expect((await sal('GET /api/sales/leads', { query: { q: email } })).body.leads).toMatchObject([
      { id, status: 'won', stage: 'closed', organization_name: 'Finished Lawn' },
    ])
  })
})

describe('GET /api/sales/stats/overview', () => {
  it('counts everything for administrators, own and unclaimed leads for salespeople', async () => {
    const before = [await overview(admin), await overview(sal), await overview(other)]
    const id = await arrives()
    await claim(sal, id)
    await patch(sal, id, { status: 'lost' })
    await arrives()
    const after = [await overview(admin), await overview(sal), await overview(other)]
    const grown = (name: 'lost_count' | 'open_count' | 'unclaimed_count') =>
      after.map((one, i) => one[name] - before[i]![name])
    expect(grown('lost_count')).toEqual([1, 1, 0])
    expect(grown('open_count')).toEqual([1, 1, 1])
    expect(grown('unclaimed_count')).toEqual([1, 1, 1])
  })
})
