import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JobName } from '../../src/server/base/jobs/catalog.ts'
import { freePort } from '../free-port.ts'

const main = new URL('../../src/server/main.ts', import.meta.url).pathname
const serve = new URL('serve.ts', import.meta.url).pathname
const clock = new URL('clock.ts', import.meta.url).pathname
const jitter = new URL('jitter.ts', import.meta.url).pathname
/** The environment variable with the folder of the prebuilt demo world, if there is one. */
export const worldFolder = 'FIELDHIVE_E2E_WORLD'
const patience_ms = 180_000

type Act = JobName | `sandbox:${string}`

/** Starts a separate in-memory server on a free port, with the demo world. */
export type RunningServer = {
  url: string
  stop: () => Promise<void>
  /** Sets the server's clock this far ahead of the real one; only for a server started with its own clock. */
  putAhead: (ms: number) => Promise<void>
  /** Runs a job that otherwise waits for its minute, or presses a switch of the payment sandbox. */
  run: (act: Act) => Promise<void>
}

export async function startServer({ ownClock = false } = {}): Promise<RunningServer> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const world = process.env[worldFolder]
  const folder = world ? await mkdtemp(join(tmpdir(), 'fieldhive-journeys-')) : null
  const child = spawn(
    process.execPath,
    [
      ...(ownClock ? ['--import', clock] : []),
      ...(process.env.JITTER ? ['--import', jitter] : []),
      ...(world ? [serve, world] : [main]),
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...process.env,
        NODE_ENV: 'test',
        PORT: String(port),
        PUBLIC_URL: url,
        DATABASE_URL: '',
        DATA_DIR: folder ?? 'memory://',
        SEED: 'world',
        RATE_LIMITS: 'off',
        CREW_UNDO_SECONDS: '2',
        // The trial would have ended months later.
        ...(ownClock ? { PLATFORM_BILLING: 'off' } : {}),
      },
    },
  )
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream
      .setEncoding('utf8')
      .on('data', (text: string) => (output = (output + text).slice(-20_000)))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    const reluctant = setTimeout(() => child.kill('SIGKILL'), 5_000)
    await ended
    clearTimeout(reluctant)
    if (folder) await rm(folder, { recursive: true, force: true })
  }

  const deadline = Date.now() + patience_ms
  while (!(await answers(url))) {
    if (child.exitCode !== null)
      throw new Error(`The server ended with ${child.exitCode}:\n${output}`)
    if (Date.now() > deadline) {
      await stop()
      throw new Error(`The first page did not answer within ${patience_ms / 1000} s:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const say = async (message: number | Act): Promise<void> => {
    const heard = once(child, 'message')
    child.send(message)
    const [fault] = (await heard) as [unknown]
    if (typeof fault === 'string') throw new Error(fault)
  }
  return { url, stop, putAhead: say, run: say }
}

/** Whether the demo world is complete; pages respond before that. */
const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5_000) }).then(
    async (response) => response.ok && !((await response.json()) as { seeding?: boolean }).seeding,
    () => false,
  )
