import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendAllDue } from '../invoices/send-due.ts'
import { openWorld, type Caller, type OpenWorld } from '../../../../test/world.ts'

let open: OpenWorld
let owner: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
})
afterAll(() => open?.close())

let made = 0
const declan = () => open.world.green.customers['declan']!.id
async function written(unit_price_cents = 10_000, customer_id = declan()): Promise<string> {
  const { body } = await owner('POST /api/invoices', {
    body: {
      customer_id,
      lines: [{ description: 'Mulch', quantity: 1, unit_price_cents }],
      open: true,
    },
    key: `by-hand-${++made}`,
  })
  return body.invoice.id
}
const pay = (id: string, body: object, key: string | null = `paid-by-hand-${++made}`) =>
  owner('POST /api/invoices/{id}/mark-paid', { params: { id }, body, ...(key ? { key } : {}) })
const historyOf = async (invoice_id: string) =>
  (await owner('GET /api/owner/stripe/payments', { query: { invoice_id } })).body.items
const takeBack = (id: string, reason = 'Wrong invoice') =>
  owner('POST /api/payments/{id}/reversal', {
    params: { id },
    body: { reason },
    key: `taken-back-${++made}`,
  })
const ledgerOf = (invoice_id: string) =>
  open.rows(
    'select account, sum(amount_cents)::int as cents from ledger_entries where invoice_id = $1 group by account order by account',
    [invoice_id],
  )

describe('POST /api/invoices/{id}/mark-paid', () => {
  it('400 idempotency_key_required for a part without a key; the whole needs none', async () => {
    const id = await written()
    expect(await pay(id, { amount_cents: 2000 }, null)).toMatchObject({
      status: 400,
      body: { code: 'idempotency_key_required' },
    })
    const thrice = await Promise.all(
      [1, 2, 3].map(() => pay(id, { amount_cents: 2000 }, 'one-key-for-all')),
    )
    expect(thrice.map(({ status }) => status)).toEqual(expect.arrayContaining([200]))
    expect(await historyOf(id)).toHaveLength(1)
    const inBody = { amount_cents: 1000, idempotency_key: 'one-key-in-the-body' }
    for (const _time of [1, 2]) expect(await pay(id, inBody, null)).toMatchObject({ status: 200 })
    expect(await historyOf(id)).toHaveLength(2)
    expect(await pay(id, {}, null)).toMatchObject({
      status: 200,
      body: { invoice: { money: 'paid' } },
    })
  })
})

