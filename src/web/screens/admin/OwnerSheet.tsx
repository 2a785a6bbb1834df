import { Checkbox, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { NewUser, type AdminOrganization } from '../../../domain/admin.ts'
import { api, ApiError } from '../../client.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { bySchema } from '../../ui/by-schema.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { refreshAdmin } from './queries.ts'

type Values = { email: string; name: string; send_invite: boolean }
type Props = { opened: boolean; onClose: () => void; organization: AdminOrganization | null }

/** Gives an organization without an owner one: somebody new, or somebody known. */
export function OwnerSheet({ opened, onClose, organization }: Props) {
  const form = useOwnerForm(organization?.id ?? '', onClose)
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={`Owner of ${organization?.name ?? ''}`}
      form={form}
      action="Make owner"
    >
      <TextInput
        label="Email"
        type="email"
        required
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      <TextInput label="Name" autoComplete="off" {...form.getInputProps('name')} />
      <Checkbox
        label="Tell them by e-mail now"
        {...form.getInputProps('send_invite', { type: 'checkbox' })}
      />
    </FormSheet>
  )
}

function useOwnerForm(organization_id: string, onClose: () => void) {
  const cache = useQueryClient()
  const place = { role: 'owner', organization_id } as const
  return useActionForm<Values, unknown>({
    initialValues: { email: '', name: '', send_invite: true },
    validate: (values) => bySchema(NewUser)({ ...values, ...place }),
    failure: 'Failed to create user',
    send: async ({ email, ...values }) => {
      try {
        return await api['POST /api/admin/create-user']({ body: { email, ...values, ...place } })
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'user_exists') throw error
        return api['POST /api/admin/update-user']({ body: { email, ...place } })
      }
    },
    sent: async () => {
      toast.done('The organization has an owner now')
      onClose()
      await refreshAdmin(cache)
    },
  })
}
