import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type Caller, type OpenWorld } from '../../../../test/world.ts'
import { addDays } from '../../../domain/base/dates.ts'
import { invoiceDocs, invoiceMoneys } from '../../../domain/money/invoice.ts'
import { invoiceTiles, tileOf, type InvoiceTile } from '../../../domain/money/invoice-tile.ts'
import { billTabs } from '../../../domain/money/to-bill.ts'
import { inOrgAll, system } from '../../base/db/door.ts'
import { isOpen, tileSql } from './tile.ts'

let open: OpenWorld
let owner: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
})
afterAll(() => open?.close())

it('the database puts each invoice where the rule does', async () => {
  await inOrgAll(open.app.store, open.world.green.id, system, async (tx) => {
    const { rows: days } = await sql<{
      today: string
    }>`select (now() at time zone time_zone)::date as today from organizations where id = app_org()`.execute(
      tx,
    )
    const { today } = days[0]!
    const facts = invoiceDocs.flatMap((doc) =>
      invoiceMoneys.flatMap((money) =>
        [null, 'card_declined'].flatMap((failure_code) =>
          [null, addDays(today, -1), today].flatMap((effective_due_date) =>
            [null, '2027-06-01T12:00:00Z'].flatMap((sent_at) =>
              ([null, 'going', 'lost'] as const).map((message) => ({
                doc,
                money,
                failure_code,
                effective_due_date,
                sent_at,
                message,
              })),
            ),
          ),
        ),
      ),
    )
    const { rows } = await sql<{ tile: InvoiceTile | null }>`
      select case when ${isOpen} then ${tileSql} end as tile
      from rows from (jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as
          (doc text, money text, failure_code text, effective_due_date date, sent_at timestamptz, message text)) with ordinality i
        cross join lateral (select case when i.message = 'lost' then 'bounced' end as bad_status, i.message = 'going' as is_going) m
      order by i.ordinality`.execute(tx)
    expect(rows.map(({ tile }, n) => [facts[n], tile])).toEqual(
      facts.map((one) => [one, tileOf(one, today)]),
    )
  })
})

describe('the tiles of open invoices', () => {
  const list = async (query: object) =>
    (await owner('GET /api/invoices', { query: { limit: 200, ...query } })).body.items

  it('show each open invoice once, and add up to all that is open', async () => {
    const sums = (await owner('GET /api/owner/billing/summary')).body
    const shown = []
    for (const tile of invoiceTiles) {
      const items = await list({ tile })
      const cents = items.reduce((sum, { balance_cents }) => sum + balance_cents, 0)
      expect([tile, sums[tile]]).toEqual([tile, { count: items.length, cents }])
      shown.push(...items.map(({ id }) => id))
    }
    const all = await list({ group: 'open' })
    expect(shown.toSorted()).toEqual(all.map(({ id }) => id).toSorted())
    expect(sums.open).toEqual({
      count: all.length,
      cents: all.reduce((sum, { balance_cents }) => sum + balance_cents, 0),
    })
  })

  it('a bill waits on one list of To bill only', async () => {
    const waiting = []
    for (const tab of billTabs) {
      const { items } = (await owner('GET /api/owner/billing/queue', { query: { tab } })).body
      waiting.push(...items.map(({ id }) => id))
    }
    expect(waiting.length).toBeGreaterThan(0)
    expect(new Set(waiting).size).toBe(waiting.length)
  })
})
