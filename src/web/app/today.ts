import { useEffect, useRef } from 'react'
import { todayIn, type LocalDate } from '../../domain/base/dates.ts'
import { useClock } from './clock.ts'
import { useMe } from './me.ts'
import { nowIso } from './server-time.ts'

/** The time zone that decides dates: the organization's, wherever the reader is. */
export const useZone = (): string =>
  useMe().organization_timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone

/** The organization's current date by the server's clock, updated after midnight on an open page. */
export function useToday(): LocalDate {
  const zone = useZone()
  return useClock(() => todayIn(zone, nowIso()))
}

/**
 * Runs `act` when a new day starts on an open page, which no event announces. `act` must be a
 * stable function.
 */
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
