import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type Caller, type OpenWorld } from '../../../../test/world.ts'

let open: OpenWorld
let owner: Caller
let casey: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  casey = await open.as('customer@green-acres.example')
})
afterAll(() => open?.close())

const latest = async () =>
  (
    await open.row<{ id: string }>(
      "select id from invoices where customer_id = $1 and money = 'paid' order by paid_at desc limit 1",
      [open.world.green.customers['casey']!.id],
    )
  ).id
const read = async (caller: Caller, id: string) =>
  (await caller('GET /api/invoices/{id}', { params: { id } })).body

describe('GET /api/invoices/{id}', () => {
  it('names the card that paid, to its customer too', async () => {
    const id = await latest()
    await open.rows(
      "update payments set pm_type = 'card', card_brand = 'visa', last4 = '4242', wallet = null where invoice_id = $1",
      [id],
    )
    const card = { pm_type: 'card', card_brand: 'visa', last4: '4242', wallet: null }
    expect((await read(owner, id)).paid_with).toEqual(card)
    expect((await read(casey, id)).paid_with).toEqual(card)
    await open.rows('update payments set reversed_at = now() where invoice_id = $1', [id])
    expect((await read(owner, id)).paid_with).toBeNull()
  })

  it('a declined card is the customer’s to the office, and theirs to the customer', async () => {
    const id = await latest()
    await open.rows(
      "update invoices set money = 'failed', failure_code = 'card_declined', failure_sentence = 'Your card was declined.' where id = $1",
      [id],
    )
    expect((await read(owner, id)).failure_message).toBe('The customer’s card was declined.')
    expect((await read(casey, id)).failure_message).toBe('Your card was declined.')
  })
})
