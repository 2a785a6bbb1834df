import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../../domain/base/dates.ts'
import { openWorld, type BodyFor, type Caller, type OpenWorld } from '../../../../test/world.ts'

let open: OpenWorld
let owner: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
})
afterAll(() => open?.close())

const rosa = () => open.world.green.customers['rosa']!.id
const lines = [
  { description: 'Hedge', quantity: 1.5, unit_price_cents: 4000, discount_cents: 500 },
  { description: 'Edging', unit_price_cents: 1000 },
]
const written = async (now: boolean, more: object = {}) =>
  (await owner('POST /api/invoices', { body: { customer_id: rosa(), lines, open: now, ...more } }))
    .body
const read = async (id: string) => (await owner('GET /api/invoices/{id}', { params: { id } })).body
const edit = (id: string, body: BodyFor<'PUT /api/invoices/{id}/lines'>) =>
  owner('PUT /api/invoices/{id}/lines', { params: { id }, body })
const replace = (id: string) =>
  owner('POST /api/invoices/{id}/replacement', { params: { id }, body: {} })
const claimOf = async (id: string) =>
  (
    await open.rows(
      "select coalesce(sum(amount_cents), 0)::int as cents from ledger_entries where account = 'receivable' and invoice_id = $1",
      [id],
    )
  )[0]!.cents

let days = 0
async function completed() {
  const added = await owner('POST /api/schedule', {
    body: {
      customer_id: rosa(),
      service_key: 'mowing',
      pattern: 'once',
      start_date: addDays(open.world.green.today, -++days),
      price_cents: 4500,
    },
  })
  const visit: string = added.body.first_visit!.occurrence_id
  const done = await owner('POST /api/schedule/{rule_id}/complete', {
    params: { rule_id: visit },
    body: { confirm_future: true },
  })
  return { visit, id: done.body.invoice_id as string }
}

describe('PUT /api/invoices/{id}/lines', () => {
  it('changes lines, notes and due date of a draft, which keeps its number for later', async () => {
    const { invoice, items } = await written(false)
    const due_date = addDays(open.world.green.today, 20)
    const changed = await edit(invoice.id, {
      version: invoice.version,
      lines: [
        { id: items[1]!.id, description: 'Edging, both sides', unit_price_cents: 2000 },
        { description: 'Courtesy', unit_price_cents: 900, discount_cents: 900 },
      ],
      notes: ' Thank you ',
      due_date,
    })
    expect(changed).toMatchObject({
      status: 200,
      body: {
        invoice: {
          number: null,
          subtotal_cents: 2900,
          discount_cents: 900,
          total_cents: 2000,
          notes: 'Thank you',
          due_date,
          effective_due_date: due_date,
        },
        items: [
          { id: items[1]!.id, description: 'Edging, both sides', total_cents: 2000 },
          { description: 'Courtesy', total_cents: 0 },
        ],
      },
    })
    const issued = await owner('POST /api/invoices/{id}/open', {
      params: { id: invoice.id },
      body: {},
    })
    // Read in the answer: the bill may have left a moment later.
    expect(issued.body.invoice).toMatchObject({
      status: 'open',
      due_date,
      number: expect.any(Number),
    })
    expect(await claimOf(invoice.id)).toBe(2000)
  })

  it('409 invoice_issued and stale; 422 for a discount above its line', async () => {
    const { invoice } = await written(false)
    const body = { version: invoice.version, lines, notes: null, due_date: null }
    expect(await edit(invoice.id, { ...body, version: invoice.version + 1 })).toMatchObject({
      status: 409,
      body: { code: 'stale' },
    })
    const wrong = [{ description: 'Edging', unit_price_cents: 100, discount_cents: 101 }]
    expect((await edit(invoice.id, { ...body, lines: wrong })).status).toBe(422)
    const issued = (await written(true)).invoice
    expect(await edit(issued.id, { ...body, version: issued.version })).toMatchObject({
      status: 409,
      body: { code: 'invoice_issued' },
    })
  })

  it('keeps the line of a visit, which may change but not go', async () => {
    const { id } = await completed()
    const { invoice, items } = await read(id)
    const more = { description: 'Haul away', unit_price_cents: 1500 }
    expect(
      await edit(id, { version: invoice.version, lines: [more], notes: null, due_date: null }),
    ).toMatchObject({ status: 422, body: { fields: { lines: expect.any(String) } } })
    const own = { id: items[0]!.id, description: 'Mowing', unit_price_cents: 4000 }
    const changed = await edit(id, {
      version: invoice.version,
      lines: [more, own],
      notes: null,
      due_date: null,
    })
    expect(changed.body.items).toMatchObject([
      { description: 'Haul away', occurrence_id: null },
      { description: 'Mowing', occurrence_id: items[0]!.occurrence_id, total_cents: 4000 },
    ])
  })
})

