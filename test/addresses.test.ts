import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../src/domain/base/dates.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let owner: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
})
afterAll(() => open?.close())

const before = { street: '1 Old Rd', city: 'Raleigh', state: 'NC', zip: '27601' }
const after = { street: '99 New Rd', city: 'Cary', state: 'NC', zip: '27511' }
type Parts = { [part in keyof typeof after]: string | null }
const partsOf = ({ street, city, state, zip }: Parts) => ({ street, city, state, zip })

let people = 0
const addCustomer = async (more: object = before): Promise<{ id: string; email: string }> => {
  const email = `address${++people}@mail.example`
  const body = { name: `Address ${people}`, email, status: 'active' as const, ...more }
  const { body: made } = await owner('POST /api/owner/customers', { body })
  return { id: made.id, email }
}
/** Calls as this customer. */
const signInAs = async ({ id, email }: { id: string; email: string }): Promise<Caller> => {
  await open.app.identity!.createAccount({
    email,
    name: null,
    password: 'fieldhive-demo',
    email_verified: true,
  })
  const caller = await open.as(email)
  const { body } = await caller('GET /api/users/me')
  await open.rows('update customers set person_id = $2 where id = $1', [id, body.id])
  await open.rows(
    "insert into memberships (organization_id, person_id, role, customer_id) values ($1, $2, 'user', $3)",
    [open.world.green.id, body.id, id],
  )
  open.app.actors.forget(body.id)
  return caller
}
const signUp = async (email: string, address: typeof after): Promise<string> => {
  const params = { code: open.world.green.permanent_code }
  const { body } = await open.anonymous('POST /api/public/signup/{code}/lead', {
    params,
    body: { email },
  })
  await open.anonymous('POST /api/public/signup/{code}', {
    params,
    body: { email, lead_token: body.lead_token, ...address },
  })
  return body.lead_token
}
const idOf = async (email: string): Promise<string> =>
  (await open.row<{ id: string }>('select id from customers where email = $1', [email])).id

/** Every way an address can change, each from `before` to `after`; returns the customer's id. */
const ways: Record<string, () => Promise<string>> = {
  'the office edits the customer': async () => {
    const { id } = await addCustomer()
    await owner('PUT /api/owner/customers/{id}', { params: { id }, body: after })
    return id
  },
  'a crew leader corrects it': async () => {
    const { id } = await addCustomer()
    const body = { team_id: open.world.green.teams['North Crew']! }
    await owner('POST /api/owner/customers/{id}/assign-team', { params: { id }, body })
    const leader = await open.as('leader@green-acres.example')
    const reply = await leader('PUT /api/crew/customers/{id}', { params: { id }, body: after })
    expect(reply).toMatchObject({ status: 200, body: after })
    const { customers } = (await leader('GET /api/crew/customers')).body
    expect(customers.find((one: { id: string }) => one.id === id)).toMatchObject(after)
    return id
  },
  'the customer changes the default location': async () => {
    const customer = await addCustomer()
    const caller = await signInAs(customer)
    const [place] = (await caller('GET /api/users/locations')).body.locations
    const body = { label: 'Home', ...after }
    await caller('PUT /api/users/locations/{id}', { params: { id: place!.id }, body })
    return customer.id
  },
  'the customer makes another location the default': async () => {
    const customer = await addCustomer()
    const caller = await signInAs(customer)
    const body = { label: 'Cabin', is_default: false, ...after }
    const { id } = (await caller('POST /api/users/locations', { body })).body
    await caller('PUT /api/users/locations/{id}/default', { params: { id } })
    return customer.id
  },
  'the customer completes part of an address': async () => {
    const customer = await addCustomer({ city: 'Raleigh' })
    const caller = await signInAs(customer)
    expect((await caller('GET /api/users/locations')).body.locations).toEqual([])
    await caller('POST /api/users/locations', { body: { label: 'Home', ...after } })
    expect((await caller('GET /api/users/locations')).body.locations).toHaveLength(1)
    return customer.id
  },
  'a visitor repeats the sign-up': async () => {
    const email = 'twice@mail.example'
    const lead_token = await signUp(email, before)
    await open.anonymous('POST /api/public/signup/{code}', {
      params: { code: open.world.green.permanent_code },
      body: { email, lead_token, ...after },
    })
    return idOf(email)
  },
  'a lead signs up again': async () => {
    const { id, email } = await addCustomer({ ...before, status: 'lead' })
    const lead_token = await signUp(email, after)
    await open.app.identity!.createAccount({
      email,
      name: null,
      password: 'fieldhive-demo',
      email_verified: true,
    })
    const reply = await (
      await open.as(email)
    )('POST /api/users/signup/claim', {
      body: { lead_token },
    })
    expect(reply.body.customer_id).toBe(id)
    return id
  },
  'a merge fills in the other’s address': async () => {
    const keep = await addCustomer({})
    const from = await addCustomer(after)
    await owner('POST /api/owner/customers/{id}/merge', {
      params: { id: keep.id },
      body: { from: from.id },
    })
    return keep.id
  },
  'a merge prefers a complete address to a partial one': async () => {
    const keep = await addCustomer({ city: 'Raleigh' })
    const from = await addCustomer(after)
    await owner('POST /api/owner/customers/{id}/merge', {
      params: { id: keep.id },
      body: { from: from.id },
    })
    return keep.id
  },
}

