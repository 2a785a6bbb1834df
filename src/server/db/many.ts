import { sql, type Expression, type RawBuilder } from 'kysely'
import type { Tx } from './door.ts'
import { inTurns, turnFor } from '../turns.ts'
import { momentFromText } from './store.ts'

/** What a column holds. `word` is text of ours, of few sorts and without control characters; a `flag` and a `list` (of JSON) are always there. */
export type Kind = 'id' | 'date' | 'word' | 'text' | 'integer' | 'flag' | 'moment' | 'integers' | 'words' | 'list'
/**
 * `like` names a column before it that mostly says the same, and is not said again where it does; neither is ever null.
 * One that mostly holds its `usual` value does not say that either, and is never null. Columns `with` the same word mostly have nothing to say, and then say so together.
 */
export type Columns<Row extends object> = Readonly<Record<keyof Row & string, Kind | { kind: Kind; like?: keyof Row & string; usual?: string; with?: string }>>
type Field = { name: string; kind: Kind; like: string | null; usual: string | null; width: number }
/** Fields that follow each other in the text: one, or several that may be missing together. */
type Group = readonly Field[]

// Characters that no keyboard writes: after a value, for one that is missing or need not be said, and for a group of such.
const [ending, missing, allMissing] = ['\x1f', '\x1d', '\x1c']
const [endingCode, missingCode, allMissingCode] = [ending.charCodeAt(0), missing.charCodeAt(0), allMissing.charCodeAt(0)]

/** The value, or null where it need not be said. */
function saidOf({ name, kind, like, usual }: Field): RawBuilder<unknown> {
  const value = sql`q.${sql.ref(name)}`
  if (like) return sql`nullif(${value}, q.${sql.ref(like)})`
  if (usual !== null) return sql`nullif(${value}, ${sql.lit(usual)})`
  return kind === 'flag' ? sql`nullif(${value}, false)` : kind === 'list' ? sql`nullif(${value}, '[]')` : value
}

function fieldText(field: Field, isTidy: boolean): RawBuilder<string> {
  const said = saidOf(field)
  const text = field.kind !== 'text' ? sql`${said}::text` : isTidy ? said : sql`translate(${said}, ${sql.lit(ending + missing)}, '')`
  return sql`coalesce(${text}, ${sql.lit(missing)})`
}

function groupText(group: Group, isTidy: boolean): RawBuilder<string> {
  const texts = group.map((field) => fieldText(field, isTidy))
  if (texts.length === 1) return texts[0]!
  return sql`case when num_nonnulls(${sql.join(group.map(saidOf))}) = 0 then ${sql.lit(allMissing)} else concat_ws(${sql.lit(ending)}, ${sql.join(texts)}) end`
}

/** The fields of a row, at last those that may be missing together: what they are like has been read by then. None begins with a free text. */
function groupsOf<Row extends object>(columns: Columns<Row>): Group[] {
  const groups = new Map<string, Field[]>()
  for (const [name, said] of Object.entries<Kind | { kind: Kind; like?: string; usual?: string; with?: string }>(columns)) {
    const { kind, like = null, usual = null, with: together = `only ${name}` } = typeof said === 'string' ? { kind: said } : said
    const field: Field = { name, kind, like, usual, width: widthOf[kind] ?? 0 }
    const group = groups.get(together)
    if (group) group.push(field)
    else groups.set(together, [field])
  }
  const isText = ({ kind }: Field) => Number(kind === 'text')
  return [...groups.values()].map((group) => group.sort((a, b) => isText(a) - isText(b))).sort((a, b) => Number(a.length > 1) - Number(b.length > 1))
}

/**
 * The rows of a query, sent as one text and cut up here: for thousands of rows with many columns, where a driver that makes
 * a piece of text for each value costs more than the query. `columns` names every column of the query and what it holds.
 */
