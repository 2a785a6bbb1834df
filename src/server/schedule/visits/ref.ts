import type { LocalDate } from '../../../domain/base/dates.ts'
import { parseOccurrenceId } from '../../../domain/schedule/visit.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { found, notFound } from '../../base/kit/refusals.ts'

declare const parsed: unique symbol

/**
 * A parsed reference to a visit. Exact: a series and the original date. Otherwise a rule or series
 * and a date its visit was planned for or is on now; without a date, the series alone.
 */
export type VisitRef = { readonly [parsed]: true } & (
  | { readonly exact: true; readonly id: string; readonly date: LocalDate }
  | { readonly exact: false; readonly id: string; readonly date: LocalDate | null }
)

export const goneSentence = 'This visit is no longer on the schedule.'

/** Parses the id in a path: a visit's id, or a rule or series with the date sent along. */
export function parseVisitRef(text: string, date?: LocalDate): VisitRef {
  const visit = parseOccurrenceId(text)
  if (visit) return visitRef(visit)
  if (text.includes(':')) throw notFound(goneSentence)
  return { exact: false, id: text, date: date ?? null } as VisitRef
}

/** The reference to a known visit. */
export const visitRef = (visit: { series_id: string; original_date: LocalDate }): VisitRef =>
  ({ exact: true, id: visit.series_id, date: visit.original_date }) as VisitRef

/** The series a reference belongs to. */
export async function readSeriesId(tx: OrgTx, ref: VisitRef): Promise<string> {
  if (ref.exact) return ref.id
  const rule = await tx
    .selectFrom('rules')
    .select('series_id')
    .where((eb) => eb.or([eb('id', '=', ref.id), eb('series_id', '=', ref.id)]))
    .executeTakeFirst()
  return found(rule, goneSentence).series_id
}
