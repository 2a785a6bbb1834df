import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '../src/api/calls.ts'
import type { CallDeclaration } from '../src/api/kit.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let owner: Caller
let manager: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  manager = await open.as('manager@green-acres.example')
})
afterAll(() => open?.close())

const idOf = (key: string): string => open.world.green.people[key]!.id
const act = (who: Caller, id: string, verb: string, body: object = {}) =>
  who.raw(`POST /api/owner/people/{id}/${verb}`, { params: { id }, body })
const person = async (id: string) =>
  (await owner('GET /api/owner/people')).body.people.find((one: { id: string }) => one.id === id)
let count = 0
/** Somebody new on the staff of Green Acres, signed in. */
async function joins(role: string): Promise<{ id: string; email: string; caller: Caller }> {
  const email = `staff${++count}@mail.example`
  await open.app.identity!.createAccount({
    email,
    name: null,
    password: 'correct horse battery',
    email_verified: true,
  })
  const caller = await open.as(email)
  const { id } = (await caller('GET /api/users/me')).body
  await open.rows(
    'insert into memberships (organization_id, person_id, role) values ($1, $2, $3)',
    [open.world.green.id, id, role],
  )
  open.app.actors.forget(id)
  return { id, email, caller }
}

describe('GET /api/owner/people', () => {
  it('lists the staff with role, team, last seen and devices, and no customers', async () => {
    const { people, offer } = (await manager('GET /api/owner/people')).body
    expect(offer).toBeNull()
    expect(people[0]).toMatchObject({ name: 'Dana Green', role: 'owner', status: 'active' })
    expect(people.find(({ id }: { id: string }) => id === idOf('leader'))).toMatchObject({
      role: 'crew_leader',
      team: 'North Crew',
    })
    expect(people.map(({ role }: { role: string }) => role)).not.toContain('user')
    const seen = await person(idOf('manager'))
    expect(Date.now() - Date.parse(seen!.last_seen_at!)).toBeLessThan(60_000)
  })
})

