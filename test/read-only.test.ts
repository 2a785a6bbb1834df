import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '../src/api/calls.ts'
import type { CallDeclaration } from '../src/api/kit.ts'
import { graceDays, readOnlyMessage } from '../src/domain/money/platform.ts'
import { roles, type Role } from '../src/domain/base/roles.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

const emails: Partial<Record<Role, string>> = {
  owner: 'owner@green-acres.example',
  manager: 'manager@green-acres.example',
  payee: 'payee@green-acres.example',
  crew_leader: 'leader@green-acres.example',
  crew_member: 'crew@green-acres.example',
}
const never = '0190aaaa-0000-7000-8000-000000000000'
const refusal = { status: 403, body: { code: 'read_only', error: readOnlyMessage } }
const paramsOf = (key: string) =>
  Object.fromEntries([...key.matchAll(/\{(\w+)\}/g)].map((match) => [match[1]!, never]))

/** Green Acres, this many days after its trial or last paid period ended. */
async function lapse(open: OpenWorld, days: number, status = 'trialing'): Promise<void> {
  await open.rows(
    `update organizations set subscription_status = $2, trial_ends_at = now() - make_interval(days => $3), past_due_since = case when $2 in ('past_due', 'canceled') then now() - make_interval(days => $3) end
      where id = $1`,
    [open.world.green.id, status, days],
  )
  open.app.actors.forget()
}

describe('an organization whose subscription has lapsed', () => {
  let open: OpenWorld
  let owner: Caller
  beforeAll(async () => {
    open = await openWorld()
    owner = await open.as(emails.owner!)
    await lapse(open, graceDays + 1)
  })
  afterAll(() => open?.close())

  const writes = Object.entries(calls as Record<string, CallDeclaration>).filter(
    ([key, call]) => !key.startsWith('GET') && typeof call.roles === 'object' && !call.roles.user,
  )
  const staffOf = (call: CallDeclaration): Role | undefined =>
    roles.find((role) => emails[role] && typeof call.roles === 'object' && call.roles[role])

  it.each(writes.filter(([, call]) => call.read_only !== 'allow' && staffOf(call)))(
    'refuses staff: %s',
    async (key, call) => {
      const caller = await open.as(emails[staffOf(call)!]!)
      expect(
        await caller.raw(key, { params: paramsOf(key), ...(call.body ? { body: {} } : {}) }),
      ).toMatchObject(refusal)
    },
  )
  it('still allows paying the subscription, getting earned money out, and clocking out', async () => {
    expect(writes.filter(([, call]) => call.read_only === 'allow').map(([key]) => key)).toEqual(
      expect.arrayContaining([
        'POST /api/crew/shifts/clock-out',
        'POST /api/owner/platform-billing/confirm-subscription',
        'POST /api/owner/platform-billing/dashboard-link',
        'POST /api/owner/platform-billing/restart',
        'POST /api/owner/platform-billing/save-payment-method',
        'POST /api/owner/platform-billing/set-payment-method',
        'POST /api/owner/stripe/start-onboarding',
      ]),
    )
    expect(
      await owner('POST /api/owner/platform-billing/set-payment-method', { body: {} }),
    ).toMatchObject({ status: 200 })
    expect(
      await owner('POST /api/owner/platform-billing/confirm-subscription', { body: {} }),
    ).toMatchObject({ status: 402 })
    const crew = await open.as(emails.crew_leader!)
    expect(await crew('POST /api/crew/shifts/clock-out', { body: {} })).toMatchObject({
      status: 200,
    })
  })
  it('lets staff read everything, and flags it only in their profile', async () => {
    expect(await owner('GET /api/owner/customers')).toMatchObject({ status: 200 })
    expect(
      await owner('GET /api/schedule', { query: { from: '2026-11-16', to: '2026-11-22' } }),
    ).toMatchObject({ status: 200 })
    expect((await owner('GET /api/users/me')).body).toMatchObject({ read_only: true })
    expect(
      (await (await open.as('customer@green-acres.example'))('GET /api/users/me')).body,
    ).toMatchObject({ read_only: false })
    expect(
      (await (await open.as('owner@bright-side.example'))('GET /api/users/me')).body,
    ).toMatchObject({ read_only: false })
  })
  it('lets customers make requests and pay as before; sign-up is closed without saying why', async () => {
    const customer = await open.as('customer@green-acres.example')
    expect(
      (
        await customer.raw('POST /api/users/request-reschedule', {
          body: { occurrence_id: `${never}:2026-11-20` },
        })
      ).body.code,
    ).not.toBe('read_only')
    expect(
      await customer('PATCH /api/users/billing-settings', { body: { invoice_email_opt_in: true } }),
    ).toMatchObject({ status: 200 })
    expect(
      await open.anonymous('GET /api/public/org/{slug}', { params: { slug: 'green-acres' } }),
    ).toMatchObject({
      status: 404,
      body: { error: 'Organization not found.' },
    })
    expect(
      await open.anonymous('GET /api/public/signup/{code}', {
        params: { code: open.world.green.permanent_code },
      }),
    ).toMatchObject({
      status: 404,
      body: { error: 'Invite not found or expired' },
    })
  })
  it('doesn’t restrict platform administrators', async () => {
    const admin = await open.as('admin@fieldhive.example')
    expect(
      await admin('POST /api/admin/impersonate/start', { body: { user_id: never } }),
    ).toMatchObject({ status: 404 })
  })
  it.each([
    ['trialing', graceDays - 1, false],
    ['past_due', graceDays - 1, false],
    ['past_due', graceDays + 1, true],
    ['canceled', graceDays + 1, true],
    ['active', 400, false],
  ])('%s, %i days after: read only %s', async (status, days, expected) => {
    await lapse(open, days, status)
    expect((await owner('GET /api/users/me')).body.read_only).toBe(expected)
    const reply = await owner('POST /api/owner/organization/update', {
      body: { website: 'green-acres.example' },
    })
    if (expected) expect(reply).toMatchObject(refusal)
    else expect(reply.status).toBe(200)
  })
})

describe('with platform billing off', () => {
  it('subscriptions never lapse', async () => {
    const open = await openWorld({ PLATFORM_BILLING: 'off' })
    try {
      await lapse(open, 400)
      const owner = await open.as(emails.owner!)
      expect((await owner('GET /api/users/me')).body.read_only).toBe(false)
      expect(
        await owner('POST /api/owner/organization/update', {
          body: { website: 'green-acres.example' },
        }),
      ).toMatchObject({ status: 200 })
      expect(
        await open.anonymous('GET /api/public/org/{slug}', { params: { slug: 'green-acres' } }),
      ).toMatchObject({ status: 200 })
    } finally {
      await open.close()
    }
  })
})
