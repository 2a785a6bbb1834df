import { execFile } from 'node:child_process'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildWorld, type World } from '../demo/world.ts'
import { readConfig } from '../src/server/base/kit/config.ts'
import { openEmbedded, type EmbeddedStore } from '../src/server/base/db/embedded.ts'
import { migrate } from '../src/server/base/db/migrate.ts'
import { openPostgres } from '../src/server/base/db/postgres.ts'
import { sandboxes } from '../src/server/main.ts'
import type { Store } from '../src/server/base/db/store.ts'
import { startServer } from '../src/server/start.ts'

export const snapshotIn = (folder: string): string => join(folder, 'database.tar')
/** The same database before it was seeded. */
export const emptyIn = (folder: string): string => join(folder, 'empty.tar')

/** Written at the end, after the fault if there is one. */
export const readyIn = (folder: string): string => join(folder, 'ready')
export const faultIn = (folder: string): string => join(folder, 'fault')

/** The ids in the world, by name. */
const worldIn = (folder: string): string => join(folder, 'world.json')

/** Copies the installation's secret and the payment sandbox's data of the world, for a separate server. */
export function copyFiles(template: string, folder: string): void {
  cpSync(join(template, 'installation-secret'), join(folder, 'installation-secret'))
  const payments = join(template, 'payments')
  if (existsSync(payments))
    cpSync(payments, join(folder, 'payments'), {
      recursive: true,
      filter: (path) => !path.endsWith('lock'),
    })
}

/** Runs this file, so that the demo world is built in a process whose threads, too, are on the tests' day. */
export async function makeTemplate(folder: string, address?: string | null): Promise<World> {
  await promisify(execFile)(process.execPath, [
    import.meta.filename,
    folder,
    ...(address ? [address] : []),
  ])
  return readWorld(folder)
}

export const readWorld = (folder: string): World =>
  JSON.parse(readFileSync(worldIn(folder), 'utf8')) as World

/** The databases that new ones are copied from are two thirds of a snapshot's files, and nobody makes one here. */
async function dropTemplates(store: Store): Promise<void> {
  const wire = await store.acquire()
  try {
    await wire.query("update pg_database set datistemplate = false where datname <> 'postgres'")
    for (const name of ['template0', 'template1']) await wire.query(`drop database ${name}`)
  } finally {
    wire.release()
  }
}

/** Builds the demo world, which takes seconds; copying it takes a fraction. Writes it to the PostgreSQL database at `address`, or to `folder` next to the payments. */
async function buildTemplate(folder: string, address?: string): Promise<World> {
  const store = await (address ? openPostgres(address) : openEmbedded('memory://'))
  await migrate(store)
  const keep = async (file: string) => {
    if ('snapshot' in store) writeFileSync(file, await (store as EmbeddedStore).snapshot())
  }
  if (!address) await dropTemplates(store)
  await keep(emptyIn(folder))
  let world: World | undefined
  const running = await startServer(
    readConfig({
      NODE_ENV: 'test',
      PORT: '0',
      DATA_DIR: folder,
      PUBLIC_URL: 'http://localhost:3000',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
    }),
    sandboxes,
    {
      store,
      pages: false,
      prepare: async (app, sandbox) => {
        world = await buildWorld(app, sandbox)
      },
    },
  )
  await running.close()
  await keep(snapshotIn(folder))
  await store.close()
  return world!
}

if (import.meta.main) {
  const [folder = '', address] = process.argv.slice(2)
  const world = await buildTemplate(folder, address)
  writeFileSync(worldIn(folder), JSON.stringify(world))
}
