// npm run faults: plants one fault at a time in a copy of the product code, runs the tests that run that line, and prints what they catch.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { rank } from '../gate/deal.ts'
import { productFiles, read, root } from '../source.ts'
import { workers } from '../workers.ts'
import { areaOf, areas, examples } from './areas.ts'
import {
  failing,
  failingJourneys,
  makeTree,
  openLane,
  openWorld,
  record,
  verdictsOf,
  type Verdict,
  withFaults,
} from './bed.ts'
import { isEqual, readEqual } from './equal.ts'
import { journeysOf } from './journeys.ts'
import { faultsIn, type Fault } from './operators.ts'
import { readRecordings, testsOf, type Recorded } from './recording.ts'
import { caughtOf } from './together.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    count: { type: 'string', default: '20' },
    only: { type: 'string', multiple: true, default: [] },
    tests: { type: 'string', multiple: true, default: [] },
    area: { type: 'string', multiple: true, default: [] },
    share: { type: 'string', default: '1/1' },
    record: { type: 'boolean', default: false },
    journeys: { type: 'boolean', default: true },
    again: { type: 'boolean', default: false },
    resume: { type: 'boolean', default: false },
  },
  allowNegative: true,
})
const [share = 1, shares = 1] = values.share.split('/').map(Number)
const wrong = values.area.filter((one) => !areas.some(({ area }) => area === one))
if (wrong.length) throw new Error(`Areas are ${areas.map(({ area }) => area).join(', ')}.`)

/** What an area still has to draw from, in an order that depends only on the seed. */
type Pot = { area: string; quota: number; drawn: number; faults: Fault[] }
type Result = { fault: Fault; area: string; by: string | null; note: string; ms: number }

/** What survived, until the next run; `--again` plants only these. */
const survivorsFile = join(root, '.cache/planted/survivors.json')
type Known = Pick<Fault, 'file' | 'operator' | 'before' | 'after'>
const survived = (): Known[] =>
  existsSync(survivorsFile) ? JSON.parse(readFileSync(survivorsFile, 'utf8')) : []

/** What the last run with this seed has found so far, by `file:line operator`: which test catches it, or null if those beside it do not. `--resume` goes on from there. */
const foundFile = join(root, '.cache/planted/found.json')
type Found = { seed: string; by: Record<string, string | null> }
const found: Found = { seed: values.seed, by: {} }
if (values.resume && existsSync(foundFile)) {
  const last = JSON.parse(readFileSync(foundFile, 'utf8')) as Found
  if (last.seed === values.seed) found.by = last.by
}
const nameOf = ({ file, line, operator }: Fault) => `${file}:${line} ${operator}`
function keep(fault: Fault, by: string | null): void {
  found.by[nameOf(fault)] = by
  writeFileSync(foundFile, JSON.stringify(found))
}

/** One fault for each line, dealt to the shares; each area has the same number to plant. */
function fillPots(): Pot[] {
  const equal = readEqual()
  const known = values.again ? survived() : null
  const isAsked = (fault: Fault) =>
    !known ||
    known.some(
      ({ file, operator, before, after }) =>
        file === fault.file &&
        operator === fault.operator &&
        before === fault.before &&
        after === fault.after,
    )
  const chosen = productFiles.filter(
    (file) =>
      file.startsWith('src/') &&
      !examples.includes(file) &&
      (!values.only.length || values.only.some((one) => file.startsWith(one))) &&
      (!values.area.length || values.area.includes(areaOf(file))),
  )
  const lines = new Map<string, { fault: Fault; rank: string }>()
  for (const file of chosen)
    for (const fault of faultsIn(file, read(file)).filter(
      (one) => isAsked(one) && !isEqual(one, equal),
    )) {
      const line = `${file}:${fault.line}`
      const mine = rank(values.seed, `${line} ${fault.before} ${fault.after}`)
      if (mine < (lines.get(line)?.rank ?? 'g')) lines.set(line, { fault, rank: mine })
    }
  const sorted = [...lines.values()].toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
  const pots = areas
    .map(({ area }) => ({
      area,
      faults: sorted.flatMap(({ fault }) => (areaOf(fault.file) === area ? [fault] : [])),
    }))
    .filter(({ faults }) => faults.length > 0)
  const split = (count: number, parts: number, index: number) =>
    Math.floor(count / parts) + (index < count % parts ? 1 : 0)
  return pots.map(({ area, faults }, index) => ({
    area,
    quota: known
      ? faults.length
      : split(split(Number(values.count), pots.length, index), shares, share - 1),
    drawn: 0,
    faults: faults.filter((_, place) => place % shares === share - 1),
  }))
}

