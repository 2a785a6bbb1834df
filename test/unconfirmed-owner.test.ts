import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

const email = 'owner@bright-side.example'
let open: OpenWorld
let owner: Caller
let organization: string

beforeAll(async () => {
  open = await openWorld()
  // Signed in once, so that the account belongs to the person; that token says it is proven.
  const proven = await open.as(email.toUpperCase())
  await proven('GET /api/users/me')
  const row = await open.row<{ organization_id: string }>(
    'select m.organization_id from memberships m join people p on p.id = m.person_id where p.email = $1',
    [email],
  )
  organization = row.organization_id
  await open.rows(
    "update people set email_verified_at = null where id in (select person_id from memberships where organization_id = $1 and role in ('owner', 'manager'))",
    [organization],
  )
  await open.rows('delete from idp_address where address = $1', [email])
  open.app.actors.forget()
  owner = await open.as(email)
})
afterAll(() => open?.close())

const inviteByMail = (to: string) =>
  owner('POST /api/owner/invitations/email', { body: { email: to } })
const message = async (to: string) =>
  (
    await open.rows<{ template: string; text: string; status: string }>(
      'select * from messages where recipient = $1 order by id desc limit 1',
      [to],
    )
  )[0]
const listed = async (to: string, kind: 'customer' | 'staff' = 'customer') =>
  (await owner('GET /api/owner/invitations/recent', { query: { kind } })).body.invites.find(
    (one) => one.email === to,
  )?.status
const waiting = async () => (await owner('GET /api/owner/needs')).body.unconfirmed

/** Opens the link of the mail that confirms the address. */
async function confirm(): Promise<void> {
  expect((await owner('POST /api/users/verification-mail')).body).toEqual({ sent: true })
  const { text } = await open.until(async () => {
    const last = await message(email)
    return last?.template === 'verify_email' && last
  }, 'the mail to confirm')
  const token = /verify\?token=([\w-]+)/.exec(text)![1]!
  const answer = await fetch(`${open.url}/idp/verify`, {
    method: 'POST',
    headers: { origin: 'http://localhost:3000' },
    body: new URLSearchParams({ token }),
  })
  expect(answer.status).toBe(200)
}

