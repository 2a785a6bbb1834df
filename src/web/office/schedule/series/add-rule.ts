import type { Candidate } from '../../../../api/candidates.ts'
import { addDays, weekdayOf, type LocalDate } from '../../../../domain/base/dates.ts'
import { openWeekdays } from '../../../../domain/base/hours.ts'
import { cadenceOf, intervalPatterns, type Pattern } from '../../../../domain/base/cadence.ts'
import {
  countBefore,
  defaultEndDate,
  endAfterChange,
  planDates,
  recurrenceProblems,
  workWeekdays,
  type CountsFrom,
  type MonthWeek,
  type Recurrence,
} from '../../../../domain/schedule/recurrence.ts'
import type { OpenVisitRequest } from '../../../../domain/schedule/visit-request.ts'
import { parseDollars, priceMessage } from '../../../../domain/base/money.ts'
import { duplicateAddWindowMs, type BillingMode } from '../../../../domain/schedule/schedule.ts'
import { api, ApiError, newIdempotencyKey } from '../../../app/client.ts'
import type { FormErrors } from '../../../ui/FormProblem.tsx'
import { dayLabel } from '../../../ui/when.ts'
import type { Calendar } from '../../../shared/visits/calendar.ts'

/** How often, as fields hold it. What a pattern has no use for is kept for the next one, and left out when it is sent. */
export type RepeatValues = {
  pattern: Pattern
  interval: number
  /** Empty: the weekday of the start date. */
  weekdays: number[]
  month_week: MonthWeek
  season_start_month: number | null
  season_end_month: number | null
  /** Dates on closed days are left out, not moved. */
  skips_closed: boolean
  counts_from: CountsFrom
  /** By how many days a visit may be moved; null if unset. */
  buffer_days: number | null
}

export type AddValues = RepeatValues & {
  customer: Candidate | null
  service_key: string | null
  start_date: LocalDate
  end_date: LocalDate | null
  start_minutes: number | null
  team_id: string | null
  /** Dollars as typed; empty: what the service costs. */
  price: string
  /** Null: the customer's default address. */
  location_id: string | null
  /** Null: as the organization bills new work. */
  billing_mode: BillingMode | null
  notes: string
  /** The customer's request that this grants. */
  visit_request_id: string | null
}

export const patternLabels: Record<Pattern, string> = {
  once: 'One-off',
  weekly: 'Weekly',
  every_x_weeks: 'Every X weeks',
  monthly: 'Monthly',
  every_x_months: 'Every X months',
  every_6_months: 'Every 6 months',
}
export const unitOf = (pattern: Pattern) => cadenceOf({ pattern, interval: 1 }).unit

/** Where new work begins unless a place was pressed: the next open day, with the only team. */
export function usualPlace({ today, teams, business_hours, closed_dates }: Calendar) {
  const open = new Set(openWeekdays(business_hours))
  const closed = new Set(closed_dates.map(({ date }) => date))
  const soon = Array.from({ length: 14 }, (_, days) => addDays(today, days))
  return {
    date: soon.find((day) => open.has(weekdayOf(day)) && !closed.has(day)) ?? today,
    team_id: teams.length === 1 ? teams[0]!.id : null,
  }
}

export const newAdd = (start_date: LocalDate, team_id: string | null): AddValues => ({
  customer: null,
  service_key: null,
  pattern: 'weekly',
  interval: 2,
  weekdays: [],
  month_week: null,
  season_start_month: null,
  season_end_month: null,
  skips_closed: false,
  counts_from: 'schedule',
  buffer_days: null,
  start_date,
  end_date: defaultEndDate('weekly', start_date),
  start_minutes: null,
  team_id,
  price: '',
  location_id: null,
  billing_mode: null,
  notes: '',
  visit_request_id: null,
})

/** Choosing a customer fills in their team, their only service and their preferences. */
export function forCustomer(values: AddValues, customer: AddValues['customer']): AddValues {
  const wish = customer?.preference
  return {
    ...values,
    customer,
    location_id: null,
    visit_request_id: null,
    team_id: customer?.team_id ?? values.team_id,
    ...(customer?.services.length === 1 ? { service_key: customer.services[0]!.key } : {}),
    ...(wish
      ? {
          pattern: wish.pattern,
          interval: Math.max(1, wish.interval),
          end_date: endAfterChange(values, { pattern: wish.pattern }),
        }
      : {}),
  }
}

/** Fills in the one visit a customer asks for. */
export function forRequest(values: AddValues, asked: OpenVisitRequest): AddValues {
  const start_date = asked.wished_on ?? values.start_date
  return {
    ...values,
    pattern: 'once',
    start_date,
    end_date: start_date,
    service_key: asked.service_key ?? values.service_key,
    location_id: asked.location_id,
    notes: asked.note ?? '',
    visit_request_id: asked.id,
  }
}

/** Another pattern has another usual end, and so has another first date. */
export const repeatBy = (values: AddValues, next: Partial<RepeatValues>): Partial<AddValues> => ({
  ...next,
  ...(next.pattern ? { end_date: endAfterChange(values, { pattern: next.pattern }) } : {}),
})
export const beginOn = (values: AddValues, start_date: LocalDate): Partial<AddValues> => ({
  start_date,
  end_date: endAfterChange(values, { start_date }),
})

/** Whether days of the week say when it falls. */
export const asksWeekdays = ({
  pattern,
  month_week,
}: Pick<RepeatValues, 'pattern' | 'month_week'>): boolean =>
  unitOf(pattern) === 'week' || (unitOf(pattern) === 'month' && month_week !== null)

