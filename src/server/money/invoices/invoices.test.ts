import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../../domain/base/dates.ts'
import { openWorld, type BodyFrom, type Caller, type OpenWorld } from '../../../../test/world.ts'

let open: OpenWorld
let owner: Caller
let manager: Caller
let customer: Caller
let leader: Caller
let crew: Caller
let stranger: Caller
let account: string
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  manager = await open.as('manager@green-acres.example')
  customer = await open.as('customer@green-acres.example')
  leader = await open.as('leader@green-acres.example')
  crew = await open.as('crew@green-acres.example')
  stranger = await open.as('owner@bright-side.example')
  const green = await open.row<{ stripe_account_id: string }>(
    'select stripe_account_id from organizations where id = $1',
    [open.world.green.id],
  )
  account = green.stripe_account_id
})
afterAll(() => open?.close())

const made = async (key: string, unit_price_cents = 4500, open_now = true) => {
  const answer = await owner('POST /api/invoices', {
    body: {
      customer_id: open.world.green.customers[key]!.id,
      lines: [
        { description: 'Mowing', quantity: 1.5, unit_price_cents },
        { description: 'Edging', unit_price_cents: 1000, discount_cents: 100, tax_cents: 65 },
      ],
      open: open_now,
    },
  })
  expect(answer.status).toBe(201)
  return answer.body
}
const invoiceFor = async (...given: Parameters<typeof made>): Promise<string> =>
  (await made(...given)).invoice.id
const read = async (id: string) => (await owner('GET /api/invoices/{id}', { params: { id } })).body
const settled = (id: string, status: string) =>
  open.until(async () => (await read(id)).invoice.status === status, `invoice is ${status}`)
const sandbox = (
  path: string,
  form: Record<string, string>,
  key: 'secretKey' | 'publishableKey' = 'publishableKey',
): Promise<{ id: string; status: string; error?: { code: string } }> =>
  fetch(`http://${open.sandbox!.host}:${open.sandbox!.port}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${open.sandbox![key]}`,
      'stripe-account': account,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(form).toString(),
  }).then((answer) => answer.json())

describe('POST /api/invoices', () => {
  it('201 with a number, rounding per line, and a snapshot', async () => {
    // As answered: a moment later its letter is out, and it is sent.
    const { invoice, items, customer, permissions } = await made('rosa', 3333)
    expect(invoice).toMatchObject({
      status: 'open',
      subtotal_cents: 6000,
      discount_cents: 100,
      tax_cents: 65,
      total_cents: 5965,
      balance_cents: 5965,
      source: 'manual',
      work: ['Mowing', 'Edging'],
      number: expect.any(Number),
    })
    expect(items).toMatchObject([
      { quantity: 1.5, unit_cents: 3333, total_cents: 5000 },
      { total_cents: 965 },
    ])
    expect(customer.name).toBe('Rosa Delgado')
    expect(permissions).toEqual({ can_edit_due_date: true, can_mark_paid: true, can_send: true })
  })
  it('201 once under one Idempotency-Key', async () => {
    const body = {
      customer_id: open.world.green.customers['rosa']!.id,
      lines: [{ description: 'Once', unit_price_cents: 900 }],
    }
    const [a, b] = await Promise.all([
      owner('POST /api/invoices', { body, key: 'invoice-key-1' }),
      owner('POST /api/invoices', { body, key: 'invoice-key-1' }),
    ])
    expect(a.body.invoice.id).toBe(b.body.invoice.id)
  })
  it('422 for a sum beyond what we can handle; nothing is written', async () => {
    const count = () => open.rows('select count(*)::int as n from invoices')
    const before = await count()
    for (const lines of [
      [{ description: 'Typo', unit_price_cents: 2 ** 53 - 1 }],
      [{ description: 'Typo', unit_price_cents: 999_999_999, quantity: 99_999 }],
      [
        { description: 'One', unit_price_cents: 999_999_999 },
        { description: 'Two', unit_price_cents: 999_999_999 },
      ],
    ])
      expect(
        await owner('POST /api/invoices', {
          body: { customer_id: open.world.green.customers['rosa']!.id, lines },
        }),
      ).toMatchObject({ status: 422 })
    expect(await count()).toEqual(before)
    expect((await owner('GET /api/invoices', {})).status).toBe(200)
  })
  it('409 zero_total; 404 for another organization’s customer; 422 for a line', async () => {
    expect(
      await owner('POST /api/invoices', {
        body: {
          customer_id: open.world.green.customers['rosa']!.id,
          lines: [{ description: 'Free', unit_price_cents: 0 }],
        },
      }),
    ).toMatchObject({ status: 409, body: { code: 'zero_total' } })
    expect(
      await owner('POST /api/invoices', {
        body: {
          customer_id: open.world.bright.customers['joan']!.id,
          lines: [{ description: 'Theirs', unit_price_cents: 1 }],
        },
      }),
    ).toMatchObject({ status: 404 })
    expect(
      await owner('POST /api/invoices', {
        body: {
          customer_id: open.world.green.customers['rosa']!.id,
          lines: [{ description: '', unit_price_cents: 1 }],
        },
      }),
    ).toMatchObject({ status: 422 })
  })
})

