import {
  isCorrectable,
  noAnswers,
  type ImportAnswers,
  type ImportQuestion,
} from './import-answers.ts'
import { cut, dateIn, dayOrderOf, openDay, plainCell, type DayOrder } from './import-values.ts'
import { dateText } from '../base/dates.ts'
import type { ImportDoubt, ImportField, ImportMapping } from './import.ts'

type Doubts = ImportDoubt[]
/** A text with its column, the column's name, and how it writes days; `whole`: all that the cell says. */
type Cell = { text: string; at: number; whole: string; column: string; order: DayOrder }
/** Reads the cells of one row by what their columns are. */
export type Cells = {
  row: number
  /** Says what is not sure, of one cell or of the row. */
  doubt(sentence: string, cell?: Cell): void
  /** The first text of a field; '' if there is none. */
  first(field: ImportField, place?: number): string
  all(field: ImportField, place?: number): Cell[]
  /** The first text of a field that takes one; others that say something else become a doubt. */
  single(field: ImportField): Cell | undefined
  /** Fields whose cells may be lists, side by side: what is first in each, empty or not, then what is second. */
  lists<F extends ImportField>(fields: readonly F[], place: number): Record<F, string>[]
  /** The first text, read; a text that cannot be read becomes a doubt. */
  read<T>(
    field: ImportField,
    how: (text: string, column: string, order: DayOrder) => T | null,
    problem: string,
  ): T | null
}

/** What a column is called in a sentence: a header, or its number. */
const columnName = (headers: readonly string[], at: number): string =>
  headers[at]?.trim() || `Column ${at + 1}`

/** A text in a sentence. */
export const shown = (text: string): string => `“${text.length > 60 ? `${cut(text, 59)}…` : text}”`

/** Google joins several values of a column so. */
const listed = /\s*:::\s*/

/** What was said about the file, and what it leaves open. */
export type Asked = { answers: ImportAnswers; questions: ImportQuestion[] }

/** Finds the cells of a row by what their columns are. */
export function cellReader(
  headers: readonly string[],
  mapping: ImportMapping,
  doubts: Doubts,
  rows: readonly (readonly string[])[] = [],
  { answers, questions }: Asked = { answers: noAnswers, questions: [] },
): (cells: readonly string[], row: number) => Cells {
  const columns = new Map<string, number[]>()
  mapping.forEach((target, at) => {
    if (!target) return
    const key = `${target.field}:${target.place}`
    columns.set(key, [...(columns.get(key) ?? []), at])
  })
  const orders = dayOrders(headers, mapping, rows, { answers, questions })
  return (cells, row) => {
    const doubt: Cells['doubt'] = (sentence, cell) =>
      doubts.push({
        row,
        column: cell?.column ?? null,
        sentence,
        stops: false,
        ...(cell && isCorrectable(cell.whole)
          ? { cell: { column: cell.at, text: cell.whole } }
          : {}),
      })
    const all: Cells['all'] = (field, place = 1) =>
      (columns.get(`${field}:${place}`) ?? []).flatMap((at) => {
        const whole = plainCell(cells[at] ?? '')
        const texts = whole.split(listed)
        return texts.flatMap((text) =>
          text.trim()
            ? [
                {
                  text: text.trim(),
                  at,
                  whole,
                  column: columnName(headers, at),
                  order: orders[at] ?? 'month_first',
                },
              ]
            : [],
        )
      })
    const lists: Cells['lists'] = (fields, place) =>
      side(
        fields,
        fields.map((field) => {
          const at = columns.get(`${field}:${place}`)?.find((one) => plainCell(cells[one] ?? ''))
          return at === undefined ? [] : plainCell(cells[at] ?? '').split(listed)
        }),
      )
    const single: Cells['single'] = (field) => {
      const [cell, ...others] = all(field)
      const other = others.find(({ text }) => text !== cell?.text)
      if (cell && other)
        doubt(
          `${shown(other.text)} is left out: ${cell.column} says ${shown(cell.text)}, and there can be only one.`,
          other,
        )
      return cell
    }
    return {
      row,
      doubt,
      all,
      single,
      lists,
      first: (field, place) => all(field, place)[0]?.text ?? '',
      read(field, how, problem) {
        const cell = single(field)
        if (!cell) return null
        const value = how(cell.text, cell.column, cell.order)
        if (value === null) doubt(`${shown(cell.text)} ${problem}`, cell)
        return value
      },
    }
  }
}

/** What stands in lists side by side, one of each: 'A ::: B' and 'x ::: y' are A with x, and B with y. */
const side = <Field extends string>(
  fields: readonly Field[],
  lists: readonly (readonly string[])[],
): Record<Field, string>[] =>
  Array.from(
    { length: Math.max(1, ...lists.map(({ length }) => length)) },
    (_, nth) =>
      Object.fromEntries(
        fields.map((field, of) => [field, lists[of]?.[nth]?.trim() ?? '']),
      ) as Record<Field, string>,
  )

const dateFields: ReadonlySet<ImportField> = new Set([
  'next_date',
  'end_date',
  'done_date',
  'due_date',
])

/** How each column of dates writes its days; where its values leave that open, it is asked. */
function dayOrders(
  headers: readonly string[],
  mapping: ImportMapping,
  rows: readonly (readonly string[])[],
  { answers, questions }: Asked,
): (DayOrder | null)[] {
  return mapping.map((target, at) => {
    if (!target || !dateFields.has(target.field)) return null
    const values = rows.map((cells) => plainCell(cells[at] ?? ''))
    const order = answers.days[String(at)] ?? dayOrderOf(values)
    const open = openDay(values)
    if (open === null) return order
    const dates = (['month_first', 'day_first'] as const).map((value) => ({
      value,
      label: dateText(dateIn(open, '', value)!),
    }))
    questions.push({
      about: 'days',
      column: at,
      sentence: `${columnName(headers, at)}: which day is ${open}?`,
      answer: order,
      choices: [...(order === 'mixed' ? [{ value: 'mixed', label: 'Not read' }] : []), ...dates],
    })
    return order
  })
}
