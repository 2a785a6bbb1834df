import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type Caller, type OpenWorld } from '../../../../test/world.ts'
import { checkBooks } from '../../money/books/check.ts'
import { asOwner } from '../../base/db/door.ts'
import { runErasures } from './run.ts'

let open: OpenWorld
let owner: Caller
let customer: Caller
let casey: string
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  customer = await open.as('customer@green-acres.example')
  casey = open.world.green.customers['casey']!.id
})
afterAll(() => open?.close())

const run = (statement: string) => asOwner(open.app.store, (tx) => sql.raw(statement).execute(tx))
const give = (amount_cents: number) =>
  owner('POST /api/owner/customers/{id}/credits', {
    params: { id: casey },
    body: { amount_cents, reason: 'Rain' },
  })
/** Cash for more than a bill: the rest is kept as credit, and is their own money. */
async function payTooMuch(rest_cents: number) {
  const lines = [{ description: 'Hedges', unit_price_cents: 5000 }]
  const { invoice } = (await owner('POST /api/invoices', { body: { customer_id: casey, lines } }))
    .body
  const paid = await owner('POST /api/invoices/{id}/mark-paid', {
    params: { id: invoice.id },
    body: { amount_cents: invoice.total_cents + rest_cents, keep_rest: true },
    key: crypto.randomUUID(),
  })
  expect(paid.status).toBe(200)
}
const listed = async () =>
  (await owner('GET /api/owner/customers/{id}/credits', { params: { id: casey } })).body
/** Both runs of the job: the last letter, and an hour later the deletion. */
async function carryOut() {
  await run(`update erasures set due_at = now() - interval '1 second' where done_at is null`)
  await runErasures(open.app)
  await run(`update erasures set told_at = now() - interval '2 hours' where done_at is null`)
  await runErasures(open.app)
}
const wrongBooks = async () => {
  await run(`update ledger_entries set at = at - interval '2 hours'`)
  await run('delete from book_checks')
  await checkBooks(open.app)
  return open.rows(`select first from book_checks where organization_id = $1 and differences > 0`, [
    open.world.green.id,
  ])
}

describe('unused credit of a customer who wants their data deleted', () => {
  it('is named to them and to the office before the day', async () => {
    expect((await customer('GET /api/me/erasure')).body).toEqual({ due_at: null, credits: [] })
    await payTooMuch(1000)
    await give(2500)
    const { credits } = (await customer('GET /api/me/erasure')).body
    expect(credits).toEqual([
      { organization_name: 'Green Acres Lawn Care', dropped_cents: 2500, own_cents: 1000 },
    ])
    const asked = await customer('POST /api/me/erasure', { body: { sure: true } })
    expect(asked.body.credits).toEqual(credits)
    expect((await owner('GET /api/owner/erasures')).body.erasures).toMatchObject([
      { name: 'Casey Walker', customer_id: casey, dropped_cents: 2500, own_cents: 1000 },
    ])
  })

  it('ends with it: the audit keeps the amount, and the books tie', async () => {
    await carryOut()
    expect(await open.rows('select name from customers where id = $1', [casey])).toEqual([
      { name: 'Deleted customer' },
    ])
    expect(await listed()).toMatchObject({ left_cents: 1000 })
    expect(
      await open.rows(
        `select entity_id, before, after from audit where action = 'credit.dropped' and organization_id = $1`,
        [open.world.green.id],
      ),
    ).toEqual([{ entity_id: casey, before: { unused_cents: 2500 }, after: { unused_cents: 0 } }])
    expect(await wrongBooks()).toEqual([])
  })
})
