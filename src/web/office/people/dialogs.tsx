import { useQueryClient, useQuery } from '@tanstack/react-query'
import { type StaffPerson, staffRoles } from '../../../domain/people/staff.ts'
import { api } from '../../app/client.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { labelOf, refreshPeople } from './queries.ts'
import { Select, Text } from '@mantine/core'
import { canInvite } from '../../../domain/people/invitation.ts'
import { isCrewRole, roleLabel, type Role } from '../../../domain/base/roles.ts'
import { useHasRole } from '../../app/me.ts'
import { teamsQuery } from '../../shared/teams/queries.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'

type Props = { opened: boolean; onClose: () => void; person: StaffPerson | null }

/** Says what ending somebody's access does before it happens. */
export function DismissDialog({ opened, onClose, person }: Props) {
  const cache = useQueryClient()
  const label = person ? labelOf(person) : ''
  const unsent = person && unsentNote(person.role, null)
  const end = async () => {
    await api['POST /api/owner/people/{id}/deactivate']({ params: { id: person?.id ?? '' } })
    toast.done(`${label} no longer has access`)
    await refreshPeople(cache)
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Deactivate ${label}?`}
      confirm="Deactivate"
      danger
      onConfirm={end}
      failure="Failed to deactivate"
    >
      {label} is signed out on every device within seconds and can no longer open this business.
      What they did keeps their name. A running shift ends now. You can reactivate them later.
      {unsent && <p>{unsent}</p>}
    </ConfirmDialog>
  )
}

/** Offers the business to a manager, who has to accept. */
export function HandOverDialog({ opened, onClose, person }: Props) {
  const cache = useQueryClient()
  const label = person ? labelOf(person) : ''
  const offer = async () => {
    await api['POST /api/owner/people/{id}/hand-over']({ params: { id: person?.id ?? '' } })
    toast.done(`Offered to ${label}`)
    await refreshPeople(cache)
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Hand the business over to ${label}?`}
      confirm="Offer the business"
      danger
      onConfirm={offer}
      failure="Failed to offer the business"
    >
      {label} has a week to accept. From then on they own the business, with its payouts and its
      bill, and you are a manager. Until then you can take the offer back.
    </ConfirmDialog>
  )
}

type RoleProps = { opened: boolean; onClose: () => void; person: StaffPerson | null }
type Values = { role: (typeof staffRoles)[number]; team_id: string }

/** Gives somebody another role, or another team. */
export function RoleSheet({ opened, onClose, person }: RoleProps) {
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

/** Only the phone knows what it holds. Null for people without a crew role now, or who keep one. */
const unsentNote = (before: Role, after: Role | null): string | null =>
  isCrewRole(before) && (after === null || !isCrewRole(after))
    ? 'Work they did without a signal may still be on their phone; we cannot see it from here. It stays there, and is sent once they have a crew role again and sign in.'
    : null
