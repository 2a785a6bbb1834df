import { execFile } from 'node:child_process'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildWorld, type World } from '../demo/world.ts'
import { readConfig } from '../src/server/config.ts'
import { openEmbedded, type EmbeddedStore } from '../src/server/db/embedded.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { openPostgres } from '../src/server/db/postgres.ts'
import { sandboxes } from '../src/server/main.ts'
import { startServer } from '../src/server/start.ts'

export const snapshotIn = (folder: string): string => join(folder, 'database.tar')
/** The same database before anything was in it. */
export const emptyIn = (folder: string): string => join(folder, 'empty.tar')

/** Who and what is in the world, by name. */
const worldIn = (folder: string): string => join(folder, 'world.json')

/** What the payment provider's sandbox holds of the world, for a server of one's own. */
export function copyPayments(template: string, folder: string): void {
  const payments = join(template, 'payments')
  if (existsSync(payments))
    cpSync(payments, join(folder, 'payments'), {
      recursive: true,
      filter: (path) => !path.endsWith('lock'),
    })
}

/** Runs this file: the demo world is built in a process whose threads, too, live on the day of the tests. */
export async function makeTemplate(folder: string, address?: string | null): Promise<World> {
  await promisify(execFile)(process.execPath, [
    import.meta.filename,
    folder,
    ...(address ? [address] : []),
  ])
  return JSON.parse(readFileSync(worldIn(folder), 'utf8')) as World
}

/** Builds the demo world, which takes seconds; copies of it take a fraction. It goes into the PostgreSQL database at `address`, or is left in `folder` beside the payments. */
async function buildTemplate(folder: string, address?: string): Promise<World> {
  const store = await (address ? openPostgres(address) : openEmbedded('memory://'))
  await migrate(store)
  const keep = async (file: string) => {
    if ('snapshot' in store) writeFileSync(file, await (store as EmbeddedStore).snapshot())
  }
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
