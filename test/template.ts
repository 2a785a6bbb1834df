import { cpSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildWorld, type World } from '../db/world.ts'
import { readConfig } from '../src/server/config.ts'
import { openEmbedded, type EmbeddedStore } from '../src/server/db/embedded.ts'
import { migrate } from '../src/server/db/migrate.ts'
import type { Store } from '../src/server/db/store.ts'
import { sandboxes } from '../src/server/main.ts'
import { startServer } from '../src/server/start.ts'

export const snapshotIn = (folder: string): string => join(folder, 'database.tar')
/** The same database before anything was in it. */
export const emptyIn = (folder: string): string => join(folder, 'empty.tar')

/** What the payment provider's sandbox holds of the world, for a server of one's own. */
export function copyPayments(template: string, folder: string): void {
  const payments = join(template, 'payments')
  if (existsSync(payments)) cpSync(payments, join(folder, 'payments'), { recursive: true, filter: (path) => !path.endsWith('lock') })
}

/** Builds the demo world, which takes seconds; copies of it take a fraction. An embedded database is left in `folder`, beside the payments. */
export async function buildTemplate(folder: string, open: () => Promise<Store> = () => openEmbedded('memory://')): Promise<World> {
  const store = await open()
  await migrate(store)
  const keep = async (file: string) => {
    if ('snapshot' in store) writeFileSync(file, await (store as EmbeddedStore).snapshot())
  }
  await keep(emptyIn(folder))
  let world: World | undefined
  const running = await startServer(
    readConfig({ NODE_ENV: 'test', PORT: '0', DATA_DIR: folder, PUBLIC_URL: 'http://localhost:3000', LOG_LEVEL: 'error', RATE_LIMITS: 'off' }),
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

if (import.meta.main) await buildTemplate(process.argv[2]!)
