import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  commandOf as act,
  inDays,
  openTestBed,
  today,
  windowOf,
  type TestBed,
} from '../../schedule/visits/test-bed.ts'

let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

type Name = Parameters<TestBed['ask']>[0]
let n = 0
const work = async (given: object = {}) =>
  bed.addRule({ customer_id: await bed.addCustomer(`Hedge ${n++}`), ...given })
const hedge = { description: 'Hedge trimming', quantity: 2 }
const extra = (visit: string, of: object = hedge, more: object = {}) =>
  act('extra_work', visit, { extra: of, ...more })
const send = async (who: Name, ...commands: object[]) => {
  const { status, body } = await bed.ask(who, 'POST /api/crew/commands', { commands })
  expect([status, body]).toEqual([200, body])
  return body.answers as { result: string; reason: string | null }[]
}
const see = async (id: string, who: Name = 'lea') =>
  (await bed.ask(who, windowOf(inDays(-20), inDays(20)))).body.occurrences.find(
    (one: { id: string }) => one.id === id,
  )
const waiting = async () => (await bed.ask('olga', 'GET /api/owner/extra-work')).body.items
const price = { ...hedge, unit_price_cents: 3000 }
const confirm = (id: string, body: object = price, who: Name = 'olga') =>
  bed.ask(who, `POST /api/owner/extra-work/${id}/confirm`, body)
const reject = (id: string, reason = 'Part of the plan', who: Name = 'olga') =>
  bed.ask(who, `POST /api/owner/extra-work/${id}/reject`, { reason })
