import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarClock, CalendarDays, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ScheduleWindow } from '../../api/week.ts'
import { addDays, todayIn, type LocalDate } from '../../domain/base/dates.ts'
import { hasRole, leaderRoles } from '../../domain/base/roles.ts'
import { visitRules, type Visit } from '../../domain/schedule/visit.ts'
import { ApiError } from '../app/client.ts'
import { useHasRole, useMe } from '../app/me.ts'
import { useWaiting } from '../shared/outbox/outbox.ts'
import { useKeptGateCodes } from '../shared/gate-codes/use-kept.ts'
import { useToday, useZone } from '../app/today.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Bars, Loaded, Page } from '../ui/Page.tsx'
import { Refusable } from '../ui/Refusable.tsx'
import { longDayLabel } from '../ui/when.ts'
import { AppointmentDialog, RescheduleSheet } from '../app/sheets.ts'
import { EventChip } from '../shared/visits/EventChip.tsx'
import '../shared/visits/live-schedule.ts'
import { hasNoTeam, windowQuery } from '../shared/visits/queries.ts'
import { RequestsBanner, useOpenRequests } from '../shared/visits/RequestsBanner.tsx'
import { SuggestOrder } from '../shared/visits/SuggestOrder.tsx'
import { VisitCard } from '../shared/visits/VisitCard.tsx'
import { ClockBar } from './ClockBar.tsx'
import { ActSheets } from './StopSheets.tsx'
import { AsOf, type Standing, OfflineNote } from './AsOf.tsx'
import css from './crew.module.css'
import { Day } from './Day.tsx'
import { useDay, shiftQuery, useMayComplete } from './queries.ts'
import { ClockOff, Left } from '../shared/outbox/Left.tsx'
import { useHeldStops, layOver, type Laid } from '../shared/outbox/with-unsent.ts'
import { useOneTeam } from './one-team.tsx'
import { NotSent, StopActs } from './StopActs.tsx'
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
    <Page
      title={isOld ? words.schedule : words.today}
      about={longDayLabel(window.data?.from ?? today)}
      actions={
        <Button
          component={Link}
          to="/app/crew-schedule"
          variant="default"
          size="md"
          mih={44}
          leftSection={<CalendarDays size={18} aria-hidden />}
        >
          {words.myWeek}
        </Button>
      }
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
              of={window}
              isOld={isOld}
            />
          )}
        </Loaded>
      )}
    </Page>
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
  const mayComplete = useMayComplete()
  const find = (id: string) =>
    [...before, ...window.occurrences].find((visit) => visit.id === id) ?? null
  const editing = useSheet('visit', find)
  const rescheduling = useSheet('reschedule', find)
  const { choice, shown } = useOneTeam({
    ...window,
    occurrences: [...before, ...window.occurrences],
  })
  const stops = useHeldStops(
    useKeptGateCodes(layOver(shown.occurrences, useWaiting()), window.today),
  )
  const left = stops.filter(({ date }) => date < window.from)
  const occurrences = stops.filter(({ date }) => date >= window.from)
  const held = occurrences.filter(({ skipped }) => !skipped)
  const done = held.filter(({ is_completed }) => is_completed).length
  const stop = (visit: Laid, isNext = false) => (
    <VisitCard
      key={visit.id}
      visit={visit}
      large
      mark={<NotSent visit={visit} />}
      showTeam={window.teams.length > 1}
      onOpen={isLeader ? editing.show : undefined}
      actions={
        <>
          <StopActs visit={visit} today={window.today} mayComplete={mayComplete} isNext={isNext} />
          <StopLinks visit={visit} />
          {isLeader && !visit.is_completed && !visit.skipped && (
            <Refusable
              variant="default"
              size="md"
              refusal={visitRules.reschedule(visit)}
              leftSection={<CalendarClock size={18} aria-hidden />}
              onClick={() => rescheduling.show(visit)}
            >
              {words.reschedule}
            </Refusable>
          )}
        </>
      }
    />
  )
  return (
    <>
      {choice}
      <LeftOpen visits={left} stop={stop} />
      {occurrences.length === 0 ? (
        <EmptyState title={isOld ? words.noVisitsThen : words.noVisits} icon={<Sun size={22} />}>
          {isOld ? <AsOf of={of} /> : words.noVisitsText}
        </EmptyState>
      ) : (
        <>
          <Progress done={done} of={held.length} asOf={of} />
          {isLeader &&
            !isOld &&
            window.teams.map((team) => (
              <SuggestOrder
                key={team.id}
                route={{ date: window.from, team_id: team.id, name: team.name }}
                visits={occurrences.filter(({ team_id }) => team_id === team.id)}
              />
            ))}
          <Day visits={occurrences} stop={stop} />
        </>
      )}
      {isLeader && <StopSheets window={window} editing={editing} rescheduling={rescheduling} />}
    </>
  )
}

type ProgressProps = { done: number; of: number; asOf: StopsProps['of'] }

/** '3 of 9 done', and as of when without a connection. */
function Progress({ done, of, asOf }: ProgressProps) {
  const words = useWords(crewWords)
  return (
    <>
      <h2 className={css.progress}>
        {words.progress(done, of)}
        <AsOf of={asOf} />
      </h2>
      <progress className={css.bar} max={of || 1} value={done} aria-label={words.visitsDone} />
    </>
  )
}

type VisitSheet = ReturnType<typeof useSheet<Visit>>

/** What a leader opens over a stop. */
const StopSheets = ({
  window,
  editing,
  rescheduling,
}: {
  window: ScheduleWindow
  editing: VisitSheet
  rescheduling: VisitSheet
}) => (
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

/** What is still to be finished from the day before. */
function LeftOpen({ visits, stop }: { visits: readonly Laid[]; stop: (visit: Laid) => ReactNode }) {
  const words = useWords(crewWords)
  if (!visits[0]) return null
  return (
    <section className={css.left} aria-label={words.stillOpen}>
      <h2 className={css.progress}>{words.stillOpenFrom(longDayLabel(visits[0].date))}</h2>
      <div className={css.stops}>{visits.map((visit) => stop(visit))}</div>
    </section>
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
