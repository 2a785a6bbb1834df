import { addDays, type LocalDate } from '../base/dates.ts'
import type { VisitStatus } from './visit-status.ts'

/** How many days back a visit that nobody completed is still listed. */
const missedDays = 14

export const missedFrom = (today: LocalDate): LocalDate => addDays(today, -missedDays)

/** True if a visit's day is over and no one said whether it was done, so it is not billed. */
export const isMissed = (
  { status, date }: { status: VisitStatus; date: LocalDate },
  today: LocalDate,
): boolean =>
  (status === 'scheduled' || status === 'in_progress') && date < today && date >= missedFrom(today)
