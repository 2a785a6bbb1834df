import { Button, type ButtonProps } from '@mantine/core'
import { List } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { ScheduleWindow } from '../../../api/week.ts'
import { ApiError } from '../client.ts'
import { useMe } from '../me.ts'
import { AppointmentDialog, OrgEvents } from '../sheets.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { optional } from '../../ui/lazy.tsx'
import { Bars, Loaded, Page } from '../../ui/Page.tsx'
import { EndingBanner } from '../../shared/visits/EndingBanner.tsx'
import '../../shared/visits/live-schedule.ts'
import { hasNoTeam } from '../../shared/visits/queries.ts'
import css from '../../shared/visits/requests.module.css'
import { RequestsBanner } from '../../shared/visits/RequestsBanner.tsx'
import { TrayButton } from '../../office/schedule/board/TrayButton.tsx'
import { OfficeActions } from '../../office/schedule/OfficeActions.tsx'
import { isOutside, type WeekView } from '../../office/schedule/schedule-place.ts'
import { OfficeSheets } from '../../office/schedule/schedule-sheets.tsx'
import { useSchedulePage, type SchedulePage } from '../../office/schedule/use-schedule-page.ts'
import { WeekHeader } from './WeekHeader.tsx'
import { frameWords } from '../../../words/en/frame.ts'
import { useWords } from '../words.ts'
import { crewWords } from '../../../words/en/crew.ts'
import { WeekByDay } from '../../shared/visits/WeekByDay.tsx'
import { CrewWeek } from '../../crew/CrewWeek.tsx'

const VisitRequestsBanner = optional(
  async () => (await import('../../shared/visits/VisitRequestsBanner.tsx')).VisitRequestsBanner,
)
const MonthView = lazy(() => import('../../office/schedule/MonthView.tsx'))

type Props = { page: SchedulePage }