/** What of it the pattern has a use for. */
export function repeatOf(values: RepeatValues) {
  const isOnce = values.pattern === 'once'
  return {
    pattern: values.pattern,
    interval: intervalPatterns.has(values.pattern) ? values.interval : 1,
    weekdays: asksWeekdays(values) && values.weekdays.length > 0 ? values.weekdays : null,
    month_week: unitOf(values.pattern) === 'month' ? values.month_week : null,
    season_start_month: isOnce ? null : values.season_start_month,
    season_end_month: isOnce ? null : values.season_end_month,
  }
}

/** What is said of all its dates; nothing of a single one. */
const restOf = ({ pattern, skips_closed, counts_from, buffer_days }: RepeatValues) =>
  pattern === 'once'
    ? { skips_closed: false, counts_from: 'schedule' as const, buffer_days: null }
    : { skips_closed, counts_from, buffer_days }

export const recurrenceOf = (values: AddValues) =>
  ({
    ...repeatOf(values),
    ...restOf(values),
    start_date: values.start_date,
    end_date: values.pattern === 'once' ? values.start_date : values.end_date,
  }) satisfies Recurrence

/** What is wrong with the dates of a rule, by field. */
export function repeatProblems(rule: Recurrence): Partial<Record<keyof Recurrence, string>> {
  const problems = Object.fromEntries(
    recurrenceProblems(rule).map(({ path, message }) => [path, message]),
  )
  return Number.isInteger(rule.interval) && rule.interval >= 1
    ? problems
    : { ...problems, interval: 'At least 1' }
}

export function checkAdd(values: AddValues): FormErrors {
  const errors: FormErrors = {}
  if (!values.customer) errors.customer = 'Select a customer'
  if (!values.service_key) errors.service_key = 'Select a service'
  if (values.price && parseDollars(values.price) === null) errors.price = priceMessage
  return { ...repeatProblems(recurrenceOf(values)), ...errors }
}

/** The first dates these values would give, with what the calendar does to them. */
export function firstDates(
  values: AddValues,
  business_hours: Calendar['business_hours'],
  closed_dates: readonly LocalDate[],
  many = 4,
) {
  const rule = recurrenceOf(values)
  if (Number.isNaN(Date.parse(rule.start_date)) || recurrenceProblems(rule).length > 0) return []
  return planDates(rule, rule.start_date, addDays(rule.start_date, 400), {
    closed_dates: new Set(closed_dates),
    open_weekdays: workWeekdays(
      openWeekdays(business_hours),
      values.customer?.available_days ?? [],
    ),
  }).slice(0, many)
}

/** The dates in words, each with its year where another year begins: a season may be far off. */
export function datesText(dates: ReturnType<typeof firstDates>, today: LocalDate): string {
  if (dates.length === 0) return 'no date before the end'
  const texts = dates.map(({ date, shifted }, at) => {
    const year = date.slice(0, 4)
    const isNewYear = year !== (dates[at - 1]?.date ?? today).slice(0, 4)
    return dayLabel(date) + (isNewYear ? `, ${year}` : '') + (shifted ? ' (shifted)' : '')
  })
  return texts.join(' · ') + (dates.length > 3 ? ' …' : '')
}

/** How many visits these values would put before today. */
export function pastDates(values: AddValues, today: LocalDate): number {
  const rule = recurrenceOf(values)
  return Number.isNaN(Date.parse(rule.start_date)) || recurrenceProblems(rule).length > 0
    ? 0
    : countBefore(rule, today)
}

// ── Sending, each intent once ───────────────────────────────────────────────────────────────────────────────────────

const underWay = new Set<string>()
const lately = new Map<string, number>()
const keys = new Map<string, string>()

type Added =
  | { outcome: 'added'; date: LocalDate | null; text: string; warning: string | null }
  | { outcome: 'repeat'; text: string }

/** Adds a rule. The same values again within a few seconds are a double click and are not sent. */
export async function addRule(values: AddValues): Promise<Added> {
  const { customer, service_key, start_minutes, team_id, location_id, notes } = values
  const { visit_request_id } = values
  const body = {
    customer_id: customer!.id,
    service_key: service_key!,
    team_id,
    location_id,
    price_cents: values.price ? parseDollars(values.price) : null,
    ...(values.billing_mode ? { billing_mode: values.billing_mode } : {}),
    start_minutes,
    notes: notes.trim() || null,
    ...(visit_request_id ? { visit_request_id } : {}),
    ...recurrenceOf(values),
  } as const
  const intent = JSON.stringify(body)
  if (underWay.has(intent)) return { outcome: 'repeat', text: 'Already adding this…' }
  if (Date.now() - (lately.get(intent) ?? -Infinity) < duplicateAddWindowMs)
    return { outcome: 'repeat', text: 'Already added recently' }
  const idempotency_key = keys.get(intent) ?? newIdempotencyKey()
  keys.set(intent, idempotency_key)
  underWay.add(intent)
  try {
    const added = await api['POST /api/schedule']({ body, idempotency_key })
    lately.set(intent, Date.now())
    keys.delete(intent)
    return {
      outcome: 'added',
      date: added.first_visit?.date ?? null,
      text: 'Added to schedule',
      warning: added.warnings[0]?.sentence ?? null,
    }
  } catch (error) {
    // A request that is still open is not granted by what was there before.
    if (error instanceof ApiError && error.code === 'duplicate' && !visit_request_id) {
      lately.set(intent, Date.now())
      return {
        outcome: 'added',
        date: body.start_date,
        text: 'Already added (idempotent)',
        warning: null,
      }
    }
    // A key that met an answer is used up; one that met silence is kept, for the first try may have worked.
    if (error instanceof ApiError && error.status !== 0 && error.status < 500) keys.delete(intent)
    throw error
  } finally {
    underWay.delete(intent)
  }
}
