import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldOff } from 'lucide-react'
import {
  grantableRoles,
  needsOrganization,
  NewUser,
  type AdminUser,
} from '../../../domain/flows/admin.ts'
import { roleLabel, type Role } from '../../../domain/base/roles.ts'
import { api } from '../../app/client.ts'
import { useMe } from '../../app/me.ts'
import { personLabel } from '../../shared/teams/queries.ts'
import { useActionForm, type ActionForm } from '../../ui/action-form.ts'
import { bySchema } from '../../ui/by-schema.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { organizationChoices, refreshAdmin } from './queries.ts'

type Values = {
  email: string
  name: string
  role: Role
  organization_id: string
  status: 'active' | 'inactive'
  send_invite: boolean
}
type Props = {
  opened: boolean
  onClose: () => void
  user: AdminUser | null
  /** For somebody who lost their second factor. */
  resetFactor: (user: AdminUser) => void
}

/** Adds a user, or changes one. */
export function UserSheet(props: Props) {
  const { opened, onClose, user, resetFactor } = props
  const form = useUserForm(props)
  const isSelf = useMe().id === user?.id
  const isOwner = user?.role === 'owner'
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={user ? `Edit ${personLabel(user)}` : 'Create user'}
      side
      form={form}
      action={user ? 'Save changes' : 'Create user'}
    >
      <TextInput
        label="Email"
        type="email"
        required={user === null}
        autoComplete="off"
        readOnly={user !== null}
        description={user ? emailStays(user) : undefined}
        {...form.getInputProps('email')}
      />
      <TextInput label="Name" autoComplete="off" {...form.getInputProps('name')} />
      <Place form={form} isFixed={isOwner || isSelf} isOwner={isOwner} opened={opened} />
      {user ? (
        <Select
          label="Status"
          allowDeselect={false}
          disabled={isOwner || isSelf}
          description={
            isOwner
              ? 'An owner cannot be set inactive.'
              : 'Inactive people cannot sign in, on any device.'
          }
          data={[
            { value: 'active', label: 'Active' },
            { value: 'inactive', label: 'Inactive' },
          ]}
          {...form.getInputProps('status')}
        />
      ) : (
        <Checkbox
          label="Send an invite by email now"
          {...form.getInputProps('send_invite', { type: 'checkbox' })}
        />
      )}
      {user?.has_second_factor && !isSelf && (
        <Button
          variant="default"
          w="fit-content"
          leftSection={<ShieldOff size={16} aria-hidden />}
          onClick={() => resetFactor(user)}
        >
          Reset second factor
        </Button>
      )}
    </FormSheet>
  )
}

const emailStays = ({ email }: AdminUser): string =>
  email === null
    ? 'They sign in with a link from their business instead.'
    : 'The address someone signs in with stays.'

type PlaceProps = {
  form: ActionForm<Values>
  isFixed: boolean
  isOwner: boolean
  opened: boolean
}

/** Role and organization; the platform's own roles have none. */
function Place({ form, isFixed, isOwner, opened }: PlaceProps) {
  const organizations = useQuery({ ...organizationChoices, enabled: opened })
  return (
    <>
      <Select
        label="Role"
        allowDeselect={false}
        disabled={isFixed}
        description={
          isOwner ? 'The owner stays the owner until they hand the business over.' : undefined
        }
        data={(isOwner ? (['owner'] as const) : grantableRoles).map((role) => ({
          value: role,
          label: roleLabel(role),
        }))}
        {...form.getInputProps('role')}
      />
      {needsOrganization(form.values.role) && (
        <Select
          label="Organization"
          required
          searchable
          disabled={isFixed}
          nothingFoundMessage="No organization matches"
          data={(organizations.data?.organizations ?? []).map(({ id, name }) => ({
            value: id,
            label: name,
          }))}
          {...form.getInputProps('organization_id')}
        />
      )}
    </>
  )
}

const valuesOf = (user: AdminUser | null): Values => ({
  email: user?.email ?? '',
  name: user?.name ?? '',
  role: user?.role ?? 'manager',
  organization_id: user?.organization_id ?? '',
  status: user?.status === 'inactive' ? 'inactive' : 'active',
  send_invite: true,
})

function useUserForm({ user, onClose }: Pick<Props, 'user' | 'onClose'>) {
  const cache = useQueryClient()
  const before = valuesOf(user)
  return useActionForm<Values, unknown>({
    initialValues: before,
    validate: (values) => {
      const { email, ...others } = bySchema(NewUser)(values)
      return user || email === undefined ? others : { email, ...others }
    },
    failure: user ? 'Failed to save changes' : 'Failed to create user',
    send: ({ email, name, role, organization_id, status, send_invite }) => {
      const place = needsOrganization(role) ? organization_id || null : null
      if (!user)
        return api['POST /api/admin/create-user']({
          body: { email, name, role, organization_id: place, send_invite },
        })
      const moves = role !== before.role || place !== (before.organization_id || null)
      return api['POST /api/admin/update-user']({
        body: {
          id: user.id,
          ...(name === before.name ? {} : { name }),
          ...(moves ? { role, organization_id: place } : {}),
          ...(status === before.status ? {} : { status }),
        },
      })
    },
    sent: async () => {
      toast.done(user ? 'User saved' : 'User created')
      onClose()
      await refreshAdmin(cache)
    },
  })
}
