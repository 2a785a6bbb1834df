import { patternOf } from '../base/cadence.ts'
import {
  clockText,
  dateOfDay,
  dateText,
  dayNames,
  dayNumber,
  dayOfMonth,
  monthOfDate,
  weekdayOf,
  type LocalDate,
} from '../base/dates.ts'
import { isWithinHours, type BusinessHours } from '../base/hours.ts'
import { hoursOn, readStart } from '../base/hours-text.ts'
import { dateInWords } from '../base/date-words.ts'
import { addressKey, type ImportedCustomer } from './import-group.ts'
import type { ImportedService } from './import-rows.ts'
import type { ImportedWork } from './import-row-work.ts'
import { firstOnOrAfter, nextOccurrence, type Recurrence } from '../schedule/recurrence.ts'
import { folded } from '../base/search.ts'
import type { ImportDoubt } from './import.ts'
import type { KnownCustomer, PlaceOf, Planning } from './import-planning.ts'

/** Puts work on the schedule; answers the team of the first. */
export function planWork(
  planning: Planning,
  customer: ImportedCustomer,
  customer_id: string,
  known: KnownCustomer | undefined,
  placeOf: PlaceOf,
): string | null {
  const { plan, around } = planning
  const work = [...(known?.work ?? [])]
  let first: string | null = null
  for (const one of customer.works) {
    const service = serviceFor(planning, one)
    const location_id = placeOf(one.place)
    const { pattern, interval } = patternOf(one.cadence)
    const start_minutes = startIn(around.hours, one)
    const same = workKey({
      service_id: service.id,
      pattern,
      interval,
      location_id,
      date: one.next_date,
      season_start_month: one.cadence.season?.from ?? null,
    })
    const place = one.place ? (addressKey(one.place) ?? '') : ''
    const key = `${
      one.job_id
        ? `${customer.key}#job:${one.job_id}:${folded(one.service)}`
        : `${customer.key}#${folded(one.service)}|${place}|${pattern}${interval}|${pattern === 'once' ? one.next_date : ''}|${start_minutes ?? ''}`
    }${one.part ? `#${one.part + 1}` : ''}`
    if (around.written.has(key) || work.includes(same)) {
      plan.left_out++
      saidWritten(planning.doubts, one.row)
      continue
    }
    const dates = datesOf(planning, one)
    if (!dates) continue
    work.push(same)
    const team_id = teamFor(planning, one)
    doubtHours(planning, one, start_minutes)
    first ??= team_id
    plan.rules.push({
      ...dates,
      id: around.newId(),
      key,
      row: one.row,
      customer_id,
      service_id: service.id,
      location_id,
      team_id,
      start_minutes,
      duration_minutes: one.duration_minutes,
      price_cents: one.price_cents === service.price_cents ? null : one.price_cents,
      notes: one.notes,
    })
  }
  if (known) known.work = work
  return first
}

/** The start of work in minutes, by the hours of its weekday where it says neither AM nor PM. */
const startIn = (hours: BusinessHours | null, { start_text, next_date }: ImportedWork) =>
  start_text === null ? null : readStart(start_text, hoursOn(hours, weekdayOf(next_date)))

/** A start outside of the business's hours may be one that was read in the wrong half of the day. */
function doubtHours(
  { around, doubts }: Planning,
  { row, next_date, duration_minutes }: ImportedWork,
  start_minutes: number | null,
): void {
  if (start_minutes === null) return
  const weekday = weekdayOf(next_date)
  const span = { start_minutes, duration_minutes: duration_minutes ?? 0 }
  if (isWithinHours(around.hours, weekday, span) !== false) return
  doubts.push({
    row,
    column: null,
    sentence: `The start at ${clockText(start_minutes)} is outside your hours on ${dayNames[weekday]}. It is imported as it is.`,
    stops: false,
  })
}

/** What work is compared by. */
export const workKey = (work: {
  service_id: string
  pattern: string
  interval: number
  location_id: string | null
  date: LocalDate
  season_start_month: number | null
}): string =>
  [
    work.service_id,
    work.pattern,
    work.interval,
    work.location_id ?? '',
    ...(work.pattern === 'once' ? [work.date] : []),
    ...(work.season_start_month === null ? [] : [`from ${work.season_start_month}`]),
  ].join('|')

/** The dates of work from today on; null, with a doubt, if there are none. */
function datesOf({ around, doubts }: Planning, work: ImportedWork) {
  const { unit, interval: said, weekdays, month_week, season } = work.cadence
  const once = unit === 'once'
  const { start, anchor } = startOf(work)
  const rule = {
    ...patternOf({ unit, interval: said }),
    weekdays,
    month_week,
    start_date: start,
    anchor_date: anchor,
    end_date: null,
    season_start_month: season?.from ?? null,
    season_end_month: season?.to ?? null,
  }
  const doubt = (sentence: string) => {
    doubts.push({ row: work.row, column: null, sentence, stops: false })
    return null
  }
  const end = once ? work.next_date : endOf(work, rule)
  if (end === undefined)
    return doubt(`“${work.cadence.until}” is no date. This work is not put on the schedule.`)
  if (end !== null && end < work.next_date)
    return doubt('The last date is before the next one. This work is not put on the schedule.')
  const recurrence = { ...rule, end_date: end }
  const isPast = start < around.today
  const first = firstOnOrAfter(recurrence, isPast ? around.today : start)
  if (first === null)
    return doubt(
      isPast
        ? `${dateText(work.next_date)} is past. This work is not put on the schedule.`
        : `No visit of this work is on or after ${dateText(work.next_date)}. It is not put on the schedule.`,
    )
  // One date cannot fit each part of a year.
  if (!isPast && first !== work.next_date && work.parts === 1)
    doubt(
      `${dateText(work.next_date)} does not fit how often this work is done. Its first visit is on ${dateText(first)}.`,
    )
  return { ...recurrence, start_date: isPast ? first : start }
}

/** Where the work begins, and the date its cycle is counted from: for a day of the month, the first of these days. */
function startOf({ next_date, cadence: { month_day, interval } }: ImportedWork) {
  if (month_day === null) return { start: next_date, anchor: next_date }
  const onDay = (month: number) =>
    Math.min(dayOfMonth(month, month_day), dayOfMonth(month + 1, 1) - 1)
  const given = monthOfDate(next_date)
  const month = onDay(given) < dayNumber(next_date) ? given + 1 : given
  // A short month would count the others from its last day; the one before it is long.
  const isShort = onDay(month) !== dayOfMonth(month, month_day) && interval === 1
  return { start: dateOfDay(onDay(month)), anchor: dateOfDay(onDay(isShort ? month - 1 : month)) }
}

/** Its last day: that of its column, the day that how often names, or that of so many visits; undefined if it names none. */
function endOf(work: ImportedWork, rule: Recurrence): LocalDate | null | undefined {
  const { until, visits } = work.cadence
  const named = until && dateInWords(until, work.next_date, { min: work.next_date })
  if (until && !named) return undefined
  const ends = [work.end_date, named, visits && dateOfVisit(rule, visits)].filter(
    (end): end is LocalDate => typeof end === 'string',
  )
  return ends.toSorted()[0] ?? null
}

function dateOfVisit(rule: Recurrence, nth: number): LocalDate | null {
  let date = firstOnOrAfter(rule, rule.start_date)
  for (let at = 1; at < nth && date !== null; at++) date = nextOccurrence(rule, date)
  return date
}

function serviceFor(planning: Planning, work: ImportedWork): { id: string; price_cents: number } {
  const { services } = planning
  return (
    services.get(folded(work.service)) ??
    planService(planning, {
      row: work.row,
      name: work.service,
      about: '',
      price_cents: work.price_cents,
      minutes: work.duration_minutes,
    })
  )
}

export function planService(planning: Planning, service: ImportedService) {
  const { plan, services, around, doubts } = planning
  const key = folded(service.name)
  const known = services.get(key)
  if (known) return known
  if (service.price_cents === null)
    doubts.push({
      row: service.row,
      column: null,
      sentence: `${service.name} is a new service without a price. Set it in Services.`,
      stops: false,
    })
  const row = {
    id: around.newId(),
    row: service.row,
    name: service.name,
    description: service.about,
    price_cents: service.price_cents ?? 0,
    estimated_minutes: service.minutes ?? 60,
  }
  plan.services.push(row)
  services.set(key, row)
  return row
}

function teamFor({ teams, missingTeams, doubts }: Planning, work: ImportedWork): string | null {
  if (!work.team) return null
  const key = folded(work.team)
  const id = teams.get(key)
  if (id) return id
  const missing = missingTeams.get(key)
  if (missing) missing.rows = (missing.rows ?? 1) + 1
  else {
    const sentence = `There is no team called “${work.team}”. Its work is imported without a team.`
    const doubt = { row: work.row, column: null, sentence, stops: false, team: work.team }
    doubts.push(doubt)
    missingTeams.set(key, doubt)
  }
  return null
}

/** Work or a balance that an earlier import wrote is left out, and that is said. */
export const saidWritten = (doubts: ImportDoubt[], row: number): unknown =>
  doubts.push({
    row,
    column: null,
    sentence: 'This was imported before. It is not imported again.',
    stops: false,
  })
