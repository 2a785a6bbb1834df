import type { Edit } from './operators.ts'

const edit = (name: string, start: number, end: number, text: string): Edit => ({
  operator: name,
  start,
  end,
  text,
})

/** The faults in a text of SQL, whose `${…}` are blanked out so that offsets stay as they are. */
export const faultsInSql = (sql: string): Edit[] => [
  ...conditions(sql),
  ...fields(sql),
  ...matches(sql, /(?<= )(<=|>=|<|>)(?= )/g, 'comparison', ([sign = '']) =>
    sign.endsWith('=') ? sign[0]! : `${sign}=`,
  ),
  ...matches(
    sql,
    /\bfor (?:no key )?(?:update|(?:key )?share)\b(?: of [\w, ]*\w)?(?: skip locked| nowait)?/gi,
    'lock dropped',
    () => '',
  ),
  ...matches(
    sql,
    /(?<=\bat time zone )[a-z][\w.]*|(?<=\bat time zone )\0+/gi,
    'UTC',
    () => "'UTC'",
  ),
  ...[...sql.matchAll(/\bin\s*\(((?:\s*'[^']*'\s*,)+\s*'[^']*'\s*)\)/gi)].flatMap((list) => {
    const start = list.index + list[0].indexOf('(') + 1
    return pieces(list[1]!).map((_, index, all) =>
      without(
        'state left out',
        all.map((piece) => move(piece, start)),
        index,
      ),
    )
  }),
]

const matches = (
  sql: string,
  pattern: RegExp,
  name: string,
  become: (found: RegExpExecArray) => string,
): Edit[] =>
  [...sql.matchAll(pattern)].map((found) =>
    edit(name, found.index, found.index + found[0].length, become(found)),
  )

/** Row security already keeps a statement within one organization. */
const ofOneTenant = /^\w+\.organization_id = (?:\w+\.organization_id|app_org\(\))$/

/** Every condition of a `where`, `on`, `having`, `and` or `or`, which then always or never holds. */
function conditions(sql: string): Edit[] {
  const starts = /\b(where|having|on|and|or)\b(?! conflict| delete| update)/gi
  return [...sql.matchAll(starts)].flatMap((found) => {
    const word = found[1]!.toLowerCase()
    const before = sql.slice(0, found.index)
    if (word === 'and' && /\bbetween\b(?:(?!\b(?:and|or|where)\b)[^])*$/i.test(before)) return []
    const from = found.index + found[0].length
    const range = trimmed(sql, from, endOf(sql, from))
    if (!range || ofOneTenant.test(sql.slice(...range))) return []
    const left = word === 'or' ? 'false' : 'true'
    return sql.slice(...range) === left ? [] : [edit('condition left out', ...range, left)]
  })
}

/** One assignment of `update … set a = 1, b = 2`. */
const fields = (sql: string): Edit[] =>
  [...sql.matchAll(/\bset\s(?=\s*"?\w+"?\s*=)/gi)].flatMap((found) => {
    const from = found.index + found[0].length
    const all = pieces(sql.slice(from, endOf(sql, from, false))).map((piece) => move(piece, from))
    return all.length > 1 ? all.map((_, index) => without('field left out', all, index)) : []
  })

type Range = [start: number, end: number]
const move = ([start, end]: Range, by: number): Range => [start + by, end + by]

/** Leaves out one piece of a list, with the comma before or after it. */
function without(name: string, all: Range[], index: number): Edit {
  const [start, end] = all[index]!
  const next = all[index + 1]
  return next ? edit(name, start, next[0], '') : edit(name, all[index - 1]?.[1] ?? start, end, '')
}

/** The parts between commas that no brackets enclose. */
function pieces(text: string): Range[] {
  const found: Range[] = []
  let from = 0
  while (from <= text.length) {
    const end = endOf(text, from)
    const range = trimmed(text, from, end)
    if (range) found.push(range)
    from = end + 1
  }
  return found
}

function trimmed(text: string, from: number, to: number): Range | null {
  const part = text.slice(from, to)
  const start = from + part.length - part.trimStart().length
  return part.trim() ? [start, start + part.trim().length] : null
}

const closing =
  /^(?:and|or|order|group|limit|offset|returning|for|from|where|having|union|then|else|end|when|on|window|join|(?:left|right|inner|cross|full)\s+(?:outer\s+|lateral\s+)?join)\b/i

/** Where a condition or a piece that starts here ends: at a comma, a bracket that closes, or the next clause. */
function endOf(sql: string, from: number, atComma = true): number {
  let depth = 0
  let isBetween = false
  for (let at = from; at < sql.length; at += 1) {
    const char = sql[at]!
    if (char === "'") {
      at = sql.indexOf("'", at + 1)
      if (at < 0) break
    } else if (char === '(') depth += 1
    else if (char === ')' && (depth -= 1) < 0) return at
    else if (depth === 0 && (char === ';' || (char === ',' && atComma))) return at
    if (!/\b/.test(char) || /\w/.test(sql[at - 1] ?? ' ')) continue
    const rest = sql.slice(at, at + 30)
    if (/^case\b/i.test(rest)) depth += 1
    else if (/^end\b/i.test(rest) && depth > 0) depth -= 1
    else if (depth > 0) continue
    else if (/^between\b/i.test(rest)) isBetween = true
    else if (isBetween && /^and\b/i.test(rest)) isBetween = false
    else if (/^(?:is |is not )?distinct from\b/i.test(rest))
      at += rest.toLowerCase().indexOf('from') + 3
    else if (closing.test(rest)) return at
  }
  return sql.length
}
