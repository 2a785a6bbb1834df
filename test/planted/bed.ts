import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { read, root } from '../source.ts'
import { workers } from '../workers.ts'
import { planted, type Fault } from './operators.ts'
import { recordingFolder, type Recorded } from './recording.ts'

/** Everything of a run that is removed in the end. */
export const folder = mkdtempSync(join(tmpdir(), 'fieldhive-planted-'))
const running = new Set<ChildProcess>()
const stop = (child: ChildProcess) => {
  try {
    process.kill(-child.pid!, 'SIGKILL')
  } catch {
    // It has just ended.
  }
}
process.on('exit', () => {
  running.forEach(stop)
  rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

/** A copy of the files as they are now, with the installed packages. */
export function makeTree(name: string): string {
  const tree = join(folder, name)
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0')
  for (const file of files.filter(Boolean)) {
    mkdirSync(dirname(join(tree, file)), { recursive: true })
    cpSync(join(root, file), join(tree, file), { force: true })
  }
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  return tree
}

/** Plants a fault in a tree while something happens. */
export async function withFault<T>(tree: string, fault: Fault, act: () => Promise<T>): Promise<T> {
  const path = join(tree, fault.file)
  writeFileSync(path, planted(read(fault.file), fault))
  try {
    return await act()
  } finally {
    writeFileSync(path, read(fault.file))
  }
}

type Ended = { code: number | null; output: string; isLate: boolean }
/** Runs a program of the tree, in a process group that ends with it or with its time. */
async function run(
  tree: string,
  args: string[],
  env: Record<string, string> = {},
  patience_ms = 600_000,
): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    cwd: tree,
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output = (output + part.toString()).slice(-200_000)))
  let isLate = false
  const late = setTimeout(() => {
    isLate = true
    stop(child)
  }, patience_ms)
  const code = await new Promise<number | null>((ended) => child.once('exit', ended))
  clearTimeout(late)
  stop(child)
  running.delete(child)
  return { code, output, isLate }
}

export type World = { env: Record<string, string>; began: number }
const server = process.env['TEST_DATABASE_URL']!
/** After this long it is no longer morning in the tests' world. */
const morning_ms = 45 * 60_000
let world: Promise<World> | null = null
let since = 0

/** The demo world that all runs start from, built from the unchanged code, and again before its clock has moved too far. */
export function openWorld(clean: string, withJourneys: boolean): Promise<World> {
  if (world && Date.now() - since < morning_ms) return world
  since = Date.now()
  world = buildWorld(clean, withJourneys)
  return world
}

async function buildWorld(clean: string, withJourneys: boolean): Promise<World> {
  const place = join(folder, `world-${Date.now()}`)
  const script = join(clean, 'test/planted/build-template.ts')
  const { code, output } = await run(clean, [script, place, ...(withJourneys ? ['journeys'] : [])])
  if (code !== 0) throw new Error(output)
  const made = output.split('\n').find((line) => line.startsWith('{"template"'))!
  const { template, pages, ahead } = JSON.parse(made)
  return {
    began: Date.now(),
    env: {
      PLANTED_TEMPLATE: JSON.stringify(template),
      TEST_CLOCK_AHEAD: String(ahead),
      FIELDHIVE_E2E_WORLD: withJourneys ? pages : '',
    },
  }
}

const vitest = (files: readonly string[], ...more: string[]) => [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config=test/planted/vitest.config.ts',
  ...['unit', 'server', 'sweeps'].map((one) => `--project=${one}`),
  ...more,
  ...files,
]

/** Writes down what the test files run. */
export async function record(clean: string, files: readonly string[], given: World): Promise<void> {
  const { output } = await run(
    clean,
    vitest(files, `--maxWorkers=${workers}`),
    { ...given.env, PLANTED_RECORDING: recordingFolder, PLANTED_ORDER: files.join(',') },
    60 * 60_000,
  )
  console.log(output.trim().split('\n').at(-1))
}

/** The test file that fails, or null if all pass. */
export async function failing(
  tree: string,
  lane: string,
  tests: readonly Recorded[],
  given: World,
): Promise<string | null> {
  const files = tests.map(({ test }) => test)
  const address = Object.assign(new URL(server), { username: lane }).href
  const expected = tests.reduce((sum, { ms }) => sum + ms, 0)
  const { code, output, isLate } = await run(
    tree,
    vitest(files, '--bail=1', '--maxWorkers=1'),
    { ...given.env, TEST_DATABASE_URL: address, PLANTED_ORDER: files.join(',') },
    Math.max(60_000, expected * 5),
  )
  await dropDatabases(lane)
  if (isLate) return 'no end'
  if (code === 0) return null
  if (/No test files found|Startup Error/.test(output)) throw new Error(output)
  return /FAIL +(?:\|?\w+\|? +)?(\S+\.test\.tsx?)/.exec(output)?.[1] ?? 'a crash'
}

/** What is left of the databases of a run. */
async function dropDatabases(lane: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database d join pg_roles r on r.oid = d.datdba where r.rolname = $1',
    [lane],
  )
  for (const { datname } of rows)
    await client.query(`drop database if exists "${datname}" with (force)`)
  await client.end()
}

/** A login of its own, so that its databases can be told apart. */
export async function openLane(lane: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`create role ${lane} superuser login`)
  await client.end()
}

/** The journey that fails. */
export async function failingJourney(
  tree: string,
  files: readonly string[],
  given: World,
): Promise<string | null> {
  const { code, output, isLate } = await run(
    tree,
    ['node_modules/@playwright/test/cli.js', 'test', '--workers=1', '-x', ...files],
    given.env,
    120_000 + 60_000 * files.length,
  )
  if (code === 0) return null
  return isLate ? 'no end' : (/\S+\.e2e\.ts/.exec(output.split('1) ')[1] ?? '')?.[0] ?? 'a crash')
}

const tsc = 'node_modules/typescript/bin/tsc'
/** Whether the planted file still compiles and passes lint. */
export async function verdictOf(tree: string, file: string): Promise<'fits' | 'no code' | 'lint'> {
  const isShared = /^src\/(?:domain|api|words)\//.test(file)
  const configs = isShared ? ['tsconfig.json', 'tsconfig.shared.json'] : ['tsconfig.json']
  const [lint, ...types] = await Promise.all([
    run(tree, ['node_modules/oxlint/bin/oxlint', '--type-aware', '--format=unix', file]),
    // It keeps what it knows of the files that did not change.
    ...configs.map((one) =>
      run(tree, [tsc, '-p', one, '--incremental', '--tsBuildInfoFile', `.cache/${one}.known`]),
    ),
  ])
  if (types.some(({ code }) => code !== 0)) return 'no code'
  // Who forgets a call forgets its import, too.
  const said = lint!.output
    .split('\n')
    .filter((line) => line.startsWith(file) && !line.includes('no-unused-vars'))
  return said.length ? 'lint' : 'fits'
}