const finish = (visit: string) => act('finish', visit)
const invoiceOf = (id: string) =>
  bed.owner(async (tx) => ({
    ...(await tx
      .selectFrom('invoices')
      .select(['doc', 'total_cents', 'send_at', 'source'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()),
    lines: await tx
      .selectFrom('invoice_lines')
      .select(['description', 'quantity', 'unit_price_cents', 'total_cents'])
      .where('invoice_id', '=', id)
      .orderBy('position')
      .execute(),
  }))

describe('extra work at the door', () => {
  it('waits for the office, with the price of the list, and is on the stop', async () => {
    const { first } = await work()
    const said = extra(
      first,
      { service_id: bed.ids.mow, description: 'Mowing', quantity: 1 },
      { text: 'The back lot, too' },
    )
    expect(await send('max', said)).toMatchObject([{ result: 'done', reason: null }])
    expect(await waiting()).toMatchObject([
      {
        id: said.client_id,
        description: 'Mowing',
        quantity: 1,
        unit_price_cents: 4500,
        note: 'The back lot, too',
        by: 'max',
        team_name: 'North',
        customer_name: 'Hedge 0',
        visit_open: true,
        is_left: false,
      },
    ])
    // The whole team sees it, without a price.
    const [shown] = (await see(first)).extras
    expect(shown).toMatchObject({ description: 'Mowing', state: 'waiting', by: 'max' })
    expect(JSON.stringify(shown)).not.toContain('4500')
    await reject(said.client_id)
  })

  it('counts once, however often it is sent', async () => {
    const { first } = await work()
    const said = extra(first)
    await send('max', said, said)
    await Promise.all([send('max', said), send('max', said)])
    expect((await see(first)).extras).toHaveLength(1)
  })

  it('keeps the draft of its visit until the office gives it a price, then both are one bill', async () => {
    const { first } = await work()
    const said = extra(first)
    await send('lea', said, finish(first))
    const { invoice_id } = await see(first, 'olga')
    expect(await invoiceOf(invoice_id)).toMatchObject({ doc: 'draft', send_at: null })
    expect((await confirm(said.client_id)).body).toEqual({ ok: true, invoice_id })
    const invoice = await invoiceOf(invoice_id)
    expect(invoice).toMatchObject({ doc: 'draft', total_cents: 10_500 })
    expect(invoice.lines).toMatchObject([
      { description: 'Mowing', unit_price_cents: 4500 },
      { description: 'Hedge trimming', quantity: 2, unit_price_cents: 3000, total_cents: 6000 },
    ])
    expect(invoice.send_at).not.toBeNull()
    expect((await see(first)).extras).toMatchObject([{ state: 'confirmed' }])
  })

  it('stops the bill that was planned to go out, when it is added after the stop is completed', async () => {
    const { first } = await work()
    await send('lea', finish(first))
    const { invoice_id } = await see(first, 'olga')
    expect((await invoiceOf(invoice_id)).send_at).not.toBeNull()
    const said = extra(first)
    await send('lea', said)
    expect((await invoiceOf(invoice_id)).send_at).toBeNull()
    await reject(said.client_id)
    expect((await invoiceOf(invoice_id)).send_at).not.toBeNull()
  })

  it('confirmed before the visit is completed, comes with its bill', async () => {
    const { first } = await work()
    const said = extra(first)
    await send('lea', said)
    expect((await confirm(said.client_id)).body.invoice_id).toBeNull()
    expect((await waiting()).map(({ id }: { id: string }) => id)).not.toContain(said.client_id)
    await send('lea', finish(first))
    const { invoice_id } = await see(first, 'olga')
    expect((await invoiceOf(invoice_id)).lines).toHaveLength(2)
    expect((await invoiceOf(invoice_id)).total_cents).toBe(10_500)
  })

  it('is part of what the agreed charge takes, and on a bill of its own where that is out', async () => {
    const auto = async (name: string) => ({
      customer_id: await bed.addCustomer(name, { autopay: true, card: true }),
    })
    const early = await work(await auto('Hedge Auto'))
    const said = extra(early.first)
    await send('lea', said)
    await confirm(said.client_id)
    await send('lea', finish(early.first))
    const one = await see(early.first, 'olga')
    expect(await invoiceOf(one.invoice_id)).toMatchObject({ doc: 'open', total_cents: 10_500 })

    const late = await work(await auto('Hedge Later'))
    const other = extra(late.first)
    await send('lea', other, finish(late.first))
    const two = await see(late.first, 'olga')
    expect(await invoiceOf(two.invoice_id)).toMatchObject({ doc: 'open', total_cents: 4500 })
    const { invoice_id } = (await confirm(other.client_id)).body
    expect(invoice_id).not.toBe(two.invoice_id)
    expect(await invoiceOf(invoice_id)).toMatchObject({
      doc: 'draft',
      source: 'manual',
      total_cents: 6000,
    })
  })

  it('of free work has a draft of its own; of work billed by the period it joins the period', async () => {
    const free = await work({ service_key: 'look' })
    const month = await work({ billing_mode: 'per_period' })
    for (const { first } of [free, month]) {
      const said = extra(first)
      await send('lea', said)
      await confirm(said.client_id)
      await send('lea', finish(first))
    }
    const ids = await bed.owner((tx) =>
      tx
        .selectFrom('extra_work')
        .select(['invoice_id', 'state'])
        .where('series_id', 'in', [free.series_id, month.series_id])
        .orderBy('created_at')
        .execute(),
    )
    expect(ids.map(({ state }) => state)).toEqual(['billed', 'billed'])
    const totals = await Promise.all(ids.map(async ({ invoice_id }) => invoiceOf(invoice_id!)))
    expect(totals.map(({ total_cents }) => total_cents)).toEqual([6000, 10_500])
  })

  it('is back before the office where its visit was not done after all, and is billed alone', async () => {
    const { first } = await work()
    const said = extra(first)
    await send('lea', said)
    await confirm(said.client_id)
    await send('lea', act('not_done', first, { text: 'Gate locked' }))
    expect((await waiting()).find(({ id }: { id: string }) => id === said.client_id)).toMatchObject(
      { is_left: true, unit_price_cents: 3000 },
    )
    const { invoice_id } = (await confirm(said.client_id)).body
    expect((await invoiceOf(invoice_id)).total_cents).toBe(6000)
    expect((await confirm(said.client_id)).body.code).toBe('extra_settled')
  })

  it('is told to the crew where the office rejects it', async () => {
    const { first } = await work()
    const said = extra(first)
    await send('lea', said)
    expect((await reject(said.client_id)).status).toBe(200)
    expect((await see(first)).extras).toMatchObject([
      { state: 'rejected', reason: 'Part of the plan' },
    ])
    expect((await reject(said.client_id)).body.code).toBe('extra_settled')
    expect((await confirm(said.client_id)).body.code).toBe('extra_settled')
  })

  it('is confirmed once by two who press at the same moment', async () => {
    const { first } = await work()
    const said = extra(first)
    await send('lea', said, finish(first))
    const both = await Promise.all([
      confirm(said.client_id),
      confirm(said.client_id, { ...price, quantity: 1 }, 'mike'),
    ])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const { invoice_id } = await see(first, 'olga')
    expect((await invoiceOf(invoice_id)).lines).toHaveLength(2)
  })

  it('is kept for the office where the visit is another team’s or gone', async () => {
    const { first } = await work({ team_id: bed.ids.south })
    expect(await send('lea', extra(first, hedge, { text: 'Both sides' }))).toMatchObject([
      { result: 'kept', reason: 'not_theirs' },
    ])
    const { items } = (await bed.ask('olga', 'GET /api/owner/crew-reports')).body
    expect(items.at(-1)).toMatchObject({
      text: '2 × Hedge trimming. Both sides',
      sentence: 'Did extra work, but the visit belonged to another team.',
      can_bill: false,
    })
    const gone = `${randomUUID()}:${today}`
    expect(await send('lea', extra(gone))).toMatchObject([{ result: 'kept', reason: 'gone' }])
    expect(await send('lea', act('extra_work', first))).toMatchObject([{ reason: 'unreadable' }])
  })
})

describe('taking it back', () => {
  it('leaves nothing to bill, and lets the bill of the visit go', async () => {
    const { first } = await work()
    const said = extra(first)
    await send('lea', said, finish(first))
    const { invoice_id } = await see(first, 'olga')
    expect(await send('lea', act('undo_extra', first, { item: said.client_id }))).toMatchObject([
      { result: 'done' },
    ])
    expect((await see(first)).extras).toEqual([])
    expect((await invoiceOf(invoice_id)).send_at).not.toBeNull()
    expect((await confirm(said.client_id)).body.code).toBe('extra_settled')
  })

  it('is put before the office where it has a price already, and is nobody else’s', async () => {
    const { first } = await work()
    const said = extra(first)
    await send('max', said)
    expect(await send('lea', act('undo_extra', first, { item: said.client_id }))).toMatchObject([
      { result: 'kept', reason: 'refused' },
    ])
    await confirm(said.client_id)
    expect(await send('max', act('undo_extra', first, { item: said.client_id }))).toMatchObject([
      { result: 'kept', reason: 'refused' },
    ])
    const { items } = (await bed.ask('olga', 'GET /api/owner/crew-reports')).body
    expect(items.at(-1).sentence).toContain('It already had a price or was rejected.')
  })
})

describe('who may', () => {
  it('422 without a price, 403 for crews, 404 for a neighbor', async () => {
    const { first } = await work()
    const said = extra(first)
    await send('lea', said)
    expect((await confirm(said.client_id, { ...price, unit_price_cents: 0 })).status).toBe(422)
    expect((await confirm(said.client_id, { ...price, quantity: 0 })).status).toBe(422)
    expect((await confirm(said.client_id, price, 'lea')).status).toBe(403)
    expect((await confirm(said.client_id, price, 'zed')).status).toBe(404)
    expect((await reject(said.client_id, 'no', 'zed')).status).toBe(404)
    expect((await bed.ask('zed', 'GET /api/owner/extra-work')).body.items).toEqual([])
  })

  it('a crew chooses from the list, without prices unless it sees them', async () => {
    const list = async (who: Name) => (await bed.ask(who, 'GET /api/crew/services')).body.services
    expect(await list('lea')).toContainEqual({
      id: bed.ids.mow,
      name: 'Mowing',
      price_cents: null,
    })
    await bed.write((tx) =>
      tx
        .updateTable('organizations')
        .set({ schedule_settings: JSON.stringify({ crew_sees_prices: true }) })
        .where('id', '=', bed.ids.org)
        .execute(),
    )
    expect(await list('lea')).toContainEqual({
      id: bed.ids.mow,
      name: 'Mowing',
      price_cents: 4500,
    })
  })
})
