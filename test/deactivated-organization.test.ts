import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '../src/api/calls.ts'
import { closesWithAccount, type CallDeclaration } from '../src/api/kit.ts'
import { inactiveMessage } from '../src/domain/base/organization.ts'
import { roles, type Role } from '../src/domain/base/roles.ts'
import { runAttempt } from '../src/server/money/payments/charge.ts'
import { runAutopay } from '../src/server/money/payments/retry.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

const emails: Partial<Record<Role, string>> = {
  owner: 'owner@green-acres.example',
  manager: 'manager@green-acres.example',
  payee: 'payee@green-acres.example',
  crew_leader: 'leader@green-acres.example',
  crew_member: 'crew@green-acres.example',
}
const never = '0190aaaa-0000-7000-8000-000000000000'
const refusal = { status: 403, body: { code: 'organization_inactive', error: inactiveMessage } }
const declared = Object.entries(calls as Record<string, CallDeclaration>)
const paramsOf = (key: string) =>
  Object.fromEntries([...key.matchAll(/\{(\w+)\}/g)].map((match) => [match[1]!, never]))

let open: OpenWorld
let admin: Caller
let owner: Caller
let customer: Caller
const setStatus = (status: 'active' | 'inactive') =>
  admin('POST /api/admin/update-organization', { body: { id: open.world.green.id, status } })

beforeAll(async () => {
  open = await openWorld()
  admin = await open.as('admin@fieldhive.example')
  owner = await open.as(emails.owner!)
  customer = await open.as('customer@green-acres.example')
})
afterAll(() => open?.close())

