import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type BodyFor, type Caller, type OpenWorld } from '../../../../test/world.ts'
import { addDays, todayIn } from '../../../domain/base/dates.ts'
import { compareRows } from '../books/compare.ts'
import { inOrgAll, system } from '../../base/db/door.ts'

let open: OpenWorld
let owner: Caller
let manager: Caller
let zip: string
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  manager = await open.as('manager@green-acres.example')
  const place = await open.row<{ zip: string }>(
    'select zip from service_locations where customer_id = $1 and is_default',
    [rosa()],
  )
  zip = place.zip
})
afterAll(() => open?.close())

const rosa = () => open.world.green.customers['rosa']!.id
const today = () => todayIn('America/New_York', new Date().toISOString())
const month = () => today().slice(0, 7)
const usual = { name: 'State 5%', rate_ppm: 50_000, zips: [] as string[], is_default: true }
const county = (rate_ppm = 62_500) => ({
  name: 'Worcester County',
  rate_ppm,
  zips: [zip],
  is_default: false,
})
const setRates = (rates: BodyFor<'PUT /api/owner/tax-rates'>['rates']) =>
  owner('PUT /api/owner/tax-rates', { body: { rates } })
const write = async (lines: BodyFor<'POST /api/invoices'>['lines'], now = true) => {
  const made = await owner('POST /api/invoices', {
    body: { customer_id: rosa(), lines, open: now },
  })
  expect(made.status).toBe(201)
  return made.body
}
const mowing = { description: 'Mowing', service_key: 'mowing', unit_price_cents: 4500 }
const exempt = (tax_certificate: string | null, tax_exempt_until: string | null = null) =>
  owner('PUT /api/owner/customers/{id}/tax-exemption', {
    params: { id: rosa() },
    body: { tax_certificate, tax_exempt_until },
  })
const report = async (from = month(), to = month()) =>
  (await owner('GET /api/owner/tax-report', { query: { from, to } })).body
/** What does not tie among our own rows. */
const tie = () => inOrgAll(open.app.store, open.world.green.id, system, compareRows)

describe('a business without rates', () => {
  it('taxes nothing, whatever its services say', async () => {
    await open.rows(
      "update services set taxable = true where key = 'mowing' and organization_id = $1",
      [open.world.green.id],
    )
    const { invoice, taxes } = await write([mowing])
    expect(invoice).toMatchObject({ tax_cents: 0, total_cents: 4500 })
    expect(taxes).toEqual([])
    expect(await report()).toEqual({ rows: [], certificates: [] })
  })
})

describe('PUT /api/owner/tax-rates', () => {
  it('replaces the rates', async () => {
    const { status, body } = await setRates([usual, county()])
    expect(status).toBe(200)
    expect(body.rates).toMatchObject([usual, county()])
    expect((await manager('GET /api/owner/tax-rates')).body).toEqual(body)
  })
  it('403 for a manager', async () => {
    expect(await manager('PUT /api/owner/tax-rates', { body: { rates: [] } })).toMatchObject({
      status: 403,
    })
  })
  it('422 for two rates of one ZIP', async () => {
    expect(await setRates([county(), county()])).toMatchObject({ status: 422 })
  })
})

