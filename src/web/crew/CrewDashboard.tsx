import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ScheduleWindow } from '../../api/week.ts'
import { addDays, todayIn, type LocalDate } from '../../domain/base/dates.ts'
import { hasRole, leaderRoles } from '../../domain/base/roles.ts'
import { visitRules, type Visit } from '../../domain/schedule/visit.ts'
import { ApiError } from '../app/client.ts'
import { useHasRole, useMe } from '../app/me.ts'
import { useWaiting } from '../shared/outbox/outbox.ts'
import { RefusedPhotos } from '../shared/outbox/RefusedPhotos.tsx'
import { useKeptGateCodes } from '../shared/gate-codes/use-kept.ts'
import { useToday, useZone } from '../app/today.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Bars, Loaded, Page } from '../ui/Page.tsx'
import { Refusable } from '../ui/Refusable.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { longDayLabel } from '../ui/when.ts'
import { AppointmentDialog, RescheduleSheet } from '../app/sheets.ts'
import { EventChip } from '../shared/visits/EventChip.tsx'
import '../shared/visits/live-schedule.ts'
import { hasNoTeam, windowQuery } from '../shared/visits/queries.ts'
import { RequestsBanner, useOpenRequests } from '../shared/visits/RequestsBanner.tsx'
import { SuggestOrder } from '../shared/visits/SuggestOrder.tsx'
import { customerText } from '../shared/visits/visit-text.ts'
import { VisitCard } from '../shared/visits/VisitCard.tsx'
import { ClockBar } from './ClockBar.tsx'
import { ActSheets, NotDoneButton, StopsAhead } from './StopSheets.tsx'
import { AsOf, type Standing, OfflineNote } from './AsOf.tsx'
import css from './crew.module.css'
import { Day } from './Day.tsx'
import { isOpen, nextStop } from './next-stop.ts'
import { useDay, shiftQuery, useMayComplete } from './queries.ts'
import { ClockOff, Left } from '../shared/outbox/Left.tsx'
import { useHeldStops, layOver, type Laid } from '../shared/outbox/with-unsent.ts'
import { useOneTeam } from './one-team.tsx'
import { MainStep, mayStep, NotSent, OtherSteps, StopActs } from './StopActs.tsx'
import { StopLinks } from './StopLinks.tsx'
import { useSheet } from '../ui/use-sheet.ts'
import { useWords } from '../app/words.ts'
import { crewWords } from '../../words/en/crew.ts'

/** A crew's day: the clock, then the stops in order. */
export default function CrewDashboard() {
  const words = useWords(crewWords)
  const me = useMe()
  const today = useToday()
  const isLeader = hasRole(me.roles, leaderRoles)
  const { window, isOld } = useDay(today)
  const left = useLeftOpen(today)
  const { requests } = useOpenRequests(isLeader)
  const events = window.data?.events ?? []
  const noTeam =
    hasNoTeam(me) || (window.error instanceof ApiError && window.error.code === 'no_team')
  return (
    <div className={css.home}>
      <Page
        title={isOld ? words.schedule : words.today}
        about={longDayLabel(window.data?.from ?? today)}
      >
        <ClockBar />
        <ActSheets />
        <OfflineNote />
        <ClockOff />
        {isOld && <Left id={me.id} until="signal" />}
        <RequestsBanner requests={requests} path="/app/crew-schedule" />
        {events.length > 0 && (
          <section className={css.events} aria-label={words.events}>
            {events.map((event) => (
              <EventChip key={event.id} event={event} day={today} wide />
            ))}
          </section>
        )}
        {noTeam ? (
          <EmptyState title={words.noTeam}>{words.noTeamToday}</EmptyState>
        ) : (
          <Loaded of={window} failure={words.todayFailed} skeleton={<Bars rows={4} height={150} />}>
            {(data) => (
              <Stops
                window={data}
                before={data.from === today ? left : nothing}
                isOld={isOld}
                of={window}
              />
            )}
          </Loaded>
        )}
      </Page>
    </div>
  )
}

type StopsProps = {
  window: ScheduleWindow
  before: readonly Visit[]
  of: Standing
  /** Of an earlier day, because today is not known here. */
  isOld: boolean
}

function Stops({ window, before, of, isOld }: StopsProps) {
  const words = useWords(crewWords)
  const isLeader = useHasRole(...leaderRoles)
  const { choice, shown } = useOneTeam({
    ...window,
    occurrences: [...before, ...window.occurrences],
  })
  const stops = useHeldStops(
    useKeptGateCodes(layOver(shown.occurrences, useWaiting()), window.today),
  )
  const find = (id: string) => stops.find((visit) => visit.id === id) ?? null
  const page = useSheet<Visit>('stop', find)
  const editing = useSheet<Visit>('visit', find)
  const rescheduling = useSheet<Visit>('reschedule', find)
  const next = nextStop(stops.filter(isOpen))
  const visits = stops.filter(({ date }) => date >= window.from)
  const card = (visit: Laid) => (
    <StopCard visit={visit} window={window} isNext={visit === next}>
      {isLeader && (
        <ForLeaders visit={visit} onEdit={editing.show} onReschedule={rescheduling.show} />
      )}
    </StopCard>
  )
  return (
    <>
      {choice}
      {visits.length === 0 && (
        <EmptyState title={isOld ? words.noVisitsThen : words.noVisits} icon={<Sun size={22} />}>
          {isOld ? <AsOf of={of} /> : words.noVisitsText}
        </EmptyState>
      )}
      <Day
        left={stops.filter(({ date }) => date < window.from)}
        visits={visits}
        next={next}
        between={
          visits.length > 0 && (
            <>
              <Progress visits={visits} asOf={of} />
              {isLeader && !isOld && <Orders window={window} visits={visits} />}
            </>
          )
        }
        card={card}
        onOpen={page.show}
      />
      <StopsAhead stops={stops} />
      <StopPage sheet={page} find={find} card={card} />
      {isLeader && <LeaderSheets window={window} editing={editing} rescheduling={rescheduling} />}
    </>
  )
}