describe('cash before the bill went out', () => {
  /** A finished visit's bill, which goes out in a quarter of an hour. */
  async function draft(unit_price_cents = 4500, customer_id = declan()) {
    const lines = [{ description: 'Mulch', quantity: 1, unit_price_cents }]
    const { body, status } = await owner('POST /api/invoices', {
      body: { customer_id, lines, open: false },
      key: `draft-by-hand-${++made}`,
    })
    expect({ status, body }).toMatchObject({ status: 201 })
    await open.rows("update invoices set send_at = now() - interval '1 minute' where id = $1", [
      body.invoice.id,
    ])
    return body.invoice.id
  }
  const templates = async (id: string) =>
    (
      await open.rows(
        'select template from messages where invoice_id = $1 or once_key in (select $2 || p.id from payments p where p.invoice_id = $1) order by id',
        [id, 'receipt:'],
      )
    ).map(({ template }) => template)

  it('200: the draft is issued and paid in one act; a receipt goes out and nothing asks again', async () => {
    const id = await draft()
    const [first, again] = await Promise.all([pay(id, {}, null), pay(id, {}, null)])
    expect([first.status, again.status]).toEqual(expect.arrayContaining([200, 409]))
    const { invoice } = (await owner('GET /api/invoices/{id}', { params: { id } })).body
    expect(invoice).toMatchObject({
      doc: 'open',
      money: 'paid',
      number: expect.any(Number),
      send_at: null,
    })
    await sendAllDue(open.app)
    expect(await templates(id)).toEqual(['receipt'])
    expect(await historyOf(id)).toMatchObject([{ amount: 4500 }])
  })

  it('200 for a part: the bill goes out for what is left', async () => {
    const id = await draft()
    expect((await pay(id, { amount_cents: 2000 })).status).toBe(200)
    await sendAllDue(open.app)
    const sent = await open.row<{ data: { total_cents: number } }>(
      "select data from messages where template = 'invoice_sent' and invoice_id = $1",
      [id],
    )
    expect(sent.data.total_cents).toBe(2500)
  })

  it('409 zero_total, and credit_covers_it', async () => {
    expect(await pay(await draft(0), {}, null)).toMatchObject({ body: { code: 'zero_total' } })
    const name = `Has Credit ${++made}`
    const { body } = await owner('POST /api/owner/customers', { body: { name, status: 'active' } })
    await owner('POST /api/owner/customers/{id}/credits', {
      params: { id: body.id },
      body: { amount_cents: 9000, reason: 'Rain' },
    })
    expect(await pay(await draft(4500, body.id), {}, null)).toMatchObject({
      status: 409,
      body: { code: 'credit_covers_it' },
    })
  })

  it('409 invoice_not_open for a period that still grows', async () => {
    const id = await draft()
    await open.rows("update invoices set source = 'period' where id = $1", [id])
    expect(await pay(id, {}, null)).toMatchObject({ body: { code: 'invoice_not_open' } })
  })
})

describe('a planned bill', () => {
  it('200: a check ends the charge, a part shrinks it; its date moves, and it can be given up', async () => {
    const planned = async () => {
      const id = await written()
      await open.rows(
        "update invoices set doc = 'scheduled', charge_on = '2027-06-20' where id = $1",
        [id],
      )
      return id
    }
    const shown = async (id: string) =>
      (await owner('GET /api/invoices/{id}', { params: { id } })).body.invoice
    const [whole, part, moved, gone] = [
      await planned(),
      await planned(),
      await planned(),
      await planned(),
    ]
    await pay(whole, { kind: 'check' })
    expect(await shown(whole)).toMatchObject({ status: 'paid', charge_on: null })
    await pay(part, { kind: 'check', amount_cents: 4000 })
    expect(await shown(part)).toMatchObject({ status: 'scheduled', balance_cents: 6000 })
    const { version } = await shown(moved)
    await owner('PATCH /api/invoices/{id}', {
      params: { id: moved },
      body: { due_date: '2027-07-01', version },
    })
    expect(await shown(moved)).toMatchObject({ status: 'scheduled', charge_on: '2027-07-01' })
    const off = await owner('POST /api/invoices/{id}/write-off', { params: { id: gone } })
    expect(off.status).toBe(200)
    expect(await shown(gone)).toMatchObject({ status: 'uncollectible', charge_on: null })
  })
})

