import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../src/domain/base/dates.ts'
import { migrate } from '../../src/server/base/db/migrate.ts'
import { openPostgres } from '../../src/server/base/db/postgres.ts'
import type { Store } from '../../src/server/base/db/store.ts'
import { createDatabase, onDatabase } from '../database.setup.ts'
import { foundBusiness, nodeEnv, rowsOf } from './business.ts'
import { freePort } from '../free-port.ts'
import { killAll, pause, start } from './process.ts'

const server = process.env['TEST_DATABASE_URL'] ?? ''
const kills = Number(process.env['FAULTS_KILLS'] ?? 4)
/** `IMPORT_ROWS=10000` measures a large file. */
const many = Number(process.env['IMPORT_ROWS'] ?? 300)
const owner = 'dana@green-acres.example'
const database = `fieldhive_import_${randomBytes(5).toString('hex')}`
const folder = mkdtempSync(join(tmpdir(), 'fieldhive-import-'))

let store: Store
let org: string
let today: string
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
  const [now] = await rows<{ day: string }>('select now()::date as day')
  today = now!.day
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

const ask = (path: string, body: unknown, type = 'application/json') =>
  fetch(`${node.reply.url}/api/owner/imports${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${node.reply.token}`, 'content-type': type },
    body: type === 'application/json' ? JSON.stringify(body) : (body as string),
    signal: AbortSignal.timeout(60_000),
  })

/** A file of customers with an address, work and a balance each. */
const fileOf = (round: number): string =>
  [
    'Customer ID,Name,Email,Phone,Street,City,State,ZIP,Address name,Service,Every,Next date,Price,Work notes,Open balance',
    ...Array.from({ length: many }, (_, at) => {
      const id = `${round}-${at}`
      const phone = `919${200 + round}${String(at).padStart(4, '0')}`
      return `${id},Person ${id},p${id}@example.com,${phone},${at} Round ${round} St,Durham,NC,27701,,Mowing,weekly,${addDays(today, at % 7)},45.00,,12.00`
    }),
  ].join('\n')

async function ready(round: number): Promise<string> {
  const uploaded = await ask('', fileOf(round), 'application/octet-stream')
  const { id } = (await uploaded.json()) as { id: string }
  const checked = await ask(`/${id}/dry-run`, {})
  expect((await checked.json()).check.counts).toMatchObject({
    customers_new: many,
    work: many,
    balances: many,
  })
  return id
}
const commit = (id: string) =>
  ask(`/${id}/commit`, {}).then(
    (answer) => answer.status,
    () => null,
  )
const written = async () =>
  (
    await rows(
      `select (select count(*) from customers where organization_id = $1)::int as customers, (select count(*) from rules where organization_id = $1)::int as work,
        (select count(*) from invoices where organization_id = $1)::int as balances, (select count(*) from ledger_entries where organization_id = $1)::int as entries,
        (select next_invoice_number from organizations where id = $1)::int as next`,
      [org],
    )
  )[0]
const after = (imports: number) => ({
  customers: imports * many,
  work: imports * many,
  balances: imports * many,
  entries: imports * many * 2,
  next: imports * many + 1,
})

describe(`kill -9 in the middle of ${kills} imports of ${many} rows`, () => {
  it('each is written completely or not at all, and can be committed again', async () => {
    const first = await ready(0)
    const began = performance.now()
    expect(await commit(first)).toBe(200)
    const usual = performance.now() - began
    if (process.env['IMPORT_ROWS']) console.log(`${many} rows committed in ${Math.round(usual)} ms`)
    expect(await written()).toEqual(after(1))
    for (let kill = 1; kill <= kills; kill++) {
      const id = await ready(kill)
      const asked = commit(id)
      await pause((usual * (kill - 0.5)) / kills)
      const gone = once(node.child, 'exit')
      node.child.kill('SIGKILL')
      const [answer] = await Promise.all([asked, gone])
      // The database may still be executing the server's last statement.
      const busy = () =>
        rows(
          "select 1 from pg_stat_activity where datname = $1 and state <> 'idle' and pid <> pg_backend_pid()",
          [database],
        )
      for (let waited = 0; waited < 10_000 && (await busy()).length; waited += 50) await pause(50)
      const [{ state } = { state: '' }] = await rows<{ state: string }>(
        'select state from imports where id = $1',
        [id],
      )
      if (answer === 200) expect(state).toBe('committed')
      expect(await written()).toEqual(after(state === 'committed' ? kill + 1 : kill))
      await startNode()
      expect(await commit(id)).toBe(200)
      expect(await written()).toEqual(after(kill + 1))
    }
  }, 600_000)
})
