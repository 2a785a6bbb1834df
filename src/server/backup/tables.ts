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
export async function openJobs(ask: Ask): Promise<OpenJob[]> {
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
