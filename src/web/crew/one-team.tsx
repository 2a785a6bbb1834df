import { useState } from 'react'
import type { ScheduleWindow } from '../../api/week.ts'
import { Pills } from '../ui/Pills.tsx'
import css from './crew.module.css'
import { useWords } from '../app/words.ts'
import { crewWords } from '../../words/en/crew.ts'

const all = 'all'

/** Who leads several teams sees all of them, or one at a time; `choice` is null for everybody else. */
export function useOneTeam(window: ScheduleWindow) {
  const words = useWords(crewWords)
  const [wanted, setWanted] = useState(all)
  const { teams } = window
  const team = teams.some(({ id }) => id === wanted) ? wanted : all
  const choice = teams.length > 1 && (
    <div className={css.teams}>
      <Pills
        legend={words.team}
        quiet
        options={[
          { value: all, label: words.allTeams },
          ...teams.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={team}
        onChange={setWanted}
      />
    </div>
  )
  const isShown = (one: { team_id: string | null }) => one.team_id === team
  const shown =
    team === all
      ? window
      : {
          ...window,
          occurrences: window.occurrences.filter(isShown),
          events: window.events.filter((event) => event.team_id === null || isShown(event)),
        }
  return { choice, shown }
}
