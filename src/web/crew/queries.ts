import { api, ApiError } from '../app/client.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { mayComplete } from '../../domain/base/roles.ts'
import { useMe } from '../app/me.ts'
import { organizationQuery, useWindow, windowQuery } from '../shared/visits/queries.ts'
import type { ScheduleWindow } from '../../api/week.ts'
import type { LocalDate } from '../../domain/base/dates.ts'
import { useIsOnline } from '../app/online.ts'
import type { Visit } from '../../domain/schedule/visit.ts'
import { useWaiting } from '../shared/outbox/outbox.ts'
import { shiftAfter } from '../shared/outbox/with-unsent.ts'

export const shiftQuery = api['GET /api/crew/shifts/current'].query()

/** Whether who is signed in may complete visits; not before it is known. */
export function useMayComplete(): boolean {
  const { roles } = useMe()
  const { data: organization } = useQuery(organizationQuery)
  return mayComplete(roles, organization?.schedule_settings.crew_can_complete === true)
}

/** Today's window; without a connection, and without today on this phone, the last day it was told of. */
export function useDay(today: LocalDate) {
  const asked = useWindow(today, today)
  const isOnline = useIsOnline()
  const cache = useQueryClient()
  const { failureReason: fault } = asked
  const isCut = !isOnline || (fault instanceof ApiError && fault.status === 0)
  const day =
    asked.data === undefined && isCut
      ? lastDay(
          cache.getQueriesData<ScheduleWindow>({ queryKey: windowKey }).map(([, window]) => window),
          today,
        )
      : null
  const old = useQuery({ ...windowQuery(day ?? today, day ?? today), enabled: false })
  return day === null || old.data === undefined
    ? { window: asked, isOld: false }
    : { window: { ...old, data: { ...old.data, today } }, isOld: true }
}

const windowKey = windowQuery('', '').queryKey.slice(0, 1)

/** The last day that was shown while it was today. */
const lastDay = (
  windows: readonly (ScheduleWindow | undefined)[],
  today: LocalDate,
): LocalDate | null =>
  windows
    .flatMap((window) =>
      window && window.from === window.to && window.from === window.today ? [window.from] : [],
    )
    .filter((day) => day < today)
    .toSorted()
    .at(-1) ?? null

/** Whether a stop asks for products and none is recorded. */
export const lacksProducts = (visit: Visit): boolean =>
  visit.service?.records_products === true && visit.products.length === 0

/** Whether the working day has not begun, or is over; not before it is known. */
export function useIsOffClock(): boolean {
  const waiting = useWaiting()
  const { data } = useQuery(shiftQuery)
  return data !== undefined && !shiftAfter(data, waiting).active
}
