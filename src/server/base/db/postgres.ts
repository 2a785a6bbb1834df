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
    // Row security makes our short statements look expensive, and compiling one takes longer than running it.
    options: '-c timezone=UTC -c jit=off',
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
