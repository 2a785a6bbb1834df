import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Visit } from '../../../../domain/visit.ts'
import { isOwnPlace, isOwnSpot, isOwnVisit, useRefused } from '../../../visits/own-changes.ts'
import { stillWith } from '../../../visits/still.ts'

export type Steady = {
  visits: readonly Visit[]
  /** How many visits others have moved since. */
  waiting: number
  hold: () => void
  release: () => void
}

/**
 * Visits for a board that keeps still: while it is held, what others do changes how a card looks but not where it is, so no one
 * presses a card that has just slipped in. One's own moves show at once.
 */
export function useSteady(latest: readonly Visit[]): Steady {
  const [shown, setShown] = useState({ visits: latest, waiting: 0 })
  const isHeld = useRef(false)
  const newest = useRef(latest)
  useLayoutEffect(() => {
    newest.current = latest
    setShown((now) =>
      isHeld.current
        ? stillWith(now.visits, latest, ownHand)
        : now.visits === latest && now.waiting === 0
          ? now
          : { visits: latest, waiting: 0 },
    )
  }, [latest])
  // Where a visit really is whose move was refused may be known already, and held back.
  const refused = useRefused()
  useEffect(() => {
    if (refused.length > 0 && isHeld.current)
      setShown((now) => stillWith(now.visits, newest.current, ownHand))
  }, [refused])
  const hold = useCallback(() => {
    isHeld.current = true
  }, [])
  const release = useCallback(() => {
    isHeld.current = false
    setShown((now) =>
      now.visits === newest.current ? now : { visits: newest.current, waiting: 0 },
    )
  }, [])
  return { ...shown, hold, release }
}

const ownHand = { moved: isOwnVisit, put: isOwnSpot, ordered: isOwnPlace }
