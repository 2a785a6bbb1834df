import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { readFileSync, readdirSync } from 'node:fs'

export type Shot = { method: string; path: string; body?: string; headers?: Record<string, string> }
export type Measured = { p50: number; p95: number; rps: number; errors: number; count: number }

const agent = new Agent({ keepAlive: true, maxSockets: 128 })

export type Reply = { status: number; text: string; headers: IncomingHttpHeaders; bytes: number }

/** `bytes` is the body's size on the wire. `text` is empty for a compressed body. */
export const send = (base: URL, shot: Shot): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const call = request(
      {
        agent,
        host: base.hostname,
        port: base.port,
        method: shot.method,
        path: shot.path,
        headers: {
          ...(shot.body
            ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(shot.body) }
            : {}),
          ...shot.headers,
        },
      },
      (answer) => {
        const parts: Buffer[] = []
        answer
          .on('data', (part: Buffer) => parts.push(part))
          .on('end', () => {
            const body = Buffer.concat(parts)
            const isZipped = answer.headers['content-encoding'] !== undefined
            resolve({
              status: answer.statusCode ?? 0,
              text: isZipped ? '' : body.toString(),
              headers: answer.headers,
              bytes: body.length,
            })
          })
      },
    )
    call.on('error', reject)
    call.end(shot.body)
  })

/** Sends `count` requests with `callers` in parallel, for at most `limit_ms`. Times are in milliseconds and exclude preparation; `errors` counts responses other than 2xx. */
export async function fire(
  base: URL,
  callers: number,
  count: number,
  shotAt: (n: number) => Shot | Promise<Shot>,
  limit_ms = 6_000,
): Promise<Measured> {
  const times: number[] = []
  let next = 0
  let errors = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < count && performance.now() - began < limit_ms) {
        const shot = await shotAt(next++)
        const start = performance.now()
        const { status } = await send(base, shot).catch(() => ({ status: 0 }))
        if (status < 200 || status > 299) errors++
        times.push(performance.now() - start)
      }
    }),
  )
  const total = performance.now() - began
  times.sort((a, b) => a - b)
  return {
    rps: (times.length / total) * 1000,
    p50: times[times.length >> 1] ?? NaN,
    p95: times[Math.floor(times.length * 0.95)] ?? NaN,
    errors,
    count: times.length,
  }
}

/** CPU time of a process so far, in microseconds. */
export function cpuOf(pid: number): number {
  const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .split(') ')[1]!
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) * 10_000
}

/** Proportional memory of a process and its children, in MiB. */
export function memoryOf(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return (
          readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(pid)
        )
      } catch {
        return false
      }
    })
  const own =
    Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) /
    1024
  return children.reduce((sum, child) => sum + memoryOf(Number(child)), own)
}

const busy = (): { work: number; all: number } => {
  const ticks = readFileSync('/proc/stat', 'utf8')
    .split('\n')[0]!
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number)
  const all = ticks.reduce((a, b) => a + b, 0)
  return { work: all - ticks[3]! - ticks[4]!, all }
}

/** CPU time that the whole machine has used so far, in milliseconds. */
export const machineCpu = (): number => busy().work * 10

/** Waits up to `limit_ms` until the machine is mostly idle. */
export async function quiet(limit_ms = 8_000): Promise<void> {
  for (const end = performance.now() + limit_ms; performance.now() < end;) {
    const before = busy()
    await new Promise((resolve) => setTimeout(resolve, 500))
    const after = busy()
    if ((after.work - before.work) / (after.all - before.all) < 0.08) return
  }
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN
