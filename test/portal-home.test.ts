import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let owner: Caller
let casey: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  casey = await open.as('customer@green-acres.example')
})
afterAll(() => open?.close())

const caseyId = () => open.world.green.customers['casey']!.id
const home = async () => (await casey('GET /api/users/home')).body

it('says what is owed, what was done last, and how to reach the business', async () => {
  await owner('PUT /api/owner/brand', { body: { color: '#224466' } })
  const [owed] = await open.rows<{ cents: number; count: number }>(
    `select coalesce(sum(total_cents - paid_cents), 0)::int as cents, count(*)::int as count from invoices
      where customer_id = $1 and doc = 'open' and total_cents > paid_cents and money not in ('paid', 'refunded')`,
    [caseyId()],
  )
  const [last] = await open.rows<{ date: string; service_name: string }>(
    `select date::text, service_name from visits where customer_id = $1 and status = 'completed' order by date desc limit 1`,
    [caseyId()],
  )
  expect(await home()).toMatchObject({
    business: { name: 'Green Acres Lawn Care', color: '#224466', logo: null },
    owed_cents: owed!.cents,
    owed_invoices: owed!.count,
    failed: null,
    last_visit: { date: last!.date, service: last!.service_name },
    reply_by: null,
  })
})

it('puts a failed payment first, until it is no longer failed', async () => {
  const made = await owner('POST /api/invoices', {
    body: {
      customer_id: caseyId(),
      lines: [{ description: 'Gate', quantity: 1, unit_price_cents: 4500 }],
    },
  })
  expect(made).toMatchObject({ body: { invoice: { balance_cents: 4500 } } })
  const { id } = made.body.invoice as { id: string }
  const before = await home()
  await open.rows(
    `update invoices set money = 'failed', failure_code = 'card_declined' where id = $1`,
    [id],
  )
  expect(await home()).toMatchObject({
    owed_cents: before.owed_cents,
    failed: { invoice_id: id, balance_cents: 4500 },
  })
  await open.rows(`update invoices set money = 'none', failure_code = null where id = $1`, [id])
  expect(await home()).toMatchObject({ owed_cents: before.owed_cents, failed: null })
})

it('tells a new customer by when they hear from the business', async () => {
  await open.rows('update customers set created_at = now() where id = $1', [caseyId()])
  // With work planned, there is no such promise.
  expect((await home()).reply_by).toBe(null)
  await open.rows('update rules set customer_id = $1 where customer_id = $2', [
    Object.values(open.world.green.customers).find(({ id }) => id !== caseyId())!.id,
    caseyId(),
  ])
  const { reply_by } = await home()
  expect(reply_by! > open.world.green.today).toBe(true)
  await open.rows(`update customers set created_at = now() - interval '40 days' where id = $1`, [
    caseyId(),
  ])
  expect((await home()).reply_by).toBe(null)
})
