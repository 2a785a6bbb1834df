import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '../../src/server/base/db/migrate.ts'
import { openPostgres } from '../../src/server/base/db/postgres.ts'
import type { Store } from '../../src/server/base/db/store.ts'
import { createDatabase, onDatabase } from '../database.setup.ts'
import { foundBusiness, nodeEnv, rowsOf } from './business.ts'
import { freePort } from '../free-port.ts'
import { killAll, pause, start } from './process.ts'

const server = process.env['TEST_DATABASE_URL'] ?? ''
const kills = Number(process.env['FAULTS_KILLS'] ?? 6)
const owner = 'dana@green-acres.example'
const invoicesEach = 400
const database = `fieldhive_merge_${randomBytes(5).toString('hex')}`
const folder = mkdtempSync(join(tmpdir(), 'fieldhive-merge-'))

let store: Store
let org: string
let node: { child: ChildProcess; reply: { url: string; token: string } }
let startNode: () => Promise<void>
const rows = <Row = Record<string, unknown>>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => rowsOf<Row>(store, text, values)

beforeAll(async () => {
  const url = await createDatabase(server, database)
  store = await openPostgres(url, { max: 4 })
  await migrate(store)
  org = await foundBusiness(store, owner)
  const port = await freePort()
  startNode = async () => {
    node = await start(
      'test/faults/node.ts',
      [],
      nodeEnv({ url, folder: join(folder, 'data'), port, owner }),
    )
  }
  await startNode()
}, 120_000)

afterAll(async () => {
  killAll()
  await store?.close()
  await onDatabase(server, `drop database if exists ${database} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

/** A customer with enough invoices that moving them takes a while. */
async function customer(name: string): Promise<string> {
  const [made] = await rows<{ id: string }>(
    "insert into customers (organization_id, name, status) values ($1, $2, 'active') returning id",
    [org, name],
  )
  const { id } = made!
  await rows(
    `insert into invoices (organization_id, customer_id, number, doc, total_cents)
      select $1::uuid, $2::uuid, coalesce((select max(number) from invoices), 0) + n, 'open', 100 from generate_series(1, ${invoicesEach}) n`,
    [org, id],
  )
  return id
}
const merge = (keep: string, from: string) =>
  fetch(`${node.reply.url}/api/owner/customers/${keep}/merge`, {
    method: 'POST',
    headers: { authorization: `Bearer ${node.reply.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ from }),
    signal: AbortSignal.timeout(15_000),
  }).then(
    (answer) => answer.status,
    () => null,
  )
const invoicesOf = async (id: string): Promise<number> =>
  (
    await rows<{ n: number }>('select count(*)::int as n from invoices where customer_id = $1', [
      id,
    ])
  )[0]!.n

describe(`kill -9 in the middle of ${kills} merges`, () => {
  it('each is done completely or not at all, and can be retried', async () => {
    const [warm, up] = [await customer('Warm'), await customer('Up')]
    const began = performance.now()
    expect(await merge(warm, up)).toBe(200)
    const usual = performance.now() - began
    for (let kill = 0; kill < kills; kill++) {
      const [keep, from] = [await customer(`Kept ${kill}`), await customer(`Gone ${kill}`)]
      const asked = merge(keep, from)
      await pause((usual * (kill + 0.5)) / kills)
      const gone = once(node.child, 'exit')
      node.child.kill('SIGKILL')
      const [answer] = await Promise.all([asked, gone])
      // The database may still be executing the server's last statement.
      for (
        let waited = 0;
        waited < 10_000 &&
        (
          await rows(
            "select 1 from pg_stat_activity where datname = $1 and state <> 'idle' and pid <> pg_backend_pid()",
            [database],
          )
        ).length;
        waited += 50
      )
        await pause(50)
      const done = (await rows('select 1 from merged_customers where id = $1', [from])).length === 1
      if (answer === 200) expect(done).toBe(true)
      expect([await invoicesOf(keep), await invoicesOf(from)]).toEqual(
        done ? [2 * invoicesEach, 0] : [invoicesEach, invoicesEach],
      )
      expect(await rows('select 1 from customers where id = $1', [from])).toHaveLength(done ? 0 : 1)
      await startNode()
      expect(await merge(keep, from)).toBe(200)
      expect([await invoicesOf(keep), await invoicesOf(from)]).toEqual([2 * invoicesEach, 0])
      expect(
        await rows('select 1 from customer_notes where customer_id = $1', [keep]),
      ).toHaveLength(1)
    }
  }, 240_000)
})
