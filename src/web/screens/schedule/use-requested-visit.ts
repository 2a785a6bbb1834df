import { useEffect, useRef } from 'react'
import type { ScheduleWindow } from '../../../api/schedule.ts'
import { addDays, type LocalDate } from '../../../domain/dates.ts'
import type { CustomerRequest } from '../../../domain/request.ts'
import { isResting, visitRules, type Visit } from '../../../domain/visit.ts'
import { queryClient } from '../../query-client.ts'
import { toast } from '../../ui/toast.tsx'
import { windowQuery } from './queries.ts'
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
  const sought = useRef<string | null>(null)
  const latest = useRef<string | null>(null)
  useEffect(() => {
    latest.current = wanted
    return () => void (latest.current = null)
  }, [wanted])
  useEffect(() => {
    if (!wanted) looked.current = sought.current = null
    // Looked for once: a visit that is moved away or cancelled while it is open was found.
    if (!wanted || !(isHere || failed) || looked.current === wanted) return
    if (!visit && isHere && follow && request && (request.date < window.from || request.date > window.to)) return follow(request.date)
    if (!visit && isHere && follow && sought.current !== wanted) {
      sought.current = wanted
      void dateNear(wanted, date).then((found) => {
        // Somebody may have gone elsewhere meanwhile.
        if (latest.current !== wanted) return
        if (found && (found < window.from || found > window.to)) return follow(found)
        looked.current = wanted
        toast.problem(notHere)
        forget()
      })
      return
    }
    if (!visit && isHere && sought.current === wanted) return
    looked.current = wanted
    if (visit && !isCancelled(visit)) return
    if (visit) toast.problem(visitRules.edit(visit)?.sentence ?? 'Unable to open request')
    else toast.problem(isHere ? notHere : 'Unable to open request')
    if (visit && request) void resolveRequest(request.id, 'denied', 'cancelled')
    forget()
  }, [wanted, date, isHere, failed, visit, request, window, forget, follow])

  return { visit: visit && !isCancelled(visit) ? visit : null, request: visit ? request : null }
}

/** What only rests is still to be answered: it comes back with the work. */
const isCancelled = (visit: Visit): boolean => visit.skipped && !isResting(visit)

const notHere = 'Could not locate the requested occurrence in this range'
/** How far a visit is looked for that was moved out of the week its address names; with the other half, as much as one call reads. */
const nearDays = 45

async function dateNear(occurrence_id: string, date: LocalDate): Promise<LocalDate | undefined> {
  try {
    const { occurrences } = await queryClient.fetchQuery(windowQuery(addDays(date, -nearDays), addDays(date, nearDays)))
    return occurrences.find(({ id }) => id === occurrence_id)?.date
  } catch {
    return undefined
  }
}
