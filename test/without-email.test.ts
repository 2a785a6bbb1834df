import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

const add = (body: object) => owner('POST /api/owner/crew-members', { body })
const link = (id: string, caller = manager) =>
  caller('POST /api/owner/people/{id}/device-link', { params: { id } })

describe('POST /api/owner/crew-members', () => {
  it('adds somebody without email, who needs no invitation', async () => {
    const { status, body } = await add({ name: 'Ramon Vega', phone_number: '(919) 555-0177' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      crew_member: { name: 'Ramon Vega', email: null, status: 'active' },
      invite: { ok: true, invited: false },
    })
    const { people } = (await owner('GET /api/owner/people')).body
    expect(people).toContainEqual(
      expect.objectContaining({ name: 'Ramon Vega', email: null, status: 'active', sessions: 0 }),
    )
  })

  it('422 without email and without a name', async () => {
    expect(await add({ phone_number: '(919) 555-0178' })).toMatchObject({
      status: 422,
      body: { fields: { email: 'Email is required' } },
    })
  })

  it('takes a number that somebody else has too: it opens nothing', async () => {
    const { status } = await add({ name: 'Ramon again', phone_number: '919-555-0177' })
    expect(status).toBe(201)
    expect(await open.rows(`select 1 from idp_address where kind = 'phone'`)).toEqual([])
  })
})

describe('POST /api/owner/people/{id}/device-link', () => {
  const ramon = async () =>
    (await open.rows<{ id: string }>(`select id from people where name = 'Ramon Vega'`))[0]!.id

  it('signs one device in, once; the office hears of it, and signs it out again', async () => {
    const id = await ramon()
    const { status, body } = await link(id)
    expect(status).toBe(200)
    const token = new URL(body.url).searchParams.get('token')!
    const scan = () =>
      fetch(`${open.url}/idp/device`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ token }),
      })
    const first = await scan()
    expect([first.status, first.headers.get('location')]).toEqual([
      303,
      expect.stringContaining('/login'),
    ])
    expect((await scan()).status).toBe(410)
    const told = await open.rows<{ text: string }>(
      `select text from messages where template = 'device_set_up' and channel = 'email'`,
    )
    expect(told.length).toBeGreaterThan(0)
    expect(told[0]!.text).toContain('Ramon Vega')
    const sessions = async () =>
      (await owner('GET /api/owner/people')).body.people.find(
        (person: { id: string }) => person.id === id,
      )!.sessions
    expect(await sessions()).toBe(1)
    const next = await link(id)
    expect(
      (await owner('POST /api/owner/people/{id}/sign-out', { params: { id } })).body.sessions,
    ).toBe(0)
    const open_ = await open.rows(`select 1 from idp_device_link where used_at is null`)
    expect([next.status, open_]).toEqual([200, []])
  })

  it('409 not_crew, has_email', async () => {
    const me = (await manager('GET /api/users/me')).body.id
    expect((await link(me, owner)).body.code).toBe('not_crew')
    const leader = (await (await open.as('leader@green-acres.example'))('GET /api/users/me')).body
      .id
    expect((await link(leader)).body.code).toBe('has_email')
  })

  it('409 belongs_elsewhere: no business lets itself into another', async () => {
    const id = await ramon()
    const theirs = "organization_id = (select id from organizations where slug = 'bright-side')"
    await open.rows(
      `insert into memberships (organization_id, person_id, role) select id, $1, 'crew_member' from organizations where slug = 'bright-side'`,
      [id],
    )
    expect((await link(id)).body.code).toBe('belongs_elsewhere')
    await open.rows(`delete from memberships where person_id = $1 and ${theirs}`, [id])
    expect((await link(id)).status).toBe(200)
  })

  it('409 person_inactive: ended with their access', async () => {
    const id = await ramon()
    await link(id)
    await owner('POST /api/owner/people/{id}/deactivate', { params: { id } })
    expect((await link(id)).body.code).toBe('person_inactive')
    expect(await open.rows(`select 1 from idp_device_link where used_at is null`)).toEqual([])
  })

  it('404 for somebody of another business', async () => {
    const bright = await open.as('owner@bright-side.example')
    expect((await link(await ramon(), bright)).status).toBe(404)
  })
})
