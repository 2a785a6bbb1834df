import { spawn } from 'node:child_process'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Store } from './base/db/store.ts'
import type { Config } from './base/kit/config.ts'
import type { Sandboxes } from './sandboxes.ts'

// Imports are lazy, so that the database opens while the rest is still loading.

export const sandboxes: Sandboxes = {
  startPayments: async (options) =>
    (await import('../../sandbox/payments/index.ts')).startPaymentSandbox(options),
  outbox: () => import('../../sandbox/outbox.ts'),
}

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Errors whose message is the one sentence to show. */
const expected = new Set(['ConfigFault', 'DataFolderInUse'])

/** One clear sentence and exit code 1: nothing was damaged. */
const stopWith = (sentence: string): never => {
  console.error(sentence)
  process.exit(1)
}
const portTaken = (port: number): never =>
  stopWith(`Port ${port} is taken. Stop the other program, or set PORT to another number.`)

const portIsFree = (port: number, host: string): Promise<boolean> =>
  new Promise((answer, failed) => {
    const probe = createServer()
    probe.once('error', (fault: NodeJS.ErrnoException) =>
      fault.code === 'EADDRINUSE' ? answer(false) : failed(fault),
    )
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => answer(true)))
  })

/**
 * Builds the pages in a separate process, in parallel with the rest of the startup, so that its
 * memory is freed.
 */
async function buildPages(): Promise<void> {
  const { webIsStale } = await import('./build-web.ts')
  if (!webIsStale()) return
  const builder = spawn(process.execPath, [`${root}src/server/build-web.ts`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = () => builder.kill()
  process.once('exit', stop)
  const code = await new Promise((ended, failed) =>
    builder.once('error', failed).once('exit', ended),
  )
  process.off('exit', stop)
  if (code !== 0) stopWith('The pages could not be built. Run npm ci, then npm start again.')
}

async function main(): Promise<void> {
  enableCompileCache(`${root}node_modules/.cache/node`)
  const { readConfig } = await import('./base/kit/config.ts')
  const roleFlag = process.argv.indexOf('--role')
  const config = readConfig({
    ...process.env,
    ...(roleFlag > 0 ? { ROLE: process.argv[roleFlag + 1] } : {}),
  })
  if (config.PORT !== 0 && !(await portIsFree(config.PORT, config.HOST))) portTaken(config.PORT)
  // As the first process of a container, it would not hear that it should stop while it starts.
  let stop = (): void => process.exit(0)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop())
  const pages = buildPages()
  const opening = import('./open-store.ts').then(({ openStore }) => openStore(config))
  pages.catch(() => {})
  // Report a folder in use right away, not after everything has loaded.
  opening.catch(failWith)
  process.on('SIGUSR2', () => void opening.then((store) => backUpForCopy(store, config)))
  const [{ startServer }, { planFirstRun }] = await Promise.all([
    import('./start.ts'),
    import('../../demo/world.ts'),
  ])
  const store = await opening
  const firstRun = await planFirstRun(store, config, (line) => console.log(`  ${line}`))
  let running: Awaited<ReturnType<typeof startServer>>
  try {
    running = await startServer(config, sandboxes, {
      store,
      prepare: () => pages,
      fill: firstRun.fill,
    })
  } catch (fault) {
    await store.close()
    throw fault
  }
  stop = () => {
    setTimeout(() => process.exit(0), 8_000).unref()
    void running
      .close()
      .then(() => store.close())
      .then(() => process.exit(0))
  }
  announce(config, running.sandbox?.panelPath ?? null, Boolean(firstRun.fill))
  await running.ready
  console.log((await firstRun.lines()).join('\n'))
  setTimeout(tidyUp, 2_000).unref()
}

/** Only this process may read an embedded database, so `/hooks/pre-backup` asks it to write the file. */
async function backUpForCopy(store: Store, { BACKUP_DIR }: Config): Promise<void> {
  const [{ backUp }, { copyName }] = await Promise.all([
    import('./base/backup/backup.ts'),
    import('./base/backup/nightly.ts'),
  ])
  if (BACKUP_DIR) await backUp(store, join(BACKUP_DIR, copyName)).catch(console.error)
}

/**
 * Cleans up after startup: saves compiled code for the next one, and frees about 50 MB of garbage
 * that an idle process would keep.
 */
function tidyUp(): void {
  // Write it now, since a killed process would not.
  flushCompileCache()
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: {
    type: 'major'
    execution: 'sync'
    flavor: 'last-resort'
  }) => void
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

function announce(config: Config, panelPath: string | null, filling: boolean): void {
  console.log(`Fieldhive is ready at ${config.PUBLIC_URL}`)
  if (panelPath) {
    const outbox = config.is_private ? ` · messages: ${config.PUBLIC_URL}/sandbox/outbox` : ''
    console.log(`Sandbox: no real money. Payments: ${config.PUBLIC_URL}${panelPath}${outbox}`)
  }
  if (filling) console.log('Pages are served while the demo is built; its sign-ins follow:')
}

function failWith(fault: NodeJS.ErrnoException & { port?: number }): never {
  if (expected.has(fault.constructor.name)) stopWith(fault.message)
  if (fault.code === 'EADDRINUSE') portTaken(fault.port ?? 0)
  if (fault.syscall === 'listen')
    stopWith(`The server cannot listen there: ${fault.message}. Set HOST and PORT.`)
  if (fault.path && /^(EACCES|EEXIST|EROFS|ENOTDIR|EPERM|ENOSPC)$/.test(fault.code ?? '')) {
    stopWith(
      `The folder ${fault.path} cannot be written (${fault.code}). Set DATA_DIR to another one.`,
    )
  }
  console.error(fault)
  process.exit(1)
}

if (import.meta.main) main().catch(failWith)
