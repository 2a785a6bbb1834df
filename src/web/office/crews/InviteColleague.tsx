import { Select, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { canInvite, StaffInvite } from '../../../domain/people/invitation.ts'
import { roleLabel, type Role } from '../../../domain/base/roles.ts'
import { api } from '../../app/client.ts'
import { useMe } from '../../app/me.ts'
import { refreshCrews } from '../../shared/teams/queries.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { bySchema } from '../../ui/by-schema.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { needsKey } from '../needs/queries.ts'

type Invited = StaffInvite['role']
const colleagues: readonly Invited[] = ['manager', 'payee', 'crew_owner']
type Props = { opened: boolean; onClose: () => void }

/** Invites colleagues without adding them to a team right away. */
export function InviteColleague({ opened, onClose }: Props) {
  const own = useMe().role
  const form = useInvite(onClose)
  const offered = colleagues.filter((role: Role) => own !== null && canInvite(own, role))
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title="Invite a colleague"
      form={form}
      action="Send staff invite"
    >
      <Text c="dimmed">Someone in the office, or a subcontractor with their own crews.</Text>
      <TextInput
        label="Colleague’s email"
        type="email"
        required
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('email')}
      />
      <Select
        label="Role"
        allowDeselect={false}
        data={offered.map((role) => ({ value: role, label: roleLabel(role) }))}
        {...form.getInputProps('role')}
      />
    </FormSheet>
  )
}

function useInvite(onClose: () => void) {
  const cache = useQueryClient()
  return useActionForm<{ email: string; role: Invited }, { invited: boolean; note: string | null }>(
    {
      initialValues: { email: '', role: 'manager' },
      validate: bySchema(StaffInvite),
      failure: 'Failed to send invite',
      send: ({ email, role }) =>
        api['POST /api/owner/invitations']({ body: { email: email.trim(), role } }),
      sent: ({ invited, note }) => {
        if (invited && !note) toast.done('Invite sent')
        else toast.note(note ?? 'Invite not sent.')
        if (invited) onClose()
        void refreshCrews(cache)
        void cache.invalidateQueries({ queryKey: needsKey })
      },
    },
  )
}
