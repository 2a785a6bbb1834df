import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openEmbedded } from '../../src/server/base/db/embedded.ts'
import { cpuOf, fire, median, quiet, send, type Measured, type Shot } from './load.ts'

export type Kind = 'PostgreSQL' | 'embedded'
/** A measured server. `took_ms` is the time to its first response; the demo world may load after that. */
export type Peer = {
  child: ChildProcess
  base: URL
  took_ms: number
  stop(signal?: NodeJS.Signals): Promise<void>
}
/** A separate database with the demo world, and its data folder. */
export type Place = {
  kind: Kind
  folder: string
  env: Record<string, string>
  /** As the database's owner, bypassing row security; for the embedded database only while no server has it open. */
  sql<Row = Record<string, unknown>>(...statements: string[]): Promise<Row[]>
  product(env?: Record<string, string>): Promise<Peer>
  /** The bare handlers, for one organization. They get a copy of an embedded database, since only one process can open it. */
  thin(organization_id: string): Promise<Peer>
  copy(): Promise<Place>
}
export type Side = { peer: Peer; shot: (n: number) => Shot }
type Taken = { one: Measured; many: Measured; cpu_us: number }
export type Compared = {
  ours: Taken
  theirs: Taken
  p50: number
  rps: number
  errors: number
  cpu: { ours: number; theirs: number }
}
export type Stage = {
  isQuick: boolean
  rounds: number
  limit_ms: number
  /** Adds a line to this part's results. */
  say(line?: string): void
  /** The demo world in a separate database. */
  world(kind: Kind): Promise<Place>
  tokenOf(peer: Peer, email: string): string
  /** Alternates product and thin; returns the medians of the rounds' ratios. */
  compare(
    product: Side,
    thin: Side,
    calls?: number,
    before?: () => Promise<unknown>,
  ): Promise<Compared>
}

export const ms = (value: number): string => value.toFixed(2)
export const verdict = (ok: boolean): string => (ok ? 'met' : '**not met**')
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** The header and one row of a table of comparisons with the bare handler. */
export const comparisonHead = [
  '| What | Product (best round) | Thin | Ratio (median of rounds) | CPU of the process a call, product / thin |',
  '|---|---|---|---|---|',
]
export function comparisonLine(what: string, { ours, theirs, p50, rps, errors, cpu }: Compared) {
  const figures = ({ one, many }: Taken) => `${ms(one.p50)} ms, ${Math.round(many.rps)}/s`
  return `| ${what} | ${figures(ours)} | ${figures(theirs)} | p50 ${p50.toFixed(2)}x, rps ${Math.round(rps * 100)} %, ${errors} errors | ${Math.round(cpu.ours)} / ${Math.round(cpu.theirs)} µs |`
}

const root = new URL('../../', import.meta.url).pathname
const server = process.env['TEST_DATABASE_URL'] || 'postgres://postgres@127.0.0.1:5432/postgres'
const urlOf = (database: string) =>
  Object.assign(new URL(server), { pathname: `/${database}` }).href
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: { start: string }
}
const startFlags = scripts.start.match(/--\S+/g) ?? []
const pause = (wait_ms: number) => new Promise((resolve) => setTimeout(resolve, wait_ms))

async function onServer<Row>(url: string, statements: readonly string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Row[] = []
    for (const text of statements) rows = (await client.query(text)).rows ?? []
    return rows
  } finally {
    await client.end()
  }
}