/** The week of all teams, or of one's own. */
export default function Schedule() {
  const words = useWords(crewWords)
  const frame = useWords(frameWords)
  const me = useMe()
  const page = useSchedulePage()
  const { address, rights, window, requests } = page
  const { isCrew, isOffice } = rights
  // A month has a wait of its own: turning to another one, the grid stays where it is.
  const isMonth = page.place.view === 'month' && !isCrew
  if (isCrew && (hasNoTeam(me) || isWithoutTeam(window.error))) return <NoTeam />
  return (
    <Page
      title={isCrew ? words.schedule : frame.title('Schedule')}
      actions={<Actions page={page} />}
    >
      <div className={css.banners}>
        <RequestsBanner
          key={address.search.inbox}
          requests={requests}
          path={isCrew ? '/app/crew-schedule' : '/app/schedule'}
          folding
          startOpen={address.search.inbox === 1}
        />
        {isOffice && <VisitRequestsBanner folding />}
        {isOffice && <EndingBanner />}
      </div>
      <Header page={page} />
      {isMonth && (
        <Suspense fallback={<Bars rows={5} height={90} />}>
          <MonthView
            day={page.place.day}
            onDay={(date) => address.turn({ view: 'board', date })}
            onTurn={address.go}
          />
        </Suspense>
      )}
      <Loaded
        of={window}
        failure={isCrew ? words.todayFailed : words.officeTodayFailed}
        skeleton={isMonth ? <></> : <Bars rows={4} height={110} />}
      >
        {(data: ScheduleWindow) => (
          <>
            {!isMonth && <ScheduleWeek data={data} page={page} />}
            {rights.canManage && <VisitSheets data={data} page={page} />}
            {isOffice && <SheetsOfOffice data={data} page={page} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

function AllPlanned({ page: { sheets }, ...look }: Props & ButtonProps) {
  const words = useWords(crewWords)
  return (
    <Button {...look} onClick={() => sheets.events.show(true)}>
      {words.allPlanned}
    </Button>
  )
}

function Actions({ page }: Props) {
  const { sheets, rights, isPhone } = page
  const { isOffice, canManage } = rights
  return (
    <>
      {canManage && isOffice && !isPhone && (
        <AllPlanned page={page} variant="default" leftSection={<List size={17} aria-hidden />} />
      )}
      {isOffice && (
        <OfficeActions
          onAdd={() => sheets.add()}
          onEvents={isPhone ? () => sheets.events.show(true) : undefined}
          onEvent={() => sheets.edit(null)}
          onLost={() => sheets.lost.show(true)}
          onSettings={() => sheets.settings.show(true)}
        />
      )}
    </>
  )
}

function Header({ page }: Props) {
  const { address, place, rights, tray } = page
  const { from, to, day, view, isThisWeek } = place
  return (
    <WeekHeader
      from={from}
      to={to}
      isThisWeek={isThisWeek}
      onGo={address.go}
      {...(rights.isCrew
        ? {}
        : {
            day: view === 'board' || view === 'month' ? day : from,
            view,
            onView: (next: WeekView) => address.turn({ ...address.search, view: next }),
          })}
    >
      {/* A crew's own visits come before what else the business plans. */}
      {rights.isCrew && rights.canManage && (
        <AllPlanned page={page} variant="subtle" px="xs" ml="auto" />
      )}
      {rights.isOffice && <TrayButton isOpen={tray.isOpen} onClick={tray.toggle} />}
    </WeekHeader>
  )
}

type SheetsProps = Props & { data: ScheduleWindow }

/** One visit, chosen here or named by a customer's request, and the list of all that is planned. */
function VisitSheets({ data, page: { sheets, asked, address, rights } }: SheetsProps) {
  const { visit, events, open, edit } = sheets
  const isChosen = visit.opened
  const instead = (show: () => void) => {
    events.hide()
    show()
  }
  return (
    <>
      <AppointmentDialog
        visit={isChosen ? visit.about : asked.visit}
        opened={isChosen || asked.visit !== null}
        request={isChosen ? null : asked.request}
        calendar={data}
        onClose={isChosen ? visit.hide : address.forget}
      />
      <OrgEvents
        opened={events.opened}
        onClose={events.hide}
        calendar={data}
        onVisit={(chosen) => instead(() => open(chosen))}
        onEvent={rights.isOffice ? (event) => instead(() => edit(event)) : undefined}
      />
    </>
  )
}

/** What only the office opens. */
function SheetsOfOffice({ data, page }: SheetsProps) {
  const { address, place, requests, sheets, tray } = page
  const { add, customer, asked } = address.search
  return (
    <OfficeSheets
      sheets={sheets}
      calendar={data}
      tray={{ time_zone: data.time_zone, requests: requests.length }}
      hasTray={tray.isSheet}
      day={place.view === 'board' ? place.day : null}
      linked={add ? { forget: address.forget, customer_id: customer, request_id: asked } : null}
      onAdded={(date) => date && isOutside(place, date) && address.go(date)}
    />
  )
}

const isWithoutTeam = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'no_team'

function NoTeam() {
  const words = useWords(crewWords)
  return (
    <Page title={words.schedule}>
      <EmptyState title={words.noTeam}>{words.noTeamText}</EmptyState>
    </Page>
  )
}

// Carrying visits about needs a library that a phone, which shows lists, need not load.
const WeekByTeam = lazy(() => import('../../office/schedule/board/WeekByTeam.tsx'))
const DayBoard = lazy(() => import('../../office/schedule/board/DayBoard.tsx'))
const DayList = lazy(() => import('../../office/schedule/board/DayList.tsx'))
const TrayPanel = lazy(() => import('../../office/schedule/board/Tray.tsx'))

type WeekProps = { data: ScheduleWindow; page: SchedulePage }

/** The visits, in the view that was chosen. */
function ScheduleWeek({ data, page }: WeekProps) {
  const { rights, isPhone, tray } = page
  const { isOffice, canManage } = rights
  const { open, add, edit } = page.sheets
  const { day, view } = page.place
  if (rights.isCrew)
    return <CrewWeek window={data} onEdit={canManage ? open : undefined} of={page.window} />
  const panel = tray.isPanel ? <PanelOf data={data} page={page} /> : null
  const common = {
    window: data,
    onOpen: open,
    onEvent: isOffice ? edit : undefined,
    onAdd: isOffice ? add : undefined,
    beside: isOffice ? { toggle: tray.toggle, panel } : undefined,
  }
  const onDay = (date: string) => page.address.turn({ view: 'board', date })
  return (
    <Suspense fallback={<Bars rows={4} height={110} />}>
      {view === 'board' && !isPhone && <DayBoard {...common} day={day} onDay={onDay} />}
      {view === 'board' && isPhone && <DayList {...common} day={day} onDay={onDay} />}
      {view === 'team' && <WeekByTeam {...common} onDay={onDay} />}
      {view === 'day' && <WeekByDay {...common} />}
    </Suspense>
  )
}

const PanelOf = ({ data, page: { requests, sheets, tray } }: WeekProps) => (
  <Suspense fallback={<Bars rows={3} height={96} />}>
    <TrayPanel
      time_zone={data.time_zone}
      requests={requests.length}
      onOpen={sheets.open}
      onAdd={sheets.add}
      onClose={tray.toggle}
    />
  </Suspense>
)
