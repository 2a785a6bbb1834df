import type { LocalDate } from '../base/dates.ts'
import type { CountsFrom, Recurrence } from './recurrence.ts'
import type { BillingMode } from './schedule.ts'
import type { InvoiceStatus } from '../money/invoice.ts'
import type { VisitStatus } from './visit-status.ts'

/** The fields of a pattern. A segment's pattern is fixed: a new pattern is a new segment. */
export const patternFields = [
  'pattern',
  'interval',
  'weekdays',
  'month_week',
  'season_start_month',
  'season_end_month',
] as const
/** What a segment says of its visits besides their dates. */
export const defaultFields = [
  'team_id',
  'location_id',
  'start_minutes',
  'duration_minutes',
  'price_cents',
  'notes',
  'billing_mode',
  'skips_closed',
  'counts_from',
  'buffer_days',
] as const
/** Every segment field an edit can set. */
export const segmentFields = [
  ...patternFields,
  'start_date',
  'anchor_date',
  'end_date',
  ...defaultFields,
] as const
export const sameIn = (a: Segment, b: Segment, fields: readonly (keyof Segment)[]): boolean =>
  fields.every((field) => JSON.stringify(a[field] ?? null) === JSON.stringify(b[field] ?? null))

export const withChange = <S extends Segment>(segment: S, change: Partial<Segment>): S => ({
  ...segment,
  ...change,
})
export const withRow = <V extends SeriesVisit>(visit: V, change: Partial<SeriesVisit>): V => ({
  ...visit,
  ...change,
})
export const sorted = <S extends Segment>(segments: readonly S[]): S[] =>
  segments.toSorted((a, b) =>
    a.start_date < b.start_date ? -1 : a.start_date > b.start_date ? 1 : a.id < b.id ? -1 : 1,
  )

/** A segment's defaults for its visits. */
export type Defaults = {
  team_id: string | null
  location_id: string | null
  start_minutes: number | null
  duration_minutes: number | null
  price_cents: number | null
  notes: string | null
  billing_mode: BillingMode
  skips_closed: boolean
  counts_from: CountsFrom
  buffer_days: number | null
}

/** Part of a series. A removed one has no dates, but keeps the defaults of done visits. */
export type Segment = Recurrence &
  Defaults & { id: string; anchor_date: LocalDate; removed_at: string | null }

/** A visit that has a row of its own. */
export type SeriesVisit = VisitState & {
  original_date: LocalDate
  rule_id: string
  date: LocalDate
  invoice_id: string | null
  start_minutes: number | null
  start_is_own: boolean
  duration_minutes: number | null
  duration_is_own: boolean
  team_id: string | null
  team_is_own: boolean
  price_cents: number | null
  price_is_own: boolean
}

export type NewId = () => string

export type VisitState = {
  status: VisitStatus
  hold_reason?: string | null
  invoice_status: InvoiceStatus | null
}
