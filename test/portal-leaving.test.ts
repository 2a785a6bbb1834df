import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '../src/api/calls.ts'
import { closesWithAccount, type CallDeclaration } from '../src/api/kit.ts'
import { portalRules } from '../src/domain/flows/portal.ts'
import { sampleOf } from './sample.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let owner: Caller
let casey: Caller
let carmen: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  casey = await open.as('customer@green-acres.example')
  carmen = await open.as('customer@bright-side.example')
})
afterAll(() => open?.close())

const caseyId = () => open.world.green.customers['casey']!.id
const seen = async () =>
  (await owner('GET /api/owner/customers/{id}', { params: { id: caseyId() } })).body
const standing = async (who = casey) => (await who('GET /api/users/standing')).body
const upcoming = async () =>
  (await casey('GET /api/users/upcoming-services')).body.items as { date: string; state: string }[]
const eventsSince = (after: number) =>
  open.rows<{ type: string; data: Record<string, unknown>; customer_id: string | null }>(
    'select type, data, customer_id from events where organization_id = $1 and number > $2 order by number',
    [open.world.green.id, after],
  )
const revision = async () =>
  Number(
    (await open.rows('select revision from organizations where id = $1', [open.world.green.id]))[0]!
      .revision,
  )

const leaving = async (who = casey) => (await who('GET /api/users/leaving')).body
const askToLeave = (reason?: string, who = casey) =>
  who('POST /api/users/leaving', { body: reason === undefined ? {} : { reason } })
const stay = (who = casey) => who('POST /api/users/leaving/withdraw')
const waiting = async (who = owner) =>
  (await who('GET /api/owner/leave-requests')).body.items as {
    id: string
    customer_id: string
    reason: string | null
  }[]
const keep = (id: string, answer: string, who = owner) =>
  who('POST /api/owner/leave-requests/{id}/keep', { params: { id }, body: { answer } })
const archiveCasey = () =>
  owner('POST /api/owner/customers/{id}/status', {
    params: { id: caseyId() },
    body: { status: 'archived' },
  })
const letters = (template: string) =>
  open.rows('select recipient, subject, text from messages where template = $1 order by id', [
    template,
  ])
const audits = async (action: string) =>
  Number((await open.rows('select count(*) as n from audit where action = $1', [action]))[0]!.n)

describe('an open invoice', () => {
  const invoiceOf = () =>
    open.row<{ id: string }>(
      "select id from invoices where customer_id = $1 and doc = 'open' and money in ('none', 'failed') and total_cents > paid_cents limit 1",
      [caseyId()],
    )
  it('can be paid by its customer on the pay page without being marked as sent', async () => {
    await open.rows('update customers set invoice_email_opt_in = false where id = $1', [caseyId()])
    const made = await owner('POST /api/invoices', {
      body: {
        customer_id: caseyId(),
        lines: [{ description: 'Gate', quantity: 1, unit_price_cents: 4500 }],
      },
      key: 'invoice-to-pay-1',
    })
    expect(made.status).toBe(201)
    const { id } = await invoiceOf()
    const { status, body } = await casey('POST /api/invoices/{id}/paylink', {
      params: { id },
      body: { send: true },
    })
    expect([status, body.sent, body.url]).toEqual([200, false, expect.stringContaining('/pay/')])
    expect(
      (
        await open.anonymous('GET /api/public/pay/{token}', {
          params: { token: body.url.split('/pay/')[1]! },
        })
      ).body.invoice.id,
    ).toBe(id)
    expect(await open.rows('select sent_at from invoices where id = $1', [id])).toEqual([
      { sent_at: null },
    ])
    expect(
      await carmen('POST /api/invoices/{id}/paylink', { params: { id }, body: {} }),
    ).toMatchObject({ status: 404 })
  })
})

