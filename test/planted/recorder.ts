// Runs before each test file of a recording: writes down which source text the file runs, and how long it takes.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { isTest, root } from '../source.ts'
import { hashOf, keptIn, type Recorded } from './recording.ts'

type Range = { startOffset: number; endOffset: number; count: number }
type Script = { url: string; functions: { functionName: string; ranges: Range[] }[] }

/** One for all files of a process, which share the modules they have loaded. */
const slot = Symbol.for('fieldhive.recorder')
const kept = globalThis as { [slot]?: Session }
const isFirst = !kept[slot]
const session = (kept[slot] ??= new Session())
const began = performance.now()
if (isFirst) {
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
} else take()

/** What has run since the last time. */
function take(): Script[] {
  let scripts: Script[] = []
  session.post('Profiler.takePreciseCoverage', (fault, taken) => {
    if (fault) throw fault
    scripts = taken.result
  })
  return scripts
}

/** Hooks run in the reverse order, so this one is the last. */
// Vitest reads the parameters, and wants a pattern where fixtures would be.
// oxlint-disable-next-line no-empty-pattern
afterAll(({}, suite) => {
  if (hasFailed(suite)) return
  const test = relative(root, suite.file.filepath)
  const recorded: Recorded = {
    test,
    hash: hashOf(readFileSync(suite.file.filepath, 'utf8')),
    ms: Math.round(performance.now() - began),
    sources: Object.fromEntries(take().flatMap(sourceOf)),
  }
  const folder = process.env['PLANTED_RECORDING']!
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, keptIn(test)), JSON.stringify(recorded))
})

type Task = { result?: { state?: string }; tasks?: Task[] }
const hasFailed = (task: Task): boolean =>
  task.result?.state === 'fail' || (task.tasks ?? []).some(hasFailed)

function sourceOf({ url, functions }: Script): [string, Recorded['sources'][string]][] {
  const path = url.startsWith('file:') ? fileURLToPath(url) : url
  const file = relative(root, path.split('?')[0]!)
  if (!/^src\/.*\.tsx?$/.test(file) || isTest(file)) return []
  // The module itself runs when it is imported, once for all test files of a process.
  const inside = functions.filter(
    ({ functionName, ranges }) => functionName !== '' || ranges[0]!.startOffset > 0,
  )
  if (!inside.some(({ ranges }) => ranges[0]!.count > 0)) return []
  const text = readFileSync(join(root, file), 'utf8')
  // Node strips types in place; what Vite made of a file has other offsets, so there the whole file counts.
  const isAsWritten = process.env['PLANTED_OFFSETS'] === 'as written'
  const ran = isAsWritten
    ? painted(inside.flatMap(({ ranges }) => ranges))
    : [[0, text.length] as [number, number]]
  return [[file, { hash: hashOf(text), ran }]]
}

/** The stretches that ran, where an inner range has the last word about its part. */
function painted(ranges: Range[]): [number, number][] {
  const edges = [...new Set(ranges.flatMap((one) => [one.startOffset, one.endOffset]))].toSorted(
    (a, b) => a - b,
  )
  const sorted = ranges.toSorted(
    (a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset,
  )
  const open: Range[] = []
  const found: [number, number][] = []
  let next = 0
  for (const [index, edge] of edges.slice(0, -1).entries()) {
    while (open.length && open.at(-1)!.endOffset <= edge) open.pop()
    while (next < sorted.length && sorted[next]!.startOffset === edge) open.push(sorted[next++]!)
    if (!open.at(-1)?.count) continue
    const last = found.at(-1)
    if (last?.[1] === edge) last[1] = edges[index + 1]!
    else found.push([edge, edges[index + 1]!])
  }
  return found
}
