import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CustomerRow } from '../../api/customer-table.ts'
import {
  openWorld,
  type Reply,
  type BodyFrom,
  type Caller,
  type OpenWorld,
} from '../../../test/world.ts'

let open: OpenWorld
let owner: Caller
type TablePage = BodyFrom<'GET /api/owner/customers/table'>
const table = async (query: object = {}): Promise<CustomerRow[]> => {
  const rows: CustomerRow[] = []
  let cursor: string | null = null
  do {
    const page: Reply<TablePage> = await owner('GET /api/owner/customers/table', {
      query: { limit: 4, ...query, ...(cursor ? { cursor } : {}) },
    })
    expect(page.status).toBe(200)
    rows.push(...page.body.rows)
    cursor = page.body.next_cursor
  } while (cursor)
  return rows
}
// No payment arrives between two answers that are compared.
beforeAll(async () => {
  open = await openWorld({ ROLE: 'web' })
  owner = await open.as('owner@green-acres.example')
})
afterAll(() => open?.close())

describe('GET /api/owner/customers/table', () => {
  it.each([
    ['name', (row: CustomerRow) => (row.name ?? row.email ?? '').toLowerCase()],
    ['balance', (row: CustomerRow) => row.balance_cents],
    ['paid', (row: CustomerRow) => row.paid_cents],
    ['last_visit', (row: CustomerRow) => row.last_visit ?? ''],
    ['added', (row: CustomerRow) => row.created_at],
  ] as [string, (row: CustomerRow) => string | number][])(
    'sorts all pages by %s, both ways',
    async (sort, of) => {
      const up = await table({ sort })
      expect(up.map(of)).toEqual(up.map(of).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
      expect(up).toHaveLength(12)
      const down = await table({ sort, direction: 'desc' })
      expect(down.map(of)).toEqual(up.map(of).toReversed())
      expect(new Set(down.map(({ id }) => id)).size).toBe(12)
    },
  )

  it('owes and has paid what the totals of the same filter say', async () => {
    for (const query of [{}, { due: '1' }, { status: 'active' }, { q: 'rosa' }] as const) {
      const rows = await table(query)
      const totals = (await owner('GET /api/owner/customers/totals', { query })).body
      const sum = (of: (row: CustomerRow) => number) => rows.reduce((n, row) => n + of(row), 0)
      expect(totals.owed_cents).toBe(sum((row) => row.balance_cents))
      expect(totals.paid_cents).toBe(sum((row) => row.paid_cents))
    }
  })

  it('says the next visit as the cards do', async () => {
    const rows = await table({ status: 'active' })
    const { body: cards } = await owner('GET /api/owner/customers', { query: { status: 'active' } })
    const next = Object.fromEntries(
      cards.customers.map(({ id, next_visit_at }) => [id, next_visit_at]),
    )
    expect(Object.fromEntries(rows.map(({ id, next_visit }) => [id, next_visit]))).toEqual(next)
    expect(rows.some(({ next_visit }) => next_visit !== null)).toBe(true)
  })

  it('puts the exact name first, in the table and in the list', async () => {
    for (const name of ['Bulk Customer 1011', 'Bulk Customer 101', 'Not Bulk Customer 101'])
      await owner('POST /api/owner/customers', { body: { name } })
    await owner('POST /api/owner/customers', {
      body: { name: 'Somebody', phone_number: '(919) 555-1010' },
    })
    const q = 'bulk customer 101'
    const names = ['Bulk Customer 101', 'Bulk Customer 1011', 'Not Bulk Customer 101', 'Somebody']
    expect((await table({ q })).map(({ name }) => name).slice(0, 3)).toEqual(names.slice(0, 3))
    const listed: string[] = []
    let cursor: string | null = null
    do {
      const page: Reply<BodyFrom<'GET /api/owner/customers'>> = await owner(
        'GET /api/owner/customers',
        {
          query: { q, limit: 2, ...(cursor ? { cursor } : {}) },
        },
      )
      listed.push(...page.body.customers.map(({ name }) => name!))
      cursor = page.body.next_cursor
    } while (cursor)
    expect(listed.slice(0, 3)).toEqual(names.slice(0, 3))
    expect(new Set(listed).size).toBe(listed.length)
  })

  it('422 for a cursor of another column', async () => {
    const page = await owner('GET /api/owner/customers/table', {
      query: { sort: 'name', limit: 2 },
    })
    expect(
      await owner('GET /api/owner/customers/table', {
        query: { sort: 'balance', cursor: page.body.next_cursor! },
      }),
    ).toMatchObject({ status: 422 })
  })
})

describe('POST /api/owner/customers/bulk-edit', () => {
  it('tags and assigns each customer, and says who is not there', async () => {
    const [casey, rosa] = ['casey', 'rosa'].map((key) => open.world.green.customers[key]!.id) as [
      string,
      string,
    ]
    const stranger = Object.values(open.world.bright.customers)[0]!.id
    const team_id = Object.values(open.world.green.teams)[0]!
    const body = { ids: [casey, rosa, stranger], add_tags: ['Spring'], team_id }
    const first = await owner('POST /api/owner/customers/bulk-edit', { body })
    expect(first.body.updated).toEqual([casey, rosa])
    expect(first.body.failed).toMatchObject([{ id: stranger }])
    const tagged = await table({ tag: 'spring' })
    expect(new Set(tagged.map(({ id }) => id))).toEqual(new Set([casey, rosa]))
    expect(tagged.every((row) => row.team_id === team_id)).toBe(true)
    await owner('POST /api/owner/customers/bulk-edit', {
      body: { ids: [casey, rosa], remove_tags: ['SPRING'] },
    })
    expect(await table({ tag: 'spring' })).toEqual([])
  })
})
