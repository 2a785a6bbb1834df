import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CalendarPlus, CloudRain, Sun } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { ScheduleWindow } from '../../../api/week.ts'
import { hasRole, officeRoles } from '../../../domain/base/roles.ts'
import type { Visit } from '../../../domain/schedule/visit.ts'
import { useMe } from '../../app/me.ts'
import { useToday } from '../../app/today.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { optional } from '../../ui/lazy.tsx'
import { Bars, Loaded, Page } from '../../ui/Page.tsx'
import { longDayLabel } from '../../ui/when.ts'
import { SetupCard } from './SetupCard.tsx'
import {
  AppointmentDialog,
  HoldSheet,
  LostDay,
  PlaceSheet,
  RescheduleSheet,
} from '../../app/sheets.ts'
import { laneLoad } from '../../shared/visits/day-grid.ts'
import { EndingBanner } from '../../shared/visits/EndingBanner.tsx'
import { EventChip } from '../../shared/visits/EventChip.tsx'
import '../../shared/visits/live-schedule.ts'
import { useWindow } from '../../shared/visits/queries.ts'
import { RequestsBanner, useOpenRequests } from '../../shared/visits/RequestsBanner.tsx'
import { SeriesHost } from '../../shared/visits/SeriesHost.tsx'
import { teamGroups, teamPaint } from '../../shared/visits/teams.ts'
import { count } from '../../shared/visits/visit-text.ts'
import {
  CancelDialog,
  CollectButtons,
  CompleteButton,
  MoreActions,
} from '../../shared/visits/VisitActions.tsx'
import { VisitCard } from '../../shared/visits/VisitCard.tsx'
import css from './dashboard.module.css'
import { DayCounters } from './DayCounters.tsx'
import { useSheet } from '../../ui/use-sheet.ts'

// Rarely needed, so the day neither waits for it nor fails with it.
const LeaveBanner = optional(
  async () => (await import('../../shared/customers/LeaveBanner.tsx')).LeaveBanner,
)

const VisitRequestsBanner = optional(
  async () => (await import('../../shared/visits/VisitRequestsBanner.tsx')).VisitRequestsBanner,
)

// A few at a time, and not on every day.
const NewSignups = optional(async () => (await import('./NewSignups.tsx')).NewSignups)

const OnTheClock = optional(async () => (await import('./OnTheClock.tsx')).OnTheClock)

const CrewReports = optional(
  async () => (await import('../../shared/visits/CrewReports.tsx')).CrewReports,
)

const MissedBanner = optional(
  async () => (await import('../../shared/visits/MissedBanner.tsx')).MissedBanner,
)

const NeedsYou = optional(async () => (await import('../needs/NeedsYou.tsx')).NeedsYou)

const ConfirmEmail = optional(async () => (await import('../needs/ConfirmEmail.tsx')).default)

const FirstSteps = optional(async () => (await import('../needs/FirstSteps.tsx')).FirstSteps)

const MoneySums = optional(async () => (await import('../../shared/money/MoneySums.tsx')).MoneySums)

// Staff never see it.
const NotForYou = lazy(() => import('./NotForYou.tsx'))

/** The office's day: every team's visits, ready to be completed. */
export default function OwnerDashboard() {
  const { roles } = useMe()
  if (hasRole(roles, officeRoles)) return <Today />
  return (
    <Page title="Dashboard">
      <Suspense fallback={null}>
        <NotForYou isAdmin={hasRole(roles, ['admin'])} />
      </Suspense>
    </Page>
  )
}

function Today() {
  const today = useToday()
  const window = useWindow(today, today)
  const { requests } = useOpenRequests(true)
  const lost = useSheet('lost-day')
  return (
    <Page
      title="Today • All Teams"
      about={longDayLabel(window.data?.from ?? today)}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<CloudRain size={17} aria-hidden />}
            onClick={() => lost.show(true)}
            disabled={!window.data}
          >
            Rain day
          </Button>
          <Button
            component={Link}
            to="/app/schedule"
            search={{ add: 1 } as never}
            leftSection={<CalendarPlus size={17} aria-hidden />}
          >
            Add to Schedule
          </Button>
        </>
      }
    >
      <ConfirmEmail />
      <SetupCard />
      <div className={css.lines}>
        <NeedsYou>
          <RequestsBanner requests={requests} />
          <VisitRequestsBanner />
          <CrewReports />
          <MissedBanner />
          <NewSignups />
          <LeaveBanner />
          <EndingBanner />
        </NeedsYou>
        <FirstSteps />
      </div>
      <div className={css.columns}>
        <Loaded
          of={window}
          failure="Failed to load today’s schedule"
          skeleton={<Bars rows={5} height={84} />}
        >
          {(data) => (
            <div>
              <Board window={data} />
              <SeriesHost calendar={data} />
              <LostDay opened={lost.opened} onClose={lost.hide} calendar={data} date={today} />
            </div>
          )}
        </Loaded>
        <aside className={css.side} aria-label="The day in numbers">
          {window.data && <DayCounters visits={window.data.occurrences} />}
          {window.data && <Events window={window.data} />}
          <OnTheClock />
          <MoneySums />
        </aside>
      </div>
    </Page>
  )
}

