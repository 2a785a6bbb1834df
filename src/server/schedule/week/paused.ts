import type { LocalDate } from '../../../domain/base/dates.ts'
import { isPaused } from '../../../domain/schedule/recurrence.ts'
import type { VisitPause } from '../../../domain/schedule/visit.ts'
import { pausesOf, pausesOver, type DatesOfCustomer, type ResolvedVisit } from './rows.ts'

/** Whether a visit would be paused on a day. */
export const isPausedOn = (
  date: LocalDate,
  { rule, customer }: Pick<ResolvedVisit, 'rule'> & { customer: DatesOfCustomer | undefined },
): boolean => isPaused(date, pausesOver(rule, customer))

/**
 * The pause a visit is under, or null: it was not cancelled and returns with the work. Of two
 * pauses, the one that ends last.
 */
export function pauseOf(
  visit: ResolvedVisit,
  customer: DatesOfCustomer | undefined,
): VisitPause | null {
  if (visit.status !== 'skipped' || visit.row?.status === 'skipped') return null
  const by = { customer: customer ? pausesOf(customer) : [], rule: visit.rule.pauses }
  const on = (['customer', 'rule'] as const).flatMap((who) =>
    by[who]
      .filter((pause) => isPaused(visit.date, [pause]))
      .map(({ resume_on }): VisitPause => ({ by: who, until: resume_on })),
  )
  return on.toSorted((a, b) => endOf(b) - endOf(a))[0] ?? null
}

const endOf = ({ until }: VisitPause): number => (until === null ? Infinity : Date.parse(until))
