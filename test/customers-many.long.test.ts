import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customerHandlers } from '../src/server/customers/calls.ts'
import { conditionsOf, pageOfIds, type CustomerFilter } from '../src/server/customers/filter.ts'
import { readTotals } from '../src/server/customers/read.ts'
import { inOrgAll, type OrgTx } from '../src/server/base/db/door.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let owner: Caller
let stranger: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  stranger = await open.as('owner@bright-side.example')
})
afterAll(() => open?.close())

const list = async (query: Record<string, unknown>, who = owner) =>
  (await who('GET /api/owner/customers', { query })).body.customers

describe('with 10,000 customers', () => {
  let id: string
  const inside = <T>(work: (tx: OrgTx) => Promise<T>): Promise<T> =>
    inOrgAll(open.app.store, id, { person_id: null }, work)
  beforeAll(async () => {
    id = open.world.bright.id
    await open.rows(
      `insert into customers (organization_id, name, email, phone_number, status, was_active, tags)
       select $1, (array['Casey', 'Jordan', 'Robin', 'Lee', 'Mia'])[1 + n % 5] || ' ' || initcap(translate(n::text, '0123456789', 'abdefghilm')) || 'son', 'p' || n || '@many.example',
         '+1919' || lpad((5000000 + n)::text, 7, '0'), (array['active', 'active', 'active', 'active', 'active', 'active', 'active', 'archived', 'paused', 'lead'])[1 + n % 10], true, '{}'
       from generate_series(1, 10000) n`,
      [id],
    )
    await open.rows(
      `insert into service_locations (organization_id, customer_id, street, city, state, zip, is_default)
       select organization_id, id, substring(email from '[0-9]+') || ' Oak St', 'Raleigh', 'NC', '27601', true from customers
       where organization_id = $1 and email like '%@many.example'`,
      [id],
    )
    await open.rows('vacuum customers')
    await open.rows('analyze service_locations')
    await open.rows('analyze customers')
  })

  type Node = {
    'Relation Name'?: string
    'Index Name'?: string
    'Actual Rows': number
    'Actual Loops': number
    'Rows Removed by Filter'?: number
    Plans?: Node[]
  }
  const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)]
  /** How many customer rows a page's statement reads, and through which indexes. */
  const readBy = (filter: CustomerFilter, page: { after?: string; limit: number }) =>
    inside(async (tx) => {
      const conditions = await conditionsOf(tx, filter)
      const { rows } = await sql<{
        'QUERY PLAN': [{ Plan: Node }]
      }>`explain (analyze, format json) ${pageOfIds(conditions, { ...page, statuses: filter.statuses ?? [] })}`.execute(
        tx,
      )
      const scans = flat(rows[0]!['QUERY PLAN'][0].Plan).filter(
        (node) => node['Relation Name'] === 'customers',
      )
      return {
        rows: scans.reduce(
          (sum, node) =>
            sum +
            (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
          0,
        ),
        indexes: scans.map((node) => node['Index Name']),
      }
    })

  it('page 200 reads no more than page 1', async () => {
    const limit = 50
    const statuses = ['active', 'paused']
    let after: string | undefined
    const pages: number[] = []
    const seen = new Set<string>()
    for (let page = 1; page <= 160; page++) {
      if (page === 1 || page === 80 || page === 159) {
        const read = await readBy({ statuses }, { limit: limit + 1, ...(after ? { after } : {}) })
        expect(read.indexes.filter((name) => !name?.startsWith('customers_'))).toEqual([])
        pages.push(read.rows)
      }
      const ids = await inside(async (tx) =>
        (
          await pageOfIds([sql`c.organization_id = ${tx.org}`], { statuses, after, limit }).execute(
            tx,
          )
        ).rows.map((row) => row.id),
      )
      // Over HTTP, too, the cursor alone is enough to find a page.
      if (page === 159) {
        const { body } = await stranger('GET /api/owner/customers', {
          query: { status: 'active,paused', limit, cursor: after },
        })
        expect(body.customers.map((one) => one.id)).toEqual(ids)
        expect(body.next_cursor).toBe(ids.at(-1))
      }
      for (const one of ids) seen.add(one)
      after = ids.at(-1)
    }
    const [first, ...later] = pages
    expect(first).toBeLessThanOrEqual(2 * (limit + 1))
    for (const one of later) expect(one).toBeLessThanOrEqual(1.1 * first!)
    expect(seen.size).toBe(8000)
  }, 60_000)
  it('a page reads only the rows it returns', async () => {
    const read = async (tx: OrgTx): Promise<number> => {
      const { rows } = await sql<{
        n: number
      }>`select seq_tup_read + idx_tup_fetch as n from pg_stat_xact_user_tables where relname = 'customers'`.execute(
        tx,
      )
      return rows[0]!.n
    }
    const [before, after] = await inside(async (tx) => {
      const call = {
        readOrg: (work: (tx: OrgTx) => Promise<unknown>) => work(tx),
        query: { limit: 50, status: 'active,paused' },
      }
      const start = await read(tx)
      expect(await customerHandlers['GET /api/owner/customers'](call as never)).toMatchObject({
        customers: { length: 50 },
      })
      return [start, await read(tx)]
    })
    expect(after - before).toBeGreaterThanOrEqual(50)
    expect(after - before).toBeLessThanOrEqual(3 * 51)
  })
  it('a search reads only its own business, each customer at most once', async () => {
    for (const q of ['zzzz', '5001234', 'casey', 'jordna']) {
      const { rows } = await readBy({ q }, { limit: 51 })
      expect([q, rows <= 10_100]).toEqual([q, true])
    }
    const words = await list({ q: '919 500 1234' }, stranger)
    expect(words).toMatchObject([{ phone_number: '+19195001234' }])
    expect(
      (await list({ q: 'jordna bdehson', limit: 5 }, stranger)).map((one) => one.name),
    ).toEqual(['Jordan Bdehson'])
    const foreign = await owner('GET /api/owner/customers', { query: { q: '5001234' } })
    expect(foreign.body.customers).toEqual([])
  })
  it('counts all of them', async () => {
    const { counts } = await inside((tx) => readTotals(tx, {}))
    expect(counts.active + counts.paused + counts.lead + counts.archived).toBeGreaterThan(10_000)
    expect(await inside(async (tx) => (await readTotals(tx, { q: 'casey' })).counts)).toMatchObject(
      { active: 2000, lead: 0 },
    )
  })
  it('skips statuses that no customer has', async () => {
    await open.rows("update customers set status = 'active' where organization_id = $1", [id])
    await open.rows('analyze customers')
    for (const after of [undefined, (await list({ limit: 300 }, stranger)).at(-1)!.id])
      expect(
        (await readBy({}, { limit: 51, ...(after ? { after } : {}) })).rows,
      ).toBeLessThanOrEqual(51)
  })
  it('finds no one for a status that doesn’t exist', async () => {
    expect(await list({ status: 'sleeping' }, stranger)).toEqual([])
    expect(
      (await list({ status: 'sleeping,paused' }, stranger)).every((one) => one.status === 'paused'),
    ).toBe(true)
  })
  it('finds active customers behind any number of newer leads', async () => {
    await open.rows(
      "update customers set status = 'lead' where organization_id = $1 and id in (select id from customers where organization_id = $1 order by id desc limit 5000)",
      [id],
    )
    await open.rows('analyze customers')
    expect(
      (await readBy({ statuses: ['active', 'paused'] }, { limit: 51 })).rows,
    ).toBeLessThanOrEqual(51)
  })
  it('checks a new one for duplicates among all of them', async () => {
    const made = (
      await stranger('POST /api/owner/customers', {
        body: {
          name: 'Again',
          phone_number: '919-500-0042',
          street: '77 oak st',
          city: 'Raleigh',
          state: 'NC',
          zip: '27601',
        },
      })
    ).body
    expect(made.duplicates.map((one: { by: string }) => one.by).toSorted()).toEqual([
      'address',
      'phone',
    ])
  })
})
