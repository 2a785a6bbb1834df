import { sql } from 'kysely'

/** Waits for other transactions that hold this name, then holds it until the transaction ends. */
export const lockName = (name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`
