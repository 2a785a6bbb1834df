import { knownMigrations } from '../db/migrate.ts'
import type { Store } from '../db/store.ts'

/** Jobs of one kind that could run and wait: how many, and for how many seconds the oldest. */
type Waiting = { job: string; count: number; seconds: number }

export const readWaiting = (store: Store): Promise<Waiting[]> =>
  ask(
    store,
    `select name as job, count(*)::int as count, ${ageOf('min(start_after)')} as seconds
    from pgboss.job where state < 'active' and start_after <= now() group by name`,
  )

/** How a database stands for a process that wants to serve from it. */
type Standing = {
  /** Migrations that this build knows and the database does not have. */
  pending: number
  /** Since a worker last finished a job; null if none has in the last day. */
  silent_seconds: number | null
  /** How long the oldest job that could run has waited. */
  queued_seconds: number
}

export async function readStanding(store: Store): Promise<Standing> {
  const [row] = await ask<Standing>(
    store,
    `select (select count(*)::int from unnest($1::text::text[]) known where not exists (select 1 from migration m where m.name = known)) as pending,
      (select ${ageOf('max(completed_on)')} from pgboss.job) as silent_seconds,
      coalesce((select ${ageOf('min(start_after)')} from pgboss.job where state < 'active' and start_after <= now()), 0) as queued_seconds`,
    [`{${knownMigrations().join(',')}}`],
  )
  return row!
}

const ageOf = (moment: string): string => `extract(epoch from now() - ${moment})::int`

/** One question outside of any transaction, as the server's own login. */
async function ask<Row>(store: Store, text: string, values?: readonly unknown[]): Promise<Row[]> {
  const wire = await store.acquire()
  let broken: unknown
  try {
    return (await wire.query<Row>(text, values)).rows
  } catch (fault) {
    broken = fault
    throw fault
  } finally {
    wire.release(broken)
  }
}
