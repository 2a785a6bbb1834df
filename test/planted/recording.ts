import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesOf } from '../gate/files.ts'
import { filesUnder, isTest, read, root, runtimeImportsOf } from '../source.ts'
import { handlersIn, type Fault } from './operators.ts'

/** What a test file ran of each source file, as offsets in its text. */
export type Recorded = {
  test: string
  hash: string
  ms: number
  sources: Record<string, { hash: string; ran: [start: number, end: number][] }>
}

/** Kept from run to run: a test file is recorded again when its text changes. */
export const recordingFolder = join(root, '.cache/planted/recording')
export const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 12)
export const keptIn = (test: string): string => `${test.replaceAll('/', '~')}.json`

/** The recordings that still hold, and the test files without one; of all test files, or of those that begin so. */
export function readRecordings(only: readonly string[] = []): {
  recordings: Recorded[]
  missing: string[]
} {
  const kept = existsSync(recordingFolder) ? new Set(readdirSync(recordingFolder)) : new Set()
  const recordings: Recorded[] = []
  const missing: string[] = []
  const tests = filesOf('unit', 'server', 'sweeps', 'long').filter(
    (test) => !only.length || only.some((one) => test.startsWith(one)),
  )
  for (const test of tests) {
    const name = keptIn(test)
    const recorded = kept.has(name)
      ? (JSON.parse(readFileSync(join(recordingFolder, name), 'utf8')) as Recorded)
      : null
    if (recorded?.hash === hashOf(read(test))) recordings.push(recorded)
    else missing.push(test)
  }
  return { recordings, missing }
}

/** The test files that run what a fault changes: those beside it first, then the fastest. */
export function testsOf(fault: Fault, recordings: readonly Recorded[]): Recorded[] {
  const recorded = fault.isTopLevel
    ? runningDeclared(fault, recordings)
    : runningAt(fault.file, fault.start, recordings)
  const running = recorded.length ? recorded : runningInWorker(fault.file, recordings)
  const isNear = ({ test }: Recorded) => dirname(test) === dirname(fault.file)
  return running.toSorted((a, b) => Number(isNear(b)) - Number(isNear(a)) || a.ms - b.ms)
}

/** Those that ran this offset; if the file has changed since, those that ran any of its functions. */
const runningAt = (file: string, offset: number, recordings: readonly Recorded[]): Recorded[] =>
  recordings.filter(({ sources }) => {
    const source = sources[file]
    if (source?.hash !== hashOf(read(file))) return source !== undefined
    return source.ran.some(([start, end]) => start <= offset && offset < end)
  })

/**
 * What a file declares is read by all who call it, in a process that imported it once. For a call that
 * is whoever runs its handler; otherwise whoever runs a function of the file, or else imports it. What the
 * document of all calls says is read by whoever makes that.
 */
function runningDeclared(fault: Fault, recordings: readonly Recorded[]): Recorded[] {
  const users = usersOf(fault, recordings)
  const documenting = importedBy('src/api/calls.ts').has(fault.file)
    ? recordings.filter((one) => one.sources['src/api/openapi.ts'] && !users.includes(one))
    : []
  return [...users, ...documenting]
}
function usersOf(fault: Fault, recordings: readonly Recorded[]): Recorded[] {
  const handler = fault.call === null ? undefined : handlers().get(fault.call)
  if (handler) {
    const calling = runningAt(handler.file, handler.start, recordings)
    return [...calling, ...recordings.filter((one) => isSweep(one) && !calling.includes(one))]
  }
  const users = recordings.filter(({ sources }) => sources[fault.file])
  return users.length ? users : recordings.filter(({ test }) => importedBy(test).has(fault.file))
}
/** What a worker thread runs is not recorded: whoever runs a function of the file that starts it counts. */
const runningInWorker = (file: string, recordings: readonly Recorded[]): Recorded[] =>
  workers().flatMap(({ starter, worker }) =>
    importedBy(worker).has(file) ? recordings.filter(({ sources }) => sources[starter]) : [],
  )
const workers = (): { starter: string; worker: string }[] =>
  (found ??= filesUnder('src/server').flatMap((starter) => {
    const name = /new Worker\(new URL\('(.*?)'/.exec(read(starter))?.[1]
    return name ? [{ starter, worker: join(dirname(starter), name) }] : []
  }))
let found: { starter: string; worker: string }[] | undefined
const isSweep = ({ test }: Recorded) => test.startsWith('test/sweeps/')

/** Where each call's handler begins. */
function handlers(): Map<string, { file: string; start: number }> {
  if (!known.size)
    for (const file of filesUnder('src/server').filter(
      (one) => one.endsWith('.ts') && !isTest(one),
    ))
      for (const { name, start } of handlersIn(file, read(file))) known.set(name, { file, start })
  return known
}
const known = new Map<string, { file: string; start: number }>()

const closures = new Map<string, Set<string>>()
const importsOf = new Map<string, string[]>()
/** Every file that a test file imports, directly or not. */
function importedBy(test: string): Set<string> {
  const seen = closures.get(test) ?? new Set<string>()
  if (seen.size) return seen
  closures.set(test, seen)
  const open = [test]
  for (let next = open.pop(); next; next = open.pop()) {
    if (seen.has(next) || !/\.tsx?$/.test(next) || !existsSync(join(root, next))) continue
    seen.add(next)
    if (!importsOf.has(next)) importsOf.set(next, runtimeImportsOf(next))
    open.push(...importsOf.get(next)!)
  }
  return seen
}
