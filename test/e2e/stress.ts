// npm run stress -- FILE…: runs journeys 20 times, each in a fresh world, as on a slow and busy machine: every answer
// waits at random, the browser is four times slower, and two processes keep both cores busy. It has four times
// longer for each step: this finds lost races, not slowness. Other options go to Playwright: `-g "a title"`; `--repeat-each 5` runs them 5 times.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const args = process.argv.slice(2)
if (!args.length) throw new Error('Name a journey: npm run stress -- test/e2e/tips.e2e.ts')
const given = (option: string) => args.includes(option)
const times = given('--repeat-each') ? [] : ['--repeat-each', '20']
const workers = given('--workers') ? [] : ['--workers', '1']

// Without the tests' clock, which they don't need.
const { NODE_OPTIONS: _, ...plain } = process.env
const busy = [1, 2].map(() =>
  // Ends with this process, however that ends: nobody holds the other end of its input any more.
  spawn(
    process.execPath,
    [
      '-e',
      'process.stdin.resume().on("end", () => process.exit()); const turn = () => { const until = Date.now() + 50; while (Date.now() < until); setImmediate(turn) }; turn()',
    ],
    {
      env: plain,
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  ),
)
const child = spawn(
  join(root, 'node_modules/.bin/playwright'),
  ['test', ...times, ...workers, ...args],
  {
    cwd: root,
    stdio: 'inherit',
    env: { JITTER: '400', SLOWDOWN: '4', ...process.env },
  },
)
process.exitCode = await new Promise<number>((ended) =>
  child.once('close', (code) => ended(code ?? 1)),
)
for (const one of busy) one.kill()
