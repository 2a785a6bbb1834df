import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../src/domain/dates.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

// Two imports beside each other: what happens to one customer of one of them says nothing about the others.

let open: OpenWorld
let owner: Caller
let first: string
let second: string
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  first = await imported('Maple', Object.keys(touches))
  second = await imported('Cedar', ['One', 'Two'])
})
afterAll(() => open?.close())

const header =
  'Customer ID,Name,Email,Notes,Address name,Street,City,State,ZIP,Service,Every,Next date,Minutes,Price,Open balance'
/** Imports customers who each have a note, an address, work and an opening balance. */
async function imported(street: string, names: readonly string[]): Promise<string> {
  const date = addDays(open.world.green.today, 3)
  const rows = names.map((name, index) =>
    [
      `${street}-${index}`,
      `${name} ${street}`,
      `${name}.${street}@example.com`.toLowerCase(),
      `Likes ${name}`,
      'Home',
      `${index + 1} ${street} St`,
      'Durham,NC,27701',
      `Mowing,2 weeks,${date},45,52.00`,
      '31.00',
    ].join(','),
  )
  const text = `${[header, ...rows].join('\r\n')}\r\n`
  const { body } = await owner('POST /api/owner/imports', {
    body: text,
    headers: { 'content-type': 'application/octet-stream' },
    query: { file_name: `${street}.csv` },
  })
  const params = { id: body.id }
  await owner('POST /api/owner/imports/{id}/dry-run', { params, body: { choices: {} } })
  const done = await owner('POST /api/owner/imports/{id}/commit', { params, body: {} })
  expect([done.status, done.body.state]).toEqual([200, 'committed'])
  return body.id
}

type Imported = { id: string; version: number; rule: string; invoice: string; date: string }
const find = async (name: string): Promise<Imported> =>
  (
    await open.rows(
      `select c.id, c.version, r.id as rule, i.id as invoice, r.start_date::text as date from customers c
        join rules r on r.customer_id = c.id join invoices i on i.customer_id = c.id where c.name = $1`,
      [name],
    )
  )[0]
async function taken(reply: ReturnType<Caller>): Promise<void> {
  const { status, body } = await reply
  expect([status < 300, body.error]).toEqual([true, undefined])
}

/** What may happen to a customer, and what an undo says of it; nothing to the last two. */
const touches: Record<string, { act: (one: Imported) => Promise<void>; reason: string } | null> = {
  Details: {
    act: ({ id, version }) =>
      taken(
        owner('PUT /api/owner/customers/{id}', {
          params: { id },
          body: { name: 'Details Too Maple', version },
        }),
      ),
    reason: 'Their details were changed',
  },
  Note: {
    act: ({ id }) =>
      taken(
        owner('POST /api/owner/customers/{id}/notes', { params: { id }, body: { text: 'Called' } }),
      ),
    reason: 'A note was added',
  },
  Address: {
    act: ({ id }) =>
      taken(
        owner('POST /api/owner/customers/{id}/locations', {
          params: { id },
          body: {
            label: 'Cabin',
            street: '77 Birch St',
            city: 'Durham',
            state: 'NC',
            zip: '27701',
          },
        }),
      ),
    reason: 'An address was added',
  },
  Visit: {
    act: async ({ id, rule, date }) => {
      await taken(
        owner('POST /api/schedule/{rule_id}/skip', { params: { rule_id: rule }, body: { date } }),
      )
      // The message about it would be named first.
      await open.rows('delete from messages where customer_id = $1', [id])
    },
    reason: 'A visit was changed',
  },
  Bill: {
    act: ({ id }) =>
      taken(
        owner('POST /api/invoices', {
          body: {
            customer_id: id,
            open: false,
            lines: [{ description: 'Gate', quantity: 1, unit_price_cents: 4500 }],
          },
        }),
      ),
    reason: 'There is an invoice',
  },
  Balance: {
    act: async ({ invoice }) => {
      await open.rows(
        "update invoices set updated_at = now() + interval '1 second' where id = $1",
        [invoice],
      )
    },
    reason: 'Their opening balance was changed',
  },
  Work: {
    act: async ({ rule }) => {
      await open.rows("update rules set updated_at = now() + interval '1 second' where id = $1", [
        rule,
      ])
    },
    reason: 'Their work was changed',
  },
  Untouched: null,
  Quiet: null,
}

const planOf = async (id: string) =>
  (await owner('GET /api/owner/imports/{id}/undo', { params: { id } })).body
/** All that is known of these customers, but for what moves by itself. */
const known = (street: string) =>
  open.rows(
    `select c.name, c.status, c.version, l.street, l.removed_at, r.start_date, n.text, i.doc, i.total_cents, i.paid_cents from customers c
      left join service_locations l on l.customer_id = c.id left join rules r on r.customer_id = c.id
      left join customer_notes n on n.customer_id = c.id left join invoices i on i.customer_id = c.id
      where c.name like $1 order by c.name, l.street, n.text, i.id`,
    [`% ${street}`],
  )

describe('two imports', () => {
  it('are both taken back whole as long as nothing has happened', async () => {
    expect([await planOf(first), await planOf(second)]).toEqual([
      { takes: Object.keys(touches).length, keeps: [] },
      { takes: 2, keeps: [] },
    ])
  })

  it('each thing that happens to a customer keeps this one, and says why', async () => {
    for (const [name, touch] of Object.entries(touches))
      await touch?.act(await find(`${name} Maple`))
    const plan = await planOf(first)
    const said = plan.keeps.map(({ name, reason }: { name: string; reason: string }) => [
      name.split(' ')[0],
      reason,
    ])
    expect(said).toEqual(
      Object.entries(touches)
        .flatMap(([name, touch]) => (touch ? [[name, touch.reason]] : []))
        .toSorted(([a], [b]) => (a! < b! ? -1 : 1)),
    )
    expect(plan.takes).toBe(2)
    expect(await planOf(second)).toEqual({ takes: 2, keeps: [] })
  })

  it('taking one back leaves the kept customers and the other import as they are', async () => {
    const others = await known('Cedar')
    const kept = (await known('Maple')).filter(({ name }) => touches[name.split(' ')[0]])
    const undone = await owner('POST /api/owner/imports/{id}/undo', {
      params: { id: first },
      body: { keep_touched: true },
    })
    expect([undone.status, undone.body.state]).toEqual([200, 'undone'])
    expect(await known('Cedar')).toEqual(others)
    const left = await known('Maple')
    expect(left.filter(({ name }) => touches[name.split(' ')[0]])).toEqual(kept)
    const gone = left.filter(({ name }) => !touches[name.split(' ')[0]])
    expect(gone).toEqual(
      ['Quiet', 'Untouched'].map((name) =>
        expect.objectContaining({
          name: `${name} Maple`,
          status: 'archived',
          doc: 'void',
          start_date: null,
          text: null,
        }),
      ),
    )
    expect(await planOf(second)).toEqual({ takes: 2, keeps: [] })
  })
})
