import { Button } from '@mantine/core'
import { List } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { ScheduleWindow } from '../../../api/week.ts'
import { ApiError } from '../../client.ts'
import { useMe } from '../../me.ts'
import { AppointmentDialog, OrgEvents } from '../../sheets.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { optional } from '../../ui/optional.tsx'
import { Bars, Loaded, Page } from '../../ui/Page.tsx'
import { EndingBanner } from '../../visits/EndingBanner.tsx'
import '../../visits/live-schedule.ts'
import { hasNoTeam } from '../../visits/queries.ts'
import { RequestsBanner } from '../../visits/RequestsBanner.tsx'
import { TrayButton } from './board/TrayButton.tsx'
import { OfficeActions } from './OfficeActions.tsx'
import { isOutside } from './schedule-place.ts'
import { OfficeSheets } from './schedule-sheets.tsx'
import { ScheduleWeek } from './ScheduleWeek.tsx'
import { useSchedulePage, type SchedulePage } from './use-schedule-page.ts'
import { WeekHeader, type WeekView } from './WeekHeader.tsx'
import { frameWords } from '../../frame-words.ts'
import { useWords } from '../../words.ts'
import { crewWords } from '../crew/words.ts'

const VisitRequestsBanner = optional(
  async () => (await import('../../visits/VisitRequestsBanner.tsx')).VisitRequestsBanner,
)
const MonthView = lazy(() => import('./MonthView.tsx'))

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
      <RequestsBanner
        key={address.search.inbox}
        requests={requests}
        path={isCrew ? '/app/crew-schedule' : '/app/schedule'}
        folding
        startOpen={address.search.inbox === 1}
      />
      {isOffice && <VisitRequestsBanner />}
      {isOffice && <EndingBanner />}
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

function Actions({ page: { sheets, rights, isPhone } }: Props) {
  const { isOffice, canManage } = rights
  const words = useWords(crewWords)
  const showEvents = () => sheets.events.show(true)
  return (
    <>
      {canManage && !(isOffice && isPhone) && (
        <Button variant="default" leftSection={<List size={17} aria-hidden />} onClick={showEvents}>
          {words.allPlanned}
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

function Header({ page: { address, place, rights, tray } }: Props) {
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
