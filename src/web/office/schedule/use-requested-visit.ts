import { useEffect, useRef } from 'react'
import type { ScheduleWindow } from '../../../api/week.ts'
import type { LocalDate } from '../../../domain/base/dates.ts'
import type { CustomerRequest } from '../../../domain/schedule/request.ts'
import { isLetGo, visitRules, type Visit } from '../../../domain/schedule/visit.ts'
import { api } from '../../app/client.ts'
import { toast } from '../../ui/toast.tsx'
import { dateLabel } from '../../ui/when.ts'
import { dateNear } from '../../shared/visits/queries.ts'
import type { ScheduleSearch } from './schedule-place.ts'
import { resolveRequest } from '../../shared/visits/visit-acts.ts'

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
  /** Opens a customer's card; absent for those who have none. */
  onCustomer?: ((id: string) => void) | undefined
}

/** The visit that the address names, and its open request, as soon as the week they lie in has come. */
export function useRequestedVisit({
  search,
  window,
  failed = false,
  requests,
  enabled,
  forget,
  follow,
  onCustomer,
}: Input): {
  visit: Visit | null
  request: CustomerRequest | null
} {
  const { date, occurrence_id } = search
  const wanted = enabled && date && occurrence_id ? occurrence_id : null
  // The week the address names may still be on its way; what is shown until then is another one.
  const isHere =
    wanted !== null &&
    window !== undefined &&
    date !== undefined &&
    date >= window.from &&
    date <= window.to
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
    if (
      !visit &&
      isHere &&
      follow &&
      request &&
      (request.date < window.from || request.date > window.to)
    )
      return follow(request.date)
    if (!visit && isHere && follow && sought.current !== wanted) {
      sought.current = wanted
      void dateNear(wanted, date).then((found) => {
        // The user may have gone elsewhere meanwhile.
        if (latest.current !== wanted) return
        if (found && (found < window.from || found > window.to)) return follow(found)
        looked.current = wanted
        void sayGone(wanted, onCustomer)
        forget()
      })
      return
    }
    if (!visit && isHere && sought.current === wanted) return
    looked.current = wanted
    if (visit && !isLetGo(visit)) return
    if (visit) toast.problem(visitRules.edit(visit)?.sentence ?? 'Unable to open request')
    else toast.problem(isHere ? notHere : 'Unable to open request')
    if (visit && request) void resolveRequest(request.id, 'denied', 'cancelled')
    forget()
  }, [wanted, date, isHere, failed, visit, request, window, forget, follow, onCustomer])

  // What only rests or waits is still to be answered.
  return { visit: visit && !isLetGo(visit) ? visit : null, request: visit ? request : null }
}

const notHere = 'Could not locate the requested occurrence in this range'
/** An occurrence's name ends with the date its series gave it. */
const dateLength = 10

/** Says that a visit is not there and, where the server knows it, what became of it, with the way to its customer. */
async function sayGone(occurrence_id: string, onCustomer: Input['onCustomer']): Promise<void> {
  const answer = await api['GET /api/schedule/{rule_id}'].safe({
    params: { rule_id: occurrence_id },
  })
  if (!answer.ok) return toast.problem(notHere)
  const { end_date, customer_id } = answer.data
  const why =
    end_date !== null && end_date < occurrence_id.slice(-dateLength)
      ? `Its series ended on ${dateLabel(end_date)}.`
      : 'Its series no longer has that date.'
  toast.problem(
    `${notHere}. ${why}`,
    onCustomer ? [{ label: 'Open customer', act: () => onCustomer(customer_id) }] : [],
  )
}
