import type { Store } from './store.ts'

const typeScript: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  date: 'string',
  timestamptz: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  float8: 'number',
  bool: 'boolean',
  bytea: 'Bytes',
  jsonb: 'JsonColumn',
  _text: 'string[]',
  _uuid: 'string[]',
  _int2: 'number[]',
  _date: 'string[]',
}

/** The source of db/schema.ts for the tables of a migrated database. */
export async function schemaSource(store: Store): Promise<string> {
  const wire = await store.acquire()
  const { rows } = await wire.query<{
    table_name: string
    column_name: string
    udt_name: string
    is_nullable: string
    column_default: string | null
    is_generated: string
  }>(
    `select c.table_name, c.column_name, c.udt_name, c.is_nullable, c.column_default, c.is_generated from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name) where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> 'migration'
     order by c.table_name, c.ordinal_position`,
  )
  wire.release()
  const tables = new Map<string, string[]>()
  for (const column of rows) {
    const base = `${typeScript[column.udt_name] ?? 'unknown'}${column.is_nullable === 'YES' ? ' | null' : ''}`
    const type =
      column.is_generated === 'ALWAYS'
        ? `GeneratedAlways<${base}>`
        : column.column_default
          ? column.udt_name === 'jsonb'
            ? 'GeneratedJson'
            : `Generated<${base}>`
          : base
    tables.set(column.table_name, [
      ...(tables.get(column.table_name) ?? []),
      `    ${column.column_name}: ${type}`,
    ])
  }
  const body = [...tables]
    .map(([name, columns]) => `  ${name}: {\n${columns.join('\n')}\n  }`)
    .join('\n')
  return `// Row types of every table, generated from the migrations by npm run schema.\nimport type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'\n\n// oxlint-disable-next-line typescript/no-explicit-any\ntype JsonColumn = JSONColumnType<any>\n// oxlint-disable-next-line typescript/no-explicit-any\ntype GeneratedJson = ColumnType<any, string | undefined, string>\n\n// Read as a Buffer, written from any bytes.\ntype Bytes = ColumnType<Buffer, Uint8Array, Uint8Array>\n\nexport interface Database {\n${body}\n}\n`
}