const standing: Fault[] = []
/** What the areas still need. */
const draw = (pots: Pot[]): Drawn[] =>
  pots.flatMap((pot) => {
    const drawn = pot.faults.splice(0, pot.quota - pot.drawn).filter(standsApart)
    pot.drawn += drawn.length
    return drawn.map((fault) => ({ pot, fault }))
  })
type Drawn = { pot: Pot; fault: Fault }
/** Two faults that change the same text can't be planted together. */
function standsApart(fault: Fault): boolean {
  const isApart = standing.every(
    ({ file, start, end }) => file !== fault.file || end <= fault.start || fault.end <= start,
  )
  if (isApart) standing.push(fault)
  return isApart
}

/** The unchanged code; faults are in it only while they are compiled. */
const clean = makeTree('clean')
const world = () => openWorld(clean, values.journeys)
const { recordings, missing } = readRecordings(values.tests)
const toRecord = values.record ? [...recordings.map(({ test }) => test), ...missing] : missing
if (toRecord.length) {
  console.log(`Recording what ${toRecord.length} test files run.`)
  await record(clean, toRecord, await world())
}
const known = readRecordings(values.tests)
if (!known.recordings.length) throw new Error('No test file passes on the unchanged code.')
if (known.missing.length) console.log(`Not used, as they fail here: ${known.missing.join(', ')}`)

const results: Result[] = []
let thrownAway = 0

function report(result: Result): void {
  const { fault, by, note, ms } = result
  results.push(result)
  const seconds = (ms / 1000).toFixed(0).padStart(4)
  console.log(
    `${by ? 'caught  ' : 'SURVIVED'}  ${seconds} s  ${fault.file}:${fault.line}  ${fault.operator}  ${by ? `by ${by}` : note}`,
  )
}

/** Leaves out what does not compile, and counts what lint sees. */
async function sift(drawn: readonly Drawn[]): Promise<Drawn[]> {
  const verdicts = new Map<Fault, Verdict>()
  // One fault of each file at a time.
  for (let left = drawn.map(({ fault }) => fault); left.length;) {
    const layer = [...new Map(left.map((fault) => [fault.file, fault])).values()]
    for (const [fault, one] of await verdictsOf(clean, layer)) verdicts.set(fault, one)
    left = left.filter((fault) => !layer.includes(fault))
  }
  return drawn.filter(({ pot, fault }) => {
    const verdict = verdicts.get(fault)!
    if (verdict === 'no code') {
      thrownAway += 1
      pot.drawn -= 1
    }
    if (verdict === 'lint') report({ fault, area: pot.area, by: 'lint', note: '', ms: 0 })
    return verdict === 'fits'
  })
}

const lanes = Array.from({ length: workers }, (_, index) => {
  const name = `lane_${index + 1}`
  return { name, tree: makeTree(name) }
})
type Lane = (typeof lanes)[number]
for (const { name } of lanes) await openLane(name)
console.log(`--seed ${values.seed} --count ${values.count} --share ${values.share}`)

/** Each fault alone, with the tests beside it and some fast ones: most are caught here. What is left. */
async function tryAlone(open: Drawn[]): Promise<Drawn[]> {
  const left: Drawn[] = []
  const work = async ({ tree, name }: Lane) => {
    for (let next = open.shift(); next; next = open.shift()) {
      const { pot, fault } = next
      const start = performance.now()
      const last = found.by[nameOf(fault)]
      if (last) report({ fault, area: pot.area, by: last, note: '', ms: 0 })
      else if (last === null) left.push(next)
      if (last !== undefined) continue
      const tests = first(testsFor(fault))
      const [by] = tests.length
        ? await withFaults(tree, [fault], async () =>
            failing(tree, name, tests, await world(), true),
          )
        : []
      if (!by) {
        keep(fault, null)
        left.push(next)
      } else if (await passesUnchanged(tree, name, by)) {
        keep(fault, by)
        report({ fault, area: pot.area, by, note: '', ms: performance.now() - start })
      } else open.push(next)
    }
  }
  await Promise.all(lanes.map(work))
  return left
}
/** Whether a test that fails with a fault passes without it, asked once for each; one that does not is not used any more. */
async function passesUnchanged(tree: string, lane: string, test: string): Promise<boolean> {
  if (steady.has(test)) return true
  const recorded = known.recordings.filter((one) => one.test === test)
  const isSteady = (await failing(tree, lane, recorded, await world(), true)).length === 0
  if (isSteady) steady.add(test)
  else {
    unsteady.add(test)
    console.log(`Not used from here on, as it fails without a fault: ${test}`)
  }
  return isSteady
}
const steady = new Set<string>()
const unsteady = new Set<string>()

