import { addDays, type LocalDate } from '../../domain/dates.ts'
import { isPaused, type Pause } from '../../domain/recurrence.ts'
import type { Calendar } from '../week/calendar.ts'
import { pausesOf, pausesOver, planRule } from '../week/rows.ts'
import type { CustomerRow } from './read.ts'

/**
 * How far ahead to look for the next visit: usually weeks, at most a year for the rarest pattern.
 */
const horizons = [35, 366]

/**
 * The date of a customer's next visit within a year: touched visits where they are now, others
 * where their rule plans them.
 */
export function nextVisit(row: CustomerRow, calendar: Calendar): LocalDate | null {
  if (row.status === 'archived') return null
  const { today } = calendar
  const touched = row.touched ?? []
  const keys = new Set(touched.map((visit) => `${visit.series_id}:${visit.original_date}`))
  const rules = row.rules ?? []
  const pausesOn = (series_id: string): readonly Pause[] => {
    const rule = rules.find((one) => one.series_id === series_id)
    return rule ? pausesOver(rule, row) : pausesOf(row)
  }
  const dates = touched
    .filter(
      (visit) =>
        visit.status === 'scheduled' &&
        visit.date >= today &&
        !isPaused(visit.date, pausesOn(visit.series_id)),
    )
    .map((visit) => visit.date)
  for (const rule of rules)
    for (const days of horizons) {
      const coming = planRule(rule, today, addDays(today, days), calendar, row).find(
        (planned) => !planned.paused && !keys.has(`${rule.series_id}:${planned.original_date}`),
      )
      if (coming) dates.push(coming.date)
      if (coming) break
    }
  return dates.toSorted()[0] ?? null
}
