import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type Caller, type OpenWorld } from '../../../test/world.ts'
import { deliver } from './deliver.ts'
import { deliveryNeeds } from '../delivery.ts'

// A charge fails in the evening; the customer hears of it in the morning, unless it is no longer true.
let open: OpenWorld
let owner: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
})
afterAll(() => open?.close())

type Letter = { id: string; status: string; reason: string | null }
const letters = (invoice: string) =>
  open.rows<Letter>(
    `select m.id, m.status, m.reason from messages m join charge_attempts a on m.once_key = 'failed:' || a.id
     where a.invoice_id = $1 and m.template = 'payment_failed' order by m.created_at, m.id`,
    [invoice],
  )
const states = async (invoice: string) =>
  (await letters(invoice)).map(({ status, reason }) => [status, reason])

/** A new invoice of the customer whose card declines, charged by the office. */
async function declined(): Promise<string> {
  const { body } = await owner('POST /api/invoices', {
    body: {
      customer_id: open.world.green.customers['declan']!.id,
      lines: [{ description: 'Mulch', unit_price_cents: 4500 }],
    },
  })
  const { id } = body.invoice
  await charge(id, 1)
  return id
}
async function charge(id: string, times: number): Promise<void> {
  const approval = { name: 'Declan', words: 'Go ahead' }
  const { status } = await owner('POST /api/invoices/{id}/pay', {
    params: { id },
    body: { approval },
  })
  expect(status).toBe(200)
  await open.until(async () => (await letters(id)).length === times, 'the charge was declined')
}
/** As if its letter had been written late in the evening. */
async function held(id: string): Promise<void> {
  await open.until(async () => (await letters(id)).at(-1)?.status !== 'sending', 'it is out')
  await open.rows(
    `update messages set status = 'queued', sent_at = null, claimed_at = null, held_until = now() + interval '9 hours' where id = $1`,
    [(await letters(id)).at(-1)!.id],
  )
}
async function morning(id: string): Promise<void> {
  for (const letter of await letters(id)) {
    await open.rows('update messages set held_until = null where id = $1', [letter.id])
    if (letter.status === 'queued') await deliver(open.app, letter.id, deliveryNeeds)
  }
  // A worker may have taken it a moment earlier.
  await open.until(
    async () => (await letters(id)).every(({ status }) => status !== 'sending'),
    'none is on its way',
  )
}

describe('a failed charge that its customer hears of in the morning', () => {
  it('is told if it is still owed', async () => {
    const id = await declined()
    await held(id)
    await morning(id)
    // Late at night it only waits on.
    expect((await states(id))[0]![0]).toMatch(/sent|queued/)
  })

  it('is not told once the invoice is paid', async () => {
    const id = await declined()
    await held(id)
    await owner('POST /api/invoices/{id}/mark-paid', { params: { id }, body: { kind: 'cash' } })
    await morning(id)
    expect(await states(id)).toEqual([['refused', 'settled']])
  })

  it('is told once, however often it was tried', async () => {
    const id = await declined()
    await held(id)
    await charge(id, 2)
    expect((await states(id))[0]).toEqual(['refused', 'replaced'])
  })
})
