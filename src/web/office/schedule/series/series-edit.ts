import type { EditRule } from '../../../../api/series.ts'
import { weekdayOf, type LocalDate } from '../../../../domain/base/dates.ts'
import { formatCents, parseDollars, priceMessage } from '../../../../domain/base/money.ts'
import type { Recurrence } from '../../../../domain/schedule/recurrence.ts'
import { patternFields } from '../../../../domain/schedule/series-fields.ts'
import { restart } from '../../../../domain/schedule/series-plans.ts'
import {
  DurationMinutes,
  type BillingMode,
  type EditScope,
  type ScheduleRule,
} from '../../../../domain/schedule/schedule.ts'
import type { Visit } from '../../../../domain/schedule/visit.ts'
import { repeatOf, repeatProblems, unitOf, type RepeatValues } from './add-rule.ts'
import type { Spot } from '../../../shared/visits/drop-targets.ts'

// What the form of a series holds, and what of it is an edit.

export type SeriesValues = RepeatValues & {
  start_minutes: number | null
  team_id: string | null
  /** Minutes as typed; empty: as long as the service takes. */
  duration: string
  /** Dollars as typed; empty: the catalogue's price. */
  price: string
  notes: string
  /** Null: the customer's default address. */
  location_id: string | null
  billing_mode: BillingMode
  /** The first date of a new pattern; null: the one the edit begins with. */
  start_date: LocalDate | null
  end_date: LocalDate | null
}
export type SeriesEdits = Partial<SeriesValues>

const dollars = (cents: number | null): string =>
  cents === null ? '' : formatCents(cents).replace(/[$,]/g, '')

/** What stands in the fields before anything is typed: the visit's own for one visit, the rule's for more. */
export function seriesBase(scope: EditScope, rule: ScheduleRule, visit: Visit): SeriesValues {
  const isOne = scope === 'this'
  const duration = isOne ? visit.duration_minutes : rule.duration_minutes
  return {
    start_minutes: isOne ? visit.start_minutes : rule.start_minutes,
    team_id: isOne ? visit.team_id : rule.team_id,
    duration: duration === null ? '' : String(duration),
    price: dollars(isOne ? visit.price_cents : rule.price_cents),
    notes: (isOne ? ownNotes(visit.notes, rule.notes) : rule.notes) ?? '',
    location_id: rule.location_id,
    billing_mode: rule.billing_mode,
    pattern: rule.pattern,
    interval: rule.interval,
    weekdays: [...(rule.weekdays ?? [])],
    month_week: rule.month_week,
    season_start_month: rule.season_start_month,
    season_end_month: rule.season_end_month,
    skips_closed: rule.skips_closed,
    counts_from: rule.counts_from,
    buffer_days: rule.buffer_days,
    start_date: null,
    end_date: rule.end_date,
  }
}

/** A visit shows the rule's notes and its own under them. */
const ownNotes = (shown: string | null, rules: string | null): string | null =>
  shown === null || shown === rules
    ? null
    : rules && shown.startsWith(`${rules}\n`)
      ? shown.slice(rules.length + 1)
      : shown

/** How one visit was moved, as an edit of the series. */
export function editsOfMove(
  { from, to }: { from: Spot; to: Spot },
  rule: ScheduleRule,
): SeriesEdits {
  const days = rule.weekdays ?? [weekdayOf(from.date)]
  const weekdays = [
    ...new Set(days.map((day) => (day === weekdayOf(from.date) ? weekdayOf(to.date) : day))),
  ].sort((a, b) => a - b)
  return {
    ...(to.team_id === from.team_id ? {} : { team_id: to.team_id }),
    ...(to.start_minutes === from.start_minutes ? {} : { start_minutes: to.start_minutes }),
    ...(to.date === from.date
      ? {}
      : { start_date: to.date, ...(unitOf(rule.pattern) === 'week' ? { weekdays } : {}) }),
  }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

export const changesPattern = (edits: SeriesEdits, base: SeriesValues): boolean =>
  ([...patternFields, 'start_date'] as const).some(
    (field) => edits[field] !== undefined && !isSame(edits[field], base[field]),
  )

/** The pattern these edits leave the series with, and where it begins: on the chosen date, else at the first visit it replaces. */
export function patternOfEdits(
  scope: EditScope,
  edits: SeriesEdits,
  base: SeriesValues,
  rule: ScheduleRule,
  visit: Visit,
  today: LocalDate,
): Recurrence {
  const values = { ...base, ...edits }
  const { counts_from, buffer_days } = values
  if (!changesPattern(edits, base)) return { ...rule, counts_from, buffer_days }
  const next = { ...rule, ...repeatOf(values), counts_from, buffer_days, end_date: values.end_date }
  if (values.start_date)
    return { ...next, start_date: values.start_date, anchor_date: values.start_date }
  const from =
    scope === 'following' ? visit.original_date : rule.start_date > today ? rule.start_date : today
  return { ...next, ...restart(rule, next, from) }
}

type SeriesProblems = Partial<Record<keyof SeriesValues, string>>

/** What cannot be sent as typed. */
export function seriesProblems(
  scope: EditScope,
  { duration, price, ...values }: SeriesValues,
): SeriesProblems {
  const minutes = DurationMinutes.safeParse(Number(duration))
  return {
    ...(duration === '' || minutes.success
      ? {}
      : { duration: minutes.error?.issues[0]?.message ?? 'Enter minutes' }),
    ...(price === '' || parseDollars(price) !== null ? {} : { price: priceMessage }),
    ...(scope === 'this'
      ? {}
      : repeatProblems({
          ...repeatOf(values),
          counts_from: values.counts_from,
          start_date: '',
          end_date: null,
        })),
  }
}

/** Only what differs is sent; null when nothing does. A pattern is one thing and goes as a whole. */
export function seriesBody(
  scope: EditScope,
  edits: SeriesEdits,
  base: SeriesValues,
): Partial<EditRule> | null {
  const values = { ...base, ...edits }
  const changed = (field: keyof SeriesValues): boolean => !isSame(values[field], base[field])
  const hasPattern = scope !== 'this' && changesPattern(edits, base)
  const body: Partial<EditRule> = {
    ...(changed('start_minutes') ? { start_minutes: values.start_minutes } : {}),
    ...(changed('team_id') ? { team_id: values.team_id } : {}),
    ...(changed('duration')
      ? { duration_minutes: values.duration === '' ? null : Number(values.duration) }
      : {}),
    ...(changed('price')
      ? { price_cents: values.price === '' ? null : parseDollars(values.price) }
      : {}),
    ...(changed('notes') ? { notes: values.notes.trim() || null } : {}),
    ...(scope !== 'this' && changed('location_id') ? { location_id: values.location_id } : {}),
    ...(scope !== 'this' && changed('billing_mode') ? { billing_mode: values.billing_mode } : {}),
    ...(scope !== 'this' && changed('skips_closed') ? { skips_closed: values.skips_closed } : {}),
    ...(scope !== 'this' && changed('counts_from') ? { counts_from: values.counts_from } : {}),
    ...(scope !== 'this' && changed('buffer_days') ? { buffer_days: values.buffer_days } : {}),
    ...(scope !== 'this' && changed('end_date') ? { end_date: values.end_date } : {}),
    ...(hasPattern
      ? {
          ...repeatOf(values),
          ...(values.start_date ? { start_date: values.start_date } : {}),
        }
      : {}),
  }
  return Object.keys(body).length > 0 ? body : null
}
