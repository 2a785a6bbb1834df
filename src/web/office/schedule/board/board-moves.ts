import {
  pointerWithin,
  type Active,
  type Announcements,
  type CollisionDetection,
  type Over,
  type UniqueIdentifier,
} from '@dnd-kit/core'
import type { Visit } from '../../../../domain/schedule/visit.ts'
import { customerText } from '../../../shared/visits/visit-text.ts'
import { spotText, type Spot } from '../../../shared/visits/drop-targets.ts'
import { isWithin } from './board-steps.ts'

// What the drag library needs to know about the boards.

/** Enter is left to open the visit. */
export const keyboardCodes = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] }

type Rect = { left: number; top: number; width: number; height: number }

/** The cell under the pointer; with keys, the one that holds the card's upper left corner. */
export const lands: CollisionDetection = (args) => {
  if (args.pointerCoordinates) return pointerWithin(args)
  const { left, top } = args.collisionRect
  const holds = (rect: Rect | undefined) =>
    rect !== undefined &&
    isWithin(left, rect.left, rect.width) &&
    isWithin(top, rect.top, rect.height)
  return args.droppableContainers
    .filter(({ id }) => holds(args.droppableRects.get(id)))
    .map(({ id }) => ({ id }))
}

export const instructions =
  'Press Space to pick up this visit, arrow keys to move it to another day, time or team, Space to drop it, Escape to leave it where it was. Press M to choose where it goes, Enter to open it. Alt with the up or down arrow moves a visit without a time in its team’s order.'

/** What is said while a visit is carried: at every step, where it would land. */
export function wordsFor(
  teams: readonly { id: string; name: string }[],
  visitOf: (id: UniqueIdentifier) => Visit | undefined,
  placeOf: (active: Active, over: Over | null) => Spot | null,
): Announcements {
  const name = (id: UniqueIdentifier) => {
    const visit = visitOf(id)
    return visit ? customerText(visit) : 'The visit'
  }
  const place = ({ active, over }: { active: Active; over: Over | null }) => {
    const spot = placeOf(active, over)
    return spot ? spotText(spot, teams) : 'It can’t go here.'
  }
  return {
    onDragStart: ({ active }) => `${name(active.id)} picked up.`,
    // A step within a lane is only a move; at one into another, the move still names the lane left behind.
    onDragMove: place,
    onDragOver: place,
    onDragEnd: ({ active, over }) => {
      const spot = placeOf(active, over)
      return spot
        ? `${name(active.id)} dropped: ${spotText(spot, teams)}.`
        : `${name(active.id)} is back where it was.`
    },
    onDragCancel: ({ active }) => `${name(active.id)} is back where it was.`,
  }
}
