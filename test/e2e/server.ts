import { spawn } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'

const main = new URL('../../src/server/main.ts', import.meta.url).pathname
const patience_ms = 60_000

/** A product of its own on a free port, in memory and with the demo world unless `env` says otherwise. */
export type RunningServer = { url: string; output: () => string; stop: () => Promise<void> }

export async function startServer(env: Record<string, string> = {}): Promise<RunningServer> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: String(port),
      PUBLIC_URL: url,
      DATABASE_URL: '',
      DATA_DIR: 'memory://',
      SEED: 'world',
      RATE_LIMITS: 'off',
      ...env,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-20_000)))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    const reluctant = setTimeout(() => child.kill('SIGKILL'), 5_000)
    await ended
    clearTimeout(reluctant)
  }

  const deadline = Date.now() + patience_ms
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output}`)
    if (Date.now() > deadline) {
      await stop()
      throw new Error(`The first page did not answer within ${patience_ms / 1000} s:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { url, output: () => output, stop }
}

/** The pages answer at once; journeys begin when the demo world is complete. */
const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5_000) }).then(
    async (response) => response.ok && !((await response.json()) as { seeding?: boolean }).seeding,
    () => false,
  )

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
