import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PlannedEvent, ScheduleWindow } from '../../../../api/week.ts'
import type { Visit } from '../../../../domain/schedule/visit.ts'
import {
  isOwnPlace,
  isOwnSpot,
  isOwnVisit,
  useRefused,
  eventsBehind,
  stillWith,
} from '../../../shared/visits/own-changes.ts'

type Shown = {
  from: ScheduleWindow['from']
  visits: readonly Visit[]
  events: readonly PlannedEvent[]
  /** How many visits and events others have moved since. */
  waiting: number
}
export type Steady = Shown & {
  hold: () => void
  release: () => void
}

/**
 * Visits and events for a board that keeps still: while it is held, what others do changes how a card looks but not where it is,
 * so no one presses a card that has just slipped in. One's own moves show at once, and so does another week.
 */
export function useSteady(latest: ScheduleWindow): Steady {
  const [shown, setShown] = useState(() => asIs(latest))
  const isHeld = useRef(false)
  const newest = useRef(latest)
  useLayoutEffect(() => {
    newest.current = latest
    setShown((now) =>
      isHeld.current && now.from === latest.from ? behind(now, latest) : upTo(now, latest),
    )
  }, [latest])
  // Where a visit really is whose move was refused may be known already, and held back.
  const refused = useRefused()
  useEffect(() => {
    if (refused.length > 0 && isHeld.current) setShown((now) => behind(now, newest.current))
  }, [refused])
  const hold = useCallback(() => {
    isHeld.current = true
  }, [])
  const release = useCallback(() => {
    isHeld.current = false
    setShown((now) => upTo(now, newest.current))
  }, [])
  return { ...shown, hold, release }
}

const asIs = ({ from, occurrences, events }: ScheduleWindow): Shown => ({
  from,
  visits: occurrences,
  events,
  waiting: 0,
})
const upTo = (now: Shown, latest: ScheduleWindow): Shown =>
  now.visits === latest.occurrences && now.events === latest.events && now.waiting === 0
    ? now
    : asIs(latest)
function behind(now: Shown, latest: ScheduleWindow): Shown {
  const { visits, waiting } = stillWith(now.visits, latest.occurrences, ownHand)
  return { ...now, visits, waiting: waiting + eventsBehind(now.events, latest.events) }
}

const ownHand = { moved: isOwnVisit, put: isOwnSpot, ordered: isOwnPlace }
