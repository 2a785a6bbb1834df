import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { pause } from '../faults/process.ts'
import { read, root } from '../source.ts'
import { workers } from '../workers.ts'
import { planted, type Fault } from './operators.ts'
import { recordingFolder, type Recorded } from './recording.ts'

/** Everything of a run that is removed in the end. */
const folder = mkdtempSync(join(tmpdir(), 'fieldhive-planted-'))
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
  // Some tests read what git knows.
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Faults', '-c', 'user.email=faults@localhost', ...args], {
      cwd: tree,
    })
  git('init', '-q')
  git('add', '-A')
  git('commit', '-q', '-m', 'As it is', '--no-verify')
  return tree
}

/** Plants faults, which do not overlap, while something happens. */
export async function withFaults<T>(
  tree: string,
  faults: readonly Fault[],
  act: () => Promise<T>,
): Promise<T> {
  const files = new Set(faults.map(({ file }) => file))
  // From the end, so that the places of the others hold.
  const fromEnd = faults.toSorted((a, b) => b.start - a.start)
  for (const file of files)
    writeFileSync(
      join(tree, file),
      fromEnd.filter((fault) => fault.file === file).reduce(planted, read(file)),
    )
  try {
    return await act()
  } finally {
    for (const file of files) writeFileSync(join(tree, file), read(file))
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
  // The world says which day it is, not the run that built it.
  const { NODE_OPTIONS: _, TEST_CLOCK_AHEAD: _ahead, ...plain } = process.env
  const child = spawn(process.execPath, args, {
    cwd: tree,
    env: { ...plain, NO_COLOR: '1', ...env },
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
  const closed = new Promise((done) => child.once('close', done))
  const code = await new Promise<number | null>((ended) => child.once('exit', ended))
  clearTimeout(late)
  stop(child)
  // A browser that outlives its journey may hold the other end.
  await Promise.race([closed, pause(2000)])
  running.delete(child)
  return { code, output, isLate }
}

export type World = { env: Record<string, string> }
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
  ...['unit', 'server', 'sweeps', 'long'].map((one) => `--project=${one}`),
  ...more,
  ...files,
]

/** Writes down what the test files run. */
export async function record(clean: string, files: readonly string[], given: World): Promise<void> {
  const { code, output } = await run(
    clean,
    vitest(files, `--maxWorkers=${workers}`),
    { ...given.env, PLANTED_RECORDING: recordingFolder, PLANTED_ORDER: files.join(',') },
    60 * 60_000,
  )
  console.log(
    output
      .trim()
      .split('\n')
      .slice(code === 0 ? -1 : -30)
      .join('\n'),
  )
}

/** The test files that fail: the first alone, or all of them. A run without an end, or that crashes, fails in all. */
export async function failing(
  tree: string,
  lane: string,
  tests: readonly Recorded[],
  given: World,
  isFirstEnough: boolean,
): Promise<string[]> {
  const files = tests.map(({ test }) => test)
  const address = Object.assign(new URL(server), { username: lane }).href
  const expected = tests.reduce((sum, { ms }) => sum + ms, 0)
  const { code, output, isLate } = await run(
    tree,
    vitest(files, '--maxWorkers=1', ...(isFirstEnough ? ['--bail=1'] : [])),
    { ...given.env, TEST_DATABASE_URL: address, PLANTED_ORDER: files.join(',') },
    Math.max(60_000, expected * 5),
  )
  await dropDatabases(lane)
  if (code === 0) return []
  if (/No test files found|Startup Error/.test(output)) throw new Error(output)
  const named = namesIn(output, /FAIL +(?:\|?\w+\|? +)?(\S+\.test\.tsx?)/g)
  return isLate || !named.length ? files : named
}
const namesIn = (output: string, pattern: RegExp): string[] => [
  ...new Set([...output.matchAll(pattern)].map(([, name]) => name!)),
]

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

/** The journeys that fail, as `failing` does it for tests. */
export async function failingJourneys(
  tree: string,
  files: readonly string[],
  given: World,
  isFirstEnough: boolean,
): Promise<string[]> {
  const { code, output, isLate } = await run(
    tree,
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--workers=1',
      ...(isFirstEnough ? ['-x'] : []),
      ...files,
    ],
    given.env,
    120_000 + 120_000 * files.length,
  )
  if (code === 0) return []
  const named = namesIn(output, /^ +\d+\) .*?(\S+\.e2e\.ts)/gm).flatMap((name) =>
    files.filter((file) => file.endsWith(name)),
  )
  return isLate || !named.length ? [...files] : named
}

export type Verdict = 'fits' | 'no code' | 'lint'

/** Whether each of these faults, in different files, still compiles and passes lint: all at once, and in halves if what breaks is another file. */
export async function verdictsOf(
  tree: string,
  faults: readonly Fault[],
): Promise<Map<Fault, Verdict>> {
  if (!faults.length) return new Map()
  const files = new Set(faults.map(({ file }) => file))
  const [types, shared, lint] = await withFaults(tree, faults, async () => {
    const compile = (config: string) =>
      run(tree, [
        'node_modules/typescript/bin/tsc',
        `--project=${config}`,
        '--pretty=false',
        '--checkers=1',
        // It keeps what it knows of the files that did not change.
        '--incremental',
        `--tsBuildInfoFile=.cache/${config}.known`,
      ])
    const oxlint = ['node_modules/oxlint/bin/oxlint', '--type-aware', '--format=unix', ...files]
    return [
      await compile('tsconfig.json'),
      await compile('tsconfig.shared.json'),
      await run(tree, oxlint),
    ]
  })
  const fileOf = (line: string) => /^(\S+\.tsx?)[(:]\d/.exec(line)?.[1] ?? ''
  const named = (output: string) => output.split('\n').filter((line) => fileOf(line))
  const broken = new Set([types, shared].flatMap(({ output }) => named(output).map(fileOf)))
  // Who forgets a call forgets its import, too.
  const isUnused = (line: string) => line.includes('no-unused-vars')
  const said = new Set(named(lint.output).flatMap((line) => (isUnused(line) ? [] : [fileOf(line)])))
  const verdict = ({ file }: Fault): Verdict =>
    broken.has(file) ? 'no code' : said.has(file) ? 'lint' : 'fits'
  const verdicts = new Map(faults.map((fault) => [fault, verdict(fault)]))
  const open = faults.filter(({ file }) => !broken.has(file))
  if ([...broken].every((file) => files.has(file)) || !open.length) return verdicts
  if (open.length === 1) return verdicts.set(open[0]!, 'no code')
  const half = Math.ceil(open.length / 2)
  for (const part of [open.slice(0, half), open.slice(half)])
    for (const [fault, one] of await verdictsOf(tree, part)) verdicts.set(fault, one)
  return verdicts
}
