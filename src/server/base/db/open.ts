import { ConfigFault, type Config } from '../kit/config.ts'
import { addressesOf } from '../kit/database-address.ts'
import { migrate, unknownNeed } from './migrate.ts'
import type { Store } from './store.ts'

/** What is wrong with a database address, as a sentence; null for errors with their own message. */
function reasonOf(fault: unknown): string | null {
  for (let at = fault; at instanceof Error; at = at.cause) {
    const { code } = (at instanceof AggregateError ? at.errors[0] : at) as { code?: string }
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return 'nothing listens there'
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the host is not known'
    if (code === 'ETIMEDOUT' || /timeout/.test(at.message)) return 'it does not answer'
    if (code === '28P01' || code === '28000') return 'the user name or password is wrong'
    if (code === '42501')
      return 'this login may not change its tables; run npm run migrate with DATABASE_OWNER_URL'
    if (code === '25006') return 'none of its hosts takes writes'
    if (code === '3D000') return 'there is no database of that name'
  }
  return null
}

/** Opens the configured database without touching its schema. */
export async function openDatabase(config: Config): Promise<Store> {
  if (config.DATABASE_URL) {
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres(config.DATABASE_URL, { direct_url: config.DATABASE_DIRECT_URL })
  }
  return (await import('./embedded.ts')).openEmbedded(config.DATA_DIR)
}

/**
 * Migrates an open database and returns what was applied; errors name the database but never its
 * password.
 */
export async function bringUp(config: Config, store: Store): Promise<string[]> {
  try {
    const applied = await migrate(store)
    const needed = await unknownNeed(store)
    if (needed)
      throw new ConfigFault(
        `A newer version of Fieldhive has changed this database, and this one cannot use it: it lacks ${needed}. Start the newer version.`,
      )
    return applied
  } catch (fault) {
    await store.close().catch(() => {})
    if (!config.DATABASE_URL || fault instanceof ConfigFault) throw fault
    const addresses = addressesOf(config.DATABASE_URL)
    const hosts = addresses.map(
      ({ hostname, port }) => `${hostname || 'this machine'}:${port || 5432}`,
    )
    throw new ConfigFault(
      `The database at ${hosts.join(', ')}${addresses[0]!.pathname} cannot be used: ${reasonOf(fault) ?? (fault as Error).message}. Check DATABASE_URL.`,
      { cause: fault },
    )
  }
}