describe('GET /api/invoices', () => {
  it('200 each group in its order, paged by cursor', async () => {
    for (const group of ['open', 'paid', 'closed'] as const) {
      const whole = (await owner('GET /api/invoices', { query: { group } })).body.items
      const paged: string[] = []
      let cursor: string | null = null
      do {
        const page: BodyFrom<'GET /api/invoices'> = (
          await owner('GET /api/invoices', {
            query: { group, limit: 2, ...(cursor ? { cursor } : {}) },
          })
        ).body
        paged.push(...page.items.map((one) => one.id))
        cursor = page.next_cursor
      } while (cursor)
      expect(paged).toEqual(whole.map((one) => one.id))
      expect(whole.length).toBeGreaterThan(0)
    }
    const due = (await owner('GET /api/invoices', { query: { group: 'open' } })).body.items.map(
      (one) => one.effective_due_date ?? '9999',
    )
    expect(due).toEqual(due.toSorted((a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)))
  })
  it('200 a customer sees their own without drafts; 403 for crew', async () => {
    const own = (await customer('GET /api/invoices')).body.items
    expect(own.length).toBeGreaterThan(0)
    expect(new Set(own.map((one) => one.customer_id))).toEqual(
      new Set([open.world.green.customers['casey']!.id]),
    )
    expect((await owner('GET /api/invoices', { query: { flat: '1' } })).body).toBeInstanceOf(Array)
    expect(
      (await owner('GET /api/invoices', { query: { status: 'succeeded' } })).body.items.every(
        (one) => one.status === 'paid',
      ),
    ).toBe(true)
    expect(
      (await owner('GET /api/invoices', { query: { q: 'rosa' } })).body.items.every(
        (one) => one.customer_name === 'Rosa Delgado',
      ),
    ).toBe(true)
    expect(await crew('GET /api/invoices')).toMatchObject({ status: 403 })
    expect(await owner('GET /api/invoices', { query: { cursor: 'nonsense' } })).toMatchObject({
      status: 422,
    })
  })
})

describe('GET /api/invoices/{id}', () => {
  it('crew sees its team’s visit invoices without amounts; 404 for others', async () => {
    const id = open.world.green.invoices['casey:-7']!
    const seen = await crew('GET /api/invoices/{id}', { params: { id } })
    expect(seen).toMatchObject({
      status: 200,
      body: { money_hidden: true, invoice: { total_cents: 0 } },
    })
    expect(await stranger('GET /api/invoices/{id}', { params: { id } })).toMatchObject({
      status: 404,
      body: { error: 'Invoice not found' },
    })
    expect(
      await customer('GET /api/invoices/{id}', {
        params: { id: open.world.green.invoices['rosa:-7']! },
      }),
    ).toMatchObject({ status: 404 })
  })
})

