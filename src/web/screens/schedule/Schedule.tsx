import { Button, Menu } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CalendarPlus, ChevronDown, CloudRain, List, PartyPopper, Settings } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import type { PlannedEvent, ScheduleWindow } from '../../../api/schedule.ts'
import { addDays, startOfWeek, type LocalDate } from '../../../domain/dates.ts'
import { crewRoles, hasRole, leaderRoles, officeRoles } from '../../../domain/roles.ts'
import type { Visit } from '../../../domain/visit.ts'
import { ApiError } from '../../client.ts'
import { useMe } from '../../me.ts'
import { queryClient } from '../../query-client.ts'
import { useToday } from '../../today.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Bars, Loaded, Page } from '../../ui/Page.tsx'
import { useIsPhone } from '../../ui/Sheet.tsx'
import { CrewWeek } from '../crew/CrewWeek.tsx'
import type { AddStart } from './AddToSchedule.tsx'
import { AddToSchedule, AppointmentDialog, LostDay, MiscEventForm, OrgEvents, ScheduleSettings, TraySheet } from './dialogs.tsx'
import { EndingBanner } from './EndingBanner.tsx'
import './live-schedule.ts'
import type { EditedEvent } from './MiscEventForm.tsx'
import { hasNoTeam, useWindow, windowQuery } from './queries.ts'
import { RequestsBanner, useOpenRequests } from './RequestsBanner.tsx'
import { SeriesHost } from './SeriesHost.tsx'
import { TrayButton, trayButton } from './TrayButton.tsx'
import { useRequestedVisit } from './use-requested-visit.ts'
import { WeekByDay } from './WeekByDay.tsx'
import { WeekHeader, type WeekView } from './WeekHeader.tsx'

// Carrying visits about needs a library that a phone, which shows lists, need not load.
const WeekByTeam = lazy(() => import('./WeekByTeam.tsx'))
const DayBoard = lazy(() => import('./DayBoard.tsx'))
const DayList = lazy(() => import('./DayList.tsx'))
const TrayPanel = lazy(() => import('./Tray.tsx'))

export type ScheduleSearch = { inbox?: 1; date?: string; occurrence_id?: string; action?: 'reschedule' | 'cancel'; add?: 1; customer?: string; view?: WeekView }

