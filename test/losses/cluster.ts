import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from '../free-port.ts'
import { pause } from '../faults/process.ts'

const debian = '/usr/lib/postgresql'
const installed = existsSync(debian)
  ? readdirSync(debian).toSorted((one, other) => Number(other) - Number(one))
  : []
/** The folder of PostgreSQL's programs: the newest Debian has, or one in the path. */
export const programs = [
  ...installed.map((version) => join(debian, version, 'bin')),
  ...(process.env['PATH'] ?? '').split(delimiter),
].find((folder) => ['initdb', 'pg_ctl'].every((name) => existsSync(join(folder, name))))

/** PostgreSQL refuses to run as root. */
export function person(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const numberOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres']))
  return { uid: numberOf('-u'), gid: numberOf('-g') }
}

/** A PostgreSQL cluster of a test's own, in a folder of its own. */
export type Cluster = {
  folder: string
  data: string
  port: number
  url: string
  /** Calls one of PostgreSQL's programs. */
  call(name: string, ...args: string[]): void
  start(options?: Record<string, string | number>): void
  /** Stops its processes where they are: nothing answers, and no connection ends. */
  hold(): void
  /** Ends all of its processes at once, as a machine that is gone does. */
  kill(): Promise<void>
  /** Ends it and removes its files. */
  remove(): void
}

/** An empty one; `env` is that of its processes. */
export async function newCluster(env: Record<string, string> = {}): Promise<Cluster> {
  if (!programs) throw new Error('No PostgreSQL found: install one.')
  const bin = programs
  const folder = mkdtempSync(join(tmpdir(), 'fieldhive-postgres-'))
  const owner = person()
  chmodSync(folder, 0o755)
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const port = await freePort()
  const call: Cluster['call'] = (name, ...args) =>
    void execFileSync(join(bin, name), args, {
      ...owner,
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  const hold = (): number[] => {
    const first = firstOf(data)
    // Held first, so that it starts no more of them.
    process.kill(first, 'SIGSTOP')
    const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8')
    const all = [...children.trim().split(' ').filter(Boolean).map(Number), first]
    for (const pid of all) process.kill(pid, 'SIGSTOP')
    return all
  }
  return {
    folder,
    data,
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    call,
    start(options = {}) {
      const all = {
        listen_addresses: '127.0.0.1',
        port,
        unix_socket_directories: '',
        max_connections: 200,
        // In its own folder: other users' rights to the machine's shared memory may differ.
        dynamic_shared_memory_type: 'mmap',
        ...options,
      }
      const flags = Object.entries(all).map(([name, value]) => `-c ${name}=${value}`)
      const log = join(folder, 'log')
      try {
        call('pg_ctl', '-D', data, '-l', log, '-w', '-o', flags.join(' '), 'start')
      } catch (fault) {
        throw new Error(readFileSync(log, 'utf8').slice(-2_000), { cause: fault })
      }
    },
    hold,
    async kill() {
      const all = hold()
      for (const pid of all) process.kill(pid, 'SIGKILL')
      while (all.some(isAlive)) await pause(5)
      // A machine that starts again has none of these processes.
      rmSync(join(data, 'postmaster.pid'), { force: true })
    },
    remove() {
      // One that was killed is not there to be stopped.
      if (isAlive(firstOf(data))) call('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A new database cluster in it. */
export const fill = ({ call, data }: Cluster, ...args: string[]): void =>
  call('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', ...args)

/** The process that started all others of a cluster. */
const firstOf = (data: string): number => {
  const file = join(data, 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
}

/** Whether a process runs; one that ended may stay listed until its parent hears of it. */
function isAlive(pid: number): boolean {
  if (!pid) return false
  try {
    process.kill(pid, 0)
    return (
      !existsSync('/proc') || !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
    )
  } catch {
    return false
  }
}
