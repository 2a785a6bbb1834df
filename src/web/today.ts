import { useEffect, useRef } from 'react'
import { todayIn, type LocalDate } from '../domain/dates.ts'
import { useClock } from './clock.ts'
import { useMe } from './me.ts'

/** The zone whose days are meant: the organization's, wherever its reader is. */
export const useZone = (): string =>
  useMe().organization_timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone

/** Today where the organization is, also after midnight on a page left open. */
export function useToday(): LocalDate {
  const zone = useZone()
  return useClock(() => todayIn(zone, new Date().toISOString()))
}

/** Runs `act` when a new day begins on an open page; no event announces that. `act` must be a stable function. */
export function useNewDay(act: () => unknown): LocalDate {
  const today = useToday()
  const begun = useRef(today)
  useEffect(() => {
    if (begun.current === today) return
    begun.current = today
    act()
  }, [today, act])
  return today
}
