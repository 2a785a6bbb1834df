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

// Late fees are added as a worker starts, while it is killed again and again: each invoice gets one.

const server = process.env['TEST_DATABASE_URL'] ?? ''
const kills = Number(process.env['FAULTS_FEE_KILLS'] ?? 3)
const many = 200
const owner = 'dana@green-acres.example'
const database = `fieldhive_fees_${randomBytes(5).toString('hex')}`
const folder = mkdtempSync(join(tmpdir(), 'fieldhive-fees-'))

let store: Store
let env: Record<string, string>
beforeAll(async () => {
  const url = await createDatabase(server, database)
  store = await openPostgres(url, { max: 4 })
  await migrate(store)
  const org = await foundBusiness(store, owner)
  await rowsOf(
    store,
    // Wherever the clock is, it is ten in the morning there.
    `update organizations set schedule_settings = '{"bill_reminders_on": true, "late_fee": {"kind": "flat", "cents": 1500, "after_days": 10}}',
      time_zone = (select name from pg_timezone_names where name like 'Etc/GMT%' and extract(hour from now() at time zone name) = 10 limit 1)`,
  )
  await overdue(org)
  env = nodeEnv({ url, folder: join(folder, 'data'), port: await freePort(), owner })
}, 120_000)
afterAll(async () => {
  killAll()
  await store?.close()
  await onDatabase(server, `drop database if exists ${database} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

/** Overdue invoices of as many customers, with a reminder that announced a fee for today. */
const overdue = (org: string) =>
  rowsOf(
    store,
    `with people as (
      insert into customers (organization_id, name, email, status)
        select $1::uuid, 'Customer ' || n, 'c' || n || '@example.com', 'active' from generate_series(1, ${many}) n returning id),
    bills as (
      insert into invoices (organization_id, customer_id, source, doc, number, issued_at, sent_at, effective_due_date, subtotal_cents, total_cents)
        select $1::uuid, id, 'manual', 'open', row_number() over (), now() - interval '30 days', now() - interval '30 days', current_date - 20, 4500, 4500
        from people returning id, customer_id, effective_due_date),
    lines as (
      insert into invoice_lines (organization_id, invoice_id, position, description, unit_price_cents, total_cents)
        select $1::uuid, id, 1, 'Mowing', 4500, 4500 from bills),
    claims as (
      insert into ledger_entries (organization_id, fact, account, amount_cents, invoice_id)
        select $1::uuid, 'invoice:' || id, e.account, e.cents, id from bills cross join (values ('receivable', 4500), ('revenue', -4500)) as e(account, cents)),
    letters as (
      insert into messages (organization_id, customer_id, invoice_id, channel, template, recipient, text, status, sent_at)
        select $1::uuid, customer_id, id, 'email', 'invoice_reminder', 'c@example.com', '', 'sent', now() from bills returning id, invoice_id),
    marks as (
      insert into bill_reminders (organization_id, invoice_id, due_on, step, message_id, late_fee_cents, late_fee_on)
        select $1::uuid, b.id, b.effective_due_date, 7, l.id, 1500, current_date - 1 from bills b join letters l on l.invoice_id = b.id)
    update organizations set next_invoice_number = ${many + 1}`,
    [org],
  )

it(`adds ${many} late fees once each over ${kills} kills`, { timeout: 300_000 }, async () => {
  const added = async () =>
    (
      await rowsOf<{ n: number }>(
        store,
        "select count(*)::int as n from invoices where source = 'late_fee'",
      )
    )[0]!.n
  let midway = 0
  let { child } = await start('test/faults/node.ts', [], env)
  for (let kill = 0; kill < kills; kill++) {
    const before = await added()
    for (let now = before; now <= before && now < many; now = await added()) await pause(2)
    child.kill('SIGKILL')
    await once(child, 'exit')
    if ((await added()) < many) midway++
    ;({ child } = await start('test/faults/node.ts', [], env))
  }
  expect(midway).toBeGreaterThan(0)
  const end = Date.now() + 120_000
  while ((await added()) < many && Date.now() < end) await pause(200)
  const fees = await rowsOf(
    store,
    `select f.total_cents, count(*)::int as fees, (select count(*)::int from messages m where m.invoice_id = f.id) as bills,
      (select coalesce(sum(e.amount_cents), 0)::int from ledger_entries e where e.invoice_id = f.id and e.account = 'receivable') as owed
    from invoices f where f.source = 'late_fee' group by f.late_fee_of_id, f.id, f.total_cents`,
  )
  expect(fees).toEqual(
    Array.from({ length: many }, () => ({ total_cents: 1500, fees: 1, bills: 1, owed: 1500 })),
  )
  const [numbers] = await rowsOf(
    store,
    'select count(distinct number)::int as n, max(number)::int as last from invoices',
  )
  expect(numbers).toEqual({ n: 2 * many, last: 2 * many })
})

it(
  'goes with its invoice or stays with it, wherever giving up is killed',
  {
    timeout: 300_000,
  },
  async () => {
    const ids = (
      await rowsOf<{ id: string }>(store, "select id from invoices where source <> 'late_fee'")
    ).map(({ id }) => id)
    const givenUp = async () =>
      (
        await rowsOf<{ n: number }>(
          store,
          "select count(*)::int as n from invoices where doc = 'uncollectible'",
        )
      )[0]!.n
    /** How many invoices were closed without their fee, or the other way round, or still have a claim. */
    const torn = () =>
      rowsOf(
        store,
        `select i.id from invoices i join invoices f on f.late_fee_of_id = i.id
       where (i.doc = 'uncollectible') <> (f.doc = 'void')
         or (i.doc = 'uncollectible') <> (0 = (select sum(amount_cents) from ledger_entries e where e.account = 'receivable' and e.invoice_id in (i.id, f.id)))
         or (f.doc = 'void') <> exists (select 1 from audit a where a.entity_id = f.id::text and a.action = 'late_fee.waived')`,
      )
    killAll()
    let left = [...ids]
    for (let kill = 0; kill < kills; kill++) {
      const { child, reply } = await start('test/faults/node.ts', [], env)
      const before = await givenUp()
      const lanes = Promise.allSettled(
        Array.from({ length: 4 }, async () => {
          for (let id = left.pop(); id; id = left.pop()) await giveUp(reply, id)
        }),
      )
      while ((await givenUp()) < before + 10) await pause(2)
      child.kill('SIGKILL')
      await once(child, 'exit')
      // What was asked of a dead process is asked again later.
      await lanes
      expect(await torn()).toEqual([])
      left = await stillOpen()
    }
    expect(await givenUp()).toBeLessThan(many)
    const { reply } = await start('test/faults/node.ts', [], env)
    for (const id of await stillOpen()) await giveUp(reply, id)
    expect(await givenUp()).toBe(many)
    expect(await torn()).toEqual([])
  },
)

const stillOpen = async () =>
  (
    await rowsOf<{ id: string }>(
      store,
      "select id from invoices where source <> 'late_fee' and doc = 'open'",
    )
  ).map(({ id }) => id)

const giveUp = (reply: { url: string; token: string }, id: string) =>
  fetch(`${reply.url}/api/invoices/${id}/write-off`, {
    method: 'POST',
    headers: { authorization: `Bearer ${reply.token}`, 'content-type': 'application/json' },
    body: '{}',
  })