describe('POST /api/payments/{id}/reversal', () => {
  it('200: the invoice is owed again, and the ledger keeps both', async () => {
    const id = await written()
    await pay(id, { kind: 'check' })
    const [payment] = await historyOf(id)
    expect(payment).toMatchObject({ reversible: true, net_minor: 10_000, provider_net_minor: null })
    expect(await takeBack(payment!.id)).toMatchObject({ status: 200, body: { invoice_id: id } })
    const { invoice } = (await owner('GET /api/invoices/{id}', { params: { id } })).body
    expect(invoice).toMatchObject({
      money: 'none',
      paid_cents: 0,
      balance_cents: 10_000,
    })
    expect(await historyOf(id)).toMatchObject([
      { status: 'canceled', net_minor: 0, reversible: false, reversal_reason: 'Wrong invoice' },
    ])
    expect(await ledgerOf(id)).toEqual([
      { account: 'cash', cents: 0 },
      { account: 'receivable', cents: 10_000 },
      { account: 'revenue', cents: -10_000 },
    ])
    // Now it is a debt like any other: it may be paid or voided.
    expect(await pay(id, {})).toMatchObject({ status: 200 })
  })

  it('leaves the other payments of a paid invoice alone', async () => {
    const id = await written()
    await pay(id, { amount_cents: 4000 })
    await pay(id, { amount_cents: 6000 })
    const [last] = await historyOf(id)
    await takeBack(last!.id)
    const { invoice } = (await owner('GET /api/invoices/{id}', { params: { id } })).body
    expect(invoice).toMatchObject({ money: 'partial', paid_cents: 4000, paid_at: null })
  })

  it('409 payment_taken_back, payment_not_by_hand; 422 without a reason; 403, 404', async () => {
    const id = await written()
    await pay(id, {})
    const [payment] = await historyOf(id)
    expect(await takeBack(payment!.id, ' ')).toMatchObject({ status: 422 })
    await takeBack(payment!.id)
    expect(await takeBack(payment!.id)).toMatchObject({
      status: 409,
      body: { code: 'payment_taken_back' },
    })
    const card = await open.row<{ id: string }>(
      "select id from payments where organization_id = $1 and kind = 'provider' and invoice_id is not null limit 1",
      [open.world.green.id],
    )
    expect(await takeBack(card.id)).toMatchObject({
      status: 409,
      body: { code: 'payment_not_by_hand' },
    })
    const bright = await open.as('owner@bright-side.example')
    const ask = { params: { id: card.id }, body: { reason: 'x' }, key: 'bright-side' }
    expect(await bright('POST /api/payments/{id}/reversal', ask)).toMatchObject({ status: 404 })
    const leader = await open.as('leader@green-acres.example')
    expect(await leader('POST /api/payments/{id}/reversal', ask)).toMatchObject({ status: 403 })
  })
})

describe('GET /api/owner/stripe/payments', () => {
  it('net is what is left after fees and refunds; the provider’s own figure stands beside it', async () => {
    const row = await open.row<
      Record<'id' | 'provider_intent_id' | 'invoice_id', string> &
        Record<'amount_cents' | 'fee_cents', number>
    >(
      "select id, provider_intent_id, invoice_id, amount_cents, fee_cents from payments where organization_id = $1 and status = 'succeeded' and kind = 'provider' and fee_cents is not null and invoice_id is not null limit 1",
      [open.world.green.id],
    )
    await owner('POST /api/owner/stripe/refund', {
      body: { payment_intent: row.provider_intent_id, amount_minor: 1000, reason: 'Rain' },
      key: 'refund-in-part',
    })
    const after = await open.until(async () => {
      const one = (await historyOf(row.invoice_id)).find(({ id }) => id === row.id)
      return one?.refunded_minor === 1000 ? one : null
    }, 'the refund is seen')
    expect(after).toMatchObject({
      net_minor: row.amount_cents - row.fee_cents - 1000,
      provider_net_minor: row.amount_cents - row.fee_cents,
    })
  })
})

describe('the receipt for money taken by hand', () => {
  const receipts = (invoice_id: string) =>
    open.rows(
      `select m.channel, m.status, m.reason, m.text, m.document from messages m join payments p on m.once_key = 'receipt:' || p.id
        where p.invoice_id = $1 order by m.created_at`,
      [invoice_id],
    )

  it('goes out once for each payment, says how it was paid, and carries the paper', async () => {
    const id = await written()
    await Promise.all(
      [1, 2].map(() => pay(id, { kind: 'check', amount_cents: 4000 }, `twice-${id}`)),
    )
    const [first, ...others] = await receipts(id)
    expect(others).toEqual([])
    expect(first).toMatchObject({ channel: 'email', document: { kind: 'receipt', id } })
    expect(first!.text).toMatch(/\$40\.00.*Check.*Left to pay: -\$60\.00/s)
    await pay(id, {})
    const [, rest] = await receipts(id)
    expect(rest!.text).toMatch(/Cash.*Already paid: -\$40\.00/s)
  })

  it('stays away if the office says so', async () => {
    const id = await written()
    await pay(id, { send_receipt: false })
    expect(await receipts(id)).toEqual([])
  })

  it('does not go out any more once its payment was taken back', async () => {
    const id = await written()
    await pay(id, {})
    await open.until(
      async () => (await receipts(id)).every(({ status }) => status === 'sent'),
      'the receipt leaves',
    )
    await open.rows(
      `update messages set status = 'queued' where once_key in (select 'receipt:' || id from payments where invoice_id = $1)`,
      [id],
    )
    const [payment] = await historyOf(id)
    await takeBack(payment!.id)
    expect(await receipts(id)).toMatchObject([{ status: 'refused', reason: 'taken_back' }])
  })
})

