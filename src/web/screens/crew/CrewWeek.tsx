import { useQuery } from '@tanstack/react-query'
import type { ScheduleWindow } from '../../../api/week.ts'
import { leaderRoles } from '../../../domain/roles.ts'
import type { Visit } from '../../../domain/visit.ts'
import { useHasRole } from '../../me.ts'
import { useWaiting } from '../../outbox/outbox.ts'
import { organizationQuery } from '../../visits/queries.ts'
import { WeekByDay } from '../../visits/WeekByDay.tsx'
import { ActSheets } from './ActSheets.tsx'
import { AsOf, type Standing } from './AsOf.tsx'
import css from './crew.module.css'
import { StopLinks } from './CrewDashboard.tsx'
import { useHeldStops } from '../../outbox/held-step.ts'
import { layOver, type Laid } from '../../outbox/laid.ts'
import { OfflineNote } from './Offline.tsx'
import { useOneTeam } from './one-team.tsx'
import { NotSent, StopActs } from './StopActs.tsx'

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
  const isLeader = useHasRole(...leaderRoles)
  const { data: organization } = useQuery(organizationQuery)
  const mayComplete = isLeader || organization?.schedule_settings.crew_can_complete === true
  const { choice, shown } = useOneTeam(window)
  const occurrences = useHeldStops(layOver(shown.occurrences, useWaiting()))
  const laid = new Map(occurrences.map((visit) => [visit.id, visit]))
  const laidOf = (id: string): Laid => laid.get(id)!
  return (
    <div className={css.week}>
      <OfflineNote />
      <ActSheets />
      <AsOf of={of} />
      {choice}
      <WeekByDay
        window={{ ...shown, occurrences }}
        onOpen={onOpen}
        showTeam={window.teams.length > 1}
        large
        renderMark={({ id }) => <NotSent visit={laidOf(id)} />}
        renderActions={(visit) => (
          <>
            <StopActs visit={laidOf(visit.id)} today={window.today} mayComplete={mayComplete} />
            <StopLinks visit={visit} />
          </>
        )}
      />
    </div>
  )
}
