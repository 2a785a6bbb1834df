// npm run test:days: runs everything that depends on the date, on each of `days`, with a line per day. `-- --only 2` picks two of them, different ones each real day; `-- 2027-03-14 2028-02-29T23:30` runs these, listed or not.
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWebIfStale } from '../../src/server/build-web.ts'
import { days, isNight } from './days.ts'

const root = join(import.meta.dirname, '../..')
const bin = join(root, 'node_modules/.bin')
const logs = join(root, '.cache/days')
const day_ms = 86_400_000

/** Slow files whose outcome doesn't depend on the date. A new file runs on every day until it is listed here. */
const timeless = [
  'sandbox/payments/restart.test.ts',
  'src/server/base/kit/config.test.ts',
  'src/server/customers/table.test.ts',
  'src/server/base/db/one-address.test.ts',
  'src/server/people/identity/actors.test.ts',
  'src/server/people/identity/codes.test.ts',
  'src/server/people/identity/devices.test.ts',
  'src/server/people/identity/pages.test.ts',
  'src/server/people/identity/passkeys.test.ts',
  'src/server/people/identity/provider.test.ts',
  'src/server/people/identity/second-factor.test.ts',
  'src/server/people/identity/security-events.test.ts',
  'src/server/people/identity/sessions.test.ts',
  'src/server/people/identity/throttle.test.ts',
  'src/server/people/identity/tokens.test.ts',
  'src/server/base/jobs/jobs.test.ts',
  'src/server/base/live/live.test.ts',
  'src/server/mount.test.ts',
  'src/server/money/payments/event-orders.test.ts',
  'src/server/money/payments/random-consents.test.ts',
  'src/server/money/payments/settling.test.ts',
  'src/server/people/people.test.ts',
  'src/server/base/kit/well-formed.test.ts',
  'test/addresses.test.ts',
  'test/admin.test.ts',
  'test/aliases.test.ts',
  'test/brand.test.ts',
  'test/commit-msg.test.ts',
  'test/customer-search.test.ts',
  'test/customers.test.ts',
  'test/data-exports.test.ts',
  'test/deactivated-organization.test.ts',
  'test/exports.test.ts',
  'test/history.test.ts',
  'test/house.test.ts',
  'test/invitations.test.ts',
  'test/kept-app.test.ts',
  'test/live.test.ts',
  'test/merging-afterwards.test.ts',
  'test/merging.test.ts',
  'test/message-wordings.test.ts',
  'test/new-signups.test.ts',
  'test/offer-texts.test.ts',
  'test/office-customers.test.ts',
  'test/onboarding.test.ts',
  'test/organization.test.ts',
  'test/packages.test.ts',
  'test/platform-roles.test.ts',
  'test/portal-leaving.test.ts',
  'test/push.test.ts',
  'test/rate-limits.test.ts',
  'test/read-only.test.ts',
  'test/sales.test.ts',
  'test/second-factor.test.ts',
  'test/security-log.test.ts',
  'test/shape.test.ts',
  'test/signup-claim.test.ts',
  'test/signup-finish.test.ts',
  'test/signup-public.test.ts',
  'test/signup.test.ts',
  'test/staff.test.ts',
  'test/teams.test.ts',
  'test/tidy.test.ts',
  'test/unsubscribe.test.ts',
  'test/without-email.test.ts',
]

type Outcome = { passed: number; failed: number; log: string }

/** Runs a test command on a day; each prints `N passed, N failed` last. */
async function run(day: string, program: string, args: string[], env: object): Promise<Outcome> {
  const child = spawn(join(bin, program), args, {
    cwd: root,
    env: { ...process.env, ...env, TEST_TODAY: day, FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (log += text))
  const code = await new Promise((ended) => child.once('close', ended))
  const [, passed = 0, failed = 1] = /(\d+) passed, (\d+) failed\s*$/.exec(log) ?? []
  return { passed: Number(passed), failed: Math.max(Number(failed), code === 0 ? 0 : 1), log }
}

const unitAndServer = (day: string) =>
  run(day, 'vitest', ['run', '--project=unit', '--project=server'], {
    LEAVE_OUT: timeless.join(),
  })
const journeys = (day: string) =>
  run(
    day,
    'playwright',
    ['test', '--grep=@dates', ...(isNight(day) ? ['--grep-invert=@by-day'] : [])],
    {},
  )

async function runDay(day: string): Promise<boolean> {
  const began = Date.now()
  const parts = [await unitAndServer(day), await journeys(day)]
  const seconds = Math.round((Date.now() - began) / 1000)
  const [passed, failed] = [parts.map((one) => one.passed), parts.map((one) => one.failed)]
  const isGreen = failed.every((many) => many === 0)
  console.log(
    `${day.padEnd(16)}  ${isGreen ? 'passed' : 'FAILED'}  ${passed.join(' + ')} passed, ${failed.join(' + ')} failed  ${seconds} s`,
  )
  if (!isGreen) {
    const file = join(logs, `${day.replace(':', '')}.log`)
    writeFileSync(file, parts.map(({ log }) => log).join('\n'))
    console.log(`  see ${file}`)
  }
  return isGreen
}

/** This many of the days, spread over the list; a different selection each real day. Never a night, but the next day. */
function some(many: number): string[] {
  const all = days.flatMap((group) => group.days)
  const today = Math.floor(Date.now() / day_ms)
  return Array.from({ length: many }, (_, next) => {
    const at = (today + Math.floor((next * all.length) / many)) % all.length
    return [...all.slice(at), ...all].find((day) => !isNight(day))!
  })
}

const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string' },
  },
  allowPositionals: true,
})
const chosen = positionals.length
  ? positionals
  : values.only
    ? some(Number(values.only))
    : days.flatMap((group) => group.days)
await buildWebIfStale()
mkdirSync(logs, { recursive: true })
let green = 0
for (const day of chosen) if (await runDay(day)) green++
console.log(`${green} of ${chosen.length} days passed`)
process.exitCode = green === chosen.length ? 0 : 1