/** The week of all teams, or of one's own. */
export default function Schedule() {
  const me = useMe()
  const isCrew = hasRole(me.roles, crewRoles) && !hasRole(me.roles, officeRoles)
  const isOffice = hasRole(me.roles, officeRoles)
  const isLeader = hasRole(me.roles, leaderRoles)
  const canManage = isOffice || isLeader
  const search: ScheduleSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const set = useCallback((next: ScheduleSearch, replace = true) => void navigate({ to: '.', search: next as never, replace, resetScroll: false }), [navigate])
  // Another week, day or view is a place to come back from.
  const turn = (next: ScheduleSearch) => set(next, false)
  const today = useToday()
  const from = startOfWeek(search.date ?? today)
  const to = addDays(from, 6)
  const window = useWindow(from, to)
  const { requests, isKnown } = useOpenRequests(canManage)
  usePrefetchedWeeks(from)
  const isPhone = useIsPhone()

  const [open, setOpen] = useState<'add' | 'event' | 'events' | 'settings' | 'lost' | null>(search.add ? 'add' : null)
  const [start, setStart] = useState<AddStart>(search.add && search.customer ? { customer_id: search.customer } : {})
  const [chosen, setChosen] = useState<Visit | null>(null)
  const [hasTray, setTray] = useState(false)
  const [event, setEvent] = useState<EditedEvent | null>(null)
  const forget = useCallback(
    () => set({ ...(search.date ? { date: search.date } : {}), ...(search.view ? { view: search.view } : {}) }),
    [set, search.date, search.view],
  )
  const follow = useCallback((date: LocalDate) => set({ ...search, date }), [set, search])
  const openCustomer = useCallback((customer: string) => void navigate({ to: '/app/customers', search: { customer } as never }), [navigate])
  const failed = window.error !== null && window.data === undefined
  const asked = useRequestedVisit({
    search,
    window: window.data,
    failed,
    requests,
    enabled: canManage && isKnown,
    forget,
    follow,
    onCustomer: isOffice ? openCustomer : undefined,
  })

  const close = useCallback(() => {
    setOpen(null)
    setStart({})
    if (search.add) forget()
  }, [search.add, forget])
  const add = useCallback((where: AddStart = {}) => {
    setStart(where)
    setOpen('add')
  }, [])
  const edit = useCallback((one: PlannedEvent | EditedEvent | null) => {
    setEvent(one)
    setOpen('event')
  }, [])
  const go = (date: LocalDate | null) => turn({ ...(search.view ? { view: search.view } : {}), ...(date ? { date } : {}) })
  const day = search.date ?? today
  const wanted = search.view ?? (isPhone ? 'day' : 'team')
  const view = isPhone && wanted === 'team' ? 'day' : wanted
  const onDay = (date: LocalDate) => turn({ view: 'board', date })
  const isBoard = !isPhone && view !== 'day'
  const toggleTray = useCallback(() => {
    setTray((now) => !now)
    // What had the focus in the tray goes with it.
    if (hasTray) document.getElementById(trayButton)?.focus()
  }, [hasTray])
  const closeTray = useCallback(() => setTray(false), [])
  const tray = ({ time_zone }: ScheduleWindow) => ({ time_zone, requests: requests.length })
  const common = (window: ScheduleWindow) => ({
    window,
    onOpen: setChosen,
    onEvent: isOffice ? edit : undefined,
    onAdd: isOffice ? add : undefined,
    beside: isOffice ? { toggle: toggleTray, panel: hasTray ? panel(window) : null } : undefined,
  })
  const panel = (window: ScheduleWindow) => (
    <Suspense fallback={<Bars rows={3} height={96} />}>
      <TrayPanel {...tray(window)} onOpen={setChosen} onAdd={add} onClose={toggleTray} />
    </Suspense>
  )

  if (isCrew && (hasNoTeam(me) || (window.error instanceof ApiError && window.error.code === 'no_team'))) {
    return (
      <Page title="My Team Schedule">
        <EmptyState title="You are not assigned to a team yet">Ask the office to add you to one.</EmptyState>
      </Page>
    )
  }
  return (
    <Page
      title={isCrew ? 'My Team Schedule' : 'Schedule'}
      actions={
        <>
          {canManage && !(isOffice && isPhone) && (
            <Button variant="default" leftSection={<List size={17} aria-hidden />} onClick={() => setOpen('events')}>
              Organization Events
            </Button>
          )}
          {isOffice && (
            <OfficeActions
              onAdd={() => add()}
              onEvents={isPhone ? () => setOpen('events') : undefined}
              onEvent={() => edit(null)}
              onLost={() => setOpen('lost')}
              onSettings={() => setOpen('settings')}
            />
          )}
        </>
      }
    >
      <RequestsBanner key={search.inbox} requests={requests} path={isCrew ? '/app/crew-schedule' : '/app/schedule'} folding startOpen={search.inbox === 1} />
      {isOffice && <EndingBanner />}
      <WeekHeader
        from={from}
        to={to}
        isThisWeek={from === startOfWeek(today)}
        onGo={go}
        {...(isCrew ? {} : { day: view === 'board' ? day : from, view, onView: (next: WeekView) => turn({ ...search, view: next }) })}
      >
        {isOffice && <TrayButton isOpen={hasTray} onClick={toggleTray} />}
      </WeekHeader>
      <Loaded of={window} failure={isCrew ? "Failed to load today's schedule" : 'Failed to load today’s schedule'} skeleton={<Bars rows={4} height={110} />}>
        {(data: ScheduleWindow) => (
          <>
            {isCrew ? (
              <CrewWeek window={data} onOpen={canManage ? setChosen : undefined} />
            ) : (
              <Suspense fallback={<Bars rows={4} height={110} />}>
                {view === 'board' && !isPhone && <DayBoard {...common(data)} day={day} onDay={onDay} />}
                {view === 'board' && isPhone && <DayList {...common(data)} day={day} onDay={onDay} />}
                {view === 'team' && <WeekByTeam {...common(data)} onDay={onDay} />}
                {view === 'day' && <WeekByDay {...common(data)} />}
              </Suspense>
            )}
            {canManage && (
              <AppointmentDialog
                visit={chosen ?? asked.visit}
                request={chosen ? null : asked.request}
                startWith={chosen ? null : asked.request && search.action}
                calendar={data}
                onClose={() => (chosen ? setChosen(null) : forget())}
              />
            )}
            {isOffice && (
              <>
                <AddToSchedule
                  opened={open === 'add'}
                  onClose={close}
                  calendar={data}
                  start={start}
                  onAdded={(date) => date && (date < from || date > to) && go(date)}
                />

                <MiscEventForm opened={open === 'event'} onClose={close} calendar={data} event={event} date={today >= from && today <= to ? today : from} />

                <TraySheet
                  {...tray(data)}
                  opened={hasTray && !isBoard}
                  onClose={closeTray}
                  onOpen={(visit) => {
                    closeTray()
                    setChosen(visit)
                  }}
                  onAdd={(where) => {
                    closeTray()
                    add(where)
                  }}
                />

                <ScheduleSettings opened={open === 'settings'} onClose={close} />

                <LostDay opened={open === 'lost'} onClose={close} calendar={data} date={view === 'board' ? day : today >= from && today <= to ? today : from} />

                <SeriesHost calendar={data} />
              </>
            )}
            {canManage && (
              <OrgEvents
                opened={open === 'events'}
                onClose={close}
                calendar={data}
                onVisit={(visit) => {
                  close()
                  setChosen(visit)
                }}
                onEvent={isOffice ? edit : undefined}
              />
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}

type OfficeActionsProps = {
  onAdd: () => void
  /** A phone's head has no room for a third button. */
  onEvents: (() => void) | undefined
  onEvent: () => void
  onLost: () => void
  onSettings: () => void
}

function OfficeActions({ onAdd, onEvents, onEvent, onLost, onSettings }: OfficeActionsProps) {
  return (
    <>
      <Menu position="bottom-end" shadow="md" width={230}>
        <Menu.Target>
          <Button variant="default" rightSection={<ChevronDown size={16} aria-hidden />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {onEvents && (
            <Menu.Item leftSection={<List size={18} aria-hidden />} onClick={onEvents}>
              Organization Events
            </Menu.Item>
          )}
          <Menu.Item leftSection={<PartyPopper size={18} aria-hidden />} onClick={onEvent}>
            Add Misc Event
          </Menu.Item>
          <Menu.Item leftSection={<CloudRain size={18} aria-hidden />} onClick={onLost}>
            Lost day
          </Menu.Item>
          <Menu.Item leftSection={<Settings size={18} aria-hidden />} onClick={onSettings}>
            Schedule settings
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button leftSection={<CalendarPlus size={17} aria-hidden />} onClick={onAdd}>
        Add to Schedule
      </Button>
    </>
  )
}

/** The weeks before and after are at hand before they are asked for. */
function usePrefetchedWeeks(from: LocalDate): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const start of [addDays(from, 7), addDays(from, -7)]) void queryClient.prefetchQuery(windowQuery(start, addDays(start, 6)))
    }, 600)
    return () => clearTimeout(timer)
  }, [from])
}