type Act = keyof ReturnType<typeof useVisitSheets>

function Board({ window }: { window: ScheduleWindow }) {
  const sheets = useVisitSheets(window)
  const edit = sheets.visit.show
  const groups = teamGroups(window.occurrences, window.teams)
  return (
    <>
      {window.occurrences.length === 0 && (
        <EmptyState
          title="No visits today"
          icon={<Sun size={22} />}
          action={
            <Button component={Link} to="/app/schedule" variant="default">
              Open the schedule
            </Button>
          }
        >
          Upcoming visits are on the schedule.
        </EmptyState>
      )}
      {groups
        .filter(({ visits }) => visits.length > 0)
        .map(({ id, name, color, visits }) => (
          <section
            key={id ?? 'none'}
            className={css.group}
            style={teamPaint(color)}
            aria-label={name}
          >
            <h2>
              {name} <span>{count(laneLoad(visits).many, 'visit')}</span>
            </h2>
            <div className={css.cards}>
              {visits.map((visit) => (
                <VisitCard
                  key={visit.id}
                  visit={visit}
                  onOpen={edit}
                  actions={
                    <CardActions
                      visit={visit}
                      today={window.today}
                      onChoose={(act, chosen) => sheets[act].show(chosen)}
                    />
                  }
                />
              ))}
            </div>
          </section>
        ))}
      <VisitSheets sheets={sheets} window={window} />
    </>
  )
}

/** What the day holds beside visits. Renders nothing if that is nothing. */
const Events = ({ window: { events, today } }: { window: ScheduleWindow }) =>
  events.length > 0 && (
    <section className={css.cards} aria-label="Events">
      {events.map((event) => (
        <EventChip key={event.id} event={event} day={today} />
      ))}
    </section>
  )

/** The sheets of a visit on this page; the URL has the visit's id. */
function useVisitSheets({ occurrences }: ScheduleWindow) {
  const find = (id: string) => occurrences.find((visit) => visit.id === id) ?? null
  return {
    visit: useSheet('visit', find),
    reschedule: useSheet('reschedule', find),
    cancel: useSheet('cancel', find),
    hold: useSheet('hold', find),
    place: useSheet('place', find),
  }
}

function VisitSheets({
  sheets,
  window,
}: {
  sheets: ReturnType<typeof useVisitSheets>
  window: ScheduleWindow
}) {
  const { visit, reschedule, cancel, hold, place } = sheets
  // The current state, including others' changes.
  const fresh = (given: Visit) => window.occurrences.find(({ id }) => id === given.id) ?? given
  const common = { calendar: window, place: 'dashboard' } as const
  return (
    <>
      <AppointmentDialog
        {...common}
        visit={visit.about && fresh(visit.about)}
        opened={visit.opened}
        onClose={visit.hide}
      />
      {reschedule.about && (
        <RescheduleSheet
          {...common}
          visit={fresh(reschedule.about)}
          opened={reschedule.opened}
          onClose={reschedule.hide}
        />
      )}
      {cancel.about && (
        <CancelDialog
          visit={fresh(cancel.about)}
          opened={cancel.opened}
          onClose={cancel.hide}
          place="dashboard"
        />
      )}
      {hold.about && (
        <HoldSheet visit={fresh(hold.about)} opened={hold.opened} onClose={hold.hide} />
      )}
      {place.about && (
        <PlaceSheet visits={[fresh(place.about)]} opened={place.opened} onClose={place.hide} />
      )}
    </>
  )
}

function CardActions({
  visit,
  today,
  onChoose,
}: {
  visit: Visit
  today: string
  onChoose: (act: Act, visit: Visit) => void
}) {
  const choose = (act: Act) => () => onChoose(act, visit)
  return (
    <>
      {!visit.is_completed && !visit.skipped && (
        <CompleteButton visit={visit} today={today} byCrew={false} variant="default" />
      )}
      {visit.is_completed &&
        visit.invoice_id &&
        (visit.payment_badge === 'unpaid' || visit.payment_badge === 'failed') && (
          <CollectButtons visit={visit} />
        )}
      <MoreActions
        visit={visit}
        today={today}
        byCrew={false}
        onEdit={choose('visit')}
        onReschedule={choose('reschedule')}
        onCancel={choose('cancel')}
        onHold={choose('hold')}
        onPlace={choose('place')}
      />
    </>
  )
}
