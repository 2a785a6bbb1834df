import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { pause } from '../faults/process.ts'
import { person } from './cluster.ts'

/** PgBouncer in front of a server, which lends a session for one transaction at a time. */
export async function startPooler(server: string): Promise<{ url: string; stop: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhive-pooler-'))
  const owner = person()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const port = await freePort()
  const { hostname, port: serverPort, username } = new URL(server)
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${serverPort || 5432} user=${username || 'postgres'}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 16
max_client_conn = 2000
# Tests drop their databases.
autodb_idle_timeout = 5
`,
  )
  const child = spawn('pgbouncer', ['--quiet', file], {
    ...owner,
    env: { PATH: `${process.env['PATH']}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const fault = once(child, 'error').then(() => {
    throw new Error('No PgBouncer found: install it.')
  })
  await Promise.race([fault, answers(port)])
  return {
    url: Object.assign(new URL(server), { port, hostname: '127.0.0.1' }).href,
    stop() {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++, await pause(50)) {
    const socket = connect(port, '127.0.0.1')
    const heard = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (heard) return
  }
  throw new Error('PgBouncer does not answer')
}