describe('more than is owed', () => {
  let customer_id: string
  beforeEach(async () => {
    const name = `Pays Ahead ${++made}`
    const { body } = await owner('POST /api/owner/customers', { body: { name, status: 'active' } })
    customer_id = body.id
  })
  const creditsOf = async () =>
    (await owner('GET /api/owner/customers/{id}/credits', { params: { id: customer_id } })).body
  const endCredit = (id: string) => owner('DELETE /api/owner/credits/{id}', { params: { id } })

  it('422 without a word on the rest', async () => {
    expect(await pay(await written(10_000, customer_id), { amount_cents: 12_000 })).toMatchObject({
      status: 422,
    })
  })

  it('200: the rest is the customer’s credit and pays the next invoice', async () => {
    const id = await written(10_000, customer_id)
    expect(await pay(id, { amount_cents: 12_000, keep_rest: true })).toMatchObject({
      status: 200,
      body: { invoice: { money: 'paid', paid_cents: 10_000, balance_cents: 0 } },
    })
    const [payment] = await historyOf(id)
    expect(payment).toMatchObject({ amount: 12_000, kept_minor: 2000, net_minor: 12_000 })
    expect((await creditsOf()).left_cents).toBe(2000)
    expect(await ledgerOf(id)).toEqual([
      { account: 'cash', cents: 12_000 },
      { account: 'customer_credit', cents: -2000 },
      { account: 'receivable', cents: 0 },
      { account: 'revenue', cents: -10_000 },
    ])
    const next = await written(10_000, customer_id)
    const { invoice } = (await owner('GET /api/invoices/{id}', { params: { id: next } })).body
    expect(invoice).toMatchObject({ paid_cents: 2000, credit_cents: 2000, balance_cents: 8000 })
    // Taken back, the other invoice owes again what the rest paid.
    expect(await takeBack(payment!.id)).toMatchObject({ status: 200 })
    const owed = (await owner('GET /api/invoices/{id}', { params: { id: next } })).body
    expect(owed.invoice).toMatchObject({ paid_cents: 0, credit_cents: 0, balance_cents: 10_000 })
  })

  it('taken back, the credit is gone with it; the credit alone is the customer’s money', async () => {
    const id = await written(10_000, customer_id)
    await pay(id, { amount_cents: 11_500, keep_rest: true })
    const [credit] = (await creditsOf()).credits
    expect(credit).toMatchObject({ amount_cents: 1500, paid_in: true })
    expect(await endCredit(credit!.id)).toMatchObject({
      status: 409,
      body: { code: 'credit_paid_in' },
    })
    const [payment] = await historyOf(id)
    expect(await takeBack(payment!.id)).toMatchObject({ status: 200 })
    expect((await creditsOf()).left_cents).toBe(0)
    expect(await ledgerOf(id)).toEqual([
      { account: 'cash', cents: 0 },
      { account: 'customer_credit', cents: 0 },
      { account: 'receivable', cents: 10_000 },
      { account: 'revenue', cents: -10_000 },
    ])
  })
})
