import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { addDays } from '../src/domain/base/dates.ts'
import { inOrg } from '../src/server/base/db/door.ts'
import { commitImport } from '../src/server/flows/imports/commit.ts'
import { readDetail } from '../src/server/flows/imports/read.ts'
import { comparingLists } from '../src/server/flows/imports/surroundings.ts'
import { openWorld, type Reply, type Caller, type OpenWorld } from './world.ts'

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
  'Customer ID,Name,Email,Tags,Notes,Address name,Street,City,State,ZIP,Service,Every,Next date,Minutes,Price,Open balance'
/** Imports customers who each have a note, an address, work and an opening balance. */
async function imported(...given: Parameters<typeof checked>): Promise<string> {
  const id = await checked(...given)
  const done = await owner('POST /api/owner/imports/{id}/commit', { params: { id }, body: {} })
  expect([done.status, done.body.state]).toEqual([200, 'committed'])
  return id
}
async function checked(
  street: string,
  names: readonly string[],
  { home = 'Home', from = 1, owed = '31.00', service = 'Mowing', tag = '' } = {},
): Promise<string> {
  const date = addDays(open.world.green.today, 3)
  const rows = names.map((name, index) =>
    [
      `${street}-${index}`,
      `${name} ${street}`,
      `${name}.${street}@example.com`.toLowerCase(),
      tag,
      `Likes ${name} ${home}`,
      home,
      `${index + from} ${street} St`,
      'Durham,NC,27701',
      `${service},2 weeks,${date},45,52.00`,
      owed,
    ].join(','),
  )
  const text = `${[header, ...rows].join('\r\n')}\r\n`
  const { body } = await owner('POST /api/owner/imports', {
    body: text,
    headers: { 'content-type': 'application/octet-stream' },
    query: { file_name: `${street}.csv` },
  })
  await owner('POST /api/owner/imports/{id}/dry-run', {
    params: { id: body.id },
    body: { choices: {} },
  })
  return body.id
}

type Imported = { id: string; version: number; rule: string; invoice: string; date: string }
const find = (name: string) =>
  open.row<Imported>(
    `select c.id, c.version, r.id as rule, i.id as invoice, r.start_date::text as date from customers c
        join rules r on r.customer_id = c.id join invoices i on i.customer_id = c.id where c.name = $1`,
    [name],
  )
async function taken(reply: Promise<Reply>): Promise<void> {
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
  open.rows<{ name: string }>(
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
    const kept = (await known('Maple')).filter(({ name }) => touches[name.split(' ')[0]!])
    const undone = await owner('POST /api/owner/imports/{id}/undo', {
      params: { id: first },
      body: { keep_touched: true },
    })
    expect([undone.status, undone.body.state]).toEqual([200, 'undone'])
    expect(await known('Cedar')).toEqual(others)
    const left = await known('Maple')
    expect(left.filter(({ name }) => touches[name.split(' ')[0]!])).toEqual(kept)
    const gone = left.filter(({ name }) => !touches[name.split(' ')[0]!])
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

describe('an import about customers the business has', () => {
  let extra: string
  const all = async () =>
    Object.fromEntries(
      (
        await open.rows<{ name: string }>(
          `select c.name, c.tags,
            (select array_agg(n.text order by n.text) from customer_notes n where n.customer_id = c.id) as notes,
            (select array_agg(l.label order by l.label) from service_locations l where l.customer_id = c.id and l.removed_at is null) as places,
            (select count(*)::int from rules r where r.customer_id = c.id) as rules,
            (select count(*)::int from invoices i where i.customer_id = c.id and i.doc <> 'void') as bills
            from customers c where c.name like '% Aspen'`,
        )
      ).map(({ name, ...has }) => [name.split(' ')[0], has]),
    )
  const had = (name: string) => ({
    tags: [],
    notes: [`Likes ${name} Home`],
    places: ['Home'],
    rules: 1,
    bills: 1,
  })
  const has = (name: string) => ({
    tags: ['twice'],
    notes: [`Likes ${name} Barn`, `Likes ${name} Home`],
    places: [`${name === 'Kept' ? 51 : 52} Aspen St`, 'Home'],
    rules: 2,
    bills: 1,
  })

  it('adds to what they have', async () => {
    await imported('Aspen', ['Kept', 'Given'])
    expect(await all()).toEqual({ Kept: had('Kept'), Given: had('Given') })
    const more = { home: 'Barn', from: 51, owed: '', service: 'Edging', tag: 'twice' }
    extra = await imported('Aspen', ['Kept', 'Given'], more)
    expect(await all()).toEqual({ Kept: has('Kept'), Given: has('Given') })
    expect(await planOf(extra)).toEqual({ takes: 2, keeps: [] })
  })

  it('taken back, it leaves all of it to whom something happened, and nothing to the others', async () => {
    await open.rows(
      `update rules r set updated_at = now() + interval '1 second' from import_rows m, customers c
        where m.import_id = $1 and m.kind = 'rule' and m.made_id = r.id and c.id = r.customer_id and c.name = 'Kept Aspen'`,
      [extra],
    )
    expect(await planOf(extra)).toMatchObject({ takes: 1, keeps: [{ name: 'Kept Aspen' }] })
    const params = { id: extra }
    const body = { keep_touched: true }
    expect((await owner('POST /api/owner/imports/{id}/undo', { params, body })).status).toBe(200)
    expect(await all()).toEqual({ Kept: has('Kept'), Given: had('Given') })
  })
})

describe('invitations to an import', () => {
  it('go to each customer once, however many press at once', async () => {
    const id = await imported('Poplar', ['One', 'Two', 'Three'])
    const invite = () => owner('POST /api/owner/imports/{id}/invite', { params: { id }, body: {} })
    const replies = await Promise.all([invite(), invite(), invite(), invite()])
    expect(replies.map(({ body }) => body.sent).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 3])
    expect(
      await open.rows(
        "select email from invitations where email like '%poplar@example.com' order by email",
      ),
    ).toEqual(['one', 'three', 'two'].map((name) => ({ email: `${name}.poplar@example.com` })))
  })
})

const everything = () =>
  ({
    organization_id: open.world.green.id,
    sight: 'all',
    person_id: null,
    customer_id: null,
    team_ids: [],
  }) as const

it('only lists that are compared are planned without looking at pairs', async () => {
  await inOrg(open.app.store, everything(), { person_id: null }, async (tx) => {
    const planned = async () =>
      (await sql<{ pairs: string }>`select current_setting('enable_nestloop') as pairs`.execute(tx))
        .rows[0]!.pairs
    const seen = [await planned(), await comparingLists(tx, planned), await planned()]
    expect(seen).toEqual(['on', 'off', 'on'])
  })
})

it('says how far it is while it is written, and nothing afterwards', async () => {
  const id = await checked('Linden', ['One', 'Two'], { service: 'Linden care' })
  const seen: (number | null)[] = []
  await inOrg(open.app.store, everything(), { person_id: null }, async (tx) => {
    // They share a connection, so one is asked after each statement of the other.
    const written = { isDone: false }
    const done = commitImport(tx, id, { reminders: false }).finally(() => (written.isDone = true))
    while (!written.isDone) seen.push((await readDetail(tx, id)).progress)
    await done
    seen.push((await readDetail(tx, id)).progress)
  })
  expect(seen.filter((one, at) => one !== seen[at - 1])).toEqual([5, 30, 60, 75, 90, null])
})
