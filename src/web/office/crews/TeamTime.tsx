import { ActionIcon, Anchor, Button, Group, Select, Text, Title, Tooltip } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarOff, X } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { CrewMember, Team } from '../../../domain/people/team.ts'
import { minutesText } from '../../../domain/base/text.ts'
import type { TimeOff } from '../../../domain/people/time-off.ts'
import { api } from '../../app/client.ts'
import { personLabel, teamsQuery } from '../../shared/teams/queries.ts'
import { toast } from '../../ui/toast.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { dayLabel } from '../../ui/when.ts'
import classes from './crews.module.css'
import { timeOffQuery } from './time-off.ts'

const TimeOffSheet = lazy(() => import('./TimeOffSheet.tsx'))

type Props = { team: Team; members: readonly CrewMember[] }

/** How long a team works on a day, and on which days it, or one of its people, does not. */
export function TeamTime({ team, members }: Props) {
  const adding = useSheet(`time-off-${team.id}`)
  const all = useQuery(timeOffQuery).data?.time_off ?? []
  const own = all.filter(
    ({ team_id, person_id }) =>
      team_id === team.id || members.some((member) => member.id === person_id),
  )
  return (
    <section aria-label={`Working time of ${team.name}`}>
      <Group mt="md" gap="sm" align="end">
        <DayMinutes team={team} />
        <Button
          variant="default"
          leftSection={<CalendarOff size={16} aria-hidden />}
          onClick={() => adding.show(true)}
        >
          Add days off
        </Button>
      </Group>
      <DaysOff own={own} team={team} members={members} />
      {adding.opened && (
        <Suspense>
          <TimeOffSheet key={adding.key} team={team} members={members} onClose={adding.hide} />
        </Suspense>
      )}
    </section>
  )
}

const DaysOff = ({ own, team, members }: Props & { own: readonly TimeOff[] }) =>
  own.length > 0 && (
    <>
      <Title order={3} fz="md" mt="md">
        Days off
      </Title>
      <ul className={classes.people} aria-label={`Days off of ${team.name}`}>
        {own.map((off) => (
          <Off key={off.id} off={off} members={members} />
        ))}
      </ul>
    </>
  )

/** Half hours up to a long day. */
const lengths = Array.from({ length: 28 }, (_, at) => 60 + at * 30)

function DayMinutes({ team }: { team: Team }) {
  const cache = useQueryClient()
  const set = useMutation({
    mutationFn: (day_minutes: number | null) =>
      api['PUT /api/owner/teams/{id}/day-minutes']({
        params: { id: team.id },
        body: { day_minutes },
      }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: teamsQuery.queryKey })
      toast.done('Saved')
    },
    onError: (error) => toast.failed(error, 'Failed to save the working time'),
  })
  const shown = set.isPending ? set.variables : team.day_minutes
  const choices = shown === null || lengths.includes(shown) ? lengths : [shown, ...lengths]
  return (
    <Select
      label="Daily capacity"
      description="We warn you when a day goes over."
      placeholder="No limit"
      clearable
      maw={220}
      value={shown === null ? null : String(shown)}
      data={choices.map((minutes) => ({ value: String(minutes), label: minutesText(minutes) }))}
      onChange={(value) => set.mutate(value === null ? null : Number(value))}
    />
  )
}

function Off({ off, members }: { off: TimeOff; members: readonly CrewMember[] }) {
  const person = members.find(({ id }) => id === off.person_id)
  const who = person ? personLabel(person) : 'The whole team'
  const first = dayLabel(off.from_date)
  const days = off.from_date === off.to_date ? first : `${first} to ${dayLabel(off.to_date)}`
  return (
    <li className={classes.person}>
      <div className={classes.who}>
        <Text fw={600}>{days}</Text>
        <Text fz="sm" c="dimmed">
          {[who, off.reason].filter(Boolean).join(': ')}
        </Text>
      </div>
      <Anchor
        component={Link}
        to="/app/schedule"
        search={{ date: off.from_date } as never}
        aria-label={`Schedule from ${first}`}
      >
        Schedule
      </Anchor>
      <TakeBack id={off.id} what={`${who}, ${days}`} />
    </li>
  )
}

function TakeBack({ id, what }: { id: string; what: string }) {
  const cache = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api['DELETE /api/owner/time-off/{id}']({ params: { id } }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: timeOffQuery.queryKey })
      toast.done('Days off removed')
    },
    onError: (error) => toast.failed(error, 'Failed to remove the days off'),
  })
  return (
    <Tooltip label="Remove">
      <ActionIcon
        variant="default"
        size={30}
        aria-label={`Remove the days off: ${what}`}
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        <X size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
