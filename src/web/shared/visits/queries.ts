import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { joinWeek, type ScheduleWindow } from '../../../api/week.ts'
import { addDays, type LocalDate } from '../../../domain/base/dates.ts'
import { hasRole } from '../../../domain/base/roles.ts'
import { byTime, visitFlags, type Visit } from '../../../domain/schedule/visit.ts'
import { api } from '../../app/client.ts'
import type { Me } from '../../app/me.ts'
import { queryClient } from '../../app/query-client.ts'
import { useNewDay } from '../../app/today.ts'
import { withMoves } from './shown-moves.ts'

const schedule = api['GET /api/schedule']

/** The visits of a window. They travel with each customer once. */
export const windowQuery = (from: LocalDate, to: LocalDate) => ({
  queryKey: schedule.key({ query: { from, to } }),
  queryFn: async (context: { signal?: AbortSignal }): Promise<ScheduleWindow> => {
    const asked = performance.now()
    const { queryFn } = api['GET /api/schedule/week'].query({ query: { from, to } })
    const window = joinWeek(await queryFn(context))
    const occurrences = withMoves(window.occurrences, asked)
    return occurrences === window.occurrences
      ? window
      : { ...window, occurrences: inOrder(occurrences, window) }
  },
})
/** How much is planned on each day of a month, 'YYYY-MM'. */
export const monthQuery = (month: string) =>
  api['GET /api/schedule/month'].query({ query: { month } })
export const requestsQuery = api['GET /api/owner/customer-requests'].query()
export const endingQuery = {
  ...api['GET /api/schedule/ending'].query({ query: { limit: 50 } }),
  staleTime: 5 * 60_000,
}
export const missedQuery = {
  ...api['GET /api/schedule/missed'].query(),
  staleTime: 5 * 60_000,
}
export const organizationQuery = {
  ...api['GET /api/owner/my-organization'].query(),
  staleTime: 5 * 60_000,
}

/** What can be done with a visit, and what is still asked for, is different on another day. */
const reloadDay = () => {
  void reloadSchedule()
  void reloadRequests()
}

/**
 * The visits of a window, whose `today` goes on when a day begins while it is on screen. Until the day that has begun is here, and for as long
 * as a phone has no connection, the one before it stays, with the sheets that stand open on it.
 */
export function useWindow(from: LocalDate, to: LocalDate) {
  const today = useNewDay(reloadDay)
  const isHeld = (day: LocalDate, window: { from: LocalDate; to: LocalDate }) =>
    day >= window.from && day <= window.to
  return useQuery({
    ...windowQuery(from, to),
    select: useCallback(
      (window: ScheduleWindow) => (window.today < today ? { ...window, today } : window),
      [today],
    ),
    placeholderData: (before: ScheduleWindow | undefined) =>
      before && before.today < today && isHeld(before.today, before) && isHeld(today, { from, to })
        ? before
        : undefined,
  })
}

/** True for a crew member without a team. A crew owner leads teams without being in one. */
export const hasNoTeam = (me: Me): boolean =>
  me.team_id === null && !hasRole(me.roles, ['crew_owner'])

type Change = Partial<Visit> | ((visit: Visit) => Partial<Visit>)

/** Changes a visit in every cached window that shows it. */
export function patchVisits(
  cache: QueryClient,
  matches: (visit: Visit) => boolean,
  change: Change,
): void {
  cache.setQueriesData<ScheduleWindow>({ queryKey: schedule.key() }, (window) => {
    if (!window?.occurrences.some(matches)) return window
    const occurrences = window.occurrences.map((visit) =>
      matches(visit)
        ? { ...visit, ...(typeof change === 'function' ? change(visit) : change) }
        : visit,
    )
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

export const withStatus = (status: Visit['status']): Partial<Visit> => ({
  status,
  ...visitFlags(status),
})

/** One visit, for those who show it while no window does. */
const visitCall = api['GET /api/schedule/{rule_id}/visit']

/** Asks for all that is shown of the schedule again, and for what waits for a place; unchanged windows come back as 304. */
export async function reloadSchedule(): Promise<void> {
  await Promise.all(
    [
      schedule,
      api['GET /api/schedule/month'],
      api['GET /api/schedule/missed'],
      api['GET /api/schedule/tray'],
      visitCall,
    ].map((call) => queryClient.invalidateQueries({ queryKey: call.key() })),
  )
}
export const reloadEvents = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: api['GET /api/schedule/org-events'].key() })
/** After an edit of a series: its dates, and whether it ends soon. */
export const reloadSeries = (): void => {
  void reloadSchedule()
  void queryClient.invalidateQueries({ queryKey: endingQuery.queryKey })
}
export async function reloadRequests(): Promise<void> {
  await Promise.all(
    [api['GET /api/owner/customer-requests'], api['GET /api/owner/visit-requests']].map((call) =>
      queryClient.invalidateQueries({ queryKey: call.key() }),
    ),
  )
}

/** The visits of any cached window that holds this one. */
export function cachedVisits(id: string): readonly Visit[] {
  for (const [, window] of queryClient.getQueriesData<ScheduleWindow>({ queryKey: schedule.key() }))
    if (window?.occurrences.some((one) => one.id === id)) return window.occurrences
  return []
}
/** The visit as any cached window has it. */
export const cachedVisit = (id: string): Visit | undefined =>
  cachedVisits(id).find((one) => one.id === id)

/** How far a visit is looked for that was moved out of the week its address names; with the other half, as much as one call reads. */
const nearDays = 45

/** The day a visit lies on now, if that is not far from a day it lay on. */
export async function dateNear(
  occurrence_id: string,
  date: LocalDate,
): Promise<LocalDate | undefined> {
  try {
    const { occurrences } = await queryClient.fetchQuery(
      windowQuery(addDays(date, -nearDays), addDays(date, nearDays)),
    )
    return occurrences.find(({ id }) => id === occurrence_id)?.date
  } catch {
    return undefined
  }
}

const inOrder = (visits: Visit[], { from, to }: ScheduleWindow): Visit[] =>
  visits.filter(({ date }) => date >= from && date <= to).sort(byTime)

const followCache = (listener: () => void) => queryClient.getQueryCache().subscribe(listener)

/** A visit as it stands now, wherever it was changed: as a window shows it, or asked for by itself while none holds it. */
export function useVisitNow(given: Visit): Visit {
  const shown = useSyncExternalStore(followCache, () => cachedVisit(given.id))
  const { data: asked } = useQuery({
    ...visitCall.query({ params: { rule_id: given.occurrence_id }, query: {} }),
    enabled: shown === undefined,
    // What was answered for an earlier look is older than what was given.
    gcTime: 0,
    staleTime: 0,
  })
  return shown ?? asked ?? given
}