describe('an owner who has not confirmed their email address yet', () => {
  it('hears that invitations wait, and sees them wait', async () => {
    expect(await inviteByMail('ana.waits@mail.example')).toMatchObject({
      status: 201,
      body: { invite: { status: 'waiting' } },
    })
    const staff = await owner('POST /api/owner/invitations', {
      body: { email: 'staff.waits@mail.example', role: 'manager' },
    })
    expect(staff.body).toMatchObject({
      invited: true,
      note: 'The invite waits until you confirm your email address.',
    })
    expect(await message('ana.waits@mail.example')).toMatchObject({
      status: 'queued',
      reason: 'sender_unverified',
    })
    expect(await listed('ana.waits@mail.example')).toBe('waiting')
    expect(await listed('staff.waits@mail.example', 'staff')).toBe('waiting')
    expect(await waiting()).toBe(2)
  })

  it('is told that a bill waits, not when it goes out; paid, it waits for nothing', async () => {
    const customer = Object.values(open.world.bright.customers)[0]!
    const made = await owner('POST /api/invoices', {
      body: {
        customer_id: customer.id,
        lines: [{ description: 'Windows', unit_price_cents: 4000 }],
        open: false,
      },
    })
    const params = { id: made.body.invoice.id }
    expect((await owner('POST /api/invoices/{id}/send', { params, body: {} })).body).toMatchObject({
      sent: true,
      goes_out_at: null,
      waits_for_email: true,
    })
    const read = async () => (await owner('GET /api/invoices/{id}', { params })).body.invoice
    expect(await read()).toMatchObject({ sent_at: null, send_at: null, waits_for_email: true })
    await open.rows('update organizations set first_steps_hidden_at = null where id = $1', [
      organization,
    ])
    const { steps } = (await owner('GET /api/owner/first-steps')).body
    expect(steps?.[0]).toEqual({ step: 'email', done: false })
    await owner('POST /api/invoices/{id}/mark-paid', {
      params,
      body: { kind: 'cash', amount_cents: 4000 },
      key: 'paid at the door',
    })
    expect(await read()).toMatchObject({ status: 'paid', send_at: null, waits_for_email: false })
    await open.rows('delete from messages where invoice_id = $1', [params.id])
  })

  it('writes no letter for a code to show', async () => {
    const count = async () =>
      (
        await open.rows('select count(*)::int as count from messages where organization_id = $1', [
          organization,
        ])
      )[0]!.count
    const before = await count()
    const made = await owner('POST /api/owner/invitations/create', { body: { via: 'qr' } })
    expect(made.body.invite.status).toBe('pending')
    expect(await count()).toBe(before)
  })

  it('sends the newest of two letters of one invitation', async () => {
    await inviteByMail('once@mail.example')
    const { invite } = (await inviteByMail('twice@mail.example')).body
    const others = () =>
      open.rows(
        "select recipient, status, reason from messages where organization_id = $1 and recipient <> 'twice@mail.example' order by id",
        [organization],
      )
    const before = await others()
    expect(before.filter(({ status }) => status === 'queued').length).toBeGreaterThan(0)
    const again = await owner('POST /api/owner/invitations/{code}/resend', {
      params: { code: invite.id },
    })
    expect(again.body.invite.status).toBe('waiting')
    expect(await listed('twice@mail.example')).toBe('waiting')
    const rows = await open.rows(
      "select status, reason from messages where recipient = 'twice@mail.example' order by id",
    )
    expect(rows).toMatchObject([
      { status: 'refused', reason: 'replaced' },
      { status: 'queued', reason: 'sender_unverified' },
    ])
    expect(await others()).toEqual(before)
  })

  it('lets no more wait than a day allows', async () => {
    await open.rows("update organizations set subscription_status = 'trialing' where id = $1", [
      organization,
    ])
    const { count } = await open.row<{ count: number }>(
      "select count(*)::int as count from messages where organization_id = $1 and category = 'invitation' and greatest(created_at, held_until) > now() - interval '1 day'",
      [organization],
    )
    for (let n = count; n < 60; n++) await inviteByMail(`many${n}@mail.example`)
    // Even days later.
    await open.rows(
      "update messages set created_at = now() - interval '3 days' where organization_id = $1 and reason = 'sender_unverified'",
      [organization],
    )
    expect((await inviteByMail('one.more@mail.example')).body.invite.status).toBe('sent')
    expect(await message('one.more@mail.example')).toMatchObject({
      status: 'refused',
      reason: 'daily_cap',
    })
  })

  it('sends what waited once the address is confirmed, but not what is over', async () => {
    const revoked = await open.rows<{ id: string }>(
      "select id from invitations where email = 'many59@mail.example' or email = 'many58@mail.example' order by email",
    )
    await owner('POST /api/owner/invitations/{code}/revoke', { params: { code: revoked[0]!.id } })
    await open.rows(
      "update messages set useful_until = now() - interval '1 minute' where recipient = 'many59@mail.example'",
    )
    await open.rows(
      "insert into platform_leads (email, source) values ($1, 'setup') on conflict do nothing",
      [email],
    )
    await confirm()
    const left = () =>
      open.rows(
        "select 1 from messages where organization_id = $1 and status in ('queued', 'sending')",
        [organization],
      )
    await open.until(async () => (await left()).length === 0, 'everything to go out')
    for (const to of ['ana.waits@mail.example', 'staff.waits@mail.example', 'twice@mail.example'])
      expect(['sent', 'delivered']).toContain((await message(to))!.status)
    expect(await message('many57@mail.example')).toMatchObject({ reason: null })
    expect(['sent', 'delivered']).toContain((await message('many57@mail.example'))!.status)
    expect(await message('many58@mail.example')).toMatchObject({ status: 'refused' })
    expect(await message('many59@mail.example')).toMatchObject({
      status: 'refused',
      reason: 'too_late',
    })
    expect(await waiting()).toBe(0)
    expect(
      await open.rows('select status, organization_id from platform_leads where email = $1', [
        email,
      ]),
    ).toEqual([{ status: 'won', organization_id: organization }])
    expect(await listed('many57@mail.example')).toBe('sent')
  })

  it('counts the day of the release', async () => {
    expect((await inviteByMail('after@mail.example')).body.invite.status).toBe('sent')
    expect(await message('after@mail.example')).toMatchObject({ reason: 'daily_cap' })
  })
})
