import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { LocalDate } from '../../../domain/dates.ts'
import { weekSearch, type ScheduleSearch } from './schedule-place.ts'

/** What the address says, and the ways to change it. */
export function useAddress() {
  const search: ScheduleSearch = useSearch({ strict: false })
  const { view } = search
  const navigate = useNavigate()
  const set = useCallback(
    (next: ScheduleSearch, replace = true) =>
      void navigate({ to: '.', search: next as never, replace, resetScroll: false }),
    [navigate],
  )
  // Another week, day or view is a place to come back from.
  const turn = (next: ScheduleSearch) => set(next, false)
  const go = (to: LocalDate | null) => turn(weekSearch(view, to))
  /** Takes out of the address what it asked to open. */
  const forget = useCallback(
    () =>
      void navigate({
        to: '.',
        // What was added may just have turned to another week.
        search: ((now: ScheduleSearch) => weekSearch(now.view, now.date)) as never,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  const follow = useCallback((to: LocalDate) => set({ ...search, date: to }), [set, search])
  const openCustomer = useCallback(
    (id: string) => void navigate({ to: '/app/customers/$id', params: { id } as never }),
    [navigate],
  )
  return { search, turn, go, forget, follow, openCustomer }
}
