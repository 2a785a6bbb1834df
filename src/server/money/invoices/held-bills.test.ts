import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type Caller, type OpenWorld } from '../../../../test/world.ts'
import { deliver } from '../../messages/deliver.ts'
import { deliveryNeeds } from '../../delivery.ts'

// A bill sent in the evening waits until the morning, and the world goes on meanwhile.
let open: OpenWorld
let owner: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  // It is noon, whatever time the tests run at: these tests hold and release letters themselves.
  await open.rows(
    "update organizations set time_zone = (select name from pg_timezone_names where name like 'Etc/GMT%' and extract(hour from now() at time zone name) = 12 limit 1) where id = $1",
    [open.world.green.id],
  )
  await open.rows('update service_locations set zip = null where customer_id = $1', [rosa()])
})
afterAll(() => open?.close())

const rosa = () => open.world.green.customers['rosa']!.id
const read = async (id: string) =>
  (await owner('GET /api/invoices/{id}', { params: { id } })).body.invoice
const bills = (id: string) =>
  open.rows(
    'select id, status, reason, text from messages where invoice_id = $1 order by created_at, id',
    [id],
  )
const send = (id: string) => owner('POST /api/invoices/{id}/send', { params: { id }, body: {} })
const payCash = (id: string, amount_cents: number) =>
  owner('POST /api/invoices/{id}/mark-paid', {
    params: { id },
    body: { kind: 'cash', amount_cents },
    headers: { 'idempotency-key': `cash-${id}` },
  })

const made = async (cents = 5000): Promise<string> =>
  (
    await owner('POST /api/invoices', {
      body: {
        customer_id: rosa(),
        lines: [{ description: 'Hedges', unit_price_cents: cents }],
        open: false,
      },
    })
  ).body.invoice.id

/** As if it had been sent late in the evening. */
async function held(cents?: number): Promise<string> {
  const id = await made(cents)
  await send(id)
  await open.until(async () => (await read(id)).status === 'sent', 'it is sent')
  await open.rows(
    "update messages set status = 'queued', sent_at = null, claimed_at = null, held_until = now() + interval '9 hours' where invoice_id = $1",
    [id],
  )
  await open.rows('update invoices set sent_at = null where id = $1', [id])
  return id
}

/** The morning comes for every message about a bill. */
async function morning(id: string): Promise<void> {
  await open.rows('update messages set held_until = null where invoice_id = $1', [id])
  for (let n = 0; n < 2; n++)
    for (const one of await bills(id))
      if (one.status === 'queued') await deliver(open.app, one.id as string, deliveryNeeds)
}
const states = async (id: string) => (await bills(id)).map(({ status, reason }) => [status, reason])
const queued = async (id: string) =>
  (await owner('GET /api/owner/billing/queue', { query: { tab: 'drafts' } })).body.items.some(
    (one: { id: string }) => one.id === id,
  )

describe('a bill held until the morning', () => {
  it('waits on no list, and its page says when it goes out', async () => {
    const id = await held()
    expect(await queued(id)).toBe(false)
    const { held_until } = await open.row<{ held_until: string }>(
      'select held_until from messages where invoice_id = $1',
      [id],
    )
    expect(Date.parse((await read(id)).send_at!)).toBe(Date.parse(held_until))
    const many = await owner('POST /api/invoices/send-many', { body: { ids: [id], dry_run: true } })
    expect(many.body).toMatchObject({
      count: 0,
      none: [{ id, reason: 'It already goes out automatically' }],
    })
    await morning(id)
    expect(await read(id)).toMatchObject({ send_at: null })
  })

  it('goes out once, however often it is sent before', async () => {
    const id = await held()
    await send(id)
    await morning(id)
    await open.until(async () => (await bills(id)).at(-1)?.status === 'sent', 'it is sent')
    expect(await states(id)).toEqual([
      ['refused', 'replaced'],
      ['sent', null],
    ])
  })

  it.each([
    ['paid', (id: string) => payCash(id, 5000)],
    ['void', (id: string) => owner('POST /api/invoices/{id}/void', { params: { id }, body: {} })],
  ])('does not go out once the invoice is %s', async (_what, settle) => {
    const id = await held()
    expect((await settle(id)).status).toBe(200)
    await morning(id)
    expect(await states(id)).toEqual([['refused', 'settled']])
  })

  it('asks for what is left after a part was paid', async () => {
    const id = await held()
    expect((await payCash(id, 2000)).body).toMatchObject({ invoice: { balance_cents: 3000 } })
    await morning(id)
    await open.until(async () => (await bills(id)).at(-1)?.status === 'sent', 'the new one is sent')
    const [before, after, ...more] = await bills(id)
    expect(before).toMatchObject({ status: 'refused', reason: 'replaced' })
    expect(after).toMatchObject({ status: 'sent', text: expect.stringContaining('$30.00') })
    expect(more).toEqual([])
  })
})
