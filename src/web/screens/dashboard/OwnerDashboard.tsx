import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CalendarClock, CalendarPlus, Clock, CloudRain, Sun } from 'lucide-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import type { ScheduleWindow } from '../../../api/schedule.ts'
import { hasRole, officeRoles } from '../../../domain/roles.ts'
import { visitRules, type Visit } from '../../../domain/visit.ts'
import { useMe } from '../../me.ts'
import { useToday } from '../../today.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Bars, Loaded, Page } from '../../ui/Page.tsx'
import { Refusable } from '../../ui/Refusable.tsx'
import { longDayLabel } from '../../ui/when.ts'
import { SetupCard } from '../home/SetupCard.tsx'
import { AppointmentDialog, LostDay, RescheduleSheet } from '../schedule/dialogs.tsx'
import { EndingBanner } from '../schedule/EndingBanner.tsx'
import { EventChip } from '../schedule/EventChip.tsx'
import '../schedule/live-schedule.ts'
import { useWindow } from '../schedule/queries.ts'
import { RequestsBanner, useOpenRequests } from '../schedule/RequestsBanner.tsx'
import { SeriesHost } from '../schedule/SeriesHost.tsx'
import { teamGroups } from '../schedule/team-groups.ts'
import { teamPaint } from '../schedule/team-paint.ts'
import { count } from '../schedule/visit-text.ts'
import { CancelDialog, CollectButtons, CompleteButton, MoreActions } from '../schedule/VisitActions.tsx'
import { VisitCard } from '../schedule/VisitCard.tsx'
import css from './dashboard.module.css'
import { DayCounters } from './DayCounters.tsx'

// Seldom does anybody want to leave. The day does not wait for it, nor fail with it.
const LeaveBanner = lazy(() =>
  import('../customers/LeaveBanner.tsx').then(({ LeaveBanner: banner }) => ({ default: banner })).catch(() => ({ default: () => null })),
)

// Whoever works here never reads it.
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
  const [isLost, setLost] = useState(false)
  const close = useCallback(() => setLost(false), [])
  return (
    <Page
      title="Today • All Teams"
      about={longDayLabel(window.data?.from ?? today)}
      actions={
        <>
          <Button variant="default" leftSection={<CloudRain size={17} aria-hidden />} onClick={() => setLost(true)} disabled={!window.data}>
            Lost day
          </Button>
          <Button component={Link} to="/app/schedule" search={{ add: 1 } as never} leftSection={<CalendarPlus size={17} aria-hidden />}>
            Add to Schedule
          </Button>
        </>
      }
    >
      <SetupCard />
      <RequestsBanner requests={requests} />
      <Suspense fallback={null}>
        <LeaveBanner />
      </Suspense>
      <EndingBanner />
      <Loaded of={window} failure="Failed to load today’s schedule" skeleton={<Bars rows={5} height={104} />}>
        {(data) => (
          <>
            <Board window={data} />
            <SeriesHost calendar={data} />
            <LostDay opened={isLost} onClose={close} calendar={data} date={today} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

type Chosen = { visit: Visit; what: 'edit' | 'reschedule' | 'cancel' | null }

function Board({ window }: { window: ScheduleWindow }) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  // The visit stays known after its dialog closed, which is then still there to slide out and to give the focus back.
  const close = useCallback(() => setChosen((now) => now && { ...now, what: null }), [])
  const edit = useCallback((visit: Visit) => setChosen({ visit, what: 'edit' }), [])
  const groups = teamGroups(window.occurrences, window.teams)
  const { events } = window
  const now = chosen && (window.occurrences.find(({ id }) => id === chosen.visit.id) ?? chosen.visit)
  return (
    <>
      <DayCounters visits={window.occurrences} />
      {events.length > 0 && (
        <section className={css.group} aria-label="Events">
          <h2>Events</h2>
          <div className={css.cards}>
            {events.map((event) => (
              <EventChip key={event.id} event={event} day={window.today} wide />
            ))}
          </div>
        </section>
      )}
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
          What is planned for the coming days is on the schedule.
        </EmptyState>
      )}
      {groups
        .filter(({ visits }) => visits.length > 0)
        .map(({ id, name, color, visits }) => (
          <section key={id ?? 'none'} className={css.group} style={teamPaint(color)} aria-label={name}>
            <h2>
              {name} <span>{count(visits.length, 'visit')}</span>
            </h2>
            <div className={css.cards}>
              {visits.map((visit) => (
                <VisitCard key={visit.id} visit={visit} onOpen={edit} actions={<CardActions visit={visit} today={window.today} onChoose={setChosen} />} />
              ))}
            </div>
          </section>
        ))}
      {now && (
        <>
          <AppointmentDialog visit={chosen?.what === 'edit' ? now : null} calendar={window} onClose={close} place="dashboard" />
          <RescheduleSheet visit={now} calendar={window} opened={chosen?.what === 'reschedule'} onClose={close} place="dashboard" />
          <CancelDialog visit={now} opened={chosen?.what === 'cancel'} onClose={close} place="dashboard" />
        </>
      )}
    </>
  )
}

function CardActions({ visit, today, onChoose }: { visit: Visit; today: string; onChoose: (chosen: Chosen) => void }) {
  const choose = (what: Chosen['what']) => () => onChoose({ visit, what })
  return (
    <>
      {!visit.is_completed && !visit.skipped && (
        <>
          <CompleteButton visit={visit} today={today} byCrew={false} />
          <Refusable
            variant="default"
            refusal={visitRules.reschedule(visit)}
            leftSection={<CalendarClock size={17} aria-hidden />}
            onClick={choose('reschedule')}
          >
            Reschedule
          </Refusable>
          <Refusable
            variant="default"
            refusal={visitRules.setTime(visit)}
            leftSection={<Clock size={17} aria-hidden />}
            onClick={choose('edit')}
            className={css.wide}
          >
            Time &amp; team
          </Refusable>
        </>
      )}
      {visit.is_completed && visit.invoice_id && (visit.payment_badge === 'unpaid' || visit.payment_badge === 'failed') && <CollectButtons visit={visit} />}
      <MoreActions visit={visit} today={today} byCrew={false} onEdit={choose('edit')} onCancel={choose('cancel')} />
    </>
  )
}
