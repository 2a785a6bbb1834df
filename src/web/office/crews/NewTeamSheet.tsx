import { Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { NewTeam } from '../../../domain/people/team.ts'
import { api } from '../../app/client.ts'
import { refreshCrews } from '../../shared/teams/queries.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { bySchema } from '../../ui/by-schema.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'

type Props = { opened: boolean; onClose: () => void }

export function NewTeamSheet({ opened, onClose }: Props) {
  const cache = useQueryClient()
  const form = useActionForm<{ name: string }, unknown>({
    initialValues: { name: '' },
    validate: bySchema(NewTeam),
    failure: 'Failed to create team',
    send: ({ name }) => api['POST /api/owner/teams']({ body: { name } }),
    sent: () => {
      toast.done('Team created')
      onClose()
      void refreshCrews(cache)
    },
  })
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title="Create team"
      form={form}
      action="Create team"
    >
      <TextInput
        label="Team name"
        required
        placeholder="North side"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Text c="dimmed" fz="sm">
        Visits are assigned to teams; a person belongs to one team at a time.
      </Text>
    </FormSheet>
  )
}
