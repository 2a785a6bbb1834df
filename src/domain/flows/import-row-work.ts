import { readCadence, type CadencePart, type CadenceProblem } from '../base/cadence-text.ts'
import type { LocalDate } from '../base/dates.ts'
import { hoursOn, readDuration, readStart } from '../base/hours-text.ts'
import { folded } from '../base/search.ts'
import { shown, type Cells } from './import-cells.ts'
import { centsIn, cut, dateIn, lineItemsCents, serviceIn } from './import-values.ts'

/** Work that a row plans, as far as it could be read. */
export type ImportedWork = {
  row: number
  service: string
  cadence: CadencePart
  /** Which part of the year it is, from 0, and how many the row has. */
  part: number
  parts: number
  next_date: LocalDate
  end_date: LocalDate | null
  /** As written: without AM or PM, the business's hours decide. */
  start_text: string | null
  duration_minutes: number | null
  price_cents: number | null
  team: string | null
  notes: string | null
  job_id: string | null
}
const isOver = (status: string): boolean =>
  /\b(?:complete|completed|done|closed|cancel|canceled|cancelled|finished)\b/i.test(status)

/** What a visit costs is never below zero. */
const priceIn = (text: string): number | null => {
  const cents = centsIn(text)
  return cents === null || cents < 0 ? null : cents
}

const unplanned = 'This work is not put on the schedule.'

/** The work a row plans; none, with doubts, if it cannot be read. */
export function worksOf(cells: Cells): ImportedWork[] {
  const named = cells.first('service')
  if (!named && !cells.first('interval')) return []
  if (cells.first('done_date') || isOver(cells.first('status'))) return []
  const { row, doubt } = cells
  const service = serviceIn(named)
  if (!service) {
    doubt(`No service is named. ${unplanned}`)
    return []
  }
  const cadences = cadencesOf(cells)
  if (!cadences.length) return []
  if (!cells.first('next_date')) {
    // A list of customers may name a service without planning it.
    if (cells.first('interval')) doubt(`No next date is given. ${unplanned}`)
    return []
  }
  const next_date = cells.read('next_date', dateIn, `is no date. ${unplanned}`)
  if (!next_date) return []
  const price = cells.read('price', priceIn, 'is no price. The service’s price is used.')
  const work = {
    row,
    service,
    next_date,
    end_date: cells.read('end_date', dateIn, 'is no date. The work has no end.'),
    start_text: startOf(cells),
    duration_minutes: durationOf(cells, 'The service’s is used.'),
    price_cents: price ?? lineItemsCents(named),
    team: cut(cells.single('team')?.text ?? '', 200) || null,
    notes: cut(cells.first('work_notes'), 2000) || null,
    job_id: cut(cells.first('job_id'), 100) || null,
  }
  return cadences.map((cadence, part) => ({ ...work, cadence, part, parts: cadences.length }))
}

/** The text of a start; null, with a doubt, if it is no time of day. */
function startOf(cells: Cells): string | null {
  const isAnytime = /^(?:any ?time|flexible|no time|all day)$/i.test(cells.first('start_time'))
  if (isAnytime) return null
  return cells.read(
    'start_time',
    (text) => (readStart(text, hoursOn(null, 0)) === null ? null : text),
    'is no time of day. The work has no start time.',
  )
}

/** Minutes; null, with a doubt, where hours could be meant or nothing could be read. */
export function durationOf({ doubt, single }: Cells, instead: string): number | null {
  const cell = single('duration')
  if (!cell) return null
  const minutes = readDuration(cell.text, cell.column)
  if (typeof minutes === 'number') return minutes
  const why = minutes === null ? 'is no time in minutes.' : 'could be hours or minutes.'
  doubt(`${shown(cell.text)} ${why} ${instead}`, cell)
  return null
}

const once: CadencePart = {
  unit: 'once',
  interval: 1,
  weekdays: null,
  month_week: null,
  month_day: null,
  season: null,
  until: null,
  visits: null,
}

/** How often, for each part of the year; none, with a doubt, if the text does not say. */
function cadencesOf({ doubt, single }: Cells): CadencePart[] {
  const cell = single('interval')
  if (!cell) return [once]
  const alone = readCadence(cell.text)
  const season = 'problem' in alone ? undefined : single('season')
  const both = season && readCadence(`${cell.text}, ${season.text}`)
  const read = both && 'parts' in both ? both : alone
  if ('problem' in read) {
    doubt(`${shown(cell.text)} ${whyUnread(read, cell.text)} ${unplanned}`, cell)
    return []
  }
  if (season && read === alone)
    doubt(`${shown(season.text)} names no months. The work goes on all year.`, season)
  if (read.assumed)
    doubt(`${shown(cell.text)} is read with ${read.assumed}. Check the months.`, cell)
  return read.parts
}

function whyUnread({ problem, about }: CadenceProblem, text: string): string {
  if (problem === 'several') return `is several visits in one ${about}, without their days.`
  if (problem === 'two') return 'says two things about how often.'
  return about === '' || about === folded(text).trim()
    ? 'is no interval we know.'
    : `has words we cannot read: ${shown(about)}.`
}
