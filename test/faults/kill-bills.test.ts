import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '../../src/server/base/db/migrate.ts'
import { openPostgres } from '../../src/server/base/db/postgres.ts'
import type { Store } from '../../src/server/base/db/store.ts'
import { createDatabase, onDatabase } from '../database.setup.ts'
import { foundBusiness, nodeEnv, rowsOf } from './business.ts'
import { freePort } from '../free-port.ts'
import { killAll, pause, start } from './process.ts'

// Many bills go out with one press while the process is killed again and again: each goes out once.

const server = process.env['TEST_DATABASE_URL'] ?? ''
const kills = Number(process.env['FAULTS_BILL_KILLS'] ?? 3)
const many = 200
const owner = 'dana@green-acres.example'
const database = `fieldhive_bills_${randomBytes(5).toString('hex')}`
const folder = mkdtempSync(join(tmpdir(), 'fieldhive-bills-'))

let store: Store
let env: Record<string, string>
let org: string
beforeAll(async () => {
  const url = await createDatabase(server, database)
  store = await openPostgres(url, { max: 4 })
  await migrate(store)
  org = await foundBusiness(store, owner)
  await rowsOf(store, 'update people set email_verified_at = now()')
  env = nodeEnv({ url, folder: join(folder, 'data'), port: await freePort(), owner })
}, 120_000)
afterAll(async () => {
  killAll()
  await store?.close()
  await onDatabase(server, `drop database if exists ${database} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

/** Drafts of as many customers, each with one line. */
async function drafts(): Promise<string[]> {
  const made = await rowsOf<{ id: string }>(
    store,
    `with people as (
      insert into customers (organization_id, name, email, status)
        select $1::uuid, 'Customer ' || n, 'c' || n || '@example.com', 'active' from generate_series(1, ${many}) n returning id),
    bills as (
      insert into invoices (organization_id, customer_id, source, subtotal_cents, total_cents)
        select $1::uuid, id, 'manual', 4500, 4500 from people returning id),
    lines as (
      insert into invoice_lines (organization_id, invoice_id, position, description, unit_price_cents, total_cents)
        select $1::uuid, id, 1, 'Mowing', 4500, 4500 from bills)
    select id from bills`,
    [org],
  )
  return made.map(({ id }) => id)
}

it(`sends ${many} bills once each over ${kills} kills`, { timeout: 300_000 }, async () => {
  const ids = await drafts()
  let { child, reply } = await start('test/faults/node.ts', [], env)
  const press = () =>
    fetch(`${reply.url}/api/invoices/send-many`, {
      method: 'POST',
      headers: { authorization: `Bearer ${reply.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ids }),
    })
  expect((await press()).status).toBe(200)
  const reached = async () =>
    (await rowsOf<{ n: number }>(store, 'select next_index as n from invoice_runs'))[0]!.n
  let midway = 0
  for (let kill = 0; kill < kills; kill++) {
    const before = await reached()
    for (let now = before; now <= before && now < many; now = await reached()) await pause(5)
    child.kill('SIGKILL')
    await once(child, 'exit')
    if ((await reached()) < many) midway++
    ;({ child, reply } = await start('test/faults/node.ts', [], env))
    // Somebody who thinks that it is lost presses again.
    expect(await (await press()).json()).toMatchObject({ code: 'nothing_to_send' })
  }
  expect(midway).toBeGreaterThan(0)
  const end = Date.now() + 120_000
  while ((await reached()) < many && Date.now() < end) await pause(200)
  const [run] = await rowsOf(store, 'select sent, not_sent, done_at from invoice_runs')
  expect(run).toMatchObject({ sent: many, not_sent: 0, done_at: expect.anything() })
  const bills = await rowsOf<{ times: number }>(
    store,
    `select count(m.id)::int as times from invoices i left join messages m on m.invoice_id = i.id and m.status <> 'refused' group by i.id`,
  )
  expect(bills.map(({ times }) => times)).toEqual(Array.from({ length: many }, () => 1))
  const [numbers] = await rowsOf(
    store,
    'select count(distinct number)::int as n, max(number)::int as last from invoices',
  )
  expect(numbers).toEqual({ n: many, last: many })
})
