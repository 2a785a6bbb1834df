import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ScheduleWindow } from '../../../api/week.ts'
import type { LocalDate } from '../../../domain/dates.ts'
import { ApiError } from '../../client.ts'
import { useIsOnline } from '../../online.ts'
import { useWindow, windowQuery } from '../../visits/queries.ts'

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
