// npm run image: builds the files of the image into a folder, as the Dockerfile does, and starts the
// server in them without Docker: as the Dockerfile's user and the first process, on port 80 of its
// own network, with nothing to write to but /storage. Then a copy of /storage goes through both hooks.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { read, root as repository } from '../source.ts'

const most_mb = 250
const patience_ms = 600_000
/** What Docker gives a container to stop. */
const grace_ms = 10_000

const file = read('Dockerfile')
const last = (word: string): string => {
  const found = [...file.matchAll(new RegExp(`^${word} (.*)$`, 'gm'))].at(-1)?.[1]
  if (!found) throw new Error(`The Dockerfile has no ${word}.`)
  return found
}
/** The command that fills /image, and what the last stage does with it. */
const builder = /node scripts\/\S+(?= \/image$)/m.exec(file)?.[0]
if (!builder) throw new Error('The Dockerfile does not fill /image.')
const env = Object.fromEntries(
  last('ENV')
    .split(' ')
    .map((one) => one.split('=') as [string, string]),
)
const command = JSON.parse(last('CMD')) as string[]
const user = last('USER')
const uid = Number(user.split(':')[0])

if (process.argv[2] === 'inside') await inside(process.argv[3]!)
else outside()

/** Builds the files, and goes on in a network and with mounts of its own. */
function outside(): void {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhive-image-'))
  const image = join(folder, 'image')
  try {
    const [program, ...args] = builder!.split(' ')
    execFileSync(program!, [...args, image], { cwd: repository, stdio: 'inherit' })
    const bytes = globSync('**/*', { cwd: image, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, entry) => sum + readFileSync(join(entry.parentPath, entry.name)).length, 0)
    console.log(`${Math.round(bytes / 1e6)} MB in ${image}`)
    if (bytes > most_mb * 1e6) throw new Error(`The image may have ${most_mb} MB.`)
    const asRoot = process.getuid!() === 0 ? [] : ['sudo']
    const [unshare, ...rest] = [...asRoot, 'unshare', '--net', '--mount', process.execPath]
    execFileSync(unshare, [...rest, import.meta.filename, 'inside', folder], { stdio: 'inherit' })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function inside(folder: string): Promise<void> {
  const image = join(folder, 'image')
  const storage = join(image, 'storage')
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  run('ip', 'link', 'set', 'lo', 'up')
  run('sysctl', '-q', 'net.ipv4.ip_unprivileged_port_start=0')
  run('mount', '--bind', image, image)
  for (const name of ['dev', 'proc', 'storage']) mkdirSync(join(image, name), { recursive: true })
  for (const name of ['one', 'two']) {
    mkdirSync(join(folder, name))
    chownSync(join(folder, name), uid, uid)
  }
  run('mount', '--rbind', '/dev', join(image, 'dev'))
  run('mount', '--bind', join(folder, 'one'), storage)
  run('mount', '-o', 'remount,bind,ro', image)

  const first = await start(image)
  console.log(`ready on port ${env['PORT']} after ${first.ready_ms} ms`)
  const page = await fetch(`http://127.0.0.1:${env['PORT']}/`)
  if (!page.ok || !(await page.text()).includes('Fieldhive')) throw new Error('No landing page.')
  await call(image, first.pid, '/hooks/pre-backup')
  // As it is while the server runs.
  cpSync(join(folder, 'one'), join(folder, 'two'), { recursive: true, preserveTimestamps: true })
  console.log(`stopped within ${await stop(first)} ms`)

  run('umount', storage)
  run('chown', '-R', user, join(folder, 'two'))
  run('mount', '--bind', join(folder, 'two'), storage)
  await call(image, null, '/hooks/post-restore')
  const second = await start(image)
  console.log(`ready again from the copy after ${second.ready_ms} ms`)
  console.log(`stopped within ${await stop(second)} ms`)
  // They are not the caller's to delete.
  run('umount', storage)
  for (const name of ['one', 'two']) rmSync(join(folder, name), { recursive: true })
}

type Started = { child: ChildProcess; pid: number; ready_ms: number }

/** Waits for /readyz. */
async function start(image: string): Promise<Started> {
  const began = Date.now()
  const child = within(image, ['unshare', '--pid', '--fork', '--kill-child'], command)
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${env['PORT']}/readyz`).catch(() => null)
    const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
    if (answer?.ok) return { child, pid: Number(children), ready_ms: Date.now() - began }
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`)
    if (Date.now() - began > patience_ms) throw new Error('The server is not ready in time.')
    await delay(100)
  }
}

async function stop({ child, pid }: Started): Promise<number> {
  const began = Date.now()
  const ended = new Promise<number | null>((done) => child.once('close', done))
  process.kill(pid, 'SIGTERM')
  const code = await Promise.race([ended, delay(grace_ms, 'late', { ref: false })])
  if (code !== 0) throw new Error(`The server did not stop cleanly: ${code}.`)
  return Date.now() - began
}

/** Runs a hook, beside the server's processes if it runs. */
async function call(image: string, pid: number | null, hook: string): Promise<void> {
  const beside = pid === null ? ['env'] : ['nsenter', `--pid=/proc/${pid}/ns/pid`]
  const child = within(image, beside, [hook])
  const code = await new Promise<number | null>((done) => child.once('close', done))
  if (code !== 0) throw new Error(`${hook} ended with ${code}.`)
  console.log(`${hook} did its work`)
}

function within(image: string, [program, ...args]: string[], wanted: string[]): ChildProcess {
  const script = `mount -t proc proc '${image}/proc' && exec chroot --userspec=${user} '${image}' "$@"`
  const child = spawn(program!, [...args, 'sh', '-c', script, 'sh', ...wanted], {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  return child
}
