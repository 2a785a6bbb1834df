import type { OpenWorld } from './world.ts'

type Value = string | number | boolean | null
type ColumnOf = {
  name: string
  type: string
  is_required: boolean
  has_default: boolean
  /** The definitions of checks that name this column. */
  checks: string[]
}
type KeyOf = { columns: string[]; to: string; to_columns: string[]; to_own: boolean }
export type Emptiness = { table: string; columns: ColumnOf[]; keys: KeyOf[] }

/** Every table of ours, with its columns and keys from the catalog. */
export const describeTables = (open: OpenWorld): Promise<Emptiness[]> =>
  open.rows<Emptiness>(`
    select c.relname as table, (
      select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
        'is_required', a.attnotnull, 'has_default', a.atthasdef,
        'checks', (select coalesce(json_agg(pg_get_constraintdef(k.oid)), '[]') from pg_constraint k
          where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey))) order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns, (
      select coalesce(json_agg(json_build_object('to', r.relname,
        'to_own', exists (select 1 from pg_attribute o where o.attrelid = r.oid and o.attname = 'organization_id'),
        'columns', (select json_agg(a.attname order by p.n) from unnest(k.conkey) with ordinality p(num, n)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = p.num),
        'to_columns', (select json_agg(a.attname order by p.n) from unnest(k.confkey) with ordinality p(num, n)
          join pg_attribute a on a.attrelid = r.oid and a.attnum = p.num))), '[]')
      from pg_constraint k join pg_class r on r.oid = k.confrelid where k.conrelid = c.oid and k.contype = 'f') as keys
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`)

/** Those that the demo world leaves empty. */
export async function emptyTables(open: OpenWorld): Promise<Emptiness[]> {
  const tables = await describeTables(open)
  const empty: Emptiness[] = []
  for (const one of tables)
    if (!(await open.rows(`select 1 from "${one.table}" limit 1`)).length) empty.push(one)
  return empty
}

/**
 * Puts one row with made-up values, beside those given, into a table of Green Acres: all of its
 * columns, or only those it needs if that contradicts a check. False if no row fits.
 */
export async function addSampleRow(
  open: OpenWorld,
  empty: Emptiness,
  given: Record<string, Value> = {},
): Promise<boolean> {
  const org = open.world.green.id
  const known = new Map<string, Value>([['organization_id', org], ...Object.entries(given)])
  for (const { columns, to, to_columns, to_own } of empty.keys) {
    const picked = to_columns.map((name) => `"${name}"::text`).join(', ')
    const [row] = await open.rows<Record<string, string | null>>(
      `select ${picked} from "${to}" where ${to_own ? 'organization_id = $1' : '$1::uuid is not null'} limit 1`,
      [org],
    )
    for (const [place, name] of columns.entries())
      if (row && !known.has(name)) known.set(name, row[to_columns[place]!] ?? null)
  }
  const valueOf = (column: ColumnOf, place: number): Value =>
    column.name in given ? given[column.name]! : (known.get(column.name) ?? madeUp(column, place))
  const values = (wanted: (column: ColumnOf) => boolean) =>
    empty.columns
      .filter((column) => wanted(column) || column.name in given || known.get(column.name) === org)
      .map((column, place) => [column.name, valueOf(column, place)] as const)
  const whole = values(({ has_default, is_required }) => !has_default || !is_required)
  const least = values(({ has_default, is_required }) => !has_default && is_required)
  for (const row of [whole, least])
    try {
      await open.rows(
        `do $fill$ begin
          set local session_replication_role = replica;
          insert into "${empty.table}" (${row.map(([name]) => `"${name}"`).join(', ')})
          values (${row.map(([, value]) => literal(value)).join(', ')});
        end $fill$`,
      )
      return true
    } catch {
      // A check wants values that belong together.
    }
  return false
}

const literal = (value: Value): string =>
  value === null
    ? 'null'
    : typeof value === 'string'
      ? `'${value.replaceAll("'", "''")}'`
      : String(value)

const byType: [RegExp, (now: Date, place: number) => Value][] = [
  [/^uuid$/, () => crypto.randomUUID()],
  // Later columns hold more: a new price is above the old one.
  [/^(small|big)?int|^numeric|^double|^real/, (_now, place) => place],
  [/^bool/, () => true],
  [/^date$/, (now) => now.toISOString().slice(0, 10)],
  [/^timestamp/, (now) => now.toISOString()],
  [/^json/, () => '{}'],
  [/\[\]$/, () => '{}'],
  [/^bytea$/, () => '\\x00'],
  [/^time/, () => '09:00'],
  [/^inet$/, () => '127.0.0.1'],
  [/^interval$/, () => '1 hour'],
]
const byName: [RegExp, string][] = [
  [/email/, 'somebody@mail.example'],
  [/phone|number$/, '+19195550100'],
  [/hash/, '0123456789abcdef0123456789abcdef'],
  [/locale/, 'en'],
  [/address_id|token/, 'sample-token'],
]

function madeUp({ name, type, checks }: ColumnOf, place: number): Value {
  const listed = checks
    .map((text) => new RegExp(`\\(?${name}\\)?(?:::text)? = ANY \\(+ARRAY\\['([^']+)'`).exec(text))
    .find(Boolean)
  if (listed) return listed[1]!
  const known = byType.find(([pattern]) => pattern.test(type))
  if (known) return known[1](new Date(), place)
  return byName.find(([pattern]) => pattern.test(name))?.[1] ?? 'Sample'
}
