import type { UniqueIdentifier } from '@dnd-kit/core'
import type { LocalDate } from '../../../../domain/base/dates.ts'

/** `cell`: a team's day. `lane`: a team's ruler of hours. `any`: a team's strip without a time. `day`: another day. */
export type LandKind = 'cell' | 'lane' | 'any' | 'day'
/** What a card can be put down on. */
export type Land = { kind: LandKind; team_id: string | null; date: LocalDate }

const noTeam = 'none'
/** Names it for the drag library. */
export const landId = (kind: LandKind, team_id: string | null, date: LocalDate): string =>
  `${kind} ${team_id ?? noTeam} ${date}`

export function readLand(id: UniqueIdentifier): Land {
  const [kind, team = noTeam, date = ''] = String(id).split(' ')
  return { kind: kind as LandKind, team_id: team === noTeam ? null : team, date }
}

// Cards are plain buttons that carry the name of what they show; the board hears events that reach it from them.

/** The card an event came from. */
export const cardAt = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-visit]') : null

/** The name of the card an event came from; '' if there is none. */
export const cardNameAt = (target: EventTarget): string => cardAt(target)?.dataset.visit ?? ''
