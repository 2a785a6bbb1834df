import { useQuery } from '@tanstack/react-query'
import { Sun } from 'lucide-react'
import type { ScheduleWindow } from '../../api/week.ts'
import { addDays, todayIn, type LocalDate } from '../../domain/base/dates.ts'
import { hasRole, leaderRoles } from '../../domain/base/roles.ts'
import type { Visit } from '../../domain/schedule/visit.ts'
import { ApiError } from '../app/client.ts'
import { useHasRole, useMe } from '../app/me.ts'
import { useWaiting } from '../shared/outbox/outbox.ts'
import { useKeptGateCodes } from '../shared/gate-codes/use-kept.ts'
import { useToday, useZone } from '../app/today.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Bars, Loaded, Page } from '../ui/Page.tsx'
import { longDayLabel } from '../ui/when.ts'
import { AppointmentDialog } from '../app/sheets.ts'
import { EventChip } from '../shared/visits/EventChip.tsx'
import '../shared/visits/live-schedule.ts'
import { hasNoTeam, windowQuery } from '../shared/visits/queries.ts'
import { RequestsBanner, useOpenRequests } from '../shared/visits/RequestsBanner.tsx'
import { SuggestOrder } from '../shared/visits/SuggestOrder.tsx'
import { ClockBar } from './ClockBar.tsx'
import { ActSheets, StopsAhead } from './StopSheets.tsx'
import { AsOf, type Standing, OfflineNote } from './AsOf.tsx'
import css from './crew.module.css'
import { Day } from './Day.tsx'
import { isOpen, nextStop } from './next-stop.ts'
import { useDay, shiftQuery } from './queries.ts'
import { ClockOff, Left } from '../shared/outbox/Left.tsx'
import { useHeldStops, layOver, type Laid } from '../shared/outbox/with-unsent.ts'
import { useOneTeam } from './one-team.tsx'
import { NextStop, useStopPage } from './StopPage.tsx'
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
  const editing = useSheet<Visit>('visit', (id) => stops.find((visit) => visit.id === id) ?? null)
  const next = nextStop(stops.filter(isOpen))
  const visits = stops.filter(({ date }) => date >= window.from)
  const onEdit = isLeader ? editing.show : undefined
  const { open, page } = useStopPage({ window, stops, next, onEdit })
  const card = (visit: Laid) => <NextStop visit={visit} window={window} onMore={open} />
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
        showTeam={window.teams.length > 1}
        onOpen={open}
      />
      <StopsAhead stops={stops} />
      {page}
      {isLeader && (
        <AppointmentDialog
          visit={editing.about}
          opened={editing.opened}
          calendar={window}
          onClose={editing.hide}
        />
      )}
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
