import type { Visit } from '../../../../domain/visit.ts'
import { laneLoad } from '../../../visits/day-grid.ts'
import type { TeamGroup } from '../../../visits/team-groups.ts'
import { count, minutesText } from '../../../visits/visit-text.ts'

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