/** As many as end soon. */
function first(tests: readonly Recorded[]): Recorded[] {
  let left_ms = soon_ms
  return tests.filter(({ ms }, index) => (left_ms -= ms) > 0 || index === 0)
}
const soon_ms = 15_000
const tested = new Map<Fault, Recorded[]>()
function testsFor(fault: Fault): Recorded[] {
  if (!tested.has(fault)) tested.set(fault, testsOf(fault, known.recordings))
  return tested.get(fault)!.filter(({ test }) => !unsteady.has(test))
}

/** All that is left at once, with all tests that run one of them, and then with the journeys of their screens. */
async function tryTogether(open: readonly Drawn[]): Promise<void> {
  const caught = new Map<Fault, string>()
  const search = async (
    testsFor: (fault: Fault) => readonly string[],
    run: (lane: Lane, tests: readonly string[], isOne: boolean) => Promise<string[]>,
  ) => {
    const left = open.flatMap(({ fault }) => (caught.has(fault) ? [] : [fault]))
    await Promise.all(
      lanes.map(async (lane, index) => {
        const own = left.filter((_, place) => place % lanes.length === index)
        const found = await caughtOf(own, testsFor, (faults, tests) =>
          withFaults(lane.tree, faults, () => run(lane, tests, faults.length === 1)),
        )
        for (const [fault, by] of found) caught.set(fault, by)
      }),
    )
  }
  const byName = new Map(known.recordings.map((one) => [one.test, one]))
  const start = performance.now()
  await search(
    (fault) => testsFor(fault).map(({ test }) => test),
    async (lane, tests, isOne) => {
      const recorded = tests.map((test) => byName.get(test)!)
      return failing(lane.tree, lane.name, recorded, await world(), isOne)
    },
  )
  const journeys = (fault: Fault) =>
    values.journeys && fault.file.startsWith('src/web/') ? journeysOf(fault.file) : []
  await search(journeys, async (lane, files, isOne) =>
    failingJourneys(lane.tree, files, await world(), isOne),
  )
  const ms = (performance.now() - start) / open.length
  for (const { pot, fault } of open) {
    const ran = [
      testsFor(fault).length && `${testsFor(fault).length} test files`,
      journeys(fault).length && `${journeys(fault).length} journeys`,
    ].filter(Boolean)
    const note = ran.length ? `after ${ran.join(' and ')}` : 'no test runs it'
    report({ fault, area: pot.area, by: caught.get(fault) ?? null, note, ms })
  }
}

const pots = fillPots()
const began = performance.now()
let left: Drawn[] = []
for (let drawn = draw(pots); drawn.length; drawn = draw(pots))
  left = [...left, ...(await tryAlone(await sift(drawn)))]
for (const { fault } of left)
  console.log(`open            ${fault.file}:${fault.line}  ${fault.operator}`)
if (left.length) await tryTogether(left)

const survivors = results.filter(({ by }) => !by)
writeFileSync(survivorsFile, JSON.stringify(survivors.map(({ fault }) => fault)))
for (const { fault, area, note } of survivors) {
  console.log(`\n${fault.file}:${fault.line}  ${fault.operator}  (${area}, ${note})`)
  console.log(`- ${fault.before}\n+ ${fault.after}`)
}
const row = (name: string, of: Result[]) => {
  const caught = of.filter(({ by }) => by).length
  const minutes = of.reduce((sum, { ms }) => sum + ms, 0) / 60_000
  return [
    name.padEnd(24),
    String(of.length).padStart(7),
    String(caught).padStart(6),
    String(of.length - caught).padStart(8),
    `${((100 * caught) / of.length).toFixed(0)} %`.padStart(6),
    minutes.toFixed(1).padStart(7),
  ].join('  ')
}
console.log(`\n${'area'.padEnd(24)}  planted  caught  survived          minutes`)
for (const { area } of pots) {
  const of = results.filter((one) => one.area === area)
  if (of.length) console.log(row(area, of))
}
if (results.length) console.log(row('all', results))
console.log(
  `${thrownAway} did not compile and were drawn again. ${((performance.now() - began) / 60_000).toFixed(1)} minutes. --seed ${values.seed}`,
)
process.exit()
