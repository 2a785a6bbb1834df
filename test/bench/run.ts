// Figures of the main journey: the product beside a bare handler over the same SQL, taken in turns. npm run bench [-- --quick]
import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync, readFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { buildWebIfStale } from '../../scripts/build-web.ts'
import { cpuOf, fire, median, memoryOf, quiet, send, type Measured, type Shot } from './load.ts'

const isQuick = process.argv.includes('--quick')
const rounds = isQuick ? 1 : 3
const limit_ms = isQuick ? 1_500 : 4_000
const server = process.env['TEST_DATABASE_URL'] || 'postgres://postgres@127.0.0.1:5432/postgres'
const name = `fieldhive_bench_${process.pid}`
const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
const root = new URL('../../', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'fieldhive-bench-'))

type Peer = { child: ChildProcess; base: URL; took_ms: number; stop(signal?: NodeJS.Signals): Promise<void> }

async function start(file: string, env: Record<string, string>, ready: string): Promise<Peer> {
  const port = 20_000 + Math.floor(Math.random() * 30_000)
  const began = performance.now()
  const child = spawn(process.execPath, [join(root, file)], {
    env: { ...process.env, LOG_LEVEL: 'error', RATE_LIMITS: 'off', PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: `http://localhost:${port}`, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const base = new URL(`http://127.0.0.1:${port}`)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  while ((await send(base, { method: 'GET', path: ready }).catch(() => ({ status: 0 }))).status !== 200) {
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const took_ms = performance.now() - began
  return {
    child,
    base,
    took_ms,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
  }
}

/** `took_ms` is the time to the first answer; the demo world may follow. */
async function product(env: Record<string, string>): Promise<Peer> {
  const peer = await start('src/server/main.ts', env, '/healthz')
  while ((await send(peer.base, { method: 'GET', path: '/healthz' })).text.includes('"seeding":true')) await new Promise((resolve) => setTimeout(resolve, 50))
  return peer
}
const admin = async (text: string): Promise<void> => {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

const lines: string[] = []
const say = (line = ''): void => {
  console.log(line)
  lines.push(line)
}
const ms = (value: number): string => value.toFixed(2)
const verdict = (ok: boolean): string => (ok ? 'met' : '**not met**')

type Side = { peer: Peer; shot: (n: number) => Shot }
type Taken = { one: Measured; many: Measured; cpu_us: number }

/** Product and thin in turns; the medians of the rounds' ratios. */
async function sideBySide(goal: string, what: string, product: Side, thin: Side, limits: { p50?: number; rps: number }, needs = 400): Promise<void> {
  const taken: { ours: Taken; theirs: Taken }[] = []
  const used = new Map<Side, number>()
  const take = async (side: Side): Promise<Taken> => {
    await quiet()
    const from = used.get(side) ?? 0
    used.set(side, from + needs * 5)
    const { base, child } = side.peer
    const one = await fire(base, 1, needs, (k) => side.shot(from + k), limit_ms)
    const before = cpuOf(child.pid!)
    const many = await fire(base, 16, needs * 4, (k) => side.shot(from + needs + k), limit_ms)
    return { one, many, cpu_us: (cpuOf(child.pid!) - before) / many.count }
  }
  for (let round = 0; round < rounds; round++) {
    const theirs = await take(thin)
    taken.push({ theirs, ours: await take(product) })
  }
  const p50 = median(taken.map(({ ours, theirs }) => ours.one.p50 / theirs.one.p50))
  const rps = median(taken.map(({ ours, theirs }) => ours.many.rps / theirs.many.rps))
  const errors = taken.reduce((sum, { ours }) => sum + ours.one.errors + ours.many.errors, 0)
  const best = taken.toSorted((a, b) => a.ours.one.p50 - b.ours.one.p50)[0]!
  const cpu = (side: 'ours' | 'theirs') => Math.round(median(taken.map((one) => one[side].cpu_us)))
  const figures = ({ one, many }: Taken) => `${ms(one.p50)} ms, ${Math.round(many.rps)}/s`
  const ok = (limits.p50 === undefined || p50 <= limits.p50) && rps * 100 >= limits.rps && errors === 0
  say(
    `| ${goal} | ${what} | ${figures(best.ours)} | ${figures(best.theirs)} | p50 ${p50.toFixed(2)}x, rps ${Math.round(rps * 100)} %, ${errors} errors | ${limits.p50 ? `≤ ${limits.p50}x, ` : ''}≥ ${limits.rps} % | ${cpu('ours')} / ${cpu('theirs')} µs | ${verdict(ok)} |`,
  )
}

async function onDatabase(kind: 'PostgreSQL' | 'embedded'): Promise<void> {
  const dataDir = join(folder, kind)
  const env: Record<string, string> = kind === 'PostgreSQL' ? { DATABASE_URL: url, DATA_DIR: dataDir } : { DATABASE_URL: '', DATA_DIR: dataDir }
  const seeded = await product({ ...env, SEED: 'world' })
  const token = await tokenOf(seeded.base)
  const crew = await tokenOf(seeded.base, 'crew@green-acres.example')
  const head = { authorization: `Bearer ${token}` }
  const me = JSON.parse((await send(seeded.base, { method: 'GET', path: '/api/users/me', headers: head })).text) as { organization_id: string }
  const list = JSON.parse((await send(seeded.base, { method: 'GET', path: '/api/owner/customers?limit=5&status=active', headers: head })).text) as {
    customers: { id: string }[]
  }
  const customer_id = list.customers[0]!.id
  const invoiceBody = JSON.stringify({ customer_id, lines: [1, 2, 3].map((k) => ({ description: `Line ${k}`, quantity: k, unit_price_cents: 1500 })) })
  // The embedded database is one process's: the bare handler gets a copy of its folder.
  let thinDir = dataDir
  if (kind === 'embedded') {
    await seeded.stop()
    thinDir = join(folder, 'embedded-thin')
    cpSync(dataDir, thinDir, { recursive: true, filter: (path) => !path.endsWith('/lock') })
  }
  const ours = kind === 'embedded' ? await product({ ...env, SEED: 'world' }) : seeded
  const owner = kind === 'embedded' ? await tokenOf(ours.base) : token
  const crewNow = kind === 'embedded' ? await tokenOf(ours.base, 'crew@green-acres.example') : crew
  const thin = await start(
    'test/bench/thin.ts',
    { BENCH_DATABASE_URL: kind === 'PostgreSQL' ? url : '', BENCH_DATA_DIR: thinDir, BENCH_ORGANIZATION: me.organization_id },
    '/ready',
  )
  const auth = { authorization: `Bearer ${owner}` }

  say(`\n## ${kind}\n`)
  say('| Goal | What | Product (best round) | Thin | Ratio (median of rounds) | Wanted | CPU of the process a call, product / thin | |')
  say('|---|---|---|---|---|---|---|---|')
  const create = { method: 'POST', path: '/api/invoices', body: invoiceBody, headers: auth }
  await sideBySide(
    'P3',
    'invoice with 3 lines, gapless number',
    { peer: ours, shot: () => create },
    { peer: thin, shot: () => ({ method: 'POST', path: '/invoices', body: invoiceBody }) },
    { p50: 2.5, rps: 45 },
  )
  const wide = await fire(ours.base, 64, 640, () => create, 10_000)
  const open: { ours: string[]; theirs: string[] } = { ours: [], theirs: [] }
  const needed = rounds * 5 * 400 + 100
  for (const [peer, into, shot] of [
    [ours, open.ours, create],
    [thin, open.theirs, { method: 'POST', path: '/invoices', body: invoiceBody }],
  ] as const) {
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        while (into.length < needed) into.push(idOf(JSON.parse((await send(peer.base, shot)).text)))
      }),
    )
  }
  await sideBySide(
    'P5',
    'mark paid',
    {
      peer: ours,
      shot: (n) => ({ method: 'POST', path: `/api/invoices/${open.ours[n % open.ours.length]}/mark-paid`, body: '{"kind":"cash"}', headers: auth }),
    },
    { peer: thin, shot: (n) => ({ method: 'POST', path: `/invoices/${open.theirs[n % open.theirs.length]}/paid`, body: '{}' }) },
    { p50: 2.5, rps: 45 },
  )
  await sideBySide(
    'P8',
    'signed-in GET with one key look-up, against `select 1`',
    { peer: ours, shot: () => ({ method: 'GET', path: '/api/crew/shifts/current', headers: { authorization: `Bearer ${crewNow}` } }) },
    { peer: thin, shot: () => ({ method: 'GET', path: '/one' }) },
    { rps: 40 },
    2000,
  )
  say(`\nNumbers at 64 callers in one organization: ${wide.errors} errors in 640 calls, ${Math.round(wide.rps)}/s.`)
  if (kind === 'PostgreSQL') {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(
      'select count(*)::int as n, count(distinct number)::int as d, (max(number) - min(number) + 1)::int as span from invoices where organization_id = $1 and number is not null',
      [me.organization_id],
    )
    await client.end()
    say(
      `Invoices ${rows[0].n}, distinct numbers ${rows[0].d}, span ${rows[0].span}: ${verdict(rows[0].n === rows[0].d && rows[0].d === rows[0].span)} (0 gaps, 0 duplicates).`,
    )
  }
  const loaded = memoryOf(ours.child.pid!)
  await thin.stop()
  await ours.stop()

  const later = await product({ ...env, SEED: 'world' })
  await new Promise((resolve) => setTimeout(resolve, 4_000))
  const idle = memoryOf(later.child.pid!)
  await later.stop('SIGKILL')
  const leftovers = await product({ ...env, SEED: 'world' })
  await leftovers.stop()
  if (kind === 'PostgreSQL')
    say(
      `\nP14 cold start to first answer: ${Math.round(later.took_ms)} ms, after kill -9 ${Math.round(leftovers.took_ms)} ms (wanted ≤ 1000): ${verdict(later.took_ms <= 1000)}.`,
    )
  else {
    const first = await product({ DATABASE_URL: '', DATA_DIR: join(folder, 'first'), SEED: 'none' })
    await first.stop()
    say(
      `\nP15 cold start, embedded: first ${Math.round(first.took_ms)} ms (≤ 5000), later ${Math.round(later.took_ms)} ms (≤ 1500), on kill -9 leftovers ${Math.round(leftovers.took_ms)} ms (≤ 2500): ${verdict(first.took_ms <= 5000 && later.took_ms <= 1500 && leftovers.took_ms <= 2500)}.`,
    )
  }
  const limits = kind === 'PostgreSQL' ? { idle: 120, loaded: 200 } : { idle: 600, loaded: 600 }
  say(
    `P16 memory (PSS): idle ${Math.round(idle)} MiB (≤ ${limits.idle}), after the load ${Math.round(loaded)} MiB (≤ ${limits.loaded}): ${verdict(idle <= limits.idle && loaded <= limits.loaded)}.`,
  )
}

const idOf = (answer: { id?: string; invoice?: { id: string } }): string => answer.invoice?.id ?? answer.id ?? ''

async function tokenOf(base: URL, email = 'owner@green-acres.example'): Promise<string> {
  const { spawnSync } = await import('node:child_process')
  const answer = spawnSync(process.execPath, [join(root, 'scripts/token.ts'), email], {
    env: { ...process.env, PORT: base.port, PUBLIC_URL: `http://localhost:${base.port}` },
    encoding: 'utf8',
  })
  if (answer.status !== 0) throw new Error(`No token: ${answer.stderr}`)
  return answer.stdout.trim()
}

await buildWebIfStale()
await admin(`create database ${name}`)
try {
  say('# Figures')
  say(
    `\nTaken ${new Date().toISOString().slice(0, 10)} on ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}; client, server and database share the cores. ${rounds} rounds in turns; ratios are what holds, single figures move. Load of the machine when it began: ${loadavg()[0]!.toFixed(1)}.`,
  )
  say('Thin is `test/bench/thin.ts`: a bare handler over the same SQL, without sign-in, validation, audit, events or row security.')
  await onDatabase('PostgreSQL')
  await onDatabase('embedded')
  if (!isQuick) {
    const file = new URL('results.md', import.meta.url)
    const kept = (() => {
      try {
        return readFileSync(file, 'utf8').split('\n<!-- notes -->\n')[1]
      } catch {
        return undefined
      }
    })()
    writeFileSync(file, `${lines.join('\n')}\n\n<!-- notes -->\n${kept ?? ''}`)
  }
} finally {
  await admin(`drop database if exists ${name} with (force)`)
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