describe('POST /api/owner/people/{id}/deactivate', () => {
  const everything = Object.entries(calls as Record<string, CallDeclaration>).filter(
    ([, call]) => typeof call.roles === 'object',
  )
  it('ends access over every call, streams within 5 seconds and sessions; history and names stay', async () => {
    const { id, email, caller } = await joins('manager')
    await caller.raw('POST /api/customers/{id}/notes', {
      params: { id: Object.values(open.world.green.customers)[0]!.id },
      body: { text: 'From somebody who left' },
    })
    const { subject } = await open.row<{ subject: string }>(
      'select subject from person_identities where person_id = $1',
      [id],
    )
    await open.rows(
      "insert into idp_payload (model, id, payload, expires_at) values ('Session', $1, jsonb_build_object('accountId', $2::text), now() + interval '1 day')",
      [`session ${id}`, subject],
    )
    expect(await person(id)).toMatchObject({ sessions: 1 })
    const stream = await fetch(`${open.url}/api/sse`, {
      headers: { authorization: `Bearer ${await open.app.identity!.issueToken(email)}` },
    })
    const began = performance.now()
    expect(await act(owner, id, 'deactivate')).toMatchObject({
      status: 200,
      body: { status: 'inactive', sessions: 0, ended_at: expect.any(String) },
    })
    expect(await stream.text()).toContain('rights_changed')
    expect(performance.now() - began).toBeLessThan(5000)
    for (const [key, call] of everything) {
      const reply = await caller.raw(key, {
        params: Object.fromEntries(
          [...key.matchAll(/\{(\w+)\}/g)].map((m) => [m[1]!, crypto.randomUUID()]),
        ),
        ...(key.startsWith('GET ') ? {} : { body: call.body ? {} : undefined }),
      })
      expect([key, reply.status]).toEqual([key, 403])
    }
    expect((await caller('GET /api/users/me')).body).toMatchObject({ roles: [], memberships: [] })
    expect(
      await open.rows("select 1 from customer_notes where text = 'From somebody who left'"),
    ).toHaveLength(1)
    // Given back, everything works again.
    expect(await act(owner, id, 'reactivate')).toMatchObject({
      status: 200,
      body: { status: 'active', role: 'manager', ended_at: null },
    })
    expect((await caller('GET /api/owner/customers')).status).toBe(200)
  })
  it('ends a running shift, leaves the team list, and works for crews', async () => {
    const crew = await open.as('crew@green-acres.example')
    const id = idOf('crew')
    await crew('POST /api/crew/shifts/clock-in', { body: {} })
    await act(manager, id, 'deactivate')
    expect(
      await open.rows('select 1 from shifts where person_id = $1 and ended_at is null', [id]),
    ).toEqual([])
    expect((await crew('GET /api/crew/team')).status).toBe(403)
    const { crew_members } = (await owner('GET /api/owner/crew-members')).body
    expect(crew_members.map((one: { id: string }) => one.id)).not.toContain(id)
    await act(manager, id, 'reactivate')
    expect((await crew('GET /api/crew/team')).status).toBe(200)
  })
  it('ends nobody’s sign-ins at another business', async () => {
    const { id, caller } = await joins('manager')
    await open.rows(
      "insert into memberships (organization_id, person_id, role) values ($1, $2, 'manager')",
      [open.world.bright.id, id],
    )
    await open.rows(
      "insert into idp_payload (model, id, payload, expires_at) select 'Session', $1, jsonb_build_object('accountId', subject), now() + interval '1 day' from person_identities where person_id = $2",
      [`both ${id}`, id],
    )
    expect(await act(owner, id, 'deactivate')).toMatchObject({
      body: { status: 'inactive', sessions: 0 },
    })
    expect(await open.rows('select 1 from idp_payload where id = $1', [`both ${id}`])).toHaveLength(
      1,
    )
    expect((await caller('GET /api/users/me')).body).toMatchObject({
      organization_id: open.world.bright.id,
      memberships: [{ organization_id: open.world.bright.id }],
    })
    expect((await caller('GET /api/owner/customers')).status).toBe(200)
  })
  it('ends nobody’s other lives: their customer account stays', async () => {
    const { id, caller } = await joins('payee')
    const { id: customer_id } = await open.row<{ id: string }>(
      "insert into customers (organization_id, person_id, name, status) values ($1, $2, 'Both', 'active') returning id",
      [open.world.green.id, id],
    )
    await open.rows(
      "insert into memberships (organization_id, person_id, role, customer_id) values ($1, $2, 'user', $3)",
      [open.world.green.id, id, customer_id],
    )
    await act(owner, id, 'deactivate')
    expect((await caller('GET /api/users/me')).body.roles).toEqual(['user'])
    expect((await caller('GET /api/invoices')).status).toBe(200)
  })
  it.each<[string, string, string, string]>([
    ['the owner', 'owner', 'owner', 'owner_stays_active'],
    ['the owner by a manager', 'manager', 'owner', 'owner_stays_active'],
    ['oneself', 'manager', 'manager', 'own_account'],
  ])('409 for %s', async (_name, who, whom, code) => {
    const caller = who === 'owner' ? owner : manager
    expect(await act(caller, idOf(whom), 'deactivate')).toMatchObject({
      status: 409,
      body: { code },
    })
  })
  it('managers end crews and payees, not other managers', async () => {
    const other = await joins('manager')
    expect(await act(manager, other.id, 'deactivate')).toMatchObject({
      status: 409,
      body: { code: 'role_too_high' },
    })
    const payee = await joins('payee')
    expect((await act(manager, payee.id, 'deactivate')).status).toBe(200)
  })
  it.each(['leader', 'crew', 'payee', 'customer'])('is not for %s', async (who) => {
    const caller = await open.as(`${who}@green-acres.example`)
    expect((await act(caller, idOf('spare'), 'deactivate')).status).toBe(403)
  })
  it('404 for people of other businesses and for customers', async () => {
    for (const id of [
      open.world.bright.people['manager']!.id,
      crypto.randomUUID(),
      (await (await open.as('customer@green-acres.example'))('GET /api/users/me')).body.id,
    ])
      expect((await act(owner, id, 'deactivate')).status).toBe(404)
  })
})

