import { useEffect, useRef } from 'react'
import type { ScheduleWindow } from '../../../api/schedule.ts'
import type { LocalDate } from '../../../domain/dates.ts'
import type { CustomerRequest } from '../../../domain/request.ts'
import { isResting, visitRules, type Visit } from '../../../domain/visit.ts'
import { toast } from '../../ui/toast.tsx'
import type { ScheduleSearch } from './Schedule.tsx'
import { resolveRequest } from './visit-acts.ts'

type Input = {
  search: ScheduleSearch
  window: ScheduleWindow | undefined
  /** The week did not come. */
  failed?: boolean
  requests: readonly CustomerRequest[]
  enabled: boolean
  /** Takes the request out of the address. */
  forget: () => void
  /** Looks at the week where the visit is now: an address in an old letter names the day it was asked about. */
  follow?: (date: LocalDate) => void
}

/** The visit that the address names, and its open request, as soon as the week they lie in has come. */
export function useRequestedVisit({ search, window, failed = false, requests, enabled, forget, follow }: Input): {
  visit: Visit | null
  request: CustomerRequest | null
} {
  const { inbox, date, occurrence_id } = search
  const wanted = enabled && inbox === 1 && date && occurrence_id ? occurrence_id : null
  // The week the address names may still be on its way; what is shown until then is another one.
  const isHere = wanted !== null && window !== undefined && date !== undefined && date >= window.from && date <= window.to
  const visit = isHere ? window.occurrences.find(({ id }) => id === wanted) : undefined
  const request = requests.find((one) => one.occurrence_id === wanted) ?? null

  const looked = useRef<string | null>(null)
  useEffect(() => {
    if (!wanted) looked.current = null
    // Looked for once: a visit that is moved away or cancelled while it is open was found.
    if (!wanted || !(isHere || failed) || looked.current === wanted) return
    if (!visit && isHere && follow && request && (request.date < window.from || request.date > window.to)) return follow(request.date)
    looked.current = wanted
    if (visit && !isCancelled(visit)) return
    if (visit) toast.problem(visitRules.edit(visit)?.sentence ?? 'Unable to open request')
    else toast.problem(isHere ? 'Could not locate the requested occurrence in this range' : 'Unable to open request')
    if (visit && request) void resolveRequest(request.id, 'denied', 'cancelled')
    forget()
  }, [wanted, isHere, failed, visit, request, window, forget, follow])

  return { visit: visit && !isCancelled(visit) ? visit : null, request: visit ? request : null }
}

/** What only rests is still to be answered: it comes back with the work. */
const isCancelled = (visit: Visit): boolean => visit.skipped && !isResting(visit)
