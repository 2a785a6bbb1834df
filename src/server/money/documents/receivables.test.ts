import { PDFiumLibrary } from '@hyzyla/pdfium'
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../../domain/base/dates.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { ages } from '../../../domain/money/receivables.ts'
import { openWorld, type BodyFrom, type Caller, type OpenWorld } from '../../../../test/world.ts'
import { inOrgAll, system } from '../../base/db/door.ts'
import { readStatement } from './read-statement.ts'
import { statementPaper } from './statement-paper.ts'

let open: OpenWorld
let owner: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
})
afterAll(() => open?.close())

const rosa = () => open.world.green.customers['rosa']!.id
const read = async () => (await owner('GET /api/owner/receivables')).body
const written = async (unit_price_cents: number, due_date: string) =>
  (
    await owner('POST /api/invoices', {
      body: {
        customer_id: rosa(),
        lines: [{ description: 'Hedge', unit_price_cents }],
        due_date,
      },
    })
  ).body.invoice
type By = 'month' | 'service' | 'team' | 'customer'
const ofRosa = (body: BodyFrom<'GET /api/owner/receivables'>) =>
  body.customers.find((one) => one.customer_id === rosa())!

describe('GET /api/owner/receivables', () => {
  it('sorts what is owed by age; sums tie to the invoices', async () => {
    const { today } = open.world.green
    const before = ofRosa(await read())
    const days = { current: 5, d1_30: -30, d31_60: -31, d61_90: -90, d91: -91 }
    for (const day of Object.values(days)) await written(1000, addDays(today, day))
    const body = await read()
    for (const age of ages) expect(ofRosa(body)[age]).toBe(before[age] + 1000)
    expect(ofRosa(body)).toMatchObject({
      total_cents: before.total_cents + 5000,
      invoices: before.invoices + 5,
      oldest_due: addDays(today, -91),
    })
    const { cents } = await open.row<{ cents: number }>(
      `select sum(total_cents - paid_cents)::int as cents from invoices
       where organization_id = $1 and doc = 'open' and money in ('none', 'processing', 'failed', 'partial')`,
      [open.world.green.id],
    )
    expect(body.sums.total_cents).toBe(cents)
    expect(ages.reduce((sum, age) => sum + body.sums[age], 0)).toBe(cents)
    for (const age of ages)
      expect(body.sums[age]).toBe(body.customers.reduce((sum, one) => sum + one[age], 0))
  })

  it('names late fees and what is on its way apart, each without the other', async () => {
    const { today } = open.world.green
    const before = await read()
    const bills = [
      { cents: 1000, money: 'none', of: null },
      { cents: 200, money: 'none', of: 0 },
      { cents: 30, money: 'processing', of: null },
      { cents: 4, money: 'processing', of: 2 },
    ]
    const ids: string[] = []
    for (const { cents, money, of } of bills) {
      const { id } = await written(cents, today)
      ids.push(id)
      await open.rows(
        'update invoices set money = $2, source = $3, late_fee_of_id = $4 where id = $1',
        [id, money, of === null ? 'manual' : 'late_fee', of === null ? null : ids[of]],
      )
    }
    const body = await read()
    for (const [now, then] of [
      [ofRosa(body), ofRosa(before)],
      [body.sums, before.sums],
    ] as const)
      expect([
        now.total_cents - then.total_cents,
        now.late_fee_cents - then.late_fee_cents,
        now.underway_cents - then.underway_cents,
      ]).toEqual([1234, 204, 34])
    await open.rows(
      "update invoices set money = 'none', source = 'manual', late_fee_of_id = null where id = any ($1)",
      [ids],
    )
  })

  it('counts only the rest of what was partly paid, and nothing void or given up', async () => {
    const { today } = open.world.green
    const before = ofRosa(await read()).total_cents
    const part = await written(3000, today)
    await owner('POST /api/invoices/{id}/mark-paid', {
      params: { id: part.id },
      body: { amount_cents: 1000 },
      key: 'receivables-part',
    })
    const gone = await written(7000, today)
    await owner('POST /api/invoices/{id}/void', { params: { id: gone.id }, body: {} })
    const lost = await written(9000, today)
    await owner('POST /api/invoices/{id}/write-off', { params: { id: lost.id }, body: {} })
    expect(ofRosa(await read()).total_cents).toBe(before + 2000)
  })
})

