import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { ConfigFault } from '../kit/config.ts'
import type { Store } from '../db/store.ts'

/** Rows of each table. */
export type Counts = Record<string, number>

/**
 * Writes everything of the installation, as it is at one moment, into one compressed file that only its owner can read. Works while the
 * server runs on PostgreSQL. An existing file is never overwritten.
 */
export async function backUp(store: Store, file: string): Promise<Counts> {
  const counts: Counts = {}
  const part = `${file}.part`
  const wire = await store.acquire()
  const ask: Ask = async (text, values) => (await wire.query<never>(text, values)).rows
  try {
    await ask(`begin isolation level repeatable read read only; ${plainText}`)
    await refuseSecret(ask)
    await pipeline(
      Readable.from(contents(ask, counts)),
      createGzip(),
      createWriteStream(part, { mode: 0o600 }),
    )
    // Unlike a rename, this refuses a name that is taken.
    await link(part, file)
    await rm(part)
  } catch (fault) {
    await rm(part, { force: true })
    throw fault
  } finally {
    await wire.query('rollback').then(
      () => wire.release(),
      (fault: unknown) => wire.release(fault),
    )
  }
  return counts
}

/** A backup is copied to places where the secret must not be. */
async function refuseSecret(ask: Ask): Promise<void> {
  const found = await ask(
    "select 1 from setting where key = 'installation_secret' and value ? 'secret'",
  )
  if (found.length)
    throw new ConfigFault(
      'This database still holds the installation’s secret. Start the server once, which takes it out, and then make the backup.',
    )
}

/** The lines of a backup. A last line says that it is whole. */
async function* contents(ask: Ask, counts: Counts): AsyncGenerator<string> {
  const migrations = await ask<{ name: string }>('select name from migration order by name')
  const line = (value: object) => `${JSON.stringify(value)}\n`
  yield line({
    fieldhive_backup: 1,
    made_at: new Date().toISOString(),
    migrations: migrations.map(({ name }) => name),
  })
  const tables = await storedTables(ask)
  // Before the role changes, which may not read what other jobs hold.
  const jobs = await openJobs(ask)
  await ask('set local role fieldhive_platform')
  for (const table of tables) {
    const { name, columns } = table
    yield line({ table: name, columns })
    const hash = createHash('sha256')
    let rows = 0
    for await (const lines of linesOf(ask, table)) {
      const text = lines.map((one) => `${one}\n`).join('')
      hash.update(text)
      rows += lines.length
      yield text
    }
    counts[name] = rows
    yield line({ end: name, rows, sha256: hash.digest('hex') })
  }
  yield line({ jobs, whole: true })
}

/** Asks the database something inside the caller's transaction. */
export type Ask = <Row = Record<string, unknown>>(
  text: string,
  values?: readonly unknown[],
) => Promise<Row[]>

type StoredTable = {
  name: string
  /** Names and types of what is stored; generated columns come by themselves. */
  columns: [name: string, type: string][]
  key: string[]
}

/** Rows read or written at a time. */
export const pageSize = 500

/** Values as text that means the same on every server, whatever its settings. */
export const plainText =
  "set local timezone to 'UTC'; set local datestyle to 'ISO, YMD'; set local intervalstyle to 'postgres'; set local bytea_output to 'hex'; set local extra_float_digits to 1"

/** Every table of the installation but the list of migrations, read from the database. */
export async function storedTables(ask: Ask): Promise<StoredTable[]> {
  const tables = await ask<StoredTable & { key: string[] | null }>(
    `select c.relname as name,
      (select json_agg(json_build_array(a.attname, format_type(a.atttypid, a.atttypmod)) order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select json_agg(a.attname order by k.n) from pg_index i, unnest(i.indkey::int2[]) with ordinality as k(attnum, n)
        join pg_attribute a on a.attnum = k.attnum where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid) as key
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migration' order by c.relname collate "C"`,
  )
  const unordered = tables.find(({ key }) => !key)
  if (unordered) throw new Error(`The table ${unordered.name} has no primary key to order it by.`)
  return tables
}

/**
 * The rows of a table in the order of its key, page by page: each a JSON array of its values as text, which every type survives exactly.
 */
export async function* linesOf(
  ask: Ask,
  { name, columns, key }: StoredTable,
): AsyncGenerator<string[]> {
  const values = columns.map(([column]) => `"${column}"::text`).join(', ')
  const order = key.map((column) => `"${column}"::text collate "C"`).join(', ')
  await ask(
    `declare stored no scroll cursor for select to_json(array[${values}])::text as line from "${name}" order by ${order}`,
  )
  for (;;) {
    const rows = await ask<{ line: string }>(`fetch ${pageSize} from stored`)
    if (rows.length) yield rows.map(({ line }) => line)
    if (rows.length < pageSize) break
  }
  await ask('close stored')
}

/** A job that was open: its name, data, key, and when it is due. */
export type OpenJob = [name: string, data: string, key: string | null, due: string]

/** Jobs that wait, run or will be tried again. Those on a schedule come by themselves. */
async function openJobs(ask: Ask): Promise<OpenJob[]> {
  const [queues] = await ask<{ exists: boolean }>(
    "select to_regclass('pgboss.job') is not null as exists",
  )
  if (!queues?.exists) return []
  const jobs = await ask<{ name: string; data: string; key: string | null; due: string }>(
    `select name, data::text as data, singleton_key as key, to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as due from pgboss.job
     where state in ('created', 'retry', 'active') and name !~ '^__' order by start_after, id`,
  )
  return jobs.map(({ name, data, key, due }) => [name, data, key, due])
}