export async function readMany<Row extends object>(tx: Tx, query: Expression<unknown>, columns: Columns<Row>): Promise<Row[]> {
  const groups = groupsOf(columns)
  const free = groups.flat().filter(({ kind }) => kind === 'text')
  // Somebody's text may hold what divides values: then it is taken out, which is asked for only where it is so because it costs.
  const untidy = free.length
    ? sql`bool_or(${sql.join(
        free.map(({ name }) => sql`strpos(q.${sql.ref(name)}, ${sql.lit(ending)}) > 0`),
        sql` or `,
      )})`
    : sql`false`
  for (const isTidy of [true, false]) {
    const values = sql.join(groups.map((group) => groupText(group, isTidy)))
    const { rows } = await sql<{ count: number; all: string | null; untidy: boolean | null }>`
      select count(*) as count, ${isTidy ? untidy : sql`false`} as untidy, string_agg(concat_ws(${sql.lit(ending)}, ${values}), ${sql.lit(ending)}) as all from (${query}) q`.execute(
      tx,
    )
    const answer = rows[0]!
    if (answer.all === null) return []
    if (answer.untidy) continue
    await turnFor(answer.count)
    return inTurns(cut(answer.all, groups) as Generator<void, Row[]>)
  }
  throw new Error('Rows could not be told apart')
}

/** Rows that are cut without a rest. */
const atOnce = 2000

function* cut(all: string, groups: readonly Group[]): Generator<void, Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  // A copy has all its fields at once; one that grew by them would be moved several times.
  const empty = Object.fromEntries(groups.flat().map(({ name, kind }) => [name, kind === 'flag' ? false : null]))
  const words = new Map<Field, string>()
  for (let from = 0; from <= all.length;) {
    const row: Record<string, unknown> = { ...empty }
    from = cutRow(all, from, groups, row, words)
    if (rows.push(row) % atOnce === 0) yield
  }
  return rows
}

/** Fills a row with what stands at `start`, and answers where the next one begins. `words`: the last of each field. */
function cutRow(all: string, start: number, groups: readonly Group[], row: Record<string, unknown>, words: Map<Field, string>): number {
  let from = start
  for (let at = 0; at < groups.length; at++) {
    const group = groups[at]!
    if (group.length > 1 && isAt(all, from, allMissingCode)) {
      for (let one = 0; one < group.length; one++) leaveOut(group[one]!, row)
      from += 2
      continue
    }
    for (let one = 0; one < group.length; one++) {
      const field = group[one]!
      if (isAt(all, from, missingCode)) {
        leaveOut(field, row)
        from += 2
        continue
      }
      let to = from + field.width
      while (to < all.length && all.charCodeAt(to) !== endingCode) to++
      row[field.name] = field.kind === 'word' ? wordAt(all, from, to, field, words) : valueOf(all, from, to, field.kind)
      from = to + 1
    }
  }
  return from
}

/** Whether the value at `at` is this mark alone. */
const isAt = (all: string, at: number, mark: number): boolean => all.charCodeAt(at) === mark && (at + 1 === all.length || all.charCodeAt(at + 1) === endingCode)

function leaveOut({ name, kind, like, usual }: Field, row: Record<string, unknown>): void {
  if (like !== null) row[name] = row[like]
  else if (usual !== null) row[name] = usual
  else if (kind === 'list') row[name] = []
}

/** Rows next to each other mostly have the same word, and share it. */
function wordAt(all: string, from: number, to: number, field: Field, words: Map<Field, string>): string {
  const last = words.get(field)
  if (last !== undefined && last.length === to - from && all.startsWith(last, from)) return last
  const word = all.slice(from, to)
  words.set(field, word)
  return word
}

/** How long the text of a kind always is. */
const widthOf: Partial<Record<Kind, number>> = { id: 36, date: 10 }

function valueOf(all: string, from: number, to: number, kind: Kind): unknown {
  switch (kind) {
    case 'id':
    case 'word':
    case 'text':
      return all.slice(from, to)
    case 'date':
      return dateAt(all, from, to)
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

// Many rows, few dates: those that say the same share one text.
const dates = new Map<number, string>()
function dateAt(all: string, from: number, to: number): string {
  if (to - from !== 10) return all.slice(from, to)
  const code = integerAt(all, from, from + 4) * 10_000 + integerAt(all, from + 5, from + 7) * 100 + integerAt(all, from + 8, to)
  const known = dates.get(code)
  if (known !== undefined) return known
  if (dates.size > 4_000) dates.clear()
  const date = all.slice(from, to)
  dates.set(code, date)
  return date
}

function integerAt(all: string, from: number, to: number): number {
  const isNegative = all.charCodeAt(from) === 45
  let value = 0
  for (let at = isNegative ? from + 1 : from; at < to; at++) value = value * 10 + all.charCodeAt(at) - 48
  return isNegative ? -value : value
}
