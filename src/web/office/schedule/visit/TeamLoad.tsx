import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { addDays, startOfWeek, type LocalDate } from '../../../../domain/base/dates.ts'
import { minutesText } from '../../../../domain/base/text.ts'
import type { Visit } from '../../../../domain/schedule/visit.ts'
import { useWords } from '../../../app/words.ts'
import type { Calendar } from '../../../shared/visits/calendar.ts'
import { laneLoad, visitsOn } from '../../../shared/visits/day-grid.ts'
import { windowQuery } from '../../../shared/visits/queries.ts'
import { appointmentWords } from '../../../../words/en/appointment.ts'

type Props = { visit: Visit; date: LocalDate; teams: Calendar['teams'] }

/** What the visit's team has to do on a day besides it; keeps its line until that is known. */
export function TeamLoad({ visit, date, teams }: Props) {
  const words = useWords(appointmentWords)
  const week = startOfWeek(date)
  const { data } = useQuery(windowQuery(week, addDays(week, 6)))
  const team = teams.find(({ id }) => id === visit.team_id)
  if (!team) return null
  const others = visitsOn(data?.occurrences ?? [], date).filter(
    (other) => other.team_id === team.id && other.occurrence_id !== visit.occurrence_id,
  )
  const { many, minutes } = laneLoad(others)
  return (
    <Text component="span" display="block" size="sm" c="dimmed" aria-live="polite">
      {data ? words.teamLoad(team.name, many, minutesText(minutes)) : '\u00A0'}
    </Text>
  )
}
