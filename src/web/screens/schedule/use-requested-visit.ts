import { useEffect, useRef } from 'react'
import type { ScheduleWindow } from '../../../api/schedule.ts'
import type { CustomerRequest } from '../../../domain/request.ts'
import { visitRules, type Visit } from '../../../domain/visit.ts'
import { toast } from '../../ui/toast.tsx'
import type { ScheduleSearch } from './Schedule.tsx'
import { resolveRequest } from './visit-acts.ts'

type Input = {
  search: ScheduleSearch
  window: ScheduleWindow | undefined
  requests: readonly CustomerRequest[]
  enabled: boolean
  /** Takes the request out of the address. */
  forget: () => void
}

/** The visit that the address names, and its open request, as soon as the week they lie in has come. */
export function useRequestedVisit({ search, window, requests, enabled, forget }: Input): { visit: Visit | null; request: CustomerRequest | null } {
  const { inbox, date, occurrence_id } = search
  const wanted = enabled && inbox === 1 && date && occurrence_id ? occurrence_id : null
  // The week the address names may still be on its way; what is shown until then is another one.
  const isHere = wanted !== null && window !== undefined && date !== undefined && date >= window.from && date <= window.to
  const visit = isHere ? window.occurrences.find(({ id }) => id === wanted) : undefined
  const request = (visit && requests.find((one) => one.occurrence_id === visit.id)) ?? null

  const looked = useRef<string | null>(null)
  useEffect(() => {
    if (!wanted) looked.current = null
    // Looked for once: a visit that is moved away or cancelled while it is open was found.
    if (!isHere || looked.current === wanted) return
    looked.current = wanted
    if (visit && !visit.skipped) return
    toast.problem(visit ? (visitRules.edit(visit)?.sentence ?? 'Unable to open request') : 'Could not locate the requested occurrence in this range')
    const stale = requests.find((one) => one.occurrence_id === wanted)
    if (visit && stale) void resolveRequest(stale.id, 'denied', 'cancelled')
    forget()
  }, [wanted, isHere, visit, requests, forget])

  return { visit: visit && !visit.skipped ? visit : null, request }
}
