import { minutesText } from '../../../../domain/base/text.ts'
import type { LostDayDone } from '../../../../api/series.ts'
import { clockText } from '../../../../domain/base/dates.ts'
import { dayLabel } from '../../../ui/when.ts'
import { count } from '../../../shared/visits/visit-text.ts'

type Lost = LostDayDone['visits'][number]
type Load = LostDayDone['capacity'][number]

/** What is said after how many visits it is about. */
export function sumText(
  { visits, kept, customers }: Pick<LostDayDone, 'visits' | 'kept' | 'customers'>,
  notify: boolean,
): string {
  const doubtful = visits.filter(({ warnings }) => warnings.length > 0).length
  const doubts = doubtful > 0 ? `, ${doubtful} to check` : ''
  const stay = kept.length > 0 ? `, ${kept.length} stay` : ''
  const told = notify
    ? `${count(customers, 'customer')} will be notified.`
    : 'No one will be notified.'
  return `${doubts}${stay}. ${told}`
}

/** Where a visit goes. */
export const goesTo = ({
  to_date,
  start_minutes,
}: Pick<Lost, 'to_date' | 'start_minutes'>): string =>
  to_date === null
    ? 'Skipped'
    : [dayLabel(to_date), ...(start_minutes === null ? [] : [clockText(start_minutes)])].join(', ')

/** A team's work on a day, and how much of it the day holds. */
export const loadText = ({ minutes, capacity_minutes }: Pick<Load, LoadField>): string =>
  minutesText(minutes) + (capacity_minutes === null ? '' : ` of ${minutesText(capacity_minutes)}`)
export const isOver = ({ minutes, capacity_minutes }: Pick<Load, LoadField>): boolean =>
  capacity_minutes !== null && minutes > capacity_minutes
type LoadField = 'minutes' | 'capacity_minutes'