describe('POST /api/invoices/{id}/replacement', () => {
  it('voids an issued invoice and opens a draft of its lines; the ledger ties', async () => {
    const { invoice } = await written(true, { notes: 'Gate code 12' })
    const { status, body } = await replace(invoice.id)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      invoice: { doc: 'draft', number: null, total_cents: 6500, notes: 'Gate code 12' },
      items: [
        { description: 'Hedge', quantity: 1.5, total_cents: 5500 },
        { description: 'Edging', total_cents: 1000 },
      ],
    })
    expect((await read(invoice.id)).invoice.status).toBe('void')
    expect(await claimOf(invoice.id)).toBe(0)
    expect((await replace(invoice.id)).body.code).toBe('invoice_closed')
    expect((await replace(body.invoice.id)).body.code).toBe('invoice_draft')
  })

  it('takes the visit along, which stays billed once', async () => {
    const { visit, id } = await completed()
    await owner('POST /api/invoices/{id}/open', { params: { id }, body: {} })
    const draft = (await replace(id)).body
    expect(draft.items[0]!.occurrence_id).toBe(visit)
    const [series, date] = visit.split(':')
    expect(
      await open.rows('select invoice_id from visits where series_id = $1 and original_date = $2', [
        series,
        date,
      ]),
    ).toEqual([{ invoice_id: draft.invoice.id }])
    await owner('POST /api/schedule/{rule_id}/reopen', { params: { rule_id: visit }, body: {} })
    expect((await read(draft.invoice.id)).invoice.status).toBe('void')
  })

  it('409 once money was received', async () => {
    const { invoice } = await written(true)
    await owner('POST /api/invoices/{id}/mark-paid', {
      params: { id: invoice.id },
      body: { amount_cents: 1000 },
      key: 'closing-partial',
    })
    expect((await replace(invoice.id)).body.code).toBe('invoice_has_payments')
  })
})

describe('POST and DELETE /api/invoices/{id}/write-off', () => {
  const giveUp = (id: string) =>
    owner('POST /api/invoices/{id}/write-off', { params: { id }, body: {} })
  const restore = (id: string) => owner('DELETE /api/invoices/{id}/write-off', { params: { id } })

  it('gives up what is owed and takes it back, as often as wanted', async () => {
    const { invoice } = await written(true)
    await owner('POST /api/invoices/{id}/mark-paid', {
      params: { id: invoice.id },
      body: { amount_cents: 500 },
      key: 'closing-give-up',
    })
    for (let round = 0; round < 2; round++) {
      expect((await giveUp(invoice.id)).body.invoice.status).toBe('uncollectible')
      expect(await claimOf(invoice.id)).toBe(0)
      expect((await restore(invoice.id)).body.invoice).toMatchObject({
        doc: 'open',
        money: 'partial',
        balance_cents: 6000,
      })
      expect(await claimOf(invoice.id)).toBe(6000)
    }
  })

  it('409 for a draft, and for one that was not given up', async () => {
    const { invoice } = await written(false)
    expect((await giveUp(invoice.id)).body.code).toBe('invoice_not_open')
    expect((await restore(invoice.id)).body.code).toBe('invoice_not_written_off')
  })
})
