import { z } from 'zod'
import { plainCell } from './import-values.ts'

// What the cells of a file leave open, and what the office says about it.

const Column = z.int().min(0).max(999)
const longest = 500

/** A text of a column that is read as another one: in one row, or wherever the column says so. */
const ImportCorrection = z.object({
  column: Column,
  row: z.int().min(0).nullable(),
  text: z.string().max(longest),
  as: z.string().trim().max(longest),
})
export type ImportCorrection = z.infer<typeof ImportCorrection>

export const ImportAnswers = z.object({
  /** Whether names written 'Last, First' are turned round; absent: if most are. */
  turns_names: z.boolean().optional(),
  /** How columns write their days, by position; absent: as their values say. */
  days: z.record(z.string().regex(/^\d{1,3}$/), z.enum(['month_first', 'day_first'])).default({}),
  /** Whether customers who are archived there are imported as archived ones. */
  brings_archived: z.boolean().default(false),
  corrections: z.array(ImportCorrection).max(500).default([]),
})
export type ImportAnswers = z.infer<typeof ImportAnswers>

/** Before anybody has said anything. */
export const noAnswers: ImportAnswers = { days: {}, brings_archived: false, corrections: [] }

/** Something a whole column or file leaves open: it is read in one way until somebody says another. */
export const ImportQuestion = z.object({
  about: z.enum(['names', 'days', 'archived']),
  column: Column.nullable(),
  sentence: z.string(),
  answer: z.string(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
})
export type ImportQuestion = z.infer<typeof ImportQuestion>

/** The answers with one more. */
export function answered(
  answers: ImportAnswers,
  { about, column }: Pick<ImportQuestion, 'about' | 'column'>,
  value: string,
): ImportAnswers {
  if (about === 'names') return { ...answers, turns_names: value === 'turned' }
  if (about === 'archived') return { ...answers, brings_archived: value === 'brought' }
  const order = value === 'day_first' ? 'day_first' : 'month_first'
  return { ...answers, days: { ...answers.days, [String(column)]: order } }
}

/** The answers with a cell or all cells of its text corrected; a later correction of the same takes the place of an earlier one. */
export const corrected = (answers: ImportAnswers, one: ImportCorrection): ImportAnswers => ({
  ...answers,
  corrections: [...withoutCorrection(answers, one).corrections, one],
})

/** The answers without what was said about a cell or all cells of its text. */
export const withoutCorrection = (
  answers: ImportAnswers,
  { column, row, text }: Omit<ImportCorrection, 'as'>,
): ImportAnswers => ({
  ...answers,
  corrections: answers.corrections.filter(
    (one) => one.column !== column || one.row !== row || one.text !== text,
  ),
})

/** Whether a text is short enough to be corrected. */
export const isCorrectable = (text: string): boolean => text.length <= longest

/** The rows of a file as they were corrected: what is said of one row goes before what is said of all. */
export function withCorrections<Row extends { row: number; cells: string[] }>(
  rows: readonly Row[],
  { corrections }: ImportAnswers,
): readonly Row[] {
  if (!corrections.length) return rows
  const byText = new Map(corrections.map((one) => [keyOf(one.column, one.row, one.text), one.as]))
  const columns = [...new Set(corrections.map(({ column }) => column))]
  return rows.map((row) => {
    const cells = [...row.cells]
    for (const column of columns) {
      const text = plainCell(cells[column] ?? '')
      const as = byText.get(keyOf(column, row.row, text)) ?? byText.get(keyOf(column, null, text))
      if (as !== undefined) cells[column] = as
    }
    return { ...row, cells }
  })
}

const keyOf = (column: number, row: number | null, text: string): string =>
  `${column}|${row ?? ''}|${text}`
