import { minutesText } from '../../../../domain/base/text.ts'
import type { LocalDate } from '../../../../domain/base/dates.ts'
import { awayOn, type TeamTime } from '../../../../domain/people/time-off.ts'
import type { Visit } from '../../../../domain/schedule/visit.ts'
import { laneLoad } from '../../../shared/visits/day-grid.ts'
import type { TeamGroup } from '../../../shared/visits/teams.ts'
import { count } from '../../../shared/visits/visit-text.ts'

/** '3 visits, 2 h 15 min', or 'Free'. */
export function loadText(visits: readonly Visit[]): string {
  const { many, minutes } = laneLoad(visits)
  return many > 0 ? `${count(many, 'visit')}, ${minutesText(minutes)}` : 'Free'
}

/** '4 of 3, over capacity'; null without a limit, and for work that has no team. */
export function capacityLoad(
  { id, visits }: Pick<TeamGroup, 'id' | 'visits'>,
  capacity: number | null,
): { text: string; isOver: boolean } | null {
  if (id === null || capacity === null) return null
  const { many } = laneLoad(visits)
  const isOver = many > capacity
  return { text: `${many} of ${capacity}${isOver ? ', over capacity' : ''}`, isOver }
}

/** '9 h 30 min of 8 h, too much'; null if nobody said how long the team can work. */
export function hoursLoad(
  visits: readonly Visit[],
  { day_minutes = null }: TeamTime,
): { text: string; isOver: boolean } | null {
  if (day_minutes === null) return null
  const { minutes } = laneLoad(visits)
  const isOver = minutes > day_minutes
  return {
    text: `${minutesText(minutes)} of ${minutesText(day_minutes)}${isOver ? ', too much' : ''}`,
    isOver,
  }
}

/** 'Off', 'Off: Training', 'Kim off'; null if everybody is there. */
export function awayText(time: TeamTime, date: LocalDate): string | null {
  const { all, reason, people } = awayOn(time, date)
  if (all) return reason ? `Off: ${reason}` : 'Off'
  return people.length ? `${people.join(', ')} off` : null
}
