import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wallClockIn } from '../../src/domain/base/dates.ts'
import { usualDay } from '../day.ts'
import {
  answersOf,
  clocked,
  effectsOf,
  jobEffectsOf,
  openBed,
  reading,
  writing,
  type Bed,
} from '../effects/tell.ts'
import { root } from '../source.ts'

// What every call answers and writes in the demo world, and every job that runs by the clock, on the usual morning. A change has to
// be meant: the person who accepts it sees it in the diff. `npx vitest run --project sweeps effects -u` rewrites the files.
const kinds = ['answers', 'calls', 'jobs'] as const
type Part = [name: string, lines: readonly string[]]

const { date, minutes } = wallClockIn('America/New_York', Date.now())
const isUsual = date === usualDay && minutes >= 10 * 60 && minutes < 11 * 60
/** Where a run on another day finds what one on the usual day wrote. */
const folder = process.env['EFFECTS_TO'] ?? mkdtempSync(join(tmpdir(), 'fieldhive-effects-'))
const fileOf = (kind: string) => join(folder, `${kind}.txt`)

let bed: Bed | undefined
beforeAll(async () => {
  if (isUsual) bed = await openBed()
  else {
    const { TEST_CLOCK_AHEAD: _, NODE_OPTIONS: _options, ...env } = process.env
    const run = ['node_modules/vitest/vitest.mjs', 'run', '--project=sweeps', import.meta.filename]
    spawnSync(process.execPath, run, {
      cwd: root,
      env: { ...env, TEST_TODAY: '', EFFECTS_TO: folder },
    })
  }
}, 600_000)
afterAll(async () => {
  await bed?.open.close()
  if (!process.env['EFFECTS_TO']) rmSync(folder, { recursive: true, force: true })
})

async function partsOf(kind: (typeof kinds)[number]): Promise<Part[]> {
  const parts: Part[] = []
  if (kind === 'answers')
    for (const [key, call] of reading) parts.push([key, await answersOf(bed!, key, call)])
  if (kind === 'calls')
    for (const key of writing)
      parts.push([key, (await effectsOf(bed!, key)) ?? ['not accepted here']])
  if (kind === 'jobs')
    for (const name of clocked) parts.push([name, await jobEffectsOf(bed!, name)])
  return parts
}
async function textOf(kind: (typeof kinds)[number]): Promise<string> {
  if (!isUsual) return readFileSync(fileOf(kind), 'utf8')
  const parts = await partsOf(kind)
  const text = `${parts.map(([name, lines]) => [name, ...lines.map((line) => `  ${line}`)].join('\n')).join('\n\n')}\n`
  writeFileSync(fileOf(kind), text)
  return text
}

// Answers come first, as what the payment sandbox does stays.
it.each(kinds)(
  '%s',
  (kind) => expect(textOf(kind)).resolves.toMatchFileSnapshot(`../effects/${kind}.txt`),
  300_000,
)
