import { ConfigFault, type Config } from './base/kit/config.ts'
import { bringUp, openDatabase } from './base/db/open.ts'
import type { Store } from './base/db/store.ts'

/** Opens the configured database as the server uses it, migrated. */
export async function openStore(config: Config): Promise<Store> {
  // A pooler would spread a migration's lock over sessions.
  if (config.DATABASE_OWNER_URL || config.DATABASE_DIRECT_URL) await bringUpAsOwner(config)
  const store = await openDatabase(config)
  await bringUp(config, store)
  return store
}

/** The configuration of a command that changes tables: it signs in to the database as their owner, past a pooler. */
export const asDatabaseOwner = (config: Config): Config => ({
  ...config,
  DATABASE_URL: config.DATABASE_OWNER_URL ?? config.DATABASE_DIRECT_URL ?? config.DATABASE_URL,
  DATABASE_DIRECT_URL: undefined,
  DATABASE_OWNER_URL: undefined,
})

/**
 * Migrates the database as its owner, and makes the server's login if it has one of its own. Returns the names of the
 * migrations applied.
 */
export async function bringUpAsOwner(config: Config): Promise<string[]> {
  const owner = asDatabaseOwner(config)
  const store = await openDatabase(owner)
  const applied = await bringUp(owner, store)
  try {
    if (config.DATABASE_OWNER_URL) await giveOwnLogin(store, config)
    return applied
  } finally {
    await store.close()
  }
}

/** The queues first, for the login may use them and not make them. */
async function giveOwnLogin(owner: Store, config: Config): Promise<void> {
  const [{ createJobs }, { allowLogin, excessOf }] = await Promise.all([
    import('./base/jobs/jobs.ts'),
    import('./base/db/server-login.ts'),
  ])
  const jobs = createJobs({ store: owner, runs: false, log: console })
  try {
    await jobs.prepare()
  } finally {
    await jobs.stop()
  }
  await allowLogin(owner, config.DATABASE_URL!)
  const store = await openDatabase(config)
  try {
    const excess = await excessOf(store)
    if (excess)
      throw new ConfigFault(
        `The login in DATABASE_URL can do more than the server needs: ${excess}.`,
      )
  } finally {
    await store.close()
  }
}