describe('closing an account', () => {
  it('previews what it would end and what stays: upcoming visits, debts, autopay', async () => {
    const { request, outlook } = await leaving()
    const items = (await upcoming()).filter(
      ({ date, state }) => state === 'scheduled' && date > open.world.green.today,
    )
    expect(request).toBeNull()
    expect(outlook).toMatchObject({ next_visit_on: items[0]!.date, goes_on: true })
    expect(outlook.visits).toBeGreaterThanOrEqual(items.length)
    expect(outlook.owed_cents).toBe((await seen()).outstanding_balance_cents)
    expect(outlook.has_autopay).toBe((await seen()).has_autopay)
    expect(await stay()).toMatchObject({ status: 409, body: { code: 'leave_not_asked' } })
  })

  it('previews unused credit, and the customer’s own money apart from it', async () => {
    // Credit pays open bills first, so none may be left.
    const owed = await open.rows<{ id: string }>(
      "select id from invoices where customer_id = $1 and doc in ('open', 'scheduled') and money in ('none', 'failed')",
      [caseyId()],
    )
    for (const { id } of owed)
      expect(
        await owner('POST /api/invoices/{id}/mark-paid', {
          params: { id },
          body: { kind: 'cash' },
          key: `settle-${id}`,
        }),
      ).toMatchObject({ status: 200 })
    const before = (await leaving()).outlook
    const { body } = await owner('POST /api/invoices', {
      body: {
        customer_id: caseyId(),
        lines: [{ description: 'Edging', quantity: 1, unit_price_cents: 1000 }],
        open: true,
      },
      key: 'invoice-overpaid-1',
    })
    const paid = await owner('POST /api/invoices/{id}/mark-paid', {
      params: { id: body.invoice.id },
      body: { amount_cents: 1750, kind: 'cash', keep_rest: true },
      key: 'overpaid-1',
    })
    expect(paid).toMatchObject({ status: 200 })
    const given = await owner('POST /api/owner/customers/{id}/credits', {
      params: { id: caseyId() },
      body: { amount_cents: 2000, reason: 'The gate was left open' },
      key: 'credit-1',
    })
    expect(given).toMatchObject({ status: 201 })
    const { outlook } = await leaving()
    expect([
      outlook.credit_cents - before.credit_cents,
      outlook.own_cents - before.own_cents,
    ]).toEqual([2000, 750])
  })

  it('creates one request, however often it’s sent; office and customer get events, and each office person one email', async () => {
    const before = await revision()
    const twice = await Promise.all([askToLeave('We move away.'), askToLeave('We move away.')])
    expect(
      twice.map(({ status, body }) => [status, body.request!.status, body.request!.reason]),
    ).toEqual([
      [200, 'requested', 'We move away.'],
      [200, 'requested', 'We move away.'],
    ])
    expect(new Set(twice.map(({ body }) => body.request!.id)).size).toBe(1)
    expect(await askToLeave('Another reason')).toMatchObject({
      status: 200,
      body: { request: { reason: 'We move away.' } },
    })
    // A payment of somebody else may still be settling.
    const ofCasey = (await eventsSince(before)).filter((one) => one.customer_id === caseyId())
    expect(ofCasey.map(({ type }) => type)).toEqual(['customer.changed'])
    expect(await waiting()).toMatchObject([
      { customer_id: caseyId(), customer_name: 'Casey Walker', reason: 'We move away.' },
    ])
    const received = await letters('leave_received')
    expect(new Set(received.map(({ recipient }) => recipient))).toEqual(
      new Set(['manager@green-acres.example', 'owner@green-acres.example']),
    )
    expect(received).toHaveLength(2)
    expect(received[0]).toMatchObject({
      subject: 'Casey Walker asks to close their account',
      text: expect.stringContaining('We move away.'),
    })
    expect((await seen()).notes[0]).toMatchObject({
      text: 'Asked to close their account: We move away.',
      author_name: 'Casey Walker',
    })
    // Nothing else changed.
    expect(await standing()).toMatchObject({ status: 'active' })
  })

  it('can be withdrawn while unanswered; repeating returns the same', async () => {
    const [open_one] = await waiting()
    for (let times = 0; times < 2; times++)
      expect(await stay()).toMatchObject({
        status: 200,
        body: { request: { status: 'withdrawn' } },
      })
    expect(await waiting()).toEqual([])
    expect((await seen()).notes[0]).toMatchObject({
      text: 'Withdrew the request to close their account.',
    })
    expect(await keep(open_one!.id, 'Please stay')).toMatchObject({
      status: 409,
      body: { code: 'leave_answered' },
    })
  })

  it('can be answered with a message; the customer sees it and may ask again', async () => {
    await askToLeave()
    const { id } = (await waiting())[0]!
    expect(await keep(id, '  ')).toMatchObject({
      status: 422,
      body: { fields: { answer: 'Write a message to the customer' } },
    })
    expect(await keep(id, 'Hi', await open.as('owner@bright-side.example'))).toMatchObject({
      status: 404,
    })
    for (let times = 0; times < 2; times++)
      expect(await keep(id, 'The first month is on us.')).toMatchObject({
        status: 200,
        body: { status: 'kept', answer: 'The first month is on us.' },
      })
    expect(await keep(id, 'Something else')).toMatchObject({
      status: 409,
      body: { code: 'leave_answered' },
    })
    expect(await stay()).toMatchObject({
      status: 409,
      body: { code: 'leave_answered', error: 'This request was already answered.' },
    })
    expect(await leaving()).toMatchObject({
      request: { status: 'kept', answer: 'The first month is on us.' },
    })
    const decided = await letters('leave_decided')
    expect(decided).toMatchObject([
      {
        recipient: 'customer@green-acres.example',
        text: expect.stringContaining('The first month is on us.'),
      },
    ])
    expect(await audits('POST /api/owner/leave-requests/{id}/keep')).toBe(2)
    expect(await askToLeave()).toMatchObject({
      status: 200,
      body: { request: { status: 'requested' } },
    })
  })

  it('is private: 403 for the crew, invisible to other customers', async () => {
    const leader = await open.as('leader@green-acres.example')
    expect(await leader('GET /api/owner/leave-requests')).toMatchObject({ status: 403 })
    expect(await casey('GET /api/owner/leave-requests')).toMatchObject({ status: 403 })
    expect(await leaving(carmen)).toMatchObject({ request: null })
    expect(await waiting(await open.as('owner@bright-side.example'))).toEqual([])
  })
})

