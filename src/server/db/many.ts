import { sql, type Expression, type RawBuilder } from 'kysely'
import type { Tx } from './door.ts'
import { inTurns, turnFor } from '../turns.ts'
import { momentFromText } from './store.ts'

/** What a column holds. `word` is text of ours, without control characters; a `flag` and a `list` (of JSON) are always there. */
export type Kind = 'id' | 'date' | 'word' | 'text' | 'integer' | 'flag' | 'moment' | 'integers' | 'words' | 'list'
/** `like` names a column before it that mostly says the same, and is not said again where it does; neither is ever null. */
export type Columns<Row extends object> = Readonly<Record<keyof Row & string, Kind | { kind: Kind; like: keyof Row & string }>>
type Field = { name: string; kind: Kind; like: string | null; width: number }

// Characters that no keyboard writes: after a value, and for one that is missing or need not be said.
const [ending, missing] = ['\x1f', '\x1d']
const [endingCode, missingCode] = [ending.charCodeAt(0), missing.charCodeAt(0)]

function asText({ name, kind, like }: Field, isTidy: boolean): RawBuilder<string> {
  const value = sql`q.${sql.ref(name)}`
  const said = like
    ? sql`nullif(${value}, q.${sql.ref(like)})`
    : kind === 'flag'
      ? sql`nullif(${value}, false)`
      : kind === 'list'
        ? sql`nullif(${value}, '[]')`
        : value
  const text = kind !== 'text' ? sql`${said}::text` : isTidy ? said : sql`translate(${said}, ${sql.lit(ending + missing)}, '')`
  return sql`coalesce(${text}, ${sql.lit(missing)})`
}

/**
 * The rows of a query, sent as one text and cut up here: for thousands of rows with many columns, where a driver that makes
 * a piece of text for each value costs more than the query. `columns` names every column of the query and what it holds.
 */
export async function readMany<Row extends object>(tx: Tx, query: Expression<unknown>, columns: Columns<Row>): Promise<Row[]> {
  const fields = Object.entries<Kind | { kind: Kind; like: string }>(columns).map(([name, said]): Field => {
    const { kind, like } = typeof said === 'string' ? { kind: said, like: null } : said
    return { name, kind, like, width: widthOf[kind] ?? 0 }
  })
  for (const isTidy of [true, false]) {
    const values = sql.join(fields.map((field) => asText(field, isTidy)))
    const { rows } = await sql<{ count: number; all: string | null }>`
      select count(*) as count, string_agg(concat_ws(${sql.lit(ending)}, ${values}), ${sql.lit(ending)}) as all from (${query}) q`.execute(tx)
    const { count, all } = rows[0]!
    if (all === null) return []
    await turnFor(count)
    if (endingsIn(all) === count * fields.length - 1) return inTurns(cut(all, fields) as Generator<void, Row[]>)
    // Somebody's text holds what divides values: it is taken out, which is asked for only then because it costs.
  }
  throw new Error('Rows could not be told apart')
}

/** Rows that are cut without a rest. */
const atOnce = 2000

function endingsIn(all: string): number {
  let found = 0
  for (let at = 0; at < all.length; at++) if (all.charCodeAt(at) === endingCode) found++
  return found
}

function* cut(all: string, fields: readonly Field[]): Generator<void, Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  // A copy has all its fields at once; one that grew by them would be moved several times.
  const empty = Object.fromEntries(fields.map(({ name, kind }) => [name, kind === 'flag' ? false : null]))
  for (let from = 0; from <= all.length;) {
    const row: Record<string, unknown> = { ...empty }
    for (const { name, kind, like, width } of fields) {
      if (all.charCodeAt(from) === missingCode && (from + 1 === all.length || all.charCodeAt(from + 1) === endingCode)) {
        if (like !== null) row[name] = row[like]
        else if (kind === 'list') row[name] = []
        from += 2
        continue
      }
      let to = from + width
      while (to < all.length && all.charCodeAt(to) !== endingCode) to++
      row[name] = valueOf(all, from, to, kind)
      from = to + 1
    }
    if (rows.push(row) % atOnce === 0) yield
  }
  return rows
}

/** How long the text of a kind always is. */
const widthOf: Partial<Record<Kind, number>> = { id: 36, date: 10 }

function valueOf(all: string, from: number, to: number, kind: Kind): unknown {
  switch (kind) {
    case 'id':
    case 'date':
    case 'word':
    case 'text':
      return all.slice(from, to)
    case 'integer':
      return integerAt(all, from, to)
    case 'flag':
      return all.charCodeAt(from) === 116
    case 'moment':
      return momentFromText(all.slice(from, to))
    case 'words':
      return wordsOf(all.slice(from, to))
    case 'integers':
      return wordsOf(all.slice(from, to)).map(Number)
    case 'list':
      return JSON.parse(all.slice(from, to))
  }
}

// Rows next to each other mostly have the same list, and share it.
let last: { list: string; words: readonly string[] } = { list: '{}', words: [] }
function wordsOf(list: string): readonly string[] {
  if (list !== last.list) last = { list, words: list.length > 2 ? list.slice(1, -1).split(',') : [] }
  return last.words
}

function integerAt(all: string, from: number, to: number): number {
  const isNegative = all.charCodeAt(from) === 45
  let value = 0
  for (let at = isNegative ? from + 1 : from; at < to; at++) value = value * 10 + all.charCodeAt(at) - 48
  return isNegative ? -value : value
}
