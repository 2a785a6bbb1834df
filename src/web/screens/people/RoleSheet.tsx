import { Select, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { canInvite } from '../../../domain/invitation.ts'
import { isCrewRole, roleLabel } from '../../../domain/roles.ts'
import { staffRoles, type StaffPerson } from '../../../domain/staff.ts'
import { api } from '../../client.ts'
import { useHasRole } from '../../me.ts'
import { teamsQuery } from '../../teams/queries.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { labelOf, refreshPeople } from './queries.ts'
import { unsentNote } from './unsent.ts'

type Props = { opened: boolean; onClose: () => void; person: StaffPerson | null }
type Values = { role: (typeof staffRoles)[number]; team_id: string }

/** Gives somebody another role, or another team. */
export function RoleSheet({ opened, onClose, person }: Props) {
  const form = useRoleForm(person, onClose)
  const own = useHasRole('owner') ? 'owner' : 'manager'
  const unsent = person && unsentNote(person.role, form.values.role)
  const teams = useQuery({ ...teamsQuery, enabled: opened }).data?.teams ?? []
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={person ? labelOf(person) : ''}
      form={form}
      action="Save changes"
    >
      <Select
        label="Role"
        allowDeselect={false}
        data={staffRoles
          .filter((role) => canInvite(own, role))
          .map((role) => ({ value: role, label: roleLabel(role) }))}
        {...form.getInputProps('role')}
      />
      {isCrewRole(form.values.role) && (
        <Select
          label="Team"
          placeholder="No team"
          data={teams.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('team_id')}
        />
      )}
      {unsent && <Text>{unsent}</Text>}
    </FormSheet>
  )
}

function useRoleForm(person: StaffPerson | null, onClose: () => void) {
  const cache = useQueryClient()
  const before: Values = {
    role: (person?.role ?? 'crew_member') as Values['role'],
    team_id: person?.team_id ?? '',
  }
  return useActionForm<Values, unknown>({
    initialValues: before,
    failure: 'Failed to update role',
    send: async ({ role, team_id }) => {
      const id = person?.id ?? ''
      if (role !== before.role)
        await api['POST /api/owner/people/{id}/role']({ params: { id }, body: { role } })
      if (isCrewRole(role) && team_id && team_id !== before.team_id)
        await api['POST /api/owner/teams/{id}/members']({
          params: { id: team_id },
          body: { user_id: id },
        })
    },
    sent: async () => {
      toast.done('Saved')
      onClose()
      await refreshPeople(cache)
    },
  })
}
