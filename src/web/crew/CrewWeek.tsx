import type { ScheduleWindow } from '../../api/week.ts'
import type { Visit } from '../../domain/schedule/visit.ts'
import { useWaiting } from '../shared/outbox/outbox.ts'
import { WeekByDay } from '../shared/visits/WeekByDay.tsx'
import { ActSheets, StopsAhead } from './StopSheets.tsx'
import { AsOf, type Standing, OfflineNote } from './AsOf.tsx'
import { useHeldStops, layOver } from '../shared/outbox/with-unsent.ts'
import { isOpen, nextStop } from './next-stop.ts'
import { useOneTeam } from './one-team.tsx'
import { StopLines } from './StopLines.tsx'
import { useStopPage } from './StopPage.tsx'

type Props = {
  window: ScheduleWindow
  /** Opens what a leader can change of a visit. */
  onEdit: ((visit: Visit) => void) | undefined
  of: Standing
}

/** A team's week, day by day. A visit is a line; its page has what can be done on the road. */
export function CrewWeek({ window, onEdit, of }: Props) {
  const { choice, shown } = useOneTeam(window)
  const stops = useHeldStops(layOver(shown.occurrences, useWaiting()))
  const next = nextStop(stops.filter((visit) => visit.date === window.today && isOpen(visit)))
  const { open, page } = useStopPage({ window, stops, next, onEdit })
  return (
    <>
      <OfflineNote />
      <ActSheets />
      <StopsAhead stops={stops} />
      <AsOf of={of} />
      {choice}
      <WeekByDay
        window={{ ...shown, occurrences: stops }}
        renderDay={(visits) => (
          <StopLines visits={visits} showTeam={window.teams.length > 1} onOpen={open} />
        )}
      />
      {page}
    </>
  )
}
