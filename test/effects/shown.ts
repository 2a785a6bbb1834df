import type { OpenWorld } from '../world.ts'
import type { Change } from '../writes.ts'

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const moment = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)/g
/** Tokens, codes, keys and the provider's ids: another each time. The long ones have figures, or letters of both sizes. */
const secrets = [
  // First, as a part of one may look like another.
  /(?<![\w-])(?=[\w%+/-]*(?:\d|[a-z][\w%+/-]*[A-Z]|[A-Z][\w%+/-]*[a-z]))(?=[\w%+/-]*[a-zA-Z])[\w%+/-]{20,}={0,2}/g,
  /(?<![\w-])\d{6}(?![\w-])/g,
  /(?<=")[a-z\d]{5}-[a-z\d]{5}(?=")/g,
  /(?<=[?&](?:ref|code|resume|key)=)[\w-]+/g,
  /(?<![\w-])[a-z]{2,4}_\w{12,}/g,
]
/** The minute of the clock, as texts say it. */
const minute = /\b10(?::\d\d)?(?:[ \u202f\u00a0]|&nbsp;)?AM\b/g
const epoch = /\b1[89]\d{11}\b/g
/** What differs from run to run, in a row as text: it gives no order. */
const random = String.raw`[\w-]{20,}|\d{4}-\d\d-\d\d \d\d:\d\d:[\d.+]+`
/** Columns that say when and in which order things happened, or how much there was to pack. */
const orders = new Set([
  'request_id',
  'number',
  'revision',
  'organization_id',
  'updated_at',
  'skew_ms',
  'last_step',
  'byte_count',
])

/** Texts in which whatever differs from run to run has a name instead. */
export type Shown = (value: unknown) => string

/** How old the rows of the world are; it took a while to build. */
const seeding_ms = 45 * 60_000

/**
 * Names the rows of a world by their table and a number, which those share that look the same. Rows made
 * afterwards are new ones of their table.
 */
export async function namesIn(open: OpenWorld): Promise<(changes: readonly Change[]) => Shown> {
  const known = new Map<string, string>()
  const tables = await open.rows<{ name: string }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'id' and data_type = 'uuid' order by 1`,
  )
  for (const { name } of tables) {
    const rows = await open.rows<{ id: string; place: number }>(
      `select id, dense_rank() over (order by regexp_replace(named::text, $1, '', 'g') collate "C")::int as place from "${name}" named`,
      [random],
    )
    for (const { id, place } of rows) known.set(id, `${name} ${place}`)
  }
  return (changes) => {
    const own = new Map(known)
    const now = Date.now()
    for (const { table, after, before } of changes) {
      const id = (after ?? before)?.['id']
      if (typeof id === 'string' && !own.has(id)) own.set(id, `new ${table}`)
    }
    const named = (value: unknown) =>
      secrets.reduce(
        (text, one) => text.replace(one, 'secret'),
        JSON.stringify(value ?? null)
          .replace(moment, (text) => momentOf(text, now))
          .replace(epoch, '"moment"')
          .replace(minute, 'now')
          .replace(uuid, (id) => own.get(id) ?? 'id'),
      )
    return (value) => JSON.stringify(shortened(JSON.parse(named(value))))
  }
}

/** How much of a list, and of a text, is shown in full. */
const shownOfList = 2
const shownOfText = 200

/** Of a long list its first entries, of a long text its beginning; and what sums up the rest. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) {
    if (value.length <= shownOfList + 1) return value.map(shortened)
    const rest = value.slice(shownOfList)
    const others = `${rest.length} more, ${sumOf(JSON.stringify(rest))}`
    return [...value.slice(0, shownOfList).map(shortened), others]
  }
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]))
  if (typeof value !== 'string' || value.length <= shownOfText) return value
  return `${value.slice(0, shownOfText / 2)} … ${sumOf(value)}`
}

/** Short enough to read past, and different if anything is. */
function sumOf(text: string): string {
  let sum = 7
  for (const char of text) sum = (Math.imul(sum, 31) + char.codePointAt(0)!) >>> 0
  return sum.toString(36)
}

/** A moment by how far it is from now, if nobody chose it to the minute. */
function momentOf(text: string, now: number): string {
  const at = Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  const ahead = at - now
  if (ahead > -seeding_ms && ahead < 30_000) return 'now'
  if (at % 60_000 === 0) return new Date(at).toISOString()
  const [size, unit] =
    Math.abs(ahead) < 5_400_000
      ? [60_000, 'min']
      : Math.abs(ahead) < 3 * 86_400_000
        ? [3_600_000, 'h']
        : [86_400_000, 'd']
  const many = Math.round(ahead / size)
  return `now${many < 0 ? '' : '+'}${many} ${unit}`
}

/** What a row keeps in lists has no order of its own, unless it was asked for. */
function sorted(value: unknown, shown: Shown): unknown {
  if (Array.isArray(value))
    return value
      .map((one: unknown) => sorted(one, shown))
      .toSorted((a, b) => (shown(a) < shown(b) ? -1 : 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sorted(one, shown)]))
}

type Row = Record<string, unknown>
const told = (row: Row, shown: Shown, wanted: (name: string) => boolean): string =>
  Object.entries(row)
    .filter(([name, value]) => !orders.has(name) && value !== null && wanted(name))
    .map(([name, value]) => `${name} ${shown(sorted(value, shown))}`)
    .filter((text) => !/^\w+_at "now"$/.test(text))
    .toSorted()
    .join(', ')

/** What became of the rows, a line for each. */
export function changesShown(changes: readonly Change[], shown: Shown): string[] {
  return changes
    .map(({ table, key, before, after }) => {
      if (!before) return `+ ${table}: ${told(after!, shown, () => true)}`
      const which = `${table} ${Object.values(key).map(shown).join(' ')}`
      if (!after) return `- ${which}`
      const isOther = (name: string) => JSON.stringify(before[name]) !== JSON.stringify(after[name])
      const cleared = Object.keys(after).filter((name) => isOther(name) && after[name] === null)
      const set = told(after, shown, isOther)
      return `~ ${which}: ${[set, ...cleared.map((name) => `${name} null`)].filter(Boolean).join(', ')}`
    })
    .toSorted()
}