/** `text` resolves once the server ends the stream. */
async function streamOf(email: string): Promise<{ text: Promise<string> }> {
  const token = await open.app.identity!.issueToken(email)
  const answer = await fetch(`${open.url}/api/sse`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(200)
  return { text: answer.text() }
}

describe('a deactivated organization', () => {
  let streams: { text: Promise<string> }[]
  let clockedIn: number
  beforeAll(async () => {
    streams = await Promise.all(Object.values(emails).map((email) => streamOf(email)))
    await owner('GET /api/owner/customers')
    const crew = await open.as(emails.crew_member!)
    clockedIn = (await crew('POST /api/crew/shifts/clock-in', { body: {} })).status
    await setStatus('inactive')
  })

  it('ends the shifts that run, which nobody could clock out of', async () => {
    expect(clockedIn).toBe(200)
    const shifts = await open.rows(
      'select ended_at is null as runs from shifts where organization_id = $1 order by started_at desc limit 1',
      [open.world.green.id],
    )
    expect(shifts).toEqual([{ runs: false }])
  })

  it('ends the live streams of all its staff within 5 seconds, and opens no new one', async () => {
    const late = new Promise((resolve) => setTimeout(resolve, 5000, 'late').unref())
    const texts = await Promise.race([Promise.all(streams.map(({ text }) => text)), late])
    expect(texts).toEqual(streams.map(() => expect.stringContaining('rights_changed')))
    const token = await open.app.identity!.issueToken(emails.owner!)
    const again = await fetch(`${open.url}/api/sse`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(again.status).toBe(404)
  })

  const staffOf = (call: CallDeclaration): Role | undefined =>
    roles.find((role) => emails[role] && typeof call.roles === 'object' && call.roles[role])
  const staffCalls = declared.filter(([, call]) => call.inactive !== 'allow' && staffOf(call))
  it.each(staffCalls)('refuses staff: %s', async (key, call) => {
    const caller = await open.as(emails[staffOf(call)!]!)
    expect(
      await caller.raw(key, {
        params: paramsOf(key),
        ...(key.startsWith('GET ') ? {} : { body: call.body ? {} : undefined }),
      }),
    ).toMatchObject(refusal)
  })
  it.each(declared.filter(([, call]) => call.inactive === 'allow'))(
    'lets its owner take the data out: %s',
    async (key) => {
      const wanted = key.includes('stripe')
        ? { format: 'csv' }
        : /timesheets|applications/.test(key)
          ? { from: '2027-06-06', to: '2027-06-12' }
          : {}
      const reply = await owner.raw(key, {
        query: wanted,
        params: paramsOf(key),
        ...(key.startsWith('GET ') ? {} : { body: {} }),
      })
      // Nothing has that id, and only somebody who is let in is told so.
      expect(reply.status).toBe(key.includes('{') ? 404 : key.startsWith('GET ') ? 200 : 202)
    },
  )
  it('says so in the profile', async () => {
    expect((await owner('GET /api/users/me')).body).toMatchObject({
      role: 'owner',
      organization: { status: 'inactive' },
    })
  })
  it('mails the owner, once', async () => {
    await setStatus('inactive')
    const letters = await open.rows(
      "select recipient, subject from messages where template = 'business_status'",
    )
    expect(letters).toEqual([
      {
        recipient: emails.owner,
        subject: 'Green Acres Lawn Care is deactivated on Fieldhive',
      },
    ])
  })

  it.each(declared.filter(([key, call]) => closesWithAccount(key, call)))(
    'refuses its customers: %s',
    async (key, call) => {
      expect(
        await customer.raw(key, { params: paramsOf(key), ...(call.body ? { body: {} } : {}) }),
      ).toMatchObject(refusal)
    },
  )
  it('shows its customers what they owe and lets them pay it', async () => {
    const debtor = await open.as('declined@green-acres.example')
    const invoices = (await debtor('GET /api/invoices')).body.items
    const open_one = invoices.find(({ status }: { status: string }) =>
      ['open', 'failed'].includes(status),
    )
    expect(open_one).toBeDefined()
    const link = await debtor('POST /api/invoices/{id}/paylink', { params: { id: open_one!.id } })
    expect(link.status).toBe(200)
    const token = link.body.url.split('/').pop()!
    expect(
      await open.anonymous('GET /api/public/pay/{token}', { params: { token } }),
    ).toMatchObject({ status: 200 })
  })
  it('takes no sign-ups and accepts no staff', async () => {
    expect(
      await open.anonymous('GET /api/public/signup/{code}', {
        params: { code: open.world.green.permanent_code },
      }),
    ).toMatchObject({ status: 404 })
    expect(
      await open.anonymous('GET /api/public/org/{slug}', { params: { slug: 'green-acres' } }),
    ).toMatchObject({ status: 404 })
  })
  it('plans nothing for its customers', async () => {
    expect((await customer('GET /api/users/upcoming-services')).body.items).toEqual([])
  })
  it('charges nobody automatically, and leaves what was due until it is active again', async () => {
    const [invoice] = await open.rows(
      `update invoices set next_retry_at = now() - interval '1 minute' where id in
        (select id from invoices where organization_id = $1 and money = 'failed' limit 1) returning id`,
      [open.world.green.id],
    )
    const attempts = () => open.rows('select count(*)::int as n from charge_attempts')
    const before = await attempts()
    await runAutopay(open.app)
    expect(await attempts()).toEqual(before)
    expect(
      await open.rows('select next_retry_at is not null as waits from invoices where id = $1', [
        invoice!.id,
      ]),
    ).toEqual([{ waits: true }])
  })
  it('leaves other organizations alone', async () => {
    const stranger = await open.as('owner@bright-side.example')
    expect((await stranger('GET /api/owner/customers')).status).toBe(200)
  })

  describe('activated again', () => {
    beforeAll(() => setStatus('active'))
    it('and again: what waits to speak of its work is not sent, what is owed is', async () => {
      for (const email of ['invited@mail.example', 'billed@mail.example', 'priced@mail.example'])
        expect(
          (await owner('POST /api/owner/invitations/email', { body: { email, ttl_hours: 24 } }))
            .status,
        ).toBe(201)
      await open.rows(
        "update messages set status = 'queued', held_until = now() + interval '9 hours' where recipient like '%ed@mail.example'",
      )
      await open.rows(
        "update messages set category = 'billing' where recipient = 'billed@mail.example'",
      )
      await open.rows(
        "update messages set category = 'billing', template = 'price_change' where recipient = 'priced@mail.example'",
      )
      await setStatus('inactive')
      expect(
        await open.rows(
          "select recipient, status, held_until is not null as waits from messages where recipient like '%ed@mail.example' order by recipient",
        ),
      ).toEqual([
        { recipient: 'billed@mail.example', status: 'queued', waits: true },
        { recipient: 'invited@mail.example', status: 'refused', waits: false },
        { recipient: 'priced@mail.example', status: 'refused', waits: false },
      ])
      await setStatus('active')
    })
    it('restores everything at once', async () => {
      for (const email of Object.values(emails))
        expect((await (await open.as(email))('GET /api/users/me')).body.organization!.status).toBe(
          'active',
        )
      expect((await owner('GET /api/owner/customers')).status).toBe(200)
      expect((await owner('POST /api/owner/teams', { body: { name: 'Back' } })).status).toBe(201)
      expect((await customer('GET /api/users/upcoming-services')).body.items).not.toEqual([])
      expect(
        await open.anonymous('GET /api/public/org/{slug}', { params: { slug: 'green-acres' } }),
      ).toMatchObject({ status: 200 })
      expect(
        await open.rows("select subject from messages where template = 'business_status'"),
      ).toHaveLength(4)
    })
  })
})

it('a charge planned before the deactivation is not made', async () => {
  const attempt = await open.row<{ organization_id: string; id: string }>(
    `select a.organization_id, a.id, a.state from charge_attempts a where a.organization_id = $1 limit 1`,
    [open.world.green.id],
  )
  await open.rows("update organizations set status = 'inactive' where id = $1", [
    open.world.green.id,
  ])
  await open.rows(
    "update charge_attempts set state = 'started', created_at = now() where id = $1",
    [attempt.id],
  )
  await runAttempt(open.app, attempt.organization_id, attempt.id)
  expect(await open.rows('select state from charge_attempts where id = $1', [attempt.id])).toEqual([
    { state: 'abandoned' },
  ])
})
