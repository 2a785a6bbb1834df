import type { OpenWorld } from '../world.ts'

/** What a search has to take literally, or as the same letter, each with a neighbor that it must not find. */
export const marks = [
  '100% Lawn',
  '100 Lawn',
  'snake_case',
  'snakeXcase',
  `O'Brien`,
  'say "go"',
  String.raw`back\slash`,
  'backslash',
  'Élan Müñoz',
]
const text = (value: string) => `'${value.replaceAll("'", "''")}'`
/** The text of a copy, in SQL: one mark after the other, with the copy's number. */
export const marked = `(array[${marks.map(text).join(', ')}])[1 + (k - 1) % ${marks.length}] || ' ' || k`
/** The moment that copies share, to the microsecond: a page that ends among them has to go on among them. */
export const together = "timestamptz '2027-06-01 14:00:00.123456+00'"

/** More rows for a list: copies of one there is. SQL for a column may use `k`, the copy's number, and `x`, the row. */
export type Copies = {
  table: string
  where?: string
  set?: { readonly [column: string]: string | undefined }
}
type Column = { name: string; type: string; is_unique: boolean }

/** Copies a row twice for each mark, past triggers and foreign keys. Texts and numbers that must be unique are made so. */
export async function copyRows(open: OpenWorld, { table, where = 'true', set = {} }: Copies) {
  const columns = await open.rows<Column>(
    `select a.attname as name, format_type(a.atttypid, null) as type,
      exists (select 1 from pg_index i where i.indrelid = a.attrelid and i.indisunique and a.attnum = any (i.indkey)) as is_unique
      from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
    [table],
  )
  const own = columns.some(({ name }) => name === 'organization_id') && table !== 'organizations'
  const value = ({ name, type, is_unique }: Column): string => {
    const kept = `x."${name}"`
    if (set[name]) return set[name]
    if (name === 'id' && type === 'uuid') return 'uuid7()'
    if (is_unique && type === 'text' && !/^(kind|status|record|channel)$/.test(name))
      return `${kept} || '.' || k`
    return is_unique && /int/.test(type) ? `${kept} + 1000 * k` : kept
  }
  await open.rows(
    `do $copy$ begin
      set local session_replication_role = replica;
      insert into "${table}" (${columns.map(({ name }) => `"${name}"`).join(', ')})
      select ${columns.map(value).join(', ')}
      from (select * from "${table}" x where ${own ? `(organization_id = '${open.world.green.id}' or organization_id is null) and ` : ''}(${where}) limit 1) x,
        generate_series(1, ${2 * marks.length}) k order by k;
    end $copy$`,
  )
}