describe('POST /api/owner/people/{id}/role', () => {
  it('changes the role; the person has it at once', async () => {
    const { id, caller } = await joins('crew_member')
    expect(await act(owner, id, 'role', { role: 'manager' })).toMatchObject({
      status: 200,
      body: { role: 'manager', team_id: null },
    })
    expect((await caller('GET /api/owner/customers')).status).toBe(200)
  })
  it.each<[string, string, object, number]>([
    ['manager', 'spare', { role: 'manager' }, 409],
    ['manager', 'spare', { role: 'payee' }, 200],
    ['owner', 'owner', { role: 'manager' }, 409],
    ['owner', 'spare', { role: 'owner' }, 422],
    ['owner', 'spare', { role: 'admin' }, 422],
    ['owner', 'spare', { role: 'crew_member' }, 200],
  ])('%s gives %s %j: %i', async (who, whom, body, status) => {
    expect((await act(who === 'owner' ? owner : manager, idOf(whom), 'role', body)).status).toBe(
      status,
    )
  })
})

describe('every change of somebody’s access', () => {
  const changes: Record<string, object> = {
    role: { role: 'crew_member' },
    deactivate: {},
    reactivate: {},
    'sign-out': {},
  }
  const cases = Object.keys(changes).flatMap((verb) => [
    [verb, 'owner', 'owner', verb === 'role' ? 'owner_keeps_role' : 'owner_stays_active'],
    [verb, 'manager', 'owner', verb === 'role' ? 'owner_keeps_role' : 'owner_stays_active'],
    [verb, 'manager', 'manager', 'own_account'],
    [verb, 'manager', 'another manager', 'role_too_high'],
    [verb, 'manager', 'a manager who left', 'role_too_high'],
  ])
  it.each(cases)('409 %s by the %s of %s: %s', async (verb, who, whom, code) => {
    const known = open.world.green.people[whom]
    const { id } = known ?? (await joins('manager'))
    if (whom === 'a manager who left') await act(owner, id, 'deactivate')
    const before = await person(id)
    const caller = who === 'owner' ? owner : manager
    expect(await act(caller, id, verb, changes[verb])).toMatchObject({
      status: 409,
      body: { code },
    })
    expect(await person(id)).toMatchObject({
      role: before!.role,
      status: before!.status,
      ended_at: before!.ended_at,
    })
  })
})

describe('handing the business over', () => {
  const offered = () => act(owner, idOf('manager'), 'hand-over')
  it('needs both: the owner offers, the manager accepts; then the roles have changed', async () => {
    expect(await act(owner, idOf('leader'), 'hand-over')).toMatchObject({
      status: 409,
      body: { code: 'not_manager' },
    })
    expect(await offered()).toMatchObject({ status: 200, body: { to: { name: 'Morgan Ellis' } } })
    expect(await offered()).toMatchObject({ status: 409, body: { code: 'offer_open' } })
    const stranger = await joins('manager')
    expect(await stranger.caller('POST /api/owner/hand-over/accept', { body: {} })).toMatchObject({
      status: 409,
      body: { code: 'offer_gone' },
    })
    expect((await owner('POST /api/owner/hand-over/withdraw', { body: {} })).status).toBe(200)
    expect(await manager('POST /api/owner/hand-over/accept', { body: {} })).toMatchObject({
      status: 409,
    })
    await offered()
    expect((await manager('POST /api/owner/hand-over/decline', { body: {} })).status).toBe(200)
    await offered()
    const replies = await Promise.all(
      [1, 2].map(() => manager('POST /api/owner/hand-over/accept', { body: {} })),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await manager('GET /api/users/me')).body.role).toBe('owner')
    expect((await owner('GET /api/users/me')).body.role).toBe('manager')
    expect(
      await open.rows('select owner_person_id from organizations where id = $1', [
        open.world.green.id,
      ]),
    ).toEqual([{ owner_person_id: idOf('manager') }])
    const letters = await open.rows(
      "select recipient, count(*)::int as n from messages where template = 'ownership' group by 1 order by 1",
    )
    expect(letters).toEqual([
      { recipient: 'manager@green-acres.example', n: 4 },
      { recipient: 'owner@green-acres.example', n: 1 },
    ])
  })
})
