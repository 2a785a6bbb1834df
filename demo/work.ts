import { addDays, addMonthsClamped, type LocalDate } from '../src/domain/base/dates.ts'
import { isOccurrence, type Recurrence } from '../src/domain/schedule/recurrence.ts'
import type { Building, BuiltOrganization } from './building.ts'
import type { WorldCustomer, WorldWork } from './plan.ts'

export const recurrenceOf = (work: WorldWork, today: LocalDate): Recurrence => {
  const start = startOf(work, today)
  return {
    pattern: work.pattern,
    interval: work.interval ?? 1,
    weekdays: null,
    month_week: null,
    anchor_date: start,
    start_date: start,
    end_date: work.pattern === 'once' ? start : null,
    season_start_month: null,
    season_end_month: null,
  }
}

/** A start far enough back for some history, on a date of the same pattern. */
function startOf(
  { day, pattern, interval, weeks: past = 10 }: WorldWork,
  today: LocalDate,
): LocalDate {
  const date = addDays(today, day)
  if (pattern === 'once') return date
  const months = { monthly: 1, every_x_months: interval ?? 2, every_6_months: 6 }[pattern as string]
  const weeks = pattern === 'weekly' ? 1 : (interval ?? 2)
  if (!months) return addDays(date, -7 * weeks * Math.ceil(past / weeks))
  // Never start at the end of a month, which does not recur.
  return Number(date.slice(8)) <= 28 ? addMonthsClamped(date, -3 * months) : date
}

/** A customer's work that falls on a date. */
export function workOn(built: BuiltOrganization, customer: WorldCustomer, date: LocalDate) {
  const index = (customer.work ?? []).findIndex((work) =>
    isOccurrence(recurrenceOf(work, built.today), date),
  )
  return index < 0
    ? null
    : { work: customer.work![index]!, rule: built.customers[customer.key]!.rules[index]!, date }
}

/** The team of a customer's work: the customer's, unless the work names another or none. */
export function teamOf({ built }: Building, customer: WorldCustomer, work: WorldWork) {
  const team = work.team === undefined ? customer.team : (work.team ?? undefined)
  return team ? built.teams[team]! : null
}

export const serviceOf = ({ plan }: Building, work: WorldWork) =>
  plan.services.find((one) => one.key === work.service)!

export const priceOf = (site: Building, work: WorldWork): number =>
  work.price_cents ?? serviceOf(site, work).price_cents
