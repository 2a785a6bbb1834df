import { Select, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  deleteTeamQuestion,
  isRename,
  type Team,
  TeamRename,
  unassignedGroup,
} from '../../../domain/people/team.ts'
import { api, ApiError } from '../../app/client.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { bySchema } from '../../ui/by-schema.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { refreshCrews } from './queries.ts'

type DialogProps = { team: Team; opened: boolean; onClose: () => void }

/** Puts what failed before the reason. */
const withFailure = (error: unknown): never => {
  if (error instanceof ApiError && error.code === 'name_taken')
    throw new ApiError({
      status: error.status,
      code: error.code,
      message: `Failed to rename team. ${error.message}`,
      spoken: true,
    })
  throw error
}

export function RenameTeam({ team, opened, onClose }: DialogProps) {
  const cache = useQueryClient()
  const form = useActionForm<{ name: string }, unknown>({
    initialValues: { name: team.name },
    validate: bySchema(TeamRename),
    failure: 'Failed to rename team',
    send: async ({ name }) => {
      if (!isRename(team.name, name)) return null
      return api['PATCH /api/owner/teams/{id}']({
        params: { id: team.id },
        body: { name: name.trim() },
      }).catch(withFailure)
    },
    sent: (renamed) => {
      if (renamed) toast.done('Team renamed')
      onClose()
      void refreshCrews(cache)
    },
  })
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={`Rename ${team.name}`}
      size="sm"
      form={form}
      action="Rename"
    >
      <TextInput label="Team name" data-autofocus {...form.getInputProps('name')} />
    </FormSheet>
  )
}

const noTeam = 'unassigned'

/** Deletes a team; if it has customers or upcoming work, asks who takes over. */
export function DeleteTeam({
  team,
  teams,
  opened,
  onClose,
}: DialogProps & { teams: readonly Team[] }) {
  const cache = useQueryClient()
  const [why, setWhy] = useState<string | null>(null)
  const [moveTo, setMoveTo] = useState<string>(noTeam)
  const others = teams.filter(({ id }) => id !== team.id)
  const asks = why !== null || team.customer_count > 0
  const remove = async () => {
    const body = asks ? { move_to: moveTo === noTeam ? null : moveTo } : {}
    try {
      await api['DELETE /api/owner/teams/{id}']({ params: { id: team.id }, body })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'team_has_visits') setWhy(error.message)
      throw error
    }
    toast.done('Team deleted')
    await refreshCrews(cache)
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Delete team"
      confirm="Delete team"
      danger
      failure="Failed to delete team"
      onConfirm={remove}
    >
      <Stack gap="sm">
        <Text>{deleteTeamQuestion(team.name)}</Text>
        <Text c="dimmed" fz="sm">
          Its people become unassigned. Past visits keep the team’s name.
        </Text>
        {asks && (
          <Select
            label="Upcoming visits and customers go to"
            description={why}
            allowDeselect={false}
            value={moveTo}
            data={[
              { value: noTeam, label: unassignedGroup },
              ...others.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(next) => setMoveTo(next ?? noTeam)}
          />
        )}
      </Stack>
    </ConfirmDialog>
  )
}
