import type { LocalDate } from '../base/dates.ts'
import { shown, type Cells } from './import-cells.ts'
import { centsIn, cut, dateIn } from './import-values.ts'

/** What a customer owes by one row. */
export type ImportedBalance = {
  row: number
  cents: number
  number: string | null
  due_date: LocalDate | null
  /** The job it is for, in a list of jobs. */
  job_id: string | null
}
/** A job that is finished, in a list of jobs: before that, nothing is owed for it. */
const isFinished = (status: string): boolean =>
  /\b(?:completed?|done|finished|paid|invoiced|closed)\b/i.test(status) &&
  !/\b(?:in|un|not)[\s-]?(?:completed?|finished|done)\b/i.test(status)
const isCanceled = (status: string): boolean => /\bcancell?ed\b/i.test(status)

/** Given up, taken back, or never sent. */
const isNotOwed = (status: string): boolean =>
  /\b(?:bad debt|written off|void|voided|draft)\b/i.test(status)

/** What a row says is owed; null, with a doubt, if it is not, or not yet. */
export function balanceOf(cells: Cells): ImportedBalance | null {
  const cents = cells.read('balance', centsIn, 'is no amount. No balance is imported.')
  if (!cents) return null
  const { row, doubt } = cells
  const [status] = cells.all('status')
  const isJob = cells.first('job_id') !== '' || cells.first('next_date') !== ''
  if (status && (isCanceled(status.text) || (isJob && !isFinished(status.text)))) {
    doubt(
      `The job is ${shown(status.text)}, so nothing is owed for it yet. Its balance is not imported.`,
      status,
    )
    return null
  }
  if (status && isNotOwed(status.text)) {
    doubt(`The invoice is ${shown(status.text)}. Its balance is not imported.`, status)
    return null
  }
  if (cents < 0) {
    doubt(
      'A credit is not imported. Give it to the customer afterward, on their page under Credits.',
      cells.all('balance')[0],
    )
    return null
  }
  return {
    row,
    cents,
    number: cut(cells.first('balance_number'), 60) || null,
    due_date: cells.read('due_date', dateIn, 'is no date. The usual due date is used.'),
    job_id: cells.first('job_id') || null,
  }
}
