// What `.ci/run` starts: the gate, or with `--all` the whole check, of which `--share 2/3` runs one of three shares.
// `--list` only says what would run.
import { execFileSync, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { read, root } from '../source.ts'
import { check, gate, type Part, type Share } from './plan.ts'

const { values } = parseArgs({
  options: { all: { type: 'boolean' }, share: { type: 'string' }, list: { type: 'boolean' } },
})

/** The line with `npm test` in README's first fenced block that has one, without `npm ci &&`: that has just run. */
function testCommand(): string {
  const fenced = [...read('README.md').matchAll(/^ *```\w*\n(.*?)^ *```/gms)].map((one) => one[1]!)
  const line = fenced.flatMap((one) => one.split('\n')).find((one) => one.includes('npm test'))
  if (!line)
    throw new Error('README.md names no test command: a fenced block with `npm test` is missing.')
  return line
    .trim()
    .replace(/^\$ /, '')
    .replace(/^npm ci *(?:&&|;) */, '')
}

function shareOf(text: string): Share {
  const [index = 0, of = 0] = text.split('/').map(Number)
  if (!(Number.isInteger(index) && Number.isInteger(of) && index >= 1 && index <= of))
    throw new Error(`--share takes a share like 2/3. It is ${text}.`)
  return { index, of }
}

type Result = { part: Part; minutes: number; passed: number; failed: number; names: string[] }

/** The failed test a line of Vitest or Playwright names. */
const failedTest = /^ *FAIL +(?<vitest>\S.*)$|^ *\d+\) (?<playwright>\[.*?)[ ─]*$/
/** Runs a part, counts what its `N passed, N failed` lines say, and keeps the names of failed tests. */
async function run(part: Part): Promise<Result> {
  const began = Date.now()
  const [program, ...args] = [...part.command, ...(part.files ?? [])]
  const child = spawn(program!, args, {
    cwd: root,
    // What a landing draws depends on its commit alone: whoever runs it again sees the same. The check draws anew.
    env: { ...process.env, ...(values.all ? {} : { DEALT_BY: commit }), ...part.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const counted = { passed: 0, failed: 0 }
  const names = new Set<string>()
  const notice = (line: string) => {
    const named = failedTest.exec(stripVTControlCharacters(line))?.groups
    if (named) names.add((named['vitest'] ?? named['playwright'])!)
  }
  createInterface({ input: child.stderr }).on('line', (line) => {
    console.error(line)
    notice(line)
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    console.log(line)
    notice(line)
    const [, passed, failed] = /^(\d+) passed, (\d+) failed$/.exec(line) ?? []
    counted.passed += Number(passed ?? 0)
    counted.failed += Number(failed ?? 0)
  })
  const code = await new Promise<number | null>((ended) => child.once('close', ended))
  if (code !== 0) counted.failed ||= 1
  else if (part.isCheck) counted.passed ||= 1
  return { part, minutes: (Date.now() - began) / 60_000, ...counted, names: [...names] }
}

function table(results: Result[]): string {
  const rows = results.map(({ part, minutes, passed, failed }) => [
    failed ? 'FAILED' : 'passed',
    minutes.toFixed(1),
    String(passed + failed),
    `${part.name}${part.dealt ? ` (${part.dealt})` : ''}`,
  ])
  const all = [['', 'minutes', 'tests', 'part'], ...rows]
  return all
    .map(([state, minutes, tests, name]) =>
      `${state!.padEnd(6)}  ${minutes!.padStart(7)}  ${tests!.padStart(6)}  ${name}`.trimEnd(),
    )
    .join('\n')
}

const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
const parts = values.all
  ? check(commit, values.share ? shareOf(values.share) : undefined)
  : gate(commit, testCommand())
if (values.list) {
  for (const part of parts) {
    console.log(`${part.name}${part.dealt ? ` (${part.dealt})` : ''}`)
    for (const file of part.files ?? []) console.log(`  ${file}`)
  }
  process.exit()
}
const installed = Number(process.env['INSTALL_SECONDS'] ?? 0)
const install: Part = { name: 'npm ci', command: [] }
const results: Result[] = [
  { part: install, minutes: installed / 60, passed: 0, failed: 0, names: [] },
]
for (const part of parts) {
  console.log(`\n── ${part.name}${part.dealt ? ` (${part.dealt})` : ''}`)
  results.push(await run(part))
}
const total = (count: (result: Result) => number) =>
  results.reduce((sum, result) => sum + count(result), 0)
for (const { part, names } of results)
  if (names.length) console.log(`\nFailed, ${part.name}:\n  ${names.join('\n  ')}`)
console.log(`\n${table(results)}`)
console.log(`${total((one) => one.minutes).toFixed(1)} minutes`)
console.log(`${total((one) => one.passed)} passed, ${total((one) => one.failed)} failed`)
process.exitCode = total((one) => one.failed) > 0 ? 1 : 0