describe('an address is the same everywhere after', () => {
  it.each(Object.entries(ways))('%s', async (_, change) => {
    const id = await change()
    await owner('POST /api/owner/customers/{id}/status', {
      params: { id },
      body: { status: 'active' },
    })
    const date = addDays(open.world.green.today, 1)
    const added = await owner('POST /api/schedule', {
      body: { customer_id: id, service_key: 'mowing', pattern: 'once', start_date: date },
      key: id,
    })
    const invoice = await owner('POST /api/invoices', {
      body: {
        customer_id: id,
        lines: [{ description: 'Mowing', quantity: 1, unit_price_cents: 4500 }],
      },
      key: id,
    })
    const visit = await owner('GET /api/schedule/{rule_id}/visit', {
      params: { rule_id: added.body.first_visit!.occurrence_id },
    })
    const card = (await owner('GET /api/owner/customers/{id}', { params: { id } })).body
    const found = (
      await owner('GET /api/owner/customers', { query: { q: '99 New Rd Cary 27511', limit: 100 } })
    ).body.customers
    const candidates = (await owner('GET /api/schedule/candidates', { query: { customer_id: id } }))
      .body.customers
    expect({
      card: partsOf(card),
      visit: partsOf(visit.body.customer),
      invoice: partsOf(invoice.body.invoice ?? invoice.body),
      candidate: partsOf(candidates[0]!),
      is_found: found.some((one) => one.id === id),
    }).toEqual({ card: after, visit: after, invoice: after, candidate: after, is_found: true })
  })
})

describe('an address', () => {
  it('may be unknown, known in part, and cleared', async () => {
    const { id } = await addCustomer({})
    const put = async (body: object) =>
      partsOf((await owner('PUT /api/owner/customers/{id}', { params: { id }, body })).body)
    const nothing = { street: null, city: null, state: null, zip: null }
    expect(await put({ name: 'Still without' })).toEqual(nothing)
    expect(await put({ city: 'Cary' })).toEqual({ ...nothing, city: 'Cary' })
    expect(await put(before)).toEqual(before)
    expect(await put({ street: '' })).toEqual({ ...before, street: null })
    expect(await put({ city: null, state: null, zip: null })).toEqual(nothing)
  })
  it('stays visible to the office when the customer removes their last location', async () => {
    const customer = await addCustomer()
    const caller = await signInAs(customer)
    const [place] = (await caller('GET /api/users/locations')).body.locations
    await caller('DELETE /api/users/locations/{id}', { params: { id: place!.id } })
    expect((await caller('GET /api/users/locations')).body.locations).toEqual([])
    const read = async () =>
      partsOf((await owner('GET /api/owner/customers/{id}', { params: { id: customer.id } })).body)
    expect(await read()).toEqual(before)
    await caller('POST /api/users/locations', { body: { label: 'New', ...after } })
    expect(await read()).toEqual(after)
    expect((await caller('GET /api/users/locations')).body.locations).toMatchObject([
      { label: 'New', is_default: true },
    ])
  })
})
