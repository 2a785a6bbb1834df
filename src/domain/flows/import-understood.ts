import { patternOf, recurrenceLabel } from '../base/cadence.ts'
import { readCadence, type CadencePart } from '../base/cadence-text.ts'
import { clockText, dateText, dayNames, monthNames } from '../base/dates.ts'
import { hoursOn, readDuration, readStart } from '../base/hours-text.ts'
import type { BusinessHours } from '../base/hours.ts'
import { formatCents } from '../base/money.ts'
import { minutesText } from '../base/text.ts'
import { monthWeekText } from '../schedule/recurrence-text.ts'
import {
  exampleLength,
  importFieldLabels,
  type ImportField,
  type ImportMapping,
  type ImportUnderstood,
} from './import.ts'
import { noAnswers, type ImportAnswers } from './import-answers.ts'
import { centsIn, dateIn, dayOrderOf, plainCell, type DayOrder } from './import-values.ts'

type Reader = (text: string, column: string, around: Around) => string | null
type Around = { order: DayOrder; hours: BusinessHours | null }

const day: Reader = (text, column, { order }) => {
  const date = dateIn(text, column, order)
  return date && dateText(date)
}
const money: Reader = (text) => {
  const cents = centsIn(text)
  return cents === null ? null : formatCents(cents)
}
/** What is read into something else than its text, and how a person is shown it. */
const readers: Partial<Record<ImportField, Reader>> = {
  interval: (text) => {
    const read = readCadence(text)
    return 'parts' in read ? read.parts.map(cadenceText).join('; ') : null
  },
  next_date: day,
  end_date: day,
  due_date: day,
  start_time: (text, _, { hours }) => {
    const start = readStart(text, hoursOn(hours, 1))
    return start === null ? null : clockText(start)
  },
  duration: (text, column) => {
    const minutes = readDuration(text, column)
    return typeof minutes === 'number' ? minutesText(minutes) : null
  },
  price: money,
  balance: money,
}

const examples = 3
/** How many rows are looked at: a long file says the same again. */
const looked = 2000

/** Three cells of each column as understood, and the columns with values that are not read at all. */
export function understoodColumns(
  headers: readonly string[],
  mapping: ImportMapping,
  rows: readonly (readonly string[])[],
  hours: BusinessHours | null,
  answers: ImportAnswers = noAnswers,
): { columns: ImportUnderstood[]; unread: string[] } {
  const columns: ImportUnderstood[] = []
  const unread: string[] = []
  for (const [at, target] of mapping.entries()) {
    const values = [
      ...new Set(rows.slice(0, looked).map((cells) => plainCell(cells[at] ?? ''))),
    ].filter(Boolean)
    const column = headers[at]?.trim() || `Column ${at + 1}`
    if (!target && values.length) unread.push(column)
    const reader = target && readers[target.field]
    if (!reader || !values.length) continue
    const around = { order: answers.days[String(at)] ?? dayOrderOf(values), hours }
    columns.push({
      column,
      at,
      field: importFieldLabels[target.field],
      examples: values.slice(0, examples).map((text) => ({
        text: text.slice(0, exampleLength),
        read: reader(text, column, around),
      })),
    })
  }
  return { columns, unread }
}

/** 'Every 2 weeks on Tuesday, April to October'. */
function cadenceText(part: CadencePart): string {
  const { weekdays, month_week, month_day, season, until, visits } = part
  const days = weekdays?.map((weekday) => dayNames[weekday]!).join(', ')
  const which = month_week === null ? days : `the ${monthWeekText(month_week)} ${days}`
  return [
    [
      recurrenceLabel(patternOf(part)),
      which && `on ${which}`,
      month_day !== null && (month_day === 31 ? 'on the last day' : `on day ${month_day}`),
    ]
      .filter(Boolean)
      .join(' '),
    season && `${monthNames[season.from - 1]} to ${monthNames[season.to - 1]}`,
    until && `until ${until}`,
    visits !== null && `${visits} visits`,
  ]
    .filter(Boolean)
    .join(', ')
}
