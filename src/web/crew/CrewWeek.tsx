import type { ScheduleWindow } from '../../api/week.ts'
import type { Visit } from '../../domain/schedule/visit.ts'
import { useWaiting } from '../shared/outbox/outbox.ts'
import { WeekByDay } from '../shared/visits/WeekByDay.tsx'
import { ActSheets, StopsAhead } from './StopSheets.tsx'
import { AsOf, type Standing, OfflineNote } from './AsOf.tsx'
import css from './crew.module.css'
import { StopLinks } from './StopLinks.tsx'
import { useHeldStops, layOver, type Laid } from '../shared/outbox/with-unsent.ts'
import { useOneTeam } from './one-team.tsx'
import { MainStep, mayStep, NotSent, OtherSteps, StopActs } from './StopActs.tsx'
import { useMayComplete } from './queries.ts'

/** A team's week, day by day, with what can be done on the road. */
export function CrewWeek({
  window,
  onOpen,
  of,
}: {
  window: ScheduleWindow
  onOpen: ((visit: Visit) => void) | undefined
  of: Standing
}) {
  const mayComplete = useMayComplete()
  const { choice, shown } = useOneTeam(window)
  const occurrences = useHeldStops(layOver(shown.occurrences, useWaiting()))
  const laid = new Map(occurrences.map((visit) => [visit.id, visit]))
  const laidOf = (id: string): Laid => laid.get(id)!
  return (
    <div className={css.week}>
      <OfflineNote />
      <ActSheets />
      <StopsAhead stops={occurrences} />
      <AsOf of={of} />
      {choice}
      <WeekByDay
        window={{ ...shown, occurrences }}
        onOpen={onOpen}
        showTeam={window.teams.length > 1}
        large
        renderMark={({ id }) => <NotSent visit={laidOf(id)} />}
        renderActions={({ id }) => {
          const of = { visit: laidOf(id), today: window.today }
          return (
            <>
              {mayComplete && mayStep(of.visit, of.today) && (
                <>
                  <MainStep {...of} />
                  <OtherSteps {...of} />
                </>
              )}
              <StopActs {...of} mayComplete={mayComplete} />
              <StopLinks visit={of.visit} />
            </>
          )
        }}
      />
    </div>
  )
}