describe('GET /api/owner/revenue', () => {
  const period = () => ({ from: addDays(open.world.green.today, -700), to: open.world.green.today })

  it('every way to break it down adds up to the invoices', async () => {
    const [sum] = await open.rows(
      `select sum(total_cents)::int as billed, sum(least(paid_cents, total_cents) - refunded_cents)::int as collected
       from invoices where organization_id = $1 and number is not null and doc <> 'void'`,
      [open.world.green.id],
    )
    for (const by of ['month', 'service', 'team', 'customer'] as const) {
      const { rows } = (await owner('GET /api/owner/revenue', { query: { by, ...period() } })).body
      const add = (field: 'billed_cents' | 'collected_cents') =>
        rows.reduce((all, row) => all + row[field], 0)
      expect([by, add('billed_cents')]).toEqual([by, sum!.billed])
      expect([by, add('collected_cents')]).toEqual([by, sum!.collected])
    }
  })

  it('a part that was paid is the same sum by service as by customer, to the cent', async () => {
    const lines = ['mowing', 'edging', 'hedges'].map((service_key) => ({
      description: service_key,
      service_key,
      unit_price_cents: 1000,
    }))
    const made = await owner('POST /api/invoices', { body: { customer_id: rosa(), lines } })
    const { id } = made.body.invoice
    const paid = await owner('POST /api/invoices/{id}/mark-paid', {
      params: { id },
      body: { kind: 'cash', amount_cents: 1001 },
      headers: { 'idempotency-key': `part-${id}` },
    })
    expect(paid.status).toBe(200)
    const sums = []
    for (const by of ['month', 'service', 'team', 'customer'] as const) {
      const { rows } = (await owner('GET /api/owner/revenue', { query: { by, ...period() } })).body
      sums.push(rows.reduce((all, row) => all + row.collected_cents, 0))
    }
    expect(new Set(sums).size).toBe(1)
  })

  it('sums those it does not name, so that all of it adds up', async () => {
    await open.rows(
      `with c as (insert into customers (organization_id, name, email, status)
         select $1, 'Many ' || n, 'many-' || n || '@example.com', 'active' from generate_series(1, 205) n returning id),
       i as (insert into invoices (organization_id, customer_id, source, doc, number, issued_at, total_cents, subtotal_cents)
         select $1, id, 'manual', 'open', 900000 + row_number() over (), now(), 1000, 1000 from c returning id)
       insert into invoice_lines (organization_id, invoice_id, position, description, quantity, unit_price_cents, total_cents)
         select $1, id, 0, 'Mowing', 1, 1000, 1000 from i`,
      [open.world.green.id],
    )
    const billed = async (by: By): Promise<number> => {
      const { body } = await owner('GET /api/owner/revenue', { query: { by, ...period() } })
      const { rows, others } = body
      expect(rows.length).toBeLessThanOrEqual(200)
      return rows.reduce((all, row) => all + row.billed_cents, others?.billed_cents ?? 0)
    }
    expect(await billed('customer')).toBe(await billed('month'))
  })

  it('names services, teams and customers', async () => {
    const rowsBy = async (by: By) =>
      (await owner('GET /api/owner/revenue', { query: { by, ...period() } })).body.rows
    expect(await rowsBy('service')).toContainEqual(expect.objectContaining({ label: 'Mowing' }))
    expect(await rowsBy('customer')).toContainEqual(
      expect.objectContaining({ key: rosa(), label: 'Rosa Delgado' }),
    )
    expect((await rowsBy('month'))[0]!.key).toMatch(/^\d{4}-\d{2}$/)
  })
})

describe('GET /api/owner/customers/{id}/statement', () => {
  const statement = async (query = '', id = rosa(), email = 'owner@green-acres.example') => {
    const token = await open.app.identity!.issueToken(email)
    const answer = await fetch(`${open.url}/api/owner/customers/${id}/statement${query}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) }
  }
  const textOf = async (bytes: Uint8Array): Promise<string> => {
    const library = await PDFiumLibrary.init()
    try {
      const document = await library.loadDocument(bytes)
      return Array.from({ length: document.getPageCount() }, (_, at) =>
        document.getPage(at).getText(),
      ).join('\n')
    } finally {
      library.destroy()
    }
  }

  it('ends with what is owed, whenever it begins', async () => {
    const owed = ofRosa(await read()).total_cents
    const { today } = open.world.green
    for (const from of [addDays(today, -400), today]) {
      const { status, bytes } = await statement(`?from=${from}`)
      expect(status).toBe(200)
      if (process.env['PDF_OUT']) writeFileSync(process.env['PDF_OUT'], bytes)
      const text = await textOf(bytes)
      expect(text).toContain('Balance before')
      expect(text).toContain(`Amount due ${formatCents(owed)}`)
    }
    expect(await textOf((await statement()).bytes)).toContain('Payment for invoice')
  })

  it('ends with what every customer has to pay, whatever became of their payments', async () => {
    const { sums, customers } = await read()
    expect(sums.total_cents).toBeGreaterThan(0)
    const owed = new Map<string, number>(
      customers.map((one) => [one.customer_id, one.total_cents - one.underway_cents]),
    )
    const all = await open.rows<{ id: string }>(
      'select distinct customer_id as id from invoices where organization_id = $1',
      [open.world.green.id],
    )
    const period = { from: '2020-01-01', to: open.world.green.today }
    for (const { id } of all) {
      const facts = await inOrgAll(open.app.store, open.world.green.id, system, (tx) =>
        readStatement(tx, id, period),
      )
      expect(statementPaper(facts).sums.at(-1)).toMatchObject({
        label: 'Amount due',
        value: formatCents(owed.get(id) ?? 0),
      })
    }
  })

  it('customers get their own', async () => {
    const token = await open.app.identity!.issueToken('customer@green-acres.example')
    const answer = await fetch(`${open.url}/api/users/statement`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(200)
    const text = await textOf(new Uint8Array(await answer.arrayBuffer()))
    expect(text).toContain('Casey Walker')
    expect(text).not.toContain('Rosa')
  })

  it('422 for days in the wrong order; 404 for a stranger’s customer', async () => {
    expect((await statement('?from=2027-02-02&to=2027-02-01')).status).toBe(422)
    expect((await statement('', rosa(), 'owner@bright-side.example')).status).toBe(404)
  })
})
