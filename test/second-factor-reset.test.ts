import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { worldPassword } from '../demo/data.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let owner: Caller
let admin: Caller
let id: string
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  admin = await open.as('admin@fieldhive.example')
  id = await idOf(await open.as('leader@green-acres.example'))
})
afterAll(() => open?.close())

const idOf = async (caller: Caller): Promise<string> => (await caller('GET /api/users/me')).body.id
const byOwner = (whose: string, caller = owner) =>
  caller('POST /api/owner/people/{id}/second-factor-reset', { params: { id: whose } })
const byAdmin = (whose: string, caller = admin) =>
  caller('POST /api/admin/users/{id}/second-factor-reset', { params: { id: whose } })

/** Sets up an app, as somebody does on their account page. */
async function setUp(caller: Caller): Promise<void> {
  const { body } = await caller('POST /api/me/second-factor/begin', {
    body: { current_password: worldPassword },
  })
  const code = new TOTP({ secret: Secret.fromBase32(body.secret) }).generate()
  await caller('POST /api/me/second-factor/confirm', { body: { code } })
}
const isOn = async (caller: Caller) => (await caller('GET /api/me/second-factor')).body.is_on
const letters = () =>
  open.rows<{ recipient: string }>(
    `select recipient from messages where template = 'second_factor_changed' and data ->> 'change' = 'reset' order by id`,
  )

describe('POST /api/owner/people/{id}/second-factor-reset', () => {
  it('ends it and every sign-in, tells them and notes who did it', async () => {
    const leader = await open.as('leader@green-acres.example')
    await setUp(leader)
    const listed = async () =>
      (await owner('GET /api/owner/people')).body.people.find(
        (one: { id: string }) => one.id === id,
      )
    expect(await listed()).toMatchObject({ has_second_factor: true })
    await open.rows(
      `insert into idp_passkey (account_id, credential_id, public_key, rp_id, name)
       select subject::uuid, 'lost', 'x', 'localhost', 'Lost phone' from person_identities where person_id = $1`,
      [id],
    )
    const { status, body } = await byOwner(id)
    expect([status, body.has_second_factor, body.sessions]).toEqual([200, false, 0])
    expect((await leader('GET /api/me/second-factor')).body).toMatchObject({
      is_on: false,
      has_app: false,
      passkeys: [],
      recovery_codes_left: 0,
    })
    expect(await letters()).toEqual([{ recipient: 'leader@green-acres.example' }])
    const action = 'POST /api/owner/people/{id}/second-factor-reset'
    const by = await idOf(owner)
    expect(
      await open.rows(`select actor_id, entity_id, organization_id from audit where action = $1`, [
        action,
      ]),
    ).toEqual([{ actor_id: by, entity_id: id, organization_id: open.world.green.id }])
    await open.app.security.written()
    expect(
      await open.rows(
        `select detail from security_events where event = 'authn_factor_change' and person_id = $1 and detail ->> 'action' = $2`,
        [id, action],
      ),
    ).toEqual([{ detail: { action, by } }])
  })

  it('409 no_second_factor, own_account, person_inactive, belongs_elsewhere', async () => {
    expect((await byOwner(id)).body.code).toBe('no_second_factor')
    await setUp(owner)
    expect((await byOwner(await idOf(owner))).body.code).toBe('own_account')
    // Somebody who also runs another business: its doors stay closed to this owner.
    const leader = await open.as('leader@green-acres.example')
    await setUp(leader)
    const member = (business: string, status: string) =>
      open.rows(
        `insert into memberships (organization_id, person_id, role, status) values ($1, $2, 'manager', $3)
         on conflict (organization_id, person_id, is_customer) do update set status = excluded.status`,
        [business, id, status],
      )
    await member(open.world.bright.id, 'active')
    expect((await byOwner(id)).body.code).toBe('belongs_elsewhere')
    expect(await isOn(leader)).toBe(true)
    await member(open.world.bright.id, 'inactive')
    await owner('POST /api/owner/people/{id}/deactivate', { params: { id } })
    expect((await byOwner(id)).body.code).toBe('person_inactive')
    await owner('POST /api/owner/people/{id}/reactivate', { params: { id } })
    expect((await byOwner(id)).status).toBe(200)
  })

  it('403 for managers, 404 for people of another business', async () => {
    const manager = await open.as('manager@green-acres.example')
    expect((await byOwner(id, manager)).status).toBe(403)
    const other = await idOf(await open.as('owner@bright-side.example'))
    expect((await byOwner(other)).status).toBe(404)
  })
})

describe('POST /api/admin/users/{id}/second-factor-reset', () => {
  it('is for administrators, also for owners, and never for oneself', async () => {
    const whose = await idOf(owner)
    const listed = async () =>
      (await admin('GET /api/admin/users', { query: { search: 'owner@green-acres.example' } })).body
        .users[0]
    expect(await listed()).toMatchObject({ has_second_factor: true })
    expect((await byAdmin(whose, owner)).status).toBe(403)
    expect((await byAdmin(await idOf(admin))).body.code).toBe('own_account')
    expect((await byAdmin(whose)).body).toEqual({ ok: true })
    expect(await listed()).toMatchObject({ has_second_factor: false })
    expect(await isOn(owner)).toBe(false)
    expect((await letters()).at(-1)).toEqual({ recipient: 'owner@green-acres.example' })
    expect((await byAdmin(whose)).body.code).toBe('no_second_factor')
    expect((await byAdmin('0190aaaa-0000-7000-8000-000000000000')).status).toBe(404)
  })
})
