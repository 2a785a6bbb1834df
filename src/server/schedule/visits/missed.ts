import type { MissedVisit } from '../../../api/visits.ts'
import { addDays } from '../../../domain/base/dates.ts'
import { isMissed, missedFrom } from '../../../domain/schedule/missed.ts'
import type { ScheduleContext } from '../week/context.ts'
import { readWindow, type WindowRead } from '../week/window.ts'
import type { ResolvedVisit } from '../week/rows.ts'

/** Visits of the last days that nobody completed, oldest first. */
export async function readMissed({ tx, calendar }: ScheduleContext): Promise<MissedVisit[]> {
  const { today } = calendar
  const read = await readWindow(tx, calendar, { from: missedFrom(today), to: addDays(today, -1) })
  return missedOf(read, today)
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : startOf(a) - startOf(b)))
    .map((visit) => ({
      occurrence_id: visit.occurrence_id,
      date: visit.date,
      customer_id: visit.customer_id,
      customer_name: read.customers.get(visit.customer_id)?.name ?? null,
      title: visit.service?.name ?? '',
      team: (visit.team_id && calendar.teams.get(visit.team_id)?.name) || null,
    }))
}

/** Without those that waited for a payment: nobody came on purpose. */
export const missedOf = (
  { visits, customers }: Pick<WindowRead, 'visits' | 'customers'>,
  today: string,
): ResolvedVisit[] =>
  visits.filter((visit) => isMissed(visit, today) && !customers.get(visit.customer_id)?.held_since)

const startOf = ({ start_minutes }: ResolvedVisit): number => start_minutes ?? 1440
