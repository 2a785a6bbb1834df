import { cut, plainCell } from './import-values.ts'
import type { ImportDoubt, ImportField, ImportMapping } from './import.ts'

type Doubts = ImportDoubt[]
/** Reads the cells of one row by what their columns are. */
export type Cells = {
  row: number
  doubts: Doubts
  /** The first text of a field; '' if there is none. */
  first(field: ImportField, place?: number): string
  all(field: ImportField, place?: number): { text: string; column: string }[]
  /** The first text, read; a text that cannot be read becomes a doubt. */
  read<T>(
    field: ImportField,
    how: (text: string, column: string) => T | null,
    problem: string,
  ): T | null
}

/** What a column is called in a sentence: a header, or its number. */
const columnName = (headers: readonly string[], at: number): string =>
  headers[at]?.trim() || `Column ${at + 1}`

/** A text in a sentence. */
export const shown = (text: string): string => `“${text.length > 60 ? `${cut(text, 59)}…` : text}”`

/** Finds the cells of a row by what their columns are. */
export function cellReader(
  headers: readonly string[],
  mapping: ImportMapping,
  doubts: Doubts,
): (cells: readonly string[], row: number) => Cells {
  const columns = new Map<string, number[]>()
  mapping.forEach((target, at) => {
    if (!target) return
    const key = `${target.field}:${target.place}`
    columns.set(key, [...(columns.get(key) ?? []), at])
  })
  return (cells, row) => {
    const all: Cells['all'] = (field, place = 1) =>
      (columns.get(`${field}:${place}`) ?? []).flatMap((at) => {
        // Google joins several values of a column so.
        const texts = plainCell(cells[at] ?? '').split(' ::: ')
        return texts.flatMap((text) =>
          text.trim() ? [{ text: text.trim(), column: columnName(headers, at) }] : [],
        )
      })
    return {
      row,
      doubts,
      all,
      first: (field, place) => all(field, place)[0]?.text ?? '',
      read(field, how, problem) {
        const [cell] = all(field)
        if (!cell) return null
        const value = how(cell.text, cell.column)
        if (value === null)
          doubts.push({
            row,
            column: cell.column,
            sentence: `${shown(cell.text)} ${problem}`,
            stops: false,
          })
        return value
      },
    }
  }
}
