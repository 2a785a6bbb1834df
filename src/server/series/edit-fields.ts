import type { EditRule } from '../../api/series.ts'
import { startMinutesOf } from '../../domain/schedule.ts'
import { patternFields } from '../../domain/series-fields.ts'
import type { Defaults, SeriesEdit } from '../../domain/series.ts'

/** True if a visit may end up at another time or place. A new price or note causes no conflict. */
export const mayConflict = (edit: EditRule): boolean =>
  edit.start_minutes !== undefined ||
  edit.team_id !== undefined ||
  edit.duration_minutes !== undefined ||
  edit.skips_closed !== undefined ||
  patternOf(edit) !== null

/** The segment defaults an edit sets. */
export function defaultsOf(edit: EditRule): Partial<Defaults> {
  const start_minutes = startMinutesOf(edit)
  const {
    team_id,
    location_id,
    duration_minutes,
    price_cents,
    notes,
    billing_mode,
    skips_closed,
    counts_from,
    buffer_days,
  } = edit
  const fields = {
    team_id,
    location_id,
    duration_minutes,
    price_cents,
    notes,
    billing_mode,
    skips_closed,
    counts_from,
    buffer_days,
    start_minutes,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/**
 * The fields of a new pattern, or null if the dates stay. A first date alone restarts the same
 * pattern.
 */
export function patternOf(edit: EditRule): SeriesEdit['pattern'] {
  const fields = Object.fromEntries(
    patternFields.filter((field) => edit[field] !== undefined).map((field) => [field, edit[field]]),
  )
  return Object.keys(fields).length || edit.start_date !== undefined ? fields : null
}

/**
 * The columns an edit of one visit sets. Null means following the rule again, except for team and
 * time, where it means none.
 */
export function visitColumnsOf(edit: EditRule) {
  const { team_id, duration_minutes, price_cents, notes } = edit
  const start_minutes = startMinutesOf(edit)
  return {
    ...(team_id === undefined ? {} : { team_id, team_is_own: true }),
    ...(start_minutes === undefined ? {} : { start_minutes, start_is_own: true }),
    ...(duration_minutes === undefined
      ? {}
      : { duration_minutes, duration_is_own: duration_minutes !== null }),
    ...(price_cents === undefined ? {} : { price_cents, price_is_own: price_cents !== null }),
    ...(notes === undefined ? {} : { notes }),
  }
}
