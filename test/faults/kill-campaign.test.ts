import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '../../src/domain/base/dates.ts'
import { migrate } from '../../src/server/base/db/migrate.ts'
import { openPostgres } from '../../src/server/base/db/postgres.ts'
import type { Store } from '../../src/server/base/db/store.ts'
import { createDatabase, onDatabase } from '../database.setup.ts'
import { foundBusiness, nodeEnv, rowsOf } from './business.ts'
import { freePort } from '../free-port.ts'
import { killAll, pause, start } from './process.ts'

// Prices are raised and put back while the process is killed: each time all series change, or none.

const server = process.env['TEST_DATABASE_URL'] ?? ''
const kills = Number(process.env['FAULTS_CAMPAIGN_KILLS'] ?? 4)
const many = 400
const owner = 'dana@green-acres.example'
const database = `fieldhive_campaign_${randomBytes(5).toString('hex')}`
const folder = mkdtempSync(join(tmpdir(), 'fieldhive-campaign-'))

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
  await rows(
    `with service as (insert into services (organization_id, key, name, price_cents, estimated_minutes) values ($1, 'mowing', 'Mowing', 4500, 45) returning id),
      people as (insert into customers (organization_id, name, status, was_active) select $1::uuid, 'Customer ' || n, 'active', true from generate_series(1, ${many}) n returning id)
    insert into rules (organization_id, series_id, customer_id, service_id, pattern, anchor_date, start_date, price_cents)
      select $1::uuid, uuid7(), p.id, s.id, 'weekly', current_date, current_date, 4500 from people p, service s`,
    [org],
  )
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

const ask = async (path: string, body?: unknown, key?: string) => {
  const answer = await fetch(`${node.reply.url}/api/owner/price-campaigns${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${node.reply.token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(60_000),
  })
  return { status: answer.status, body: await answer.json() }
}
const orNull = (asked: ReturnType<typeof ask>) => asked.catch(() => null)

/** A hash, so that a difference prints two lines. */
const plans = async () =>
  (
    await rows(
      "select md5(string_agg(to_jsonb(r)::text, ',' order by series_id, start_date)) as hash from rules r where removed_at is null",
    )
  )[0]!.hash
const raised = async () =>
  (
    await rows<Record<'raised' | 'old' | 'running' | 'lines' | 'campaigns', number>>(
      `select count(distinct series_id) filter (where price_cents = 4800 and start_date = $1::date)::int as raised,
        count(distinct series_id) filter (where price_cents = 4500 and end_date is null)::int as old,
        (select count(*)::int from price_campaigns where state = 'running') as running,
        (select count(*)::int from price_campaign_lines) as lines, (select count(*)::int from price_campaigns) as campaigns
      from rules where removed_at is null`,
      [addDays(today, 14)],
    )
  )[0]!

/** Kills the process some time after it was asked, and starts another once the database is idle. */
async function killedAfter(asked: Promise<unknown>, wait_ms: number): Promise<void> {
  await pause(wait_ms)
  const gone = once(node.child, 'exit')
  node.child.kill('SIGKILL')
  await Promise.all([asked, gone])
  const busy = () =>
    rows(
      "select 1 from pg_stat_activity where datname = $1 and state <> 'idle' and pid <> pg_backend_pid()",
      [database],
    )
  for (let waited = 0; waited < 10_000 && (await busy()).length; waited += 50) await pause(50)
  await startNode()
}

it(
  `raises ${many} prices and undoes it, wholly or not at all, over ${2 * kills} kills`,
  { timeout: 600_000 },
  async () => {
    const draft = {
      filter: {},
      raise: { by: 'amount', cents: 300 },
      effective_on: addDays(today, 14),
      subject: 'New prices',
      text: 'From {date} {new_price}',
      tells: true,
    }
    const before = await plans()
    let usual = { apply: 0, undo: 0 }
    let campaigns = 0
    for (let kill = 0; kill <= kills; kill++) {
      const { preview, lines } = (await ask('/preview', draft)).body
      expect(lines).toHaveLength(many)
      const body = { ...draft, preview }
      const key = `raise-prices-${kill}`
      if (kill > 0) {
        await killedAfter(orNull(ask('', body, key)), (usual.apply * (kill - 0.5)) / kills)
        const { raised: up, old } = await raised()
        expect([
          [0, many],
          [many, 0],
        ]).toContainEqual([up, old])
      }
      // The same key: done once, whether the first was or not.
      let began = performance.now()
      const applied = await ask('', body, key)
      if (kill === 0) usual = { ...usual, apply: performance.now() - began }
      expect(applied.status).toBe(201)
      campaigns++
      expect(await raised()).toEqual({
        raised: many,
        old: 0,
        running: 1,
        lines: campaigns * many,
        campaigns,
      })
      const undo = `/${applied.body.id}/undo`
      if (kill > 0) {
        await killedAfter(orNull(ask(undo)), (usual.undo * (kill - 0.5)) / kills)
        const { raised: up } = await raised()
        expect([0, many]).toContain(up)
        if (up === 0) expect(await plans()).toBe(before)
      }
      began = performance.now()
      expect((await ask(undo)).body.state).toBe('undone')
      if (kill === 0) usual = { ...usual, undo: performance.now() - began }
      expect(await plans()).toBe(before)
    }
  },
)
