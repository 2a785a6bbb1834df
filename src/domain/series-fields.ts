import type { Segment, SeriesVisit } from './series.ts'

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