describe('the life of an invoice', () => {
  it('opens a draft, sets and clears its due date', async () => {
    const id = await invoiceFor('rosa', 4500, false)
    expect((await read(id)).invoice).toMatchObject({ status: 'draft', number: null })
    expect(
      await owner('PATCH /api/invoices/{id}', { params: { id }, body: { due_date: '2031-01-02' } }),
    ).toMatchObject({
      status: 409,
      body: { code: 'invoice_not_open' },
    })
    const opened = await manager('POST /api/invoices/{id}/open', { params: { id } })
    expect(opened.body.invoice).toMatchObject({ status: 'open', number: expect.any(Number) })
    const usual = opened.body.invoice.effective_due_date
    const dated = await owner('PATCH /api/invoices/{id}', {
      params: { id },
      body: { due_date: '2031-01-02', version: opened.body.invoice.version },
    })
    expect(dated.body.invoice).toMatchObject({
      effective_due_date: '2031-01-02',
      due_date_overridden: true,
    })
    expect(
      await owner('PATCH /api/invoices/{id}', {
        params: { id },
        body: { due_date: null, version: 1 },
      }),
    ).toMatchObject({
      status: 409,
      body: { code: 'stale' },
    })
    expect(
      (await owner('PATCH /api/invoices/{id}', { params: { id }, body: { due_date: null } })).body
        .invoice,
    ).toMatchObject({
      effective_due_date: usual,
      due_date_overridden: false,
    })
  })
  it('records manual payments, partial and full', async () => {
    const id = await invoiceFor('rosa', 4500)
    const { invoice } = await read(id)
    expect(
      await owner('POST /api/invoices/{id}/mark-paid', {
        params: { id },
        body: { amount_cents: invoice.total_cents + 1 },
      }),
    ).toMatchObject({ status: 422 })
    expect(
      (
        await owner('POST /api/invoices/{id}/mark-paid', {
          params: { id },
          body: { kind: 'check', amount_cents: 1000 },
          key: 'part-in-check-1',
        })
      ).body.invoice,
    ).toMatchObject({
      money: 'partial',
      balance_cents: invoice.total_cents - 1000,
    })
    expect(
      (await owner('POST /api/invoices/{id}/mark-paid', { params: { id } })).body.invoice,
    ).toMatchObject({ status: 'paid', balance_cents: 0 })
    expect(await owner('POST /api/invoices/{id}/mark-paid', { params: { id } })).toMatchObject({
      status: 409,
      body: { code: 'already_paid' },
    })
    expect(await owner('POST /api/invoices/{id}/void', { params: { id } })).toMatchObject({
      status: 409,
      body: { code: 'already_paid' },
    })
  })
  it('is voided, and can’t change after that', async () => {
    const id = await invoiceFor('rosa')
    expect(
      (await owner('POST /api/invoices/{id}/void', { params: { id } })).body.invoice,
    ).toMatchObject({ status: 'void', balance_cents: 0 })
    for (const call of ['open', 'paylink', 'pay', 'void'])
      expect(await owner.raw(`POST /api/invoices/{id}/${call}`, { params: { id } })).toMatchObject({
        status: 409,
        body: { code: 'invoice_closed' },
      })
    expect(
      await open.rows(
        "select sum(amount_cents)::int as cents from ledger_entries where invoice_id = $1 and account = 'revenue'",
        [id],
      ),
    ).toEqual([{ cents: 0 }])
  })
})

