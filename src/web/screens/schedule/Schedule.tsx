import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { List } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import type { ScheduleWindow } from '../../../api/week.ts'
import { addDays, type LocalDate } from '../../../domain/dates.ts'
import { ApiError } from '../../client.ts'
import { useMe } from '../../me.ts'
import { queryClient } from '../../query-client.ts'
import { useToday } from '../../today.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Bars, Loaded, Page } from '../../ui/Page.tsx'
import { useIsPhone } from '../../ui/Sheet.tsx'
import { CrewWeek } from '../crew/CrewWeek.tsx'
import { AppointmentDialog, OrgEvents } from '../../sheets.ts'
import { EndingBanner } from '../../visits/EndingBanner.tsx'
import '../../visits/live-schedule.ts'
import { hasNoTeam, useWindow, windowQuery } from '../../visits/queries.ts'
import { RequestsBanner, useOpenRequests } from '../../visits/RequestsBanner.tsx'
import { OfficeActions } from './OfficeActions.tsx'
import { OfficeSheets, useScheduleSheets, type ScheduleSheets } from './schedule-sheets.tsx'
import { TrayButton, trayButton } from './board/TrayButton.tsx'
import { useRequestedVisit } from './use-requested-visit.ts'
import { WeekByDay } from '../../visits/WeekByDay.tsx'
import {
  placeOf,
  rightsOf,
  type Rights,
  type SchedulePlace,
  type ScheduleSearch,
} from './schedule-place.ts'
import { WeekHeader, type WeekView } from './WeekHeader.tsx'

// Carrying visits about needs a library that a phone, which shows lists, need not load.
const WeekByTeam = lazy(() => import('./board/WeekByTeam.tsx'))
const DayBoard = lazy(() => import('./board/DayBoard.tsx'))
const DayList = lazy(() => import('./board/DayList.tsx'))
const TrayPanel = lazy(() => import('./board/Tray.tsx'))

