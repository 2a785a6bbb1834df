import { createListener, openPool } from './pool.ts'
import type { Store } from './store.ts'

/** Opens a pool to a PostgreSQL server. */
export async function openPostgres(
  url: string,
  { max = 12 }: { max?: number } = {},
): Promise<Store> {
  const pool = openPool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    options: '-c timezone=UTC',
    keepAlive: true,
  })
  const listener = createListener(url)
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