describe('POST /api/invoices/{id}/pay', () => {
  it('charges the saved card, sends live events, and the alias refuses a second charge', async () => {
    const id = await invoiceFor('quinn')
    const pay = (body?: object) => owner('POST /api/invoices/{id}/pay', { params: { id }, body })
    expect(await pay()).toMatchObject({ status: 409, body: { code: 'consent_missing' } })
    expect(await pay({ approval: { name: 'Quinn', words: ' ' } })).toMatchObject({
      status: 422,
      body: { fields: { 'approval.words': 'Enter what they said.' } },
    })
    const begun = await pay({ approval: { name: 'Quinn', words: 'Yes, take it' } })
    expect(begun).toMatchObject({
      status: 200,
      body: { status: 'processing', collect_enqueued: true },
    })
    await settled(id, 'paid')
    expect(await manager.raw('POST /api/invoices/{id}/collect', { params: { id } })).toMatchObject({
      status: 409,
      body: { code: 'already_paid', error: 'Already paid' },
    })
    const events = (
      await open.rows("select type from events where data ->> 'invoice_id' = $1 order by number", [
        id,
      ])
    ).map((row) => row.type)
    // The customer hears of a new invoice meanwhile, which is news of its own.
    expect([...new Set(events)]).toEqual(['invoice.created', 'invoice.updated', 'invoice.paid'])
  })
  it('409 no_payment_method, with its message', async () => {
    expect(
      await owner('POST /api/invoices/{id}/pay', { params: { id: await invoiceFor('rosa') } }),
    ).toMatchObject({
      status: 409,
      body: { code: 'no_payment_method', error: 'No card on file — send pay link' },
    })
  })
  it('409 consent_cap_exceeded: more than the customer agreed to', async () => {
    expect(
      await owner('POST /api/invoices/{id}/pay', {
        params: { id: await invoiceFor('casey', 900_000) },
      }),
    ).toMatchObject({
      status: 409,
      body: { code: 'consent_cap_exceeded' },
    })
  })
  it('a declined card makes the invoice failed, with the reason', async () => {
    const id = await invoiceFor('declan', 1000)
    expect(await owner('POST /api/invoices/{id}/pay', { params: { id } })).toMatchObject({
      status: 200,
    })
    await settled(id, 'failed')
    expect((await read(id)).failure_message).toBe('The customer’s card was declined.')
  })
})

