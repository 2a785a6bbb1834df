import { useCallback, useEffect, useRef, type PointerEvent } from 'react'
import { cardAt } from './card-element.ts'
import type { Steady } from './use-steady.ts'

/** After this long without moving, in ms, the mouse was left there, and no press is coming. */
const rests_ms = 10_000

/** Keeps a board still while the mouse is moving on one of its cards, and for a while after. */
export function useSteadyPointer({ hold, release }: Steady, isCarrying: boolean) {
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(rest.current), [])
  // The picture of a carried card lies over the board: the pointer has left, the hand has not.
  const pointAway = useCallback(() => {
    clearTimeout(rest.current)
    if (!isCarrying) release()
  }, [isCarrying, release])
  const pointAt = useCallback(
    (event: PointerEvent) => {
      const isOnCard = event.pointerType === 'mouse' && cardAt(event.target) !== null
      if (isOnCard) {
        hold()
        clearTimeout(rest.current)
        if (event.buttons === 0) rest.current = setTimeout(pointAway, rests_ms)
      } else if (event.buttons === 0) pointAway()
    },
    [hold, pointAway],
  )
  return { onPointerOver: pointAt, onPointerMove: pointAt, onPointerLeave: pointAway }
}
