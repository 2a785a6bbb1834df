import { readFileSync, readdirSync } from 'node:fs'
import type { Store, Wire } from './store.ts'

const folder = new URL('../../../../db/migrations/', import.meta.url)
/** Advisory lock held while migrating, so that several processes can start together. */
const migrationLock = 7_304_113

/** Names of the migrations already applied; none in a new database. */
async function appliedMigrations(wire: Wire): Promise<Set<string>> {
  try {
    return new Set(
      (await wire.query<{ name: string }>('select name from migration')).rows.map(
        (row) => row.name,
      ),
    )
  } catch (fault) {
    if ((fault as { code?: string }).code === '42P01') return new Set()
    throw fault
  }
}

/** Names of all migrations, in order. */
export const knownMigrations = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()

/**
 * Applies each pending migration in its own transaction, in name order. Returns the names applied.
 */
export async function migrate(
  store: Store,
  names: readonly string[] = knownMigrations(),
): Promise<string[]> {
  const wire = await store.acquire()
  let broken: unknown
  let locked = false
  try {
    // Most starts have nothing to do, and one query is enough to know.
    const before = await appliedMigrations(wire)
    if (names.every((name) => before.has(name))) return []
    await wire.query(`select pg_advisory_lock(${migrationLock})`)
    locked = true
    await wire.query(
      'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
    )
    const known = await appliedMigrations(wire)
    const missing = names.filter((name) => !known.has(name))
    for (const name of missing) {
      try {
        await wire.query(
          `begin; ${readFileSync(new URL(name, folder), 'utf8')}; ${noteOf(name)}; commit`,
        )
      } catch (fault) {
        await wire.query('rollback').catch(() => {})
        throw new Error(`Migration ${name} failed: ${(fault as Error).message}`, { cause: fault })
      }
    }
    return missing
  } finally {
    if (locked)
      await wire
        .query(`select pg_advisory_unlock(${migrationLock})`)
        .catch((fault) => (broken = fault))
    wire.release(broken)
  }
}

/**
 * Takes away what an earlier version used, and says so in its first line with the migration since which nothing uses it.
 */
export const contractLine = /^-- contract, needs (\d{4}_\w+\.sql):/

function noteOf(name: string): string {
  const needs = contractLine.exec(readFileSync(new URL(name, folder), 'utf8'))?.[1]
  return needs
    ? `insert into migration (name, needs) values ('${name}', '${needs}')`
    : `insert into migration (name) values ('${name}')`
}

/** A migration that must be known to use this database and is not here; null if this version may use it. */
export async function unknownNeed(store: Store): Promise<string | null> {
  const wire = await store.acquire()
  try {
    const { rows } = await wire.query<{ needs: string }>(
      'select needs from migration where needs is not null order by needs',
    )
    const known = knownMigrations()
    return rows.find(({ needs }) => !known.includes(needs))?.needs ?? null
  } finally {
    wire.release()
  }
}