describe('POST /api/invoices/{id}/paylink', () => {
  it('does not say sent of a link that is only copied, nor of one that may not go', async () => {
    const id = await invoiceFor('rosa', 4500, false)
    const copied = await owner('POST /api/invoices/{id}/paylink', { params: { id } })
    expect(copied).toMatchObject({ status: 200, body: { sent: false, status: 'open' } })
    expect((await read(id)).invoice).toMatchObject({ status: 'open', sent_at: null })
    await open.rows(
      `insert into message_blocks (channel, address, reason) select 'email', lower(email), 'bounced' from customers where id = $1`,
      [open.world.green.customers['rosa']!.id],
    )
    const refused = await owner('POST /api/invoices/{id}/paylink', {
      params: { id },
      body: { send: true },
    })
    expect(refused.body).toMatchObject({ sent: false, status: 'open' })
    expect((await read(id)).invoice.sent_at).toBeNull()
    await open.rows('delete from message_blocks')
    const sent = await owner('POST /api/invoices/{id}/paylink', {
      params: { id },
      body: { send: true },
    })
    expect(sent.body).toMatchObject({ sent: true })
    await settled(id, 'sent')
  })

  it('opens a draft, sends the link, and the invoice can be paid on the page', async () => {
    const id = await invoiceFor('rosa', 4500, false)
    const link = await owner('POST /api/invoices/{id}/paylink', {
      params: { id },
      body: { send: true },
    })
    expect(link).toMatchObject({ status: 200, body: { sent: true, status: 'open' } })
    expect((await owner('POST /api/invoices/{id}/paylink', { params: { id } })).body.url).toBe(
      link.body.url,
    )
    const token = link.body.url.split('/pay/')[1]
    const page = await open.anonymous('GET /api/public/pay/{token}', { params: { token: token! } })
    expect(page).toMatchObject({
      status: 200,
      body: {
        can_pay: true,
        account_id: account,
        sandbox: true,
        organization: { name: 'Green Acres Lawn Care' },
      },
    })
    const intent = await open.anonymous('POST /api/public/pay/{token}/intent', {
      params: { token: token! },
    })
    expect(
      (await open.anonymous('POST /api/public/pay/{token}/intent', { params: { token: token! } }))
        .body.client_secret,
    ).toBe(intent.body.client_secret)
    const secret = intent.body.client_secret
    const path = `/v1/payment_intents/${secret.split('_secret')[0]}/confirm`
    expect(
      (await sandbox(path, { client_secret: secret, payment_method: 'pm_card_chargeDeclined' }))
        .error!.code,
    ).toBe('card_declined')
    expect(
      (await sandbox(path, { client_secret: secret, payment_method: 'pm_card_visa' })).status,
    ).toBe('succeeded')
    expect(
      await open.anonymous('POST /api/public/pay/{token}/confirmed', { params: { token: token! } }),
    ).toMatchObject({
      status: 200,
      body: { status: 'paid', balance_cents: 0 },
    })
    expect(
      await open.anonymous('GET /api/public/pay/{token}', { params: { token: token! } }),
    ).toMatchObject({
      body: { can_pay: false, reason: 'Already paid' },
    })
    const dead = {
      status: 404,
      body: { error: 'This payment link no longer works. Ask for a new one.' },
    }
    for (const lost of ['x'.repeat(26), token!.slice(0, 9), `${token}.`])
      expect(
        await open.anonymous('GET /api/public/pay/{token}', { params: { token: lost } }),
      ).toMatchObject(dead)
  })
  it('opens a page that explains when the amount is below the provider’s minimum', async () => {
    const lines = [{ description: 'A nail', unit_price_cents: 30 }]
    const { id } = (
      await owner('POST /api/invoices', {
        body: { customer_id: open.world.green.customers['rosa']!.id, lines },
      })
    ).body.invoice
    const token = (
      await owner('POST /api/invoices/{id}/paylink', { params: { id } })
    ).body.url.split('/pay/')[1]
    const tooSmall = 'This amount is too small to be paid online.'
    expect(
      await open.anonymous('GET /api/public/pay/{token}', { params: { token: token! } }),
    ).toMatchObject({
      body: { can_pay: false, reason: tooSmall },
    })
    expect(
      await open.anonymous('POST /api/public/pay/{token}/intent', { params: { token: token! } }),
    ).toMatchObject({ status: 409, body: { error: tooSmall } })
  })
  it('the email asks for the balance and lists what was already paid', async () => {
    const lines = [{ description: 'Hedges', unit_price_cents: 1234 }]
    const { id } = (
      await owner('POST /api/invoices', {
        body: { customer_id: open.world.green.customers['rosa']!.id, lines },
      })
    ).body.invoice
    await owner('POST /api/invoices/{id}/mark-paid', {
      params: { id },
      body: { kind: 'check', amount_cents: 234 },
      key: 'part-in-check-2',
    })
    expect(
      await owner('POST /api/invoices/{id}/paylink', { params: { id }, body: { send: true } }),
    ).toMatchObject({ body: { sent: true } })
    const { text } = await open.row<{ text: string }>(
      "select text from messages where template = 'pay_link' and channel = 'email' and text like '%Hedges%'",
    )
    expect(text).toContain('Hedges: $12.34\nAlready paid: -$2.34\nTotal: $10.00')
  })
  it('a leader can send it for visits of their own team only', async () => {
    const own = open.world.green.invoices['declan:-7']!
    expect(await leader('POST /api/invoices/{id}/paylink', { params: { id: own } })).toMatchObject({
      status: 200,
    })
    expect(
      await leader('POST /api/invoices/{id}/paylink', {
        params: { id: open.world.green.invoices['rosa:-7']! },
      }),
    ).toMatchObject({ status: 404 })
  })
})

