import { sql } from 'kysely'
import { onPlatform, type PlatformTx, system } from '../../base/db/door.ts'
import type { Store } from '../../base/db/store.ts'
import { fingerprint } from '../../base/kit/secrets.ts'

const freeGuesses = 10
const firstWait_seconds = 30
const longestWait_seconds = 3600

/** Counts attempts in the database, so that all processes share one limit. */
export type Throttle = {
  /**
   * Counts a guess at a secret; false while it has to wait. Ten are free, then each one waits twice
   * as long as the last, up to an hour.
   */
  guess(key: string): Promise<boolean>
  /** Counts a request; false after `most` of them in `seconds`. */
  within(key: string, most: number, seconds: number): Promise<boolean>
  /** Forgets the guesses, after a right one. */
  forget(key: string): Promise<void>
}

/** Refuses nothing: for a process that runs without rate limits. */
export const unlimited: Throttle = {
  guess: async () => true,
  within: async () => true,
  forget: async () => {},
}

// One statement each: two requests in the same moment are counted one after the other. The first
// guesses are free since before any of them began.
export const createThrottle = (store: Store): Throttle => ({
  guess: (key) =>
    onPlatform(store, system, async (tx) => {
      const { rows } = await sql`
        insert into idp_throttle as t (key, used, free_at) values (${fingerprint(key)}, 1, now() - interval '1 minute')
        on conflict (key) do update set used = t.used + 1,
          free_at = case when t.used + 1 < ${freeGuesses}::int then t.free_at
            else now() + make_interval(secs => least(${firstWait_seconds}::int * power(2, least(t.used + 1 - ${freeGuesses}::int, 20)), ${longestWait_seconds}::int)) end
        where t.free_at <= now() returning used`.execute(tx)
      return rows.length > 0
    }),
  within: (key, most, seconds) =>
    onPlatform(store, system, async (tx) => {
      const { rows } = await sql<{ used: number }>`
        insert into idp_throttle as t (key, used, free_at) values (${fingerprint(key)}, 1, now() + make_interval(secs => ${seconds}::int))
        on conflict (key) do update set used = case when t.free_at <= now() then 1 else t.used + 1 end,
          free_at = case when t.free_at <= now() then excluded.free_at else t.free_at end
        returning used`.execute(tx)
      return (rows[0]?.used ?? 0) <= most
    }),
  forget: (key) =>
    onPlatform(store, system, async (tx) => {
      await tx.deleteFrom('idp_throttle').where('key', '=', fingerprint(key)).execute()
    }),
})

/** Deletes counts that no longer block anyone. A day without attempts starts over. */
export async function deleteOldCounts(tx: PlatformTx): Promise<void> {
  await tx
    .deleteFrom('idp_throttle')
    .where('free_at', '<', sql<string>`now() - interval '24 hours'`)
    .execute()
}
