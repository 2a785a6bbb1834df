import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../../domain/base/dates.ts'
import { openWorld, type Caller, type OpenWorld } from '../../../../test/world.ts'

let open: OpenWorld
let owner: Caller
let payee: Caller
const call = 'GET /api/owner/customers/{id}/overview'
const customer = (key: string) => open.world.green.customers[key]!.id
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  payee = await open.as('payee@green-acres.example')
})
afterAll(() => open?.close())

describe('GET /api/owner/customers/{id}/overview', () => {
  it('has the balance, the work, the invoices and the payments of one customer', async () => {
    const { status, body } = await owner(call, { params: { id: customer('casey') } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Casey Walker', has_autopay: true, status: 'active' })
    expect(body.work!.customer.name).toBe('Casey Walker')
    expect(body.work!.locations).toMatchObject([{ is_default: true }])
    expect(body.work!.series.map((one: { service: string }) => one.service)).toContain('Mowing')
    expect(body.work!.next_visits[0]!.date >= open.world.green.today).toBe(true)
    expect(body.work!.past_visits.length).toBeGreaterThan(0)
    expect(body.payments.length).toBeGreaterThan(0)
    expect(new Set(body.invoices.map((one: { customer_id: string }) => one.customer_id))).toEqual(
      new Set([customer('casey')]),
    )
  })

  it('owes what the list says, with the overdue part of it', async () => {
    const { customers } = (await owner('GET /api/owner/customers', { query: { due: '1' } })).body
    expect(customers.length).toBeGreaterThan(0)
    for (const { id, outstanding_balance_cents } of customers) {
      const { body } = await owner(call, { params: { id } })
      expect(body.balance_cents).toBe(outstanding_balance_cents)
      expect(body.overdue_cents).toBeLessThanOrEqual(body.balance_cents)
    }
  })

  it('says when a series changes and when all of it ends, not when its part before a new price does', async () => {
    const [today, params] = [open.world.green.today, { id: customer('rosa') }]
    const [start_date, end_date] = [addDays(today, 2), addDays(today, 100)]
    const service_key = 'hedges'
    const body = {
      customer_id: params.id,
      service_key,
      pattern: 'weekly' as const,
      start_date,
      end_date,
    }
    const { series_id } = (await owner('POST /api/schedule', { body })).body
    const changes_on = addDays(start_date, 14)
    const raised = { scope: 'following' as const, date: changes_on, price_cents: 9900 }
    const visit = { rule_id: `${series_id}:${changes_on}` }
    expect(
      (await owner('PATCH /api/schedule/{rule_id}', { params: visit, body: raised })).status,
    ).toBe(200)
    const { series } = (await owner(call, { params })).body.work!
    const shown = series.find((one: { series_id: string }) => one.series_id === series_id)
    expect(shown).toMatchObject({ changes_on, ends_on: end_date })
    for (const date of [start_date, changes_on]) {
      const rule = { rule_id: `${series_id}:${date}` }
      expect((await owner('GET /api/schedule/{rule_id}', { params: rule })).body.ends_on).toBe(
        end_date,
      )
    }
    const endless = { scope: 'all' as const, end_date: null }
    await owner('PATCH /api/schedule/{rule_id}', { params: visit, body: endless })
    const first = { rule_id: `${series_id}:${start_date}` }
    expect((await owner('GET /api/schedule/{rule_id}', { params: first })).body).toMatchObject({
      end_date: addDays(changes_on, -1),
      ends_on: null,
    })
  })

  it('gives a payee the money without the work', async () => {
    const { status, body } = await payee(call, { params: { id: customer('casey') } })
    expect(status).toBe(200)
    expect(body.work).toBeNull()
    expect(body.invoices.length).toBeGreaterThan(0)
  })

  it('404 for another business, 403 for a crew', async () => {
    const stranger = await open.as('owner@bright-side.example')
    const crew = await open.as('leader@green-acres.example')
    const params = { id: customer('casey') }
    expect((await stranger(call, { params })).status).toBe(404)
    expect((await crew(call, { params })).status).toBe(403)
  })
})

describe('the addresses of a customer', () => {
  const at = 'GET /api/owner/customers/{id}/locations'
  const pine = { label: 'Pine', street: '9 Pine St', city: 'Raleigh', state: 'NC', zip: '27601' }

  it('are added, changed, made the default and removed by the office, without a note', async () => {
    const params = { id: customer('rosa') }
    const notes = async () =>
      (await owner('GET /api/owner/customers/{id}/notes', { params })).body.notes.length
    const before = await notes()
    const added = await owner('POST /api/owner/customers/{id}/locations', { params, body: pine })
    expect(added).toMatchObject({ status: 201, body: { label: 'Pine', is_default: false } })
    const location = added.body.id
    const place = { id: location }
    expect(
      await owner('PUT /api/owner/locations/{id}', {
        params: place,
        body: { ...pine, label: 'Rental' },
      }),
    ).toMatchObject({ status: 200, body: { label: 'Rental' } })
    const swapped = await owner('PUT /api/owner/locations/{id}/default', {
      params: place,
    })
    expect(swapped.body.locations[0]).toMatchObject({ id: location, is_default: true })
    const home = swapped.body.locations[1]!.id
    await owner('PUT /api/owner/locations/{id}/default', {
      params: { id: home },
    })
    const left = await owner('DELETE /api/owner/locations/{id}', {
      params: place,
    })
    expect(left.body.locations).toMatchObject([{ id: home, is_default: true }])
    expect(await notes()).toBe(before)
  })

  it('409 location_in_use, and 404 for another business', async () => {
    const params = { id: customer('casey') }
    const [home] = (await owner(at, { params })).body.locations
    expect(
      await owner('DELETE /api/owner/locations/{id}', {
        params: { id: home!.id },
      }),
    ).toMatchObject({ status: 409, body: { code: 'location_in_use' } })
    const stranger = await open.as('owner@bright-side.example')
    expect(
      await stranger('DELETE /api/owner/locations/{id}', { params: { id: home!.id } }),
    ).toMatchObject({ status: 404 })
  })
})

describe('POST /api/owner/customers/{id}/thread', () => {
  const start = 'POST /api/owner/customers/{id}/thread'
  it('opens one conversation with a customer who has not written, listed once something is sent', async () => {
    const params = { id: customer('noah') }
    const first = await owner(start, { params })
    expect(first.status).toBe(200)
    expect((await owner(start, { params })).body.id).toBe(first.body.id)
    const listed = async () =>
      (await owner('GET /api/owner/threads')).body.items.map(({ id }: { id: string }) => id)
    const thread = await owner('GET /api/owner/threads/{id}', { params: first.body })
    expect(thread.body.channels).toContain('email')
    if (thread.body.messages.length === 0) expect(await listed()).not.toContain(first.body.id)
    const sent = await owner('POST /api/owner/threads/{id}/replies', {
      params: first.body,
      body: { text: 'See you on Friday.', channel: 'email', seen_id: null },
    })
    expect(sent.status).toBe(200)
    expect(await listed()).toContain(first.body.id)
  })

  it('409 no_address', async () => {
    const added = await owner('POST /api/owner/customers', {
      body: { name: 'Nobody Reachable', status: 'active' },
    })
    expect(await owner(start, { params: { id: added.body.id } })).toMatchObject({
      status: 409,
      body: { code: 'no_address' },
    })
  })
})