describe('reopening a visit while its invoice is open on a pay page', () => {
  const begun = async (key: string, days: number) => {
    const id = open.world.green.invoices[`${key}:${days}`]!
    const token = (
      await owner('POST /api/invoices/{id}/paylink', { params: { id } })
    ).body.url.split('/pay/')[1]
    const { client_secret } = (
      await open.anonymous('POST /api/public/pay/{token}/intent', { params: { token: token! } })
    ).body
    const rule_id = `${open.world.green.customers[key]!.rules[0]!.series_id}:${addDays(open.world.green.today, days)}`
    const pay = () =>
      sandbox(`/v1/payment_intents/${client_secret.split('_secret')[0]}/confirm`, {
        client_secret,
        payment_method: 'pm_card_visa',
      })
    return { id, token, rule_id, pay }
  }
  it('cancels the payment in progress and writes one audit row', async () => {
    const { id, token, rule_id, pay } = await begun('rosa', -7)
    expect(
      await owner('POST /api/schedule/{rule_id}/reopen', { params: { rule_id } }),
    ).toMatchObject({ status: 200, body: { changed: true } })
    expect((await read(id)).invoice).toMatchObject({ status: 'void', paid_cents: 0 })
    expect((await pay()).error).toMatchObject({ code: 'payment_intent_unexpected_state' })
    expect(
      await open.anonymous('POST /api/public/pay/{token}/intent', { params: { token: token! } }),
    ).toMatchObject({ status: 409, body: { code: 'invoice_closed' } })
    expect(
      await open.anonymous('GET /api/public/pay/{token}', { params: { token: token! } }),
    ).toMatchObject({
      status: 200,
      body: { invoice: { status: 'void' }, can_pay: false },
    })
    const rows = await open.rows(
      "select entity_id from audit where action = 'POST /api/schedule/{rule_id}/reopen' and entity_id = $1",
      [rule_id],
    )
    expect(rows).toHaveLength(1)
  })
  it('409 if the payment came first; the visit stays completed and paid', async () => {
    const { id, rule_id, pay } = await begun('declan', -7)
    expect((await pay()).status).toBe('succeeded')
    const refused = await owner('POST /api/schedule/{rule_id}/reopen', { params: { rule_id } })
    expect(refused.status).toBe(409)
    expect(['payment_in_progress', 'invoice_paid', 'already_paid']).toContain(refused.body.code)
    await settled(id, 'paid')
  })
})

describe('POST /api/webhooks/stripe', () => {
  const sign = (
    body: string,
    secret = 'whsec_sandbox_connect',
    at = Math.floor(Date.now() / 1000),
  ) => ({
    'content-type': 'application/json',
    'stripe-signature': `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`,
  })
  const event = (id: string, of = account) =>
    JSON.stringify({
      id,
      object: 'event',
      api_version: '2026-10-28.endive',
      type: 'payment_intent.succeeded',
      account: of,
      livemode: false,
      created: 1,
      data: { object: { id: 'pi_none', object: 'payment_intent' } },
    })
  const send = (
    body: string,
    headers: Record<string, string>,
    kind: 'connect' | 'thin' | 'platform' = 'connect',
  ) => open.anonymous('POST /api/webhooks/stripe', { query: { kind }, body, headers })
  const kept = async (id: string) =>
    (await open.rows('select 1 from provider_events where event_id = $1', [id])).length

  it('200 and stored once, however often it is delivered', async () => {
    const body = event('evt_once')
    for (let times = 0; times < 10; times++)
      expect(await send(body, sign(body))).toMatchObject({ status: 200, body: { received: true } })
    expect(await kept('evt_once')).toBe(1)
  })
  it.each([
    ['another secret', () => sign(event('evt_bad'), 'whsec_other'), event('evt_bad')],
    ['another body', () => sign(event('evt_other')), event('evt_bad')],
    [
      'an old timestamp',
      () => sign(event('evt_bad'), 'whsec_sandbox_connect', Math.floor(Date.now() / 1000) - 400),
      event('evt_bad'),
    ],
    ['no signature', () => ({ 'content-type': 'application/json' }), event('evt_bad')],
  ])('400 bad_signature: %s', async (_, headers, body) => {
    expect(await send(body, headers() as Record<string, string>)).toMatchObject({
      status: 400,
      body: { code: 'bad_signature' },
    })
    expect(await kept('evt_bad')).toBe(0)
  })
  it('ignores events of unknown accounts', async () => {
    const body = event('evt_unknown', 'acct_unknown')
    expect(await send(body, sign(body))).toMatchObject({ status: 200 })
    expect(await kept('evt_unknown')).toBe(0)
    expect(await send(body, sign(body), 'platform')).toMatchObject({ status: 400 })
  })
})
