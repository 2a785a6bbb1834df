import { useCallback, useMemo } from 'react'
import type { Visit } from '../../../../domain/visit.ts'
import { trayName, useTray } from '../../../visits/tray-query.ts'

/** Finds the visit a card shows by the card's name. One on hold may have two cards: on its day, and in the tray. */
export function useVisitNamed(
  visits: readonly Visit[],
  hasTray: boolean,
): (name: string) => Visit | undefined {
  const { items } = useTray(hasTray)
  const byName = useMemo(
    () =>
      new Map([
        ...visits.map((visit) => [visit.id, visit] as const),
        ...items.map(({ visit }) => [trayName(visit.id), visit] as const),
      ]),
    [visits, items],
  )
  return useCallback((name: string) => byName.get(name), [byName])
}
