// What a newcomer does: clone what is committed, `npm ci && npm start`, open the page within 30 s,
// sign in and work. Then the server is killed; after a restart, everything is still there.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { launchBrowser } from '../test/e2e/browser.ts'
import { people } from '../test/e2e/people.ts'
import { freePort } from '../test/free-port.ts'
import { signIn } from '../test/e2e/sign-in.ts'

const first_page_limit_ms = 30_000
const world_limit_ms = 60_000

const repository = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'fieldhive-fresh-'))
const clone = join(folder, 'clone')
const port = await freePort()
const url = `http://localhost:${port}`
const env: NodeJS.ProcessEnv = {
  ...withoutOwnBinaries(process.env),
  CI: 'true',
  PORT: String(port),
  DATA_DIR: join(folder, 'data'),
}
for (const name of ['DATABASE_URL', 'TEST_DATABASE_URL', 'PUBLIC_URL', 'SEED', 'NODE_ENV'])
  delete env[name]

let running: ChildProcess | undefined
try {
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', repository, clone], {
    stdio: 'inherit',
  })
  execFileSync('npm', ['ci', '--loglevel=error'], {
    cwd: clone,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })

  console.log(`first page after ${await start()} ms`)
  console.log(`demo world after ${await seeded()} ms more`)
  const authorization = await signedIn()
  console.log('signed in through the sign-in page')
  const name = `Fresh start ${Date.now()}`
  await call('POST', authorization, {
    name,
    price_cents: 1234,
    estimated_minutes: 30,
    description: 'Written just before the server was killed',
  })

  await killServer()
  console.log(`killed; first page again after ${await start()} ms`)
  await seeded()
  const { services } = (await call('GET', await signedIn())) as { services: { name: string }[] }
  if (!services.some((service) => service.name === name))
    throw new Error('What was written before the kill is gone.')
  console.log('the data is still there')
} finally {
  await killServer()
  rmSync(folder, { recursive: true, force: true })
}

/**
 * Starts `npm start` in its own process group; resolves with the milliseconds until the first page.
 */
async function start(): Promise<number> {
  const began = Date.now()
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running = child
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  for (;;) {
    const page = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
    if (page?.ok && (await page.text()).includes('Fieldhive')) return Date.now() - began
    if (child.exitCode !== null)
      throw new Error(`npm start ended with ${child.exitCode}:\n${output}`)
    if (Date.now() - began > first_page_limit_ms)
      throw new Error(`No first page within ${first_page_limit_ms / 1000} s:\n${output}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Calls work once the demo world is there; resolves with the milliseconds it took. */
async function seeded(): Promise<number> {
  const began = Date.now()
  for (;;) {
    const health = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5_000) }).catch(
      () => null,
    )
    if (health?.ok && !((await health.json()) as { seeding: boolean }).seeding)
      return Date.now() - began
    if (Date.now() - began > world_limit_ms) throw new Error('The demo world was not ready in time')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function killServer(): Promise<void> {
  const child = running
  running = undefined
  if (!child?.pid || child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('close', resolve))
  process.kill(-child.pid, 'SIGKILL')
  await ended
}

/** Signs in the demo owner in a browser and returns the Authorization header its page sends. */
async function signedIn(): Promise<string> {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ baseURL: url })
    const header = page.waitForRequest(
      (request) => request.url().includes('/api/') && !!request.headers().authorization,
      { timeout: 40_000 },
    )
    await Promise.all([signIn(page, people.owner), header])
    return (await header).headers().authorization!
  } finally {
    await browser.close()
  }
}

async function call(
  method: 'GET' | 'POST',
  authorization: string,
  body?: object,
): Promise<unknown> {
  const sent: RequestInit = {
    method,
    headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
  }
  if (body) sent.body = JSON.stringify(body)
  const response = await fetch(`${url}/api/owner/services`, sent)
  if (!response.ok)
    throw new Error(
      `${method} /api/owner/services answered ${response.status}: ${await response.text()}`,
    )
  return response.json()
}

/** A newcomer uses the machine's own Node, not the one this script runs on. */
function withoutOwnBinaries(from: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const PATH = from.PATH?.split(delimiter)
    .filter((entry) => !entry.startsWith(join(repository, 'node_modules')))
    .join(delimiter)
  return Object.fromEntries(
    Object.entries({ ...from, PATH }).filter(
      ([name]) => !/^npm_(?:lifecycle|package|config_(?:local_)?prefix)/.test(name),
    ),
  )
}
