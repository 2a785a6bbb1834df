import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { Pencil, Trash2 } from 'lucide-react'
import type { Team } from '../../../domain/people/team.ts'
import { useSheet } from '../../ui/use-sheet.ts'
import { DeleteTeam, RenameTeam } from './TeamDialogs.tsx'

/** Rename and delete, with their dialogs. */
export function TeamTools({ team, teams }: { team: Team; teams: readonly Team[] }) {
  const renaming = useSheet(`rename-${team.id}`)
  const deleting = useSheet(`delete-${team.id}`)
  return (
    <Group gap={4} wrap="nowrap">
      <Tooltip label="Rename">
        <ActionIcon
          variant="subtle"
          size="lg"
          aria-label={`Rename ${team.name}`}
          onClick={() => renaming.show(true)}
        >
          <Pencil size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Delete">
        <ActionIcon
          variant="subtle"
          color="red"
          size="lg"
          aria-label={`Delete ${team.name}`}
          onClick={() => deleting.show(true)}
        >
          <Trash2 size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <RenameTeam
        key={`r${renaming.key}`}
        team={team}
        opened={renaming.opened}
        onClose={renaming.hide}
      />
      <DeleteTeam
        key={`d${deleting.key}`}
        team={team}
        teams={teams}
        opened={deleting.opened}
        onClose={deleting.hide}
      />
    </Group>
  )
}
