import type { LocalDate } from '../../../../domain/base/dates.ts'
import type { ScheduleRule } from '../../../../domain/schedule/schedule.ts'
import { dayLabel } from '../../../ui/when.ts'

type Pause = NonNullable<ScheduleRule['pause']>
export type PauseValues = {
  from: LocalDate | null
  resume_on: LocalDate | null
  reason: string
}

const later = (a: LocalDate, b: LocalDate): LocalDate => (a > b ? a : b)
const earlier = (a: LocalDate, b: LocalDate): LocalDate => (a < b ? a : b)

/** What the form starts with: the pause there is, or one from the visit on. */
export const pauseValues = (
  pause: Pause | null,
  visit_date: LocalDate,
  today: LocalDate,
): PauseValues =>
  pause
    ? { from: pause.from, resume_on: pause.resume_on, reason: pause.reason ?? '' }
    : { from: later(visit_date, today), resume_on: null, reason: '' }

export const pauseBody = ({ reason, ...dates }: PauseValues) => ({
  ...dates,
  reason: reason.trim() || null,
})

/** The first days that can be chosen. A pause that has begun keeps its beginning. */
export const firstPauseDay = (pause: Pause | null, today: LocalDate): LocalDate =>
  pause ? earlier(pause.from, today) : today
export const firstResumeDay = (from: LocalDate | null, today: LocalDate): LocalDate =>
  later(from ?? today, today)

/** How the work rests now, or will. */
export const pauseStateText = ({ from, resume_on }: Pause, today: LocalDate): string =>
  (from > today ? `A pause is planned from ${dayLabel(from)}` : `Paused since ${dayLabel(from)}`) +
  (resume_on ? ` until ${dayLabel(resume_on)}.` : ', until you resume it.')

/** What the button says that ends a pause. */
export const resumeAction = ({ from }: Pause, today: LocalDate): string =>
  from > today ? 'Do not pause' : 'Resume now'

/** What the values would do. */
export const pauseEffectText = ({ from, resume_on }: PauseValues, today: LocalDate): string =>
  `Visits from ${dayLabel(from ?? today)} stay on the schedule, grayed out, and are not billed. ` +
  (resume_on
    ? `Visits resume on ${dayLabel(resume_on)}.`
    : 'Visits stay paused until you resume them.')
