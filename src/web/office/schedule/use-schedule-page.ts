import { useEffect, useState, useCallback } from 'react'
import { addDays, type LocalDate } from '../../../domain/base/dates.ts'
import { useMe } from '../../app/me.ts'
import { queryClient } from '../../app/query-client.ts'
import { useToday } from '../../app/today.ts'
import { useIsPhone } from '../../ui/Sheet.tsx'
import { useWindow, windowQuery } from '../../shared/visits/queries.ts'
import { useOpenRequests } from '../../shared/visits/RequestsBanner.tsx'
import { trayButton } from './board/TrayButton.tsx'
import { placeOf, rightsOf, weekSearch, type ScheduleSearch } from './schedule-place.ts'
import { useScheduleSheets, type ScheduleSheets } from './schedule-sheets.tsx'
import { useRequestedVisit } from './use-requested-visit.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'

/** The week on screen, what may be done with it, and what stands open over it. */
export function useSchedulePage() {
  const address = useAddress()
  const { search, forget, follow, openCustomer } = address
  const isPhone = useIsPhone()
  const place = placeOf({ search, today: useToday(), isPhone })
  const rights = rightsOf(useMe().roles)
  const window = useWindow(place.from, place.to)
  const { requests, isKnown } = useOpenRequests(rights.canManage)
  usePrefetchedWeeks(place.from)
  const sheets = useScheduleSheets(window.data)
  const asked = useRequestedVisit({
    search,
    window: window.data,
    failed: window.error !== null && window.data === undefined,
    requests,
    enabled: rights.canManage && isKnown,
    forget,
    follow,
    onCustomer: rights.isOffice ? openCustomer : undefined,
  })
  const tray = useTrayPlace(sheets, (place.view === 'board' || place.view === 'team') && !isPhone)
  return { address, isPhone, place, rights, window, requests, sheets, asked, tray }
}
export type SchedulePage = ReturnType<typeof useSchedulePage>

/** The tray stands beside a board, and is a sheet elsewhere. */
function useTrayPlace({ tray }: ScheduleSheets, isBoard: boolean) {
  const [hasPanel, setPanel] = useState(false)
  const { opened, hide } = tray
  // A link asks for the sheet, whatever the view: beside a board it becomes the panel.
  const isAsked = isBoard && opened
  if (isAsked && !hasPanel) setPanel(true)
  useEffect(() => {
    if (isAsked) hide()
  }, [isAsked, hide])
  const toggle = () => {
    if (!isBoard) return tray.opened ? tray.hide() : tray.show(true)
    setPanel(!hasPanel)
    // What had the focus in the tray goes with it.
    if (hasPanel) document.getElementById(trayButton)?.focus()
  }
  return {
    toggle,
    isOpen: isBoard ? hasPanel : tray.opened,
    isPanel: isBoard && hasPanel,
    isSheet: !isBoard && tray.opened,
  }
}

/** The weeks before and after are at hand before they are asked for. */
function usePrefetchedWeeks(from: LocalDate): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const start of [addDays(from, 7), addDays(from, -7)])
        void queryClient.prefetchQuery(windowQuery(start, addDays(start, 6)))
    }, 600)
    return () => clearTimeout(timer)
  }, [from])
}

/** What the address says, and the ways to change it. */
function useAddress() {
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
