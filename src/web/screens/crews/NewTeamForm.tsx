import { Button, Card, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { NewTeam } from '../../../domain/team.ts'
import { api } from '../../client.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { useActionForm } from '../../ui/action-form.ts'
import { bySchema } from '../../ui/by-schema.ts'
import { toast } from '../../ui/toast.tsx'
import { refreshCrews } from '../../teams/queries.ts'

export function NewTeamForm() {
  const cache = useQueryClient()
  const form = useActionForm<{ name: string }, unknown>({
    initialValues: { name: '' },
    validate: bySchema(NewTeam),
    failure: 'Failed to create team',
    send: ({ name }) => api['POST /api/owner/teams']({ body: { name } }),
    sent: () => {
      toast.done('Team created')
      form.reset()
      void refreshCrews(cache)
    },
  })
  return (
    <Card component="section" aria-labelledby="new-team" padding="lg">
      <form onSubmit={form.submit} noValidate>
        <Stack gap="sm">
          <Title order={2} id="new-team">
            Create team
          </Title>
          <TextInput
            label="Team name"
            required
            placeholder="North side"
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <Text c="dimmed" fz="sm">
            Visits are assigned to teams; a person belongs to one team at a time.
          </Text>
          <FormProblem text={form.problem} />
          <Button
            type="submit"
            w="fit-content"
            mt={4}
            loading={form.sending}
            leftSection={<Plus size={16} aria-hidden />}
          >
            Create team
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
