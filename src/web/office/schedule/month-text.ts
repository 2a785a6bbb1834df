import type { MonthDay } from '../../../domain/base/month.ts'
import { minutesText } from '../../../domain/base/text.ts'
import { count } from '../../shared/visits/visit-text.ts'

/** '6.5 of 16 h', or '6.5 h' if no team says how long it works. */
export function hoursText({
  minutes,
  capacity_minutes,
}: Pick<MonthDay, 'minutes' | 'capacity_minutes'>): string {
  const hours = (of: number): string => String(Math.round(of / 6) / 10)
  return capacity_minutes === null
    ? `${hours(minutes)} h`
    : `${hours(minutes)} of ${hours(capacity_minutes)} h`
}

/** A day as a sentence, for screen readers. */
export function dayWords(one: MonthDay): string {
  const { minutes, capacity_minutes, unassigned, teams_off } = one
  const of = capacity_minutes === null ? '' : ` of ${minutesText(capacity_minutes)}`
  const isOver = one.visits > 0 && capacity_minutes !== null && minutes > capacity_minutes
  return [
    one.visits > 0 ? `${count(one.visits, 'visit')}, ${minutesText(minutes)}${of}` : 'free',
    isOver ? 'too much' : null,
    unassigned > 0 ? `${unassigned} without a team` : null,
    one.is_closed ? `closed${one.closed_reason ? `: ${one.closed_reason}` : ''}` : null,
    teams_off.length > 0 ? `${teams_off.join(', ')} off` : null,
  ]
    .filter(Boolean)
    .join(', ')
}

/** How many days an arrow key goes on; null for other keys. */
export const stepOfKey = (key: string): number | null =>
  ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 })[key] ?? null
