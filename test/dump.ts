import { gunzipSync } from 'node:zlib'

type Ask = (text: string) => Promise<Record<string, unknown>[]>
type Table = { schema: string; name: string }

/** Everything a database holds, as texts: every column of every table, queues included, and what is compressed as well. */
export async function dumpOf(ask: Ask): Promise<Map<string, string>> {
  const tables = (await ask(
    "select table_schema as schema, table_name as name from information_schema.tables where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'",
  )) as Table[]
  const found = new Map<string, string>()
  for (const { schema, name } of tables) {
    const rows = await ask(`select * from "${schema}"."${name}"`)
    found.set(`${schema}.${name}`, rows.map((row) => textOf(row)).join('\n'))
  }
  return found
}

/** Where a text stands in a dump. */
export const placesOf = (dump: ReadonlyMap<string, string>, texts: readonly string[]): string[] =>
  [...dump].flatMap(([table, rows]) =>
    texts.filter((text) => rows.includes(text)).map((text) => `${text} in ${table}`),
  )

const textOf = (row: Record<string, unknown>): string =>
  Object.entries(row)
    .map(([column, value]) => `${column}=${plain(value)}`)
    .join(' ')

function plain(value: unknown): string {
  if (value instanceof Uint8Array)
    return `${Buffer.from(value).toString('latin1')} ${unzipped(value)}`
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `${text} ${typeof value === 'string' ? unzipped(Buffer.from(value, 'base64')) : ''}`
}

const unzipped = (bytes: Uint8Array): string => {
  try {
    return gunzipSync(bytes).toString('latin1')
  } catch {
    return ''
  }
}
