import { spawn, type ChildProcess } from 'node:child_process'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { dayEnv } from '../day.ts'

const root = resolve(import.meta.dirname, '../..')
const started: ChildProcess[] = []

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** Starts one of our programs and returns the first line of JSON it prints. */
export async function start<Reply = { url: string; token: string }>(
  file: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ child: ChildProcess; reply: Reply }> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, file), ...args],
    {
      env: { PATH: process.env['PATH'] ?? '', ...dayEnv(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  started.push(child)
  let errors = ''
  child.stderr.on('data', (part: Buffer) => (errors += part.toString()))
  const lines = createInterface({ input: child.stdout })
  const reply = await Promise.race([
    (async () => {
      for await (const line of lines) if (line.startsWith('{"')) return JSON.parse(line)
      throw new Error(`${file} ended before it was ready: ${errors}`)
    })(),
    pause(120_000).then(() => {
      throw new Error(`${file} was not ready in time: ${errors}`)
    }),
  ])
  lines.resume()
  return { child, reply }
}

/** Kills the process if it is still running. */
export function killAll(): void {
  for (const child of started) child.kill('SIGKILL')
}
