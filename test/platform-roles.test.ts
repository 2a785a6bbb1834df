import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '../src/api/calls.ts'
import type { CallDeclaration } from '../src/api/kit.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

// Platform roles see an organization only through an impersonation in force, whatever else the account is.
let open: OpenWorld
let admin: Caller
beforeAll(async () => {
  open = await openWorld()
  admin = await open.as('admin@fieldhive.example')
  // Even with memberships of every kind in Green Acres.
  const { green, admin: person_id } = open.world
  await open.rows(
    "insert into memberships (organization_id, person_id, role) values ($1, $2, 'manager')",
    [green.id, person_id],
  )
  const { id } = await open.row<{ id: string }>(
    "insert into customers (organization_id, person_id, name, status) values ($1, $2, 'Ada', 'active') returning id",
    [green.id, person_id],
  )
  await open.rows(
    "insert into memberships (organization_id, person_id, role, customer_id) values ($1, $2, 'user', $3)",
    [green.id, person_id, id],
  )
  await open.rows('update people set active_organization_id = $1 where id = $2', [
    green.id,
    person_id,
  ])
  open.app.actors.forget()
})
afterAll(() => open?.close())

const never = '0190aaaa-0000-7000-8000-000000000000'
const inside = Object.entries(calls as Record<string, CallDeclaration>).filter(
  ([key, call]) => typeof call.roles === 'object' && !/^\w+ \/api\/(admin|sales)\//.test(key),
)

describe('an administrator with memberships', () => {
  it.each(inside)('is refused: %s', async (key, call) => {
    const reply = await admin.raw(key, {
      params: Object.fromEntries([...key.matchAll(/\{(\w+)\}/g)].map((m) => [m[1]!, never])),
      ...(key.startsWith('GET ') ? {} : { body: call.body ? {} : undefined }),
    })
    expect([403, 422], JSON.stringify(reply.body)).toContain(reply.status)
    if (reply.status === 403) expect(['forbidden', 'no_organization']).toContain(reply.body.code)
  })
  it('is in no organization', async () => {
    expect((await admin('GET /api/users/me')).body).toMatchObject({
      roles: ['admin'],
      organization_id: null,
      customer_id: null,
      memberships: [],
    })
  })
  it('gets no live stream, not even by ticket', async () => {
    expect((await admin('POST /api/sse/ticket')).body.code).toBe('no_organization')
    expect(
      (await admin.raw('GET /api/sse', { query: { organization_id: open.world.green.id } })).body
        .code,
    ).toBe('no_organization')
  })
  it('can’t switch to one, claim a sign-up or an invitation, or found one', async () => {
    const refusal = { status: 409, body: { code: 'platform_account' } }
    expect(
      await admin('POST /api/users/active-organization', {
        body: { organization_id: open.world.green.id },
      }),
    ).toMatchObject(refusal)
    const started = await open.anonymous('POST /api/public/signup/{code}/lead', {
      params: { code: open.world.green.permanent_code },
      body: { email: 'admin@fieldhive.example' },
    })
    expect(
      await admin('POST /api/users/signup/claim', {
        body: { lead_token: started.body.lead_token },
      }),
    ).toMatchObject(refusal)
    const owner = await open.as('owner@bright-side.example')
    await owner('POST /api/owner/invitations', {
      body: { email: 'admin@fieldhive.example', role: 'manager' },
    })
    const { invites } = (
      await owner('GET /api/owner/invitations/recent', { query: { kind: 'staff' } })
    ).body
    const { code } = invites.find(({ email }) => email === 'admin@fieldhive.example')!
    expect(
      await admin('POST /api/public/invitations/{code}/claim', { params: { code: code! } }),
    ).toMatchObject(refusal)
    expect(await admin('POST /api/public/owner-onboard/bootstrap', { body: {} })).toMatchObject(
      refusal,
    )
    expect((await admin('GET /api/users/me')).body.roles).toEqual(['admin'])
  })

  it('sees it while impersonating somebody there, with the name of both in the trail', async () => {
    const { id: user_id } = open.world.green.people['manager']!
    expect(
      await admin('POST /api/admin/impersonate/start', { body: { user_id, reason: ' ' } }),
    ).toMatchObject({ status: 422, body: { fields: { reason: expect.any(String) } } })
    const started = await admin('POST /api/admin/impersonate/start', {
      body: { user_id, reason: 'Ticket 4711: the board stays empty' },
    })
    expect(started.status).toBe(200)
    const headers = { cookie: started.headers.get('set-cookie')!.split(';')[0]! }
    expect((await admin('GET /api/owner/customers', { headers })).status).toBe(200)
    expect((await admin('GET /api/owner/customers')).body.code).toBe('no_organization')
    expect((await admin('GET /api/admin/users', { headers })).body.code).toBe(
      'impersonation_denied',
    )
    expect(
      await open.rows(
        "select actor_id, organization_id, after ->> 'reason' as reason from audit where action = 'impersonation.started'",
      ),
    ).toEqual([
      {
        actor_id: open.world.admin,
        organization_id: open.world.green.id,
        reason: 'Ticket 4711: the board stays empty',
      },
    ])
    await admin('POST /api/admin/impersonate/stop', { headers })
    expect((await admin('GET /api/owner/customers', { headers })).body.code).toBe('no_organization')
  })
})
