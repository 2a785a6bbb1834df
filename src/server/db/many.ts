import { sql, type Expression, type RawBuilder } from 'kysely'
import type { Tx } from './door.ts'
import { inTurns, turnFor } from '../turns.ts'
import { momentFromText } from './store.ts'

/** What a column holds. `word` is text of ours, without control characters. */
export type Kind = 'id' | 'date' | 'word' | 'text' | 'integer' | 'flag' | 'moment' | 'integers' | 'words' | 'json'
export type Columns<Row extends object> = Readonly<Record<keyof Row & string, Kind>>

// Characters that no keyboard writes: after a value, and for one that is missing.
const [ending, missing] = ['\x1f', '\x1d']
const [endingCode, missingCode] = [ending.charCodeAt(0), missing.charCodeAt(0)]

const asText = (name: string, kind: Kind): RawBuilder<string> => {
  const value = sql`q.${sql.ref(name)}`
  const text = kind === 'text' ? sql`translate(${value}, ${sql.lit(ending + missing)}, '')` : sql`${value}::text`
  return sql`coalesce(${text}, ${sql.lit(missing)})`
}

/**
 * The rows of a query, sent as one text and cut up here: for thousands of rows with many columns, where a driver that makes
 * a piece of text for each value costs more than the query. `columns` names every column of the query and what it holds.
 */
export async function readMany<Row extends object>(tx: Tx, query: Expression<unknown>, columns: Columns<Row>): Promise<Row[]> {
  const fields = Object.entries<Kind>(columns)
  const values = sql.join(fields.map(([name, kind]) => asText(name, kind)))
  const { rows } = await sql<{ all: string | null }>`
    select string_agg(concat_ws(${sql.lit(ending)}, ${values}), ${sql.lit(ending)}) as all from (${query}) q`.execute(tx)
  const all = rows[0]?.all
  if (typeof all !== 'string') return []
  await turnFor(all.length / lineLength)
  return inTurns(cut(all, fields) as Generator<void, Row[]>)
}

/** About what a row takes. */
const lineLength = 250
/** Rows that are cut without a rest. */
const atOnce = 2000

function* cut(all: string, fields: readonly (readonly [string, Kind])[]): Generator<void, Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  // A copy has all its fields at once; one that grew by them would be moved several times.
  const empty = Object.fromEntries(fields.map(([name]) => [name, null]))
  const [names, kinds, widths] = [fields.map(([name]) => name), fields.map(([, kind]) => kind), fields.map(([, kind]) => widthOf[kind] ?? 0)]
  for (let from = 0; from <= all.length;) {
    const row: Record<string, unknown> = { ...empty }
    for (let at = 0; at < names.length; at++) {
      if (all.charCodeAt(from) === missingCode) {
        from += 2
        continue
      }
      let to = from + widths[at]!
      while (to < all.length && all.charCodeAt(to) !== endingCode) to++
      row[names[at]!] = valueOf(all, from, to, kinds[at]!)
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
    case 'json':
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
