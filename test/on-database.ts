// node test/on-database.ts COMMAND…: runs a command whose tests use a PostgreSQL cluster of their own, if the program is installed: there a test database opens faster than in memory. TEST_DATABASE_URL names another server, or none if empty; `--needed` fails without one.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from './faults/process.ts'

const debian = '/usr/lib/postgresql'
const installed = existsSync(debian)
  ? readdirSync(debian).toSorted((one, other) => Number(other) - Number(one))
  : []
/** The folder of PostgreSQL's programs: the newest Debian has, or one in the path. */
const programs = [
  ...installed.map((version) => join(debian, version, 'bin')),
  ...(process.env['PATH'] ?? '').split(delimiter),
].find((folder) => ['initdb', 'pg_ctl'].every((name) => existsSync(join(folder, name))))

/** PostgreSQL refuses to run as root. */
function owner(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const numberOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres']))
  return { uid: numberOf('-u'), gid: numberOf('-g') }
}

/** A new cluster that writes nothing to disk before it answers: its data need not survive the machine. */
async function startCluster(bin: string): Promise<{ url: string; stop: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhive-postgres-'))
  const person = owner()
  chmodSync(folder, 0o755)
  if (person) chownSync(folder, person.uid, person.gid)
  const data = join(folder, 'data')
  const call = (name: string, ...args: string[]) =>
    execFileSync(join(bin, name), ['-D', data, ...args], {
      ...person,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  const port = await freePort()
  const options = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    max_connections: 200,
    fsync: 'off',
    full_page_writes: 'off',
    // In its own folder: other users' rights to the machine's shared memory may differ.
    dynamic_shared_memory_type: 'mmap',
  }
  const flags = Object.entries(options).map(([name, value]) => `-c ${name}=${value}`)
  call('initdb', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync')
  call('pg_ctl', '-l', join(folder, 'log'), '-w', '-o', flags.join(' '), 'start')
  const stop = () => {
    call('pg_ctl', '-m', 'immediate', '-w', 'stop')
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop }
}

const isNeeded = process.argv[2] === '--needed'
const [command, ...args] = process.argv.slice(isNeeded ? 3 : 2)
if (!command) throw new Error('Say which command to run.')
const given = process.env['TEST_DATABASE_URL']
if (isNeeded && !given && !programs)
  throw new Error('No PostgreSQL found: install one, or set TEST_DATABASE_URL.')
const own =
  (isNeeded ? !given : given === undefined) && programs ? await startCluster(programs) : null

const child = spawn(command, args, {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: own?.url ?? given ?? '' },
})
// The command ends first, and the cluster after it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
const code = await new Promise<number | null>((ended, failed) => {
  child.once('error', failed)
  child.once('close', ended)
}).finally(() => own?.stop())
process.exitCode = code ?? 1
