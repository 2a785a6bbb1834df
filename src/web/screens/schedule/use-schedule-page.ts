import { useEffect, useState } from 'react'
import { addDays, type LocalDate } from '../../../domain/dates.ts'
import { useMe } from '../../me.ts'
import { queryClient } from '../../query-client.ts'
import { useToday } from '../../today.ts'
import { useIsPhone } from '../../ui/Sheet.tsx'
import { useWindow, windowQuery } from '../../visits/queries.ts'
import { useOpenRequests } from '../../visits/RequestsBanner.tsx'
import { trayButton } from './board/TrayButton.tsx'
import { placeOf, rightsOf } from './schedule-place.ts'
import { useScheduleSheets, type ScheduleSheets } from './schedule-sheets.tsx'
import { useAddress } from './use-address.ts'
import { useRequestedVisit } from './use-requested-visit.ts'

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