describe('an archived customer', () => {
  const archive = () =>
    owner('POST /api/owner/customers/{id}/status', {
      params: { id: caseyId() },
      body: { status: 'archived' },
    })
  const refusal = portalRules.act({ status: 'archived' })!

  it('sees the status, keeps history and invoices, and can still pay', async () => {
    const [next] = (await casey('GET /api/users/upcoming-services')).body.items.filter(
      ({ date, state }: { date: string; state: string }) =>
        state === 'scheduled' && date > open.world.green.today,
    )
    expect(
      await casey('POST /api/users/request-reschedule', {
        body: { date: next!.date, occurrence_id: next!.occurrence_id },
      }),
    ).toMatchObject({ status: 200 })
    await owner('POST /api/invoices', {
      body: {
        customer_id: caseyId(),
        lines: [{ description: 'New beds', quantity: 1, unit_price_cents: 90_000 }],
        open: true,
      },
      key: 'more-than-the-credit',
    })
    await archive()
    // The office isn't asked to answer requests that no longer matter.
    expect(
      (await owner('GET /api/owner/customer-requests')).body.items.filter(
        ({ customer_id }: { customer_id: string }) => customer_id === caseyId(),
      ),
    ).toEqual([])
    expect(await standing()).toEqual({
      status: 'archived',
      paused_from: null,
      resume_on: null,
      held: null,
    })
    const { items } = (await casey('GET /api/invoices')).body
    expect(items.length).toBeGreaterThan(1)
    const unpaid = items.find((one: { status: string }) => one.status === 'open')
    expect(
      await casey('POST /api/invoices/{id}/paylink', { params: { id: unpaid!.id }, body: {} }),
    ).toMatchObject({ status: 200 })
    expect((await casey('GET /api/users/billing-settings')).body).toMatchObject({
      autopay_enabled: false,
    })
  })

  const declared = Object.entries(calls as Record<string, CallDeclaration>).filter(
    ([key, { roles }]) => !key.startsWith('GET ') && typeof roles === 'object' && roles.user,
  )
  const never = '0190aaaa-0000-7000-8000-000000000000'
  const bodies: Record<string, unknown> = {
    'POST /api/users/billing/saved': { setup_intent_id: 'seti_x' },
    'POST /api/users/billing/set-default': { payment_method_id: 'pm_x' },
    'PUT /api/users/preferences': { available_days: ['mon'] },
    'POST /api/users/visit-requests': { note: 'Please trim the hedge' },
  }
  it.each(declared.filter(([key, call]) => closesWithAccount(key, call)))(
    '409 account_closed: %s',
    async (key, { body }) => {
      const sent = bodies[key] ?? (body ? sampleOf(body, never, false) : undefined)
      expect(
        await casey.raw(key, {
          params: { id: never },
          ...(sent === undefined ? {} : { body: sent }),
        }),
      ).toMatchObject({
        status: 409,
        body: { code: 'account_closed', error: refusal.sentence },
      })
    },
  )
  it('only these calls stay allowed', () => {
    expect(
      declared
        .filter(([, { closed }]) => closed)
        .map(([key]) => key)
        .toSorted(),
    ).toEqual([
      'DELETE /api/me/calendars/{id}',
      'POST /api/invoices/{id}/paylink',
      'POST /api/users/billing/detach',
      'POST /api/users/billing/pay-all',
      'POST /api/users/organizations/select',
      'POST /api/users/requests/{id}/withdraw',
      'POST /api/users/visit-requests/{id}/withdraw',
    ])
  })
  it('can act again once unarchived, without the work, autopay or pause restored', async () => {
    await owner('POST /api/owner/customers/{id}/status', {
      params: { id: caseyId() },
      body: { status: 'active' },
    })
    expect(await standing()).toEqual({
      status: 'active',
      paused_from: null,
      resume_on: null,
      held: null,
    })
    expect(
      await casey('PUT /api/users/preferences', { body: { available_days: ['thu'] } }),
    ).toMatchObject({ status: 200 })
    expect((await casey('GET /api/users/billing-settings')).body).toMatchObject({
      autopay_enabled: false,
    })
    expect(
      (await upcoming()).filter(
        ({ date, state }) => date > open.world.green.today && state !== 'cancelled',
      ),
    ).toEqual([])
  })
})

describe('a request to close the account', () => {
  it('is granted by archiving, with one email; from then on 409 account_closed', async () => {
    expect(await askToLeave()).toMatchObject({ status: 200 })
    const already = (await letters('leave_decided')).length
    expect(await archiveCasey()).toMatchObject({ status: 200, body: { status: 'archived' } })
    expect(await archiveCasey()).toMatchObject({ status: 200 })
    expect(await leaving()).toMatchObject({
      request: { status: 'archived' },
      outlook: { visits: 0, next_visit_on: null, goes_on: false, has_autopay: false },
    })
    expect(await waiting()).toEqual([])
    expect((await letters('leave_decided')).slice(already)).toMatchObject([
      {
        recipient: 'customer@green-acres.example',
        subject: 'Your account with Green Acres Lawn Care is closed',
      },
    ])
    expect(await askToLeave()).toMatchObject({ status: 409, body: { code: 'account_closed' } })
    expect(await stay()).toMatchObject({ status: 409, body: { code: 'account_closed' } })
  })
})