async function start(file: string, env: Record<string, string>, ready: string): Promise<Peer> {
  const port = 20_000 + Math.floor(Math.random() * 12_000)
  const began = performance.now()
  // The same way `npm start` runs it.
  const child = spawn(process.execPath, [...startFlags, join(root, file)], {
    env: {
      ...process.env,
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: `http://localhost:${port}`,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  running.add(child)
  const base = new URL(`http://127.0.0.1:${port}`)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  while (
    (await send(base, { method: 'GET', path: ready }).catch(() => ({ status: 0 }))).status !== 200
  ) {
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`)
    await pause(10)
  }
  const took_ms = performance.now() - began
  return {
    child,
    base,
    took_ms,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return ended.then(() => void running.delete(child))
    },
  }
}
const running = new Set<ChildProcess>()

/** Everything the measurements need. `close` drops the databases and stops running processes. */
export function openStage(isQuick: boolean, say: Stage['say']): Stage & { close(): Promise<void> } {
  const scratch = mkdtempSync(join(tmpdir(), 'fieldhive-bench-'))
  const databases: string[] = []
  const templates = new Map<Kind, Promise<Place>>()
  const rounds = isQuick ? 1 : 3
  const limit_ms = isQuick ? 1_500 : 4_000
  let made = 0

  async function place(kind: Kind, from: Place | null): Promise<Place> {
    const name = `fieldhive_bench_${process.pid}_${made++}`
    const folder = join(scratch, name)
    if (from)
      cpSync(from.folder, folder, { recursive: true, filter: (path) => !path.endsWith('/lock') })
    if (kind === 'PostgreSQL') {
      databases.push(name)
      await onServer(server, [
        `create database ${name} ${from ? `template ${new URL(from.env['DATABASE_URL']!).pathname.slice(1)}` : ''}`,
      ])
    }
    const env = { DATABASE_URL: kind === 'PostgreSQL' ? urlOf(name) : '', DATA_DIR: folder }
    const here: Place = {
      kind,
      folder,
      env,
      async sql<Row>(...statements: string[]) {
        if (kind === 'PostgreSQL')
          return onServer<Row>(env.DATABASE_URL, [
            'set session_replication_role = replica',
            ...statements,
          ])
        const store = await openEmbedded(folder)
        const wire = await store.acquire()
        try {
          let rows: Row[] = []
          for (const text of [
            'set session_replication_role = replica',
            ...statements,
            'reset session_replication_role',
          ]) {
            const answer = await wire.query<Row>(text)
            if (!text.startsWith('reset')) rows = answer.rows
          }
          return rows as never
        } finally {
          wire.release()
          await store.close()
        }
      },
      async product(more = {}) {
        const peer = await start(
          'src/server/main.ts',
          { ...env, SEED: 'small', ...more },
          '/healthz',
        )
        while (
          (await send(peer.base, { method: 'GET', path: '/healthz' })).text.includes(
            '"seeding":true',
          )
        )
          await pause(50)
        return peer
      },
      async thin(organization_id) {
        const own = kind === 'embedded' ? await place(kind, here) : here
        return start(
          'test/bench/thin.ts',
          {
            BENCH_DATABASE_URL: own.env['DATABASE_URL']!,
            BENCH_DATA_DIR: own.folder,
            BENCH_ORGANIZATION: organization_id,
          },
          '/ready',
        )
      },
      copy: () => place(kind, here),
    }
    return here
  }

  async function seeded(kind: Kind): Promise<Place> {
    const empty = await place(kind, null)
    await (await empty.product()).stop()
    return empty
  }

  return {
    isQuick,
    rounds,
    limit_ms,
    say,
    async world(kind) {
      if (!templates.has(kind)) templates.set(kind, seeded(kind))
      return place(kind, await templates.get(kind)!)
    },
    tokenOf({ base }, email) {
      const answer = spawnSync(process.execPath, [join(root, 'scripts/token.ts'), email], {
        env: { ...process.env, PORT: base.port, PUBLIC_URL: `http://localhost:${base.port}` },
        encoding: 'utf8',
      })
      if (answer.status !== 0) throw new Error(`No token: ${answer.stderr}`)
      return answer.stdout.trim()
    },
    async compare(product, thin, calls = 400, before = () => Promise.resolve()) {
      const taken: { ours: Taken; theirs: Taken }[] = []
      const used = new Map<Side, number>()
      const take = async (side: Side): Promise<Taken> => {
        await quiet()
        await before()
        const from = used.get(side) ?? 0
        used.set(side, from + calls * 5)
        const { base, child } = side.peer
        const one = await fire(base, 1, calls, (k) => side.shot(from + k), limit_ms)
        const spent = cpuOf(child.pid!)
        const many = await fire(base, 16, calls * 4, (k) => side.shot(from + calls + k), limit_ms)
        return { one, many, cpu_us: (cpuOf(child.pid!) - spent) / many.count }
      }
      for (let round = 0; round < rounds; round++) {
        const theirs = await take(thin)
        taken.push({ theirs, ours: await take(product) })
      }
      const best = taken.toSorted((a, b) => a.ours.one.p50 - b.ours.one.p50)[0]!
      return {
        ...best,
        p50: median(taken.map(({ ours, theirs }) => ours.one.p50 / theirs.one.p50)),
        rps: median(taken.map(({ ours, theirs }) => ours.many.rps / theirs.many.rps)),
        errors: taken.reduce((sum, { ours }) => sum + ours.one.errors + ours.many.errors, 0),
        cpu: {
          ours: median(taken.map(({ ours }) => ours.cpu_us)),
          theirs: median(taken.map(({ theirs }) => theirs.cpu_us)),
        },
      }
    },
    async close() {
      for (const child of running) child.kill('SIGKILL')
      for (const name of databases)
        await onServer(server, [`drop database if exists ${name} with (force)`])
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}
