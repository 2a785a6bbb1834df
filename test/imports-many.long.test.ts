import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '../src/domain/base/dates.ts'
import { inOrg, type OrgTx } from '../src/server/base/db/door.ts'
import { commitImport } from '../src/server/flows/imports/commit.ts'
import { readDetail } from '../src/server/flows/imports/read.ts'
import { undoImport } from '../src/server/flows/imports/undo.ts'
import { openWorld, type OpenWorld } from './world.ts'

let open: OpenWorld
beforeAll(async () => void (open = await openWorld()))
afterAll(() => open?.close())

const customers = 2_000
/** The most rows of tables a step may read for each customer. A step that looks at every pair reads hundreds more. */
const most = 150

/** Uploads and checks a file of customers with work and a balance; its id. */
async function checked(letter: string, customers: number): Promise<string> {
  const next = addDays(open.world.green.today, 3)
  const rows = Array.from(
    { length: customers },
    (_, n) =>
      `${letter}${n},Many${letter} ${n} Times,${letter}${n}@example.org,(919) 555-${String(1000 + n)},often,Likes Tuesdays,${n} ${letter} St,Durham,NC,27701,Mowing,2 weeks,${next},52.00,12.00`,
  )
  const head =
    'Customer ID,Name,Email,Phone,Tags,Notes,Street,City,State,ZIP,Service,Every,Next date,Price,Open balance'
  const owner = await open.as('owner@green-acres.example')
  const { body } = await owner('POST /api/owner/imports', {
    body: [head, ...rows].join('\r\n'),
    headers: { 'content-type': 'application/octet-stream' },
    query: { file_name: 'many.csv' },
  })
  const dry = await owner('POST /api/owner/imports/{id}/dry-run', {
    params: { id: body.id },
    body: {},
  })
  expect(dry.body.check!.counts).toMatchObject({
    customers_new: customers,
    work: customers,
    balances: customers,
  })
  return body.id
}

/** Does something in one transaction, and says how many rows it read for each customer. */
async function reading(work: (tx: OrgTx) => Promise<unknown>): Promise<number> {
  const all = { organization_id: open.world.green.id, sight: 'all' } as const
  return inOrg(open.app.store, all, { person_id: null }, async (tx) => {
    await work(tx)
    const { rows } = await sql<{ n: number }>`
      select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as n from pg_stat_xact_user_tables`.execute(
      tx,
    )
    return rows[0]!.n / customers
  })
}

it('takes as long for each customer, however many there are', async () => {
  // The database keeps what it planned for a few.
  const few = await checked('f', 20)
  await reading((tx) => commitImport(tx, few, { reminders: false }))
  const id = await checked('m', customers)
  const read = {
    commit: await reading((tx) => commitImport(tx, id, { reminders: false })),
    look: await reading((tx) => readDetail(tx, id)),
    undo: await reading((tx) => undoImport(tx, id, { keep_touched: false })),
  }
  for (const [step, rows] of Object.entries(read)) expect(rows, step).toBeLessThan(most)
  const [left] = await open.rows(
    `select count(*)::int as all, count(*) filter (where address_text is not null)::int as placed, count(*) filter (where status = 'archived')::int as archived
     from customers where organization_id = $1 and name like 'Manym %'`,
    [open.world.green.id],
  )
  expect(left).toEqual({ all: customers, placed: 0, archived: customers })
})
