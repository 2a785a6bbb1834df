import { useCallback, type PointerEvent } from 'react'
import { cardAt } from './card-element.ts'
import type { Steady } from './use-steady.ts'

/** Keeps a board still while the mouse is on one of its cards. */
export function useSteadyPointer({ hold, release }: Steady, isCarrying: boolean) {
  // The picture of a carried card lies over the board: the pointer has left, the hand has not.
  const pointAway = useCallback(() => {
    if (!isCarrying) release()
  }, [isCarrying, release])
  const pointAt = useCallback(
    (event: PointerEvent) => {
      const isOnCard = event.pointerType === 'mouse' && cardAt(event.target) !== null
      if (isOnCard) hold()
      else if (event.buttons === 0) pointAway()
    },
    [hold, pointAway],
  )
  return { onPointerOver: pointAt, onPointerLeave: pointAway }
}