type CardProps = { visit: Laid; window: ScheduleWindow; isNext: boolean; children: ReactNode }

/** All there is to know of a stop, and to do there. */
function StopCard({ visit, window, isNext, children }: CardProps) {
  const mayComplete = useMayComplete()
  const steps = mayComplete && mayStep(visit, window.today)
  const of = { visit, today: window.today, isNext }
  return (
    <VisitCard
      visit={visit}
      large
      mark={<NotSent visit={visit} />}
      showTeam={window.teams.length > 1}
      main={steps && <MainStep {...of} />}
      actions={
        <>
          {steps && <OtherSteps {...of} />}
          <StopLinks visit={visit} />
          <StopActs {...of} mayComplete={mayComplete} />
          {steps && <NotDoneButton visit={visit} />}
          {children}
        </>
      }
    />
  )
}

type LeadersProps = {
  visit: Laid
  onEdit: (visit: Visit) => void
  onReschedule: (visit: Visit) => void
}

/** What else those who lead a team can change of a stop. */
function ForLeaders({ visit, onEdit, onReschedule }: LeadersProps) {
  const words = useWords(crewWords)
  return (
    <>
      {isOpen(visit) && (
        <Refusable
          variant="default"
          size="md"
          refusal={visitRules.reschedule(visit)}
          leftSection={<CalendarClock size={18} aria-hidden />}
          onClick={() => onReschedule(visit)}
        >
          {words.reschedule}
        </Refusable>
      )}
      <Button variant="default" size="md" onClick={() => onEdit(visit)}>
        {words.appointment}
      </Button>
    </>
  )
}

type DayProps = { window: ScheduleWindow; visits: readonly Laid[] }

/** A shorter order of the stops of each team. */
const Orders = ({ window, visits }: DayProps) =>
  window.teams.map((team) => (
    <SuggestOrder
      key={team.id}
      route={{ date: window.from, team_id: team.id, name: team.name }}
      visits={visits.filter(({ team_id }) => team_id === team.id)}
    />
  ))

type VisitSheet = ReturnType<typeof useSheet<Visit>>
type PageProps = {
  sheet: VisitSheet
  find: (id: string) => Laid | null
  card: (visit: Laid) => ReactNode
}

/** A stop that is not the next. What was opened from it stays open if the office moves it away meanwhile. */
function StopPage({ sheet, find, card }: PageProps) {
  const words = useWords(crewWords)
  if (!sheet.about) return null
  const visit = find(sheet.about.id)
  return (
    <Sheet page opened={sheet.opened} onClose={sheet.hide} title={customerText(sheet.about)}>
      <div className={`${css.stops} ${css.page}`}>
        {/* The page's own alert lies under this one. */}
        <RefusedPhotos />
        {visit ? card(visit) : <EmptyState title={words.stopGone} />}
      </div>
    </Sheet>
  )
}

type ProgressProps = { visits: readonly Laid[]; asOf: Standing }

/** '3 of 9 visits done', and as of when without a connection. */
function Progress({ visits, asOf }: ProgressProps) {
  const words = useWords(crewWords)
  const held = visits.filter(({ skipped }) => !skipped)
  const done = held.filter(({ is_completed }) => is_completed).length
  return (
    <>
      <h2 className={css.progress}>
        {words.progress(done, held.length)}
        <AsOf of={asOf} />
      </h2>
      <progress
        className={css.bar}
        max={held.length || 1}
        value={done}
        aria-label={words.visitsDone}
      />
    </>
  )
}

type SheetsProps = { window: ScheduleWindow; editing: VisitSheet; rescheduling: VisitSheet }

/** What a leader opens over a stop. */
const LeaderSheets = ({ window, editing, rescheduling }: SheetsProps) => (
  <>
    <AppointmentDialog
      visit={editing.about}
      opened={editing.opened}
      calendar={window}
      onClose={editing.hide}
    />
    {rescheduling.about && (
      <RescheduleSheet
        visit={rescheduling.about}
        calendar={window}
        opened={rescheduling.opened}
        onClose={rescheduling.hide}
        place="dialog"
      />
    )}
  </>
)

const nothing: readonly Visit[] = []
/** Who is on the clock since the day before still has its stops to finish: work that goes on past midnight. */
function useLeftOpen(today: LocalDate): readonly Visit[] {
  const zone = useZone()
  const { data: shift } = useQuery(shiftQuery)
  const isNight =
    shift?.active === true && shift.started_at !== null && todayIn(zone, shift.started_at) < today
  const before = addDays(today, -1)
  const { data } = useQuery({ ...windowQuery(before, before), enabled: isNight })
  return (
    (isNight &&
      data?.occurrences.filter(({ is_completed, skipped }) => !is_completed && !skipped)) ||
    nothing
  )
}