/** The week of all teams, or of one's own. */
export default function Schedule() {
  const me = useMe()
  const address = useAddress()
  const { search, turn, forget } = address
  const isPhone = useIsPhone()
  const place = placeOf({ search, today: useToday(), isPhone })
  const { from, to, day, view } = place
  const rights = rightsOf(me.roles)
  const { isCrew, isOffice, canManage } = rights
  const window = useWindow(from, to)
  const { requests, isKnown } = useOpenRequests(canManage)
  usePrefetchedWeeks(from)
  const sheets = useScheduleSheets(window.data)
  const failed = window.error !== null && window.data === undefined
  const asked = useRequestedVisit({
    search,
    window: window.data,
    failed,
    requests,
    enabled: canManage && isKnown,
    forget,
    follow: address.follow,
    onCustomer: isOffice ? address.openCustomer : undefined,
  })
  const tray = useTrayPlace(sheets, view !== 'day' && !isPhone)
  const go = (date: LocalDate | null) =>
    turn({ ...(search.view ? { view: search.view } : {}), ...(date ? { date } : {}) })

  if (isCrew && (hasNoTeam(me) || isWithoutTeam(window.error))) return <NoTeam />
  return (
    <Page
      title={isCrew ? 'My Team Schedule' : 'Schedule'}
      actions={<Actions sheets={sheets} rights={rights} isPhone={isPhone} />}
    >
      <RequestsBanner
        key={search.inbox}
        requests={requests}
        path={isCrew ? '/app/crew-schedule' : '/app/schedule'}
        folding
        startOpen={search.inbox === 1}
      />
      {isOffice && <EndingBanner />}
      <WeekHeader
        from={from}
        to={to}
        isThisWeek={place.isThisWeek}
        onGo={go}
        {...(isCrew
          ? {}
          : {
              day: view === 'board' ? day : from,
              view,
              onView: (next: WeekView) => turn({ ...search, view: next }),
            })}
      >
        {isOffice && <TrayButton isOpen={tray.isOpen} onClick={tray.toggle} />}
      </WeekHeader>
      <Loaded
        of={window}
        failure={isCrew ? "Failed to load today's schedule" : 'Failed to load today’s schedule'}
        skeleton={<Bars rows={4} height={110} />}
      >
        {(data: ScheduleWindow) => {
          const waiting = { time_zone: data.time_zone, requests: requests.length }
          return (
            <>
              <Week
                data={data}
                place={place}
                rights={rights}
                isPhone={isPhone}
                sheets={sheets}
                tray={tray}
                waiting={waiting}
                onDay={(date) => turn({ view: 'board', date })}
              />
              {canManage && (
                <VisitSheets
                  sheets={sheets}
                  asked={asked}
                  address={address}
                  data={data}
                  rights={rights}
                />
              )}
              {isOffice && (
                <OfficeSheets
                  sheets={sheets}
                  calendar={data}
                  tray={waiting}
                  hasTray={tray.isSheet}
                  day={view === 'board' ? day : null}
                  linked={search.add ? { forget, customer_id: search.customer } : null}
                  onAdded={(date) => date && (date < from || date > to) && go(date)}
                />
              )}
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

/** What the address says, and the ways to change it. */
function useAddress() {
  const search: ScheduleSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const set = useCallback(
    (next: ScheduleSearch, replace = true) =>
      void navigate({ to: '.', search: next as never, replace, resetScroll: false }),
    [navigate],
  )
  // Another week, day or view is a place to come back from.
  const turn = (next: ScheduleSearch) => set(next, false)
  /** Takes out of the address what it asked to open. */
  const forget = useCallback(
    () =>
      set({
        ...(search.date ? { date: search.date } : {}),
        ...(search.view ? { view: search.view } : {}),
      }),
    [set, search.date, search.view],
  )
  const follow = useCallback((date: LocalDate) => set({ ...search, date }), [set, search])
  const openCustomer = useCallback(
    (customer: string) => void navigate({ to: '/app/customers', search: { customer } as never }),
    [navigate],
  )
  return { search, turn, forget, follow, openCustomer }
}
type Address = ReturnType<typeof useAddress>

/** The tray stands beside a board, and is a sheet elsewhere. */
function useTrayPlace({ tray }: ScheduleSheets, isBoard: boolean) {
  const [hasPanel, setPanel] = useState(false)
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

function Actions({
  sheets,
  rights: { isOffice, canManage },
  isPhone,
}: {
  sheets: ScheduleSheets
  rights: Rights
  isPhone: boolean
}) {
  const showEvents = () => sheets.events.show(true)
  return (
    <>
      {canManage && !(isOffice && isPhone) && (
        <Button variant="default" leftSection={<List size={17} aria-hidden />} onClick={showEvents}>
          Organization Events
        </Button>
      )}
      {isOffice && (
        <OfficeActions
          onAdd={() => sheets.add()}
          onEvents={isPhone ? showEvents : undefined}
          onEvent={() => sheets.edit(null)}
          onLost={() => sheets.lost.show(true)}
          onSettings={() => sheets.settings.show(true)}
        />
      )}
    </>
  )
}

type WeekProps = {
  data: ScheduleWindow
  place: SchedulePlace
  rights: Rights
  isPhone: boolean
  sheets: ScheduleSheets
  tray: ReturnType<typeof useTrayPlace>
  waiting: { time_zone: string; requests: number }
  onDay: (date: LocalDate) => void
}

/** The visits, in the view that was chosen. */
function Week({ data, place, rights, isPhone, sheets, tray, waiting, onDay }: WeekProps) {
  const { isCrew, isOffice, canManage } = rights
  const { open, add, edit } = sheets
  if (isCrew) return <CrewWeek window={data} onOpen={canManage ? open : undefined} />
  const panel = tray.isPanel && (
    <Suspense fallback={<Bars rows={3} height={96} />}>
      <TrayPanel {...waiting} onOpen={open} onAdd={add} onClose={tray.toggle} />
    </Suspense>
  )
  const common = {
    window: data,
    onOpen: open,
    onEvent: isOffice ? edit : undefined,
    onAdd: isOffice ? add : undefined,
    beside: isOffice ? { toggle: tray.toggle, panel: panel || null } : undefined,
  }
  const { day, view } = place
  return (
    <Suspense fallback={<Bars rows={4} height={110} />}>
      {view === 'board' && !isPhone && <DayBoard {...common} day={day} onDay={onDay} />}
      {view === 'board' && isPhone && <DayList {...common} day={day} onDay={onDay} />}
      {view === 'team' && <WeekByTeam {...common} onDay={onDay} />}
      {view === 'day' && <WeekByDay {...common} />}
    </Suspense>
  )
}

type VisitSheetsProps = {
  sheets: ScheduleSheets
  asked: ReturnType<typeof useRequestedVisit>
  address: Address
  data: ScheduleWindow
  rights: Rights
}

/** One visit, chosen here or named by a customer's request, and the list of all that is planned. */
function VisitSheets({ sheets, asked, address, data, rights }: VisitSheetsProps) {
  const { visit, events, open, edit } = sheets
  const isChosen = visit.opened
  return (
    <>
      <AppointmentDialog
        visit={isChosen ? visit.about : asked.visit}
        opened={isChosen || asked.visit !== null}
        request={isChosen ? null : asked.request}
        startWith={isChosen ? null : asked.request && address.search.action}
        calendar={data}
        onClose={isChosen ? visit.hide : address.forget}
      />
      <OrgEvents
        opened={events.opened}
        onClose={events.hide}
        calendar={data}
        onVisit={(chosen) => {
          events.hide()
          open(chosen)
        }}
        onEvent={
          rights.isOffice
            ? (event) => {
                events.hide()
                edit(event)
              }
            : undefined
        }
      />
    </>
  )
}

const isWithoutTeam = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'no_team'

const NoTeam = () => (
  <Page title="My Team Schedule">
    <EmptyState title="You are not assigned to a team yet">
      Ask the office to add you to one.
    </EmptyState>
  </Page>
)

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
