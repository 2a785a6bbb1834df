import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { unpackWindow } from '../../../api/schedule-packed.ts'
import type { ScheduleWindow } from '../../../api/schedule.ts'
import { todayIn, type LocalDate } from '../../../domain/dates.ts'
import { hasRole } from '../../../domain/roles.ts'
import { byTime, visitFlags, type Visit } from '../../../domain/visit.ts'
import { api } from '../../client.ts'
import { useMe, type Me } from '../../me.ts'
import { queryClient } from '../../query-client.ts'

const schedule = api['GET /api/schedule']

const packed = api['GET /api/schedule/packed']

/** The visits of a window; they travel packed. */
export const windowQuery = (from: LocalDate, to: LocalDate) => ({
  queryKey: schedule.key({ query: { from, to } }),
  queryFn: async (context: { signal?: AbortSignal }): Promise<ScheduleWindow> => unpackWindow(await packed.query({ query: { from, to } }).queryFn(context)),
})
export const requestsQuery = api['GET /api/owner/customer-requests'].query()
export const endingQuery = { ...api['GET /api/schedule/ending'].query({ query: { limit: 50 } }), staleTime: 5 * 60_000 }
export const organizationQuery = { ...api['GET /api/owner/my-organization'].query(), staleTime: 5 * 60_000 }

/** Today where the organization is, also after midnight on a page left open. */
export function useToday(): LocalDate {
  const zone = useMe().organization_timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const read = () => todayIn(zone, new Date().toISOString())
  const [today, setToday] = useState(read)
  useEffect(() => {
    const timer = setInterval(() => setToday(read()), 30_000)
    return () => clearInterval(timer)
  })
  return today
}

/** Nobody gave this crew person work yet. A crew owner leads teams without being in one. */
export const hasNoTeam = (me: Me): boolean => me.team_id === null && !hasRole(me.roles, ['crew_owner'])

type Change = Partial<Visit> | ((visit: Visit) => Partial<Visit>)

/** Changes a visit in every cached window that shows it. */
export function patchVisits(cache: QueryClient, matches: (visit: Visit) => boolean, change: Change): void {
  cache.setQueriesData<ScheduleWindow>({ queryKey: schedule.key() }, (window) => {
    if (!window?.occurrences.some(matches)) return window
    const occurrences = window.occurrences.map((visit) => (matches(visit) ? { ...visit, ...(typeof change === 'function' ? change(visit) : change) } : visit))
    return { ...window, occurrences: inOrder(occurrences, window) }
  })
}

/** Puts a visit, as the server answered it, where it now belongs in every cached window. */
export function putVisit(visit: Visit): void {
  queryClient.setQueriesData<ScheduleWindow>({ queryKey: schedule.key() }, (window) => {
    if (!window) return window
    const others = window.occurrences.filter(({ id }) => id !== visit.id)
    return { ...window, occurrences: inOrder([...others, visit], window) }
  })
}

export const withStatus = (status: Visit['status']): Partial<Visit> => ({ status, ...visitFlags(status) })

/** Asks for all shown windows again; unchanged ones come back as 304. */
export const reloadSchedule = (): Promise<void> => queryClient.invalidateQueries({ queryKey: schedule.key() })
export const reloadEvents = (): Promise<void> => queryClient.invalidateQueries({ queryKey: api['GET /api/schedule/org-events'].key() })
/** After an edit of a series: its dates, and whether it ends soon. */
export const reloadSeries = (): void => {
  void reloadSchedule()
  void queryClient.invalidateQueries({ queryKey: endingQuery.queryKey })
}
export const reloadRequests = (): Promise<void> => queryClient.invalidateQueries({ queryKey: api['GET /api/owner/customer-requests'].key() })

/** The visits of any cached window that holds this one. */
export function cachedVisits(id: string): readonly Visit[] {
  for (const [, window] of queryClient.getQueriesData<ScheduleWindow>({ queryKey: schedule.key() }))
    if (window?.occurrences.some((one) => one.id === id)) return window.occurrences
  return []
}
/** The visit as any cached window has it. */
export const cachedVisit = (id: string): Visit | undefined => cachedVisits(id).find((one) => one.id === id)

const followCache = (listener: () => void) => queryClient.getQueryCache().subscribe(listener)
/** A visit as it stands now, wherever it was changed; the given one while no window holds it. */
export const useVisitNow = (given: Visit): Visit => useSyncExternalStore(followCache, () => cachedVisit(given.id)) ?? given

const inOrder = (visits: Visit[], { from, to }: ScheduleWindow): Visit[] => visits.filter(({ date }) => date >= from && date <= to).sort(byTime)
