import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { LocalDate } from '../../../domain/dates.ts'
import { monthOf } from '../../../domain/month.ts'
import { dateLabel } from '../../ui/when.ts'
import { monthQuery } from '../../visits/queries.ts'

/** What is planned on a day that is to be closed. Renders nothing if nothing is. */
export function PlannedThen({ date }: { date: LocalDate }) {
  const days = useQuery(monthQuery(monthOf(date))).data?.days
  const visits = days?.find((day) => day.date === date)?.visits ?? 0
  if (!visits) return null
  return (
    <Text component="output" fz="sm" mt="xs" display="block">
      {visits === 1 ? '1 visit is' : `${visits} visits are`} planned on {dateLabel(date)} and{' '}
      {visits === 1 ? 'stays' : 'stay'} there until you move {visits === 1 ? 'it' : 'them'}. Lost
      day on the schedule moves a whole day at once.{' '}
      <Anchor component={Link} to="/app/schedule" search={{ date } as never} underline="always">
        Open that week
      </Anchor>
    </Text>
  )
}
