import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let owner: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
})
afterAll(() => open?.close())

describe('GET /api/find/customers', () => {
  it('200 every customer of the organization, and of no other', async () => {
    const { body } = await owner('GET /api/find/customers')
    const casey = body.customers.find((one) => one.name === 'Casey Walker')
    expect(casey).toMatchObject({ city: 'Raleigh', status: 'active' })
    const stranger = await open.as('owner@bright-side.example')
    const others = (await stranger('GET /api/find/customers')).body.customers
    expect(others.map((one) => one.id)).not.toContain(casey!.id)
  })
})

describe('GET /api/find/visits', () => {
  it('200 the next visits of who matches, in order, also with a typo', async () => {
    const { body } = await owner('GET /api/find/visits', { query: { q: 'casey walkr' } })
    expect(body.visits.length).toBeGreaterThan(0)
    expect(body.visits.every((one) => one.customer_name === 'Casey Walker')).toBe(true)
    const dates = body.visits.map((one) => one.date)
    expect(dates).toEqual(dates.toSorted())
  })

  it('200 nothing if nobody matches', async () => {
    const { body } = await owner('GET /api/find/visits', { query: { q: 'zzzz' } })
    expect(body.visits).toEqual([])
  })

  it('422 if nothing is typed', async () => {
    expect((await owner('GET /api/find/visits', { query: { q: ' ' } })).status).toBe(422)
  })
})

describe('GET /api/invoices', () => {
  it('finds an invoice by the number that is printed on it', async () => {
    await owner('PATCH /api/owner/schedule-settings', { body: { invoice_prefix: 'GA-' } })
    const { id: customer_id } = open.world.green.customers['rosa']!
    const lines = [{ description: 'Hedges', unit_price_cents: 9000 }]
    const { body } = await owner('POST /api/invoices', { body: { customer_id, lines, open: true } })
    const { id, number } = body.invoice
    for (const q of [
      `GA-${number}`,
      `#ga-${number}`,
      `Invoice #GA-${number}`,
      `invoice ${number}`,
    ]) {
      const { items } = (await owner('GET /api/invoices', { query: { q } })).body
      expect(items, q).toMatchObject([{ id }])
    }
    expect((await owner('GET /api/invoices', { query: { q: 'GA-' } })).body.items).toEqual([])
  })
})