describe('a line that is made', () => {
  it('is taxed at the rate of the place, after its discount, if it is taxable', async () => {
    const { invoice, items, taxes } = await write([
      { ...mowing, discount_cents: 500 },
      { description: 'Trip', unit_price_cents: 1000 },
      { description: 'Plants', unit_price_cents: 1000, taxable: true },
      { ...mowing, taxable: false },
    ])
    expect(items.map((line) => [line.tax_cents, line.total_cents])).toEqual([
      [250, 4250],
      [0, 1000],
      [63, 1063],
      [0, 4500],
    ])
    expect(taxes).toEqual([{ name: 'Worcester County', rate_ppm: 62_500, tax_cents: 313 }])
    expect(invoice).toMatchObject({
      subtotal_cents: 11_000,
      discount_cents: 500,
      tax_cents: 313,
      total_cents: 10_813,
    })
    expect(await tie()).toEqual([])
  })

  it('keeps its rate, also when it is edited after the rate has changed', async () => {
    const draft = await write([mowing], false)
    await setRates([usual, county(70_000)])
    const { id, version } = draft.invoice
    const edited = await owner('PUT /api/invoices/{id}/lines', {
      params: { id },
      body: {
        version,
        notes: null,
        due_date: null,
        lines: [{ ...mowing, id: draft.items[0]!.id, unit_price_cents: 9000 }, mowing],
      },
    })
    expect(edited.body.items.map((line) => [line.tax_ppm, line.tax_cents])).toEqual([
      [62_500, 563],
      [70_000, 315],
    ])
    expect(edited.body.invoice).toMatchObject({ tax_cents: 878, total_cents: 14_378 })
    await setRates([usual, county()])
  })

  it('has the default rate at a ZIP that no rate lists', async () => {
    await setRates([usual, { ...county(), zips: ['99999'] }])
    expect((await write([mowing])).taxes).toMatchObject([{ name: 'State 5%', tax_cents: 225 }])
    await setRates([usual, county()])
  })

  it('has no tax for an exempt customer, until the certificate has expired', async () => {
    expect((await exempt('ST-5', addDays(today(), 10))).body).toMatchObject({
      tax_certificate: 'ST-5',
    })
    const { invoice, items } = await write([mowing])
    expect(invoice.tax_cents).toBe(0)
    expect(items[0]).toMatchObject({ taxable: true, tax_certificate: 'ST-5' })
    expect((await report()).certificates).toMatchObject([{ is_expired: false }])
    await exempt('ST-5', addDays(today(), -1))
    expect((await write([mowing])).invoice.tax_cents).toBe(281)
    expect((await report()).certificates).toMatchObject([
      { customer_name: 'Rosa Delgado', tax_certificate: 'ST-5', is_expired: true },
    ])
    await exempt(null)
  })
})

describe('the report', () => {
  it('adds up to the invoices, and takes voids and what is unpaid off', async () => {
    const taxed = () =>
      open.rows(
        "select coalesce(sum(tax_cents), 0)::int as cents from invoices where organization_id = $1 and number is not null and doc <> 'void'",
        [open.world.green.id],
      )
    const billed = async () => (await report()).rows.reduce((sum, row) => sum + row.billed_cents, 0)
    const collected = async () =>
      (await report()).rows.reduce((sum, row) => sum + row.collected_cents, 0)
    expect(await billed()).toBe((await taxed())[0]!.cents)
    expect(await collected()).toBe(0)
    const { invoice } = await write([{ ...mowing, unit_price_cents: 10_000 }])
    const id = { params: { id: invoice.id } }
    await owner('POST /api/invoices/{id}/mark-paid', {
      ...id,
      body: { amount_cents: 5000 },
      key: 'half-of-it-1',
    })
    expect(await collected()).toBe(294)
    await owner('POST /api/invoices/{id}/mark-paid', id)
    expect(await collected()).toBe(625)
    const before = await billed()
    const other = await write([mowing])
    expect(await billed()).toBe(before + 281)
    await owner('POST /api/invoices/{id}/void', { params: { id: other.invoice.id } })
    expect(await billed()).toBe(before)
    const lost = await write([mowing])
    await owner('POST /api/invoices/{id}/write-off', { params: { id: lost.invoice.id } })
    expect(await tie()).toEqual([])
  })

  it('as a file', async () => {
    const file = await owner('GET /api/owner/tax-report', {
      query: { from: month(), to: month(), format: 'csv' },
    })
    expect(file.headers.get('content-type')).toContain('text/csv')
    expect(file.body).toContain('Month,Rate,Percent,Sales,Tax billed,Tax collected')
    expect(file.body).toContain(`${month()},Worcester County,6.25%,`)
  })

  it('422 for months in the wrong order', async () => {
    const query = { from: '2027-02', to: '2027-01' }
    expect(await owner('GET /api/owner/tax-report', { query })).toMatchObject({ status: 422 })
  })
})

describe('what a customer agrees to', () => {
  it('includes the tax of today, as the invoice will have it', async () => {
    const rows = await open.rows(
      'select id from services where organization_id = $1 and taxable limit 1',
      [open.world.green.id],
    )
    const agreed = async (cents: number) =>
      Number(
        (
          await open.rows('select with_tax($1, $2, $3, $4, $5) as cents', [
            open.world.green.id,
            rosa(),
            null,
            rows[0]!.id,
            cents,
          ])
        )[0]!.cents,
      )
    expect([await agreed(4500), await agreed(10), await agreed(7)]).toEqual([4781, 11, 7])
    await exempt('ST-5')
    expect(await agreed(4500)).toBe(4500)
    await exempt('ST-5', addDays(today(), -1))
    expect(await agreed(4500)).toBe(4781)
    await exempt(null)
  })
})
