import { patternOf } from '../base/cadence.ts'
import { dateText, type LocalDate } from '../base/dates.ts'
import { addressKey, type ImportedCustomer } from './import-group.ts'
import type { ImportedService, ImportedWork } from './import-rows.ts'
import { firstOnOrAfter } from '../schedule/recurrence.ts'
import { folded } from '../base/search.ts'
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
    const same = workKey({
      service_id: service.id,
      pattern,
      interval,
      location_id,
      date: one.next_date,
    })
    const place = one.place ? (addressKey(one.place) ?? '') : ''
    const key = one.job_id
      ? `${customer.key}#job:${one.job_id}:${folded(one.service)}`
      : `${customer.key}#${folded(one.service)}|${place}|${pattern}${interval}|${pattern === 'once' ? one.next_date : ''}|${one.start_minutes ?? ''}`
    if (around.written.has(key) || work.includes(same)) {
      plan.left_out++
      continue
    }
    const dates = datesOf(planning, one)
    if (!dates) continue
    work.push(same)
    const team_id = teamFor(planning, one)
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
      start_minutes: one.start_minutes,
      duration_minutes: one.duration_minutes,
      price_cents: one.price_cents === service.price_cents ? null : one.price_cents,
      notes: one.notes,
    })
  }
  if (known) known.work = work
  return first
}

/** What work is compared by. */
export const workKey = (work: {
  service_id: string
  pattern: string
  interval: number
  location_id: string | null
  date: LocalDate
}): string =>
  [
    work.service_id,
    work.pattern,
    work.interval,
    work.location_id ?? '',
    ...(work.pattern === 'once' ? [work.date] : []),
  ].join('|')

/** The dates of work from today on; null, with a doubt, if there are none. */
function datesOf({ around, doubts }: Planning, work: ImportedWork) {
  const { unit, interval: said, weekdays } = work.cadence
  const once = unit === 'once'
  const recurrence = {
    ...patternOf({ unit, interval: said }),
    weekdays,
    month_week: null,
    start_date: work.next_date,
    anchor_date: work.next_date,
    end_date: once ? work.next_date : work.end_date,
    season_start_month: null,
    season_end_month: null,
  }
  const doubt = (sentence: string) => {
    doubts.push({ row: work.row, column: null, sentence, stops: false })
    return null
  }
  if (recurrence.end_date !== null && recurrence.end_date < work.next_date)
    return doubt('The last date is before the next one. This work is not put on the schedule.')
  const start_date =
    work.next_date < around.today ? firstOnOrAfter(recurrence, around.today) : work.next_date
  if (start_date === null)
    return doubt(`${dateText(work.next_date)} is past. This work is not put on the schedule.`)
  return { ...recurrence, start_date }
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
  if (!missingTeams.has(key))
    doubts.push({
      row: work.row,
      column: null,
      sentence: `There is no team called “${work.team}”. Its work is imported without a team.`,
      stops: false,
    })
  missingTeams.add(key)
  return null
}
