import { useQuery } from '@tanstack/react-query'
import type { ScheduleWindow } from '../../../api/week.ts'
import { leaderRoles } from '../../../domain/roles.ts'
import type { Visit } from '../../../domain/visit.ts'
import { useHasRole } from '../../me.ts'
import { organizationQuery } from '../../visits/queries.ts'
import { WeekByDay } from '../../visits/WeekByDay.tsx'
import { CrewComplete } from './CrewComplete.tsx'
import css from './crew.module.css'
import { StopLinks } from './CrewDashboard.tsx'
import { WaitingNote } from './Offline.tsx'
import { useOneTeam } from './one-team.tsx'

/** A team's week, day by day, with what can be done on the road. */
export function CrewWeek({
  window,
  onOpen,
}: {
  window: ScheduleWindow
  onOpen: ((visit: Visit) => void) | undefined
}) {
  const isLeader = useHasRole(...leaderRoles)
  const { data: organization } = useQuery(organizationQuery)
  const mayComplete = isLeader || organization?.schedule_settings.crew_can_complete === true
  const { choice, shown } = useOneTeam(window)
  return (
    <div className={css.week}>
      <WaitingNote />
      {choice}
      <WeekByDay
        window={shown}
        onOpen={onOpen}
        showTeam={window.teams.length > 1}
        large
        renderActions={(visit) => (
          <>
            {mayComplete && !visit.is_completed && !visit.skipped && visit.date <= window.today && (
              <CrewComplete visit={visit} today={window.today} />
            )}
            <StopLinks visit={visit} />
          </>
        )}
      />
    </div>
  )
}
