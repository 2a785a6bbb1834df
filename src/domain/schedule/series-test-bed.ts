import { addDays, type LocalDate } from '../base/dates.ts'
import { expand } from './recurrence.ts'
import {
  isLive,
  type editSeries,
  segmentIdOf,
  type Edited,
  type Series,
  type SeriesEdit,
} from './series.ts'
import { overlayVisits } from './overlay.ts'
import type { Segment, SeriesVisit } from './series-fields.ts'

// Fixtures for the series tests.

export const today = '2026-03-02'
export const monday = today
export const inDays = (days: number): LocalDate => addDays(today, days)

export const segment = (given: Partial<Segment> = {}): Segment => ({
  id: 'a',
  removed_at: null,
  pattern: 'weekly',
  interval: 1,
  weekdays: null,
  month_week: null,
  start_date: monday,
  anchor_date: given.start_date ?? monday,
  end_date: null,
  season_start_month: null,
  season_end_month: null,
  skips_closed: false,
  counts_from: 'schedule',
  buffer_days: null,
  team_id: 'north',
  location_id: null,
  start_minutes: null,
  duration_minutes: null,
  price_cents: 4500,
  notes: null,
  billing_mode: 'per_visit',
  ...given,
})
export const visit = (original_date: LocalDate, given: Partial<SeriesVisit> = {}): SeriesVisit => ({
  original_date,
  rule_id: 'a',
  date: original_date,
  status: 'scheduled',
  invoice_id: null,
  invoice_status: null,
  start_minutes: null,
  start_is_own: false,
  duration_minutes: null,
  duration_is_own: false,
  team_id: null,
  team_is_own: false,
  price_cents: null,
  price_is_own: false,
  ...given,
})
export const edit = (given: Partial<SeriesEdit> = {}): SeriesEdit => ({
  from: null,
  today,
  defaults: {},
  pattern: null,
  replace_changed: false,
  keep_changed: false,
  ...given,
})

let ids = 0
export const newId = (): string => `n${String(ids++).padStart(8, '0')}`
type Outcome = ReturnType<typeof editSeries<Segment, SeriesVisit>>
export function done(outcome: Outcome): Edited<Segment, SeriesVisit> {
  if ('problem' in outcome) throw new Error(outcome.problem.message)
  return outcome
}

export const horizon = { from: inDays(-400), to: inDays(330) }
export type Seen = {
  original_date: LocalDate
  date: LocalDate
  status: string
  team_id: string | null
  start_minutes: number | null
  price_cents: number | null
  notes: string | null
} & Pick<Segment, 'location_id' | 'billing_mode' | 'skips_closed' | 'counts_from' | 'buffer_days'>

/** A series as people see it: its dates overlaid with rows, each with its segment's defaults. */
export function seen({ segments, visits }: Series): Seen[] {
  const expanded = segments.filter(isLive).flatMap((one) =>
    expand(one, horizon.from, horizon.to).map((date) => ({
      rule: { series_id: 's', id: one.id },
      planned: { original_date: date, date, shifted: false, paused: false },
    })),
  )
  const doubled = expanded.length - new Set(expanded.map((one) => one.planned.original_date)).size
  if (doubled) throw new Error(`${doubled} dates are given twice`)
  const rows = visits.map((row) => ({ ...row, series_id: 's' }))
  const visible: Seen[] = []
  for (const { expanded: one, row } of overlayVisits(expanded, rows, horizon)) {
    const named = row ?? one?.planned
    if (!named) throw new Error('A visit is neither planned nor touched')
    const { original_date, date } = named
    const rule = segments.find(({ id }) => id === segmentIdOf(one?.rule.id, row))
    if (!rule) throw new Error(`${original_date} has no segment`)
    visible.push({
      original_date,
      date,
      status: row?.status ?? 'scheduled',
      team_id: row?.team_is_own ? row.team_id : rule.team_id,
      start_minutes: row?.start_is_own ? row.start_minutes : rule.start_minutes,
      price_cents: row?.price_is_own ? row.price_cents : rule.price_cents,
      notes: rule.notes,
      location_id: rule.location_id,
      billing_mode: rule.billing_mode,
      skips_closed: rule.skips_closed,
      counts_from: rule.counts_from,
      buffer_days: rule.buffer_days,
    })
  }
  return visible.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}
export const datesOf = (series: Series, until = inDays(60)): LocalDate[] =>
  seen(series)
    .filter((one) => one.date >= today && one.date <= until)
    .map((one) => one.date)

export const touch = (series: Series, at: Seen, change: Partial<SeriesVisit>): Series => {
  const row = series.visits.find((one) => one.original_date === at.original_date)
  const rule = series.segments.findLast((one) => isLive(one) && one.start_date <= at.original_date)
  const base = row ?? visit(at.original_date, { rule_id: rule?.id ?? '' })
  return {
    segments: series.segments,
    visits: [...series.visits.filter((one) => one !== row), { ...base, ...change }],
  }
}
