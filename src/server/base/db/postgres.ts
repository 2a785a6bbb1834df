import { createHosts } from './hosts.ts'
import { askForWrites, createListener, openPool } from './pool.ts'
import type { Store } from './store.ts'

/**
 * Opens a pool to a PostgreSQL server. `direct_url` leads past a pooler at `url`, for the one connection that listens.
 */
export async function openPostgres(
  url: string,
  { max = 12, direct_url }: { max?: number; direct_url?: string | undefined } = {},
): Promise<Store> {
  const hosts = createHosts(url, askForWrites)
  const isPooled = direct_url !== undefined
  const pool = openPool(
    {
      max,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      // Row security makes our short statements look expensive, and compiling one takes longer than running it.
      ...(isPooled ? {} : { options: '-c timezone=UTC -c jit=off' }),
    },
    { hosts, isPooled },
  )
  const listener = createListener(isPooled ? createHosts(direct_url, askForWrites) : hosts)
  return {
    kind: 'postgres',
    acquire: pool.acquire,
    listen: listener.listen,
    async close() {
      await listener.stop()
      await pool.close()
    },
  }
}
