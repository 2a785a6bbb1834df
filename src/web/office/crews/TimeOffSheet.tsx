import { Alert, Button, Group, Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import type { LocalDate } from '../../../domain/base/dates.ts'
import type { CrewMember, Team } from '../../../domain/people/team.ts'
import { api } from '../../app/client.ts'
import { personLabel } from '../../shared/teams/queries.ts'
import { useToday } from '../../app/today.ts'
import { useActionForm, type ActionForm } from '../../ui/action-form.ts'
import { DateField } from '../../ui/DateField.tsx'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { timeOffQuery } from './time-off.ts'

type Props = { team: Team; members: readonly CrewMember[]; onClose: () => void }
type Values = { who: string; from_date: LocalDate; to_date: LocalDate; reason: string }

/** Gives a team, or one of its people, days off; says which visits are planned then. */
export default function TimeOffSheet({ team, members, onClose }: Props) {
  const cache = useQueryClient()
  const today = useToday()
  const [planned, setPlanned] = useState<{ visits: number; from: LocalDate } | null>(null)
  const form = useActionForm<Values, { visits: number }>({
    initialValues: { who: team.id, from_date: today, to_date: today, reason: '' },
    failure: 'Failed to add the days off',
    fields: { team_id: 'who', person_id: 'who' },
    send: ({ who, ...days }) =>
      api['POST /api/owner/time-off']({
        body: { ...days, ...(who === team.id ? { team_id: who } : { person_id: who }) },
      }),
    sent: async ({ visits }, { from_date }) => {
      await cache.invalidateQueries({ queryKey: timeOffQuery.queryKey })
      if (visits > 0) return setPlanned({ visits, from: from_date })
      toast.done('Days off added')
      onClose()
    },
  })
  if (planned) return <Planned {...planned} onClose={onClose} />
  return (
    <FormSheet opened onClose={onClose} title="Add days off" size="sm" form={form} action="Add">
      <Select
        label="Who"
        allowDeselect={false}
        data={choicesOf(team, members)}
        {...form.getInputProps('who')}
      />
      <Days form={form} />
      <TextInput
        label="Reason"
        description="Optional. The office and the team see it."
        maxLength={200}
        {...form.getInputProps('reason')}
      />
    </FormSheet>
  )
}

const choicesOf = (team: Team, members: readonly CrewMember[]) => [
  { value: team.id, label: `All of ${team.name}` },
  ...members.map((member) => ({ value: member.id, label: personLabel(member) })),
]

function Days({ form }: { form: ActionForm<Values> }) {
  const { from_date } = form.values
  return (
    <>
      <DateField
        label="First day"
        value={from_date}
        error={form.errors['from_date']}
        onChange={(date) =>
          date &&
          form.setValues(({ to_date }) => ({
            from_date: date,
            to_date: to_date && to_date > date ? to_date : date,
          }))
        }
      />
      <DateField
        label="Last day"
        minDate={from_date}
        value={form.values.to_date}
        error={form.errors['to_date']}
        onChange={(date) => date && form.setValues({ to_date: date })}
      />
    </>
  )
}

/** Nothing moves by itself: the office decides what becomes of each visit. */
const Planned = ({
  visits,
  from,
  onClose,
}: {
  visits: number
  from: LocalDate
  onClose: () => void
}) => (
  <Sheet opened onClose={onClose} title="Days off added" size="sm">
    <Alert color="honey" variant="light" mb="md">
      {visits === 1 ? '1 visit is' : `${visits} visits are`} planned on these days and{' '}
      {visits === 1 ? 'stays' : 'stay'} there until you move {visits === 1 ? 'it' : 'them'}. Rain
      day on the schedule moves a whole day at once.
    </Alert>
    <Group>
      <Button
        component={Link}
        to="/app/schedule"
        search={{ date: from } as never}
        leftSection={<CalendarDays size={17} aria-hidden />}
      >
        Open the schedule
      </Button>
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
    </Group>
  </Sheet>
)
