import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Visit } from '../../../domain/visit.ts'
import { isOwnSpot, isOwnVisit, isSameSpot, spotOf } from './moves.ts'

export type Steady = {
  visits: readonly Visit[]
  /** Visits that others have moved meanwhile. */
  waiting: number
  hold: () => void
  release: () => void
}

/**
 * Visits for a board that keeps still: while it is held, what others do changes how a card looks but not where it is, so nobody
 * presses on a card that has just slipped in. One's own moves show at once.
 */
export function useSteady(latest: readonly Visit[]): Steady {
  const [shown, setShown] = useState({ visits: latest, waiting: 0 })
  const isHeld = useRef(false)
  const newest = useRef(latest)
  useLayoutEffect(() => {
    newest.current = latest
    setShown((now) => (isHeld.current ? stillWith(now.visits, latest) : now.visits === latest && now.waiting === 0 ? now : { visits: latest, waiting: 0 }))
  }, [latest])
  const hold = useCallback(() => {
    isHeld.current = true
  }, [])
  const release = useCallback(() => {
    isHeld.current = false
    setShown((now) => (now.visits === newest.current ? now : { visits: newest.current, waiting: 0 }))
  }, [])
  return { ...shown, hold, release }
}

/** The cards of `kept` where they are, with everything else from `latest`. */
export function stillWith(kept: readonly Visit[], latest: readonly Visit[]): { visits: Visit[]; waiting: number } {
  const now = new Map(latest.map((visit) => [visit.id, visit]))
  const before = new Set(kept.map(({ id }) => id))
  let waiting = 0
  const visits = kept.flatMap((old) => {
    const visit = now.get(old.id)
    if (!visit && isOwnVisit(old.id)) return []
    if (visit && (isSameSpot(spotOf(visit), spotOf(old)) || isOwnSpot(visit))) return [visit]
    waiting++
    if (!visit) return [old]
    const { date, team_id, team, start_minutes, start_time } = old
    return [{ ...visit, date, team_id, team, start_minutes, start_time }]
  })
  for (const visit of latest) {
    if (before.has(visit.id)) continue
    if (isOwnSpot(visit)) visits.push(visit)
    else waiting++
  }
  return { visits, waiting }
}
