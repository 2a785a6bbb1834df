import { Group, Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { NewOrganization, type AdminOrganization } from '../../../domain/flows/admin.ts'
import { phoneText, zipDigits } from '../../../domain/base/contact.ts'
import { industries, type Industry } from '../../../domain/base/onboarding.ts'
import { api } from '../../app/client.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { bySchema } from '../../ui/by-schema.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { StateField } from '../../ui/AddressFields.tsx'
import { toast } from '../../ui/toast.tsx'
import { refreshAdmin } from './queries.ts'

const texts = [
  'name',
  'website',
  'phone_number',
  'email',
  'street',
  'city',
  'state',
  'zip',
] as const
type Values = Record<(typeof texts)[number], string> & { industry: Industry }
type Props = { opened: boolean; onClose: () => void; organization: AdminOrganization | null }

/** Adds an organization, or changes one. */
export function OrganizationSheet(props: Props) {
  const { opened, onClose, organization } = props
  const form = useOrganizationForm(props)
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={organization ? `Edit ${organization.name}` : 'Create organization'}
      side
      form={form}
      action={organization ? 'Save changes' : 'Create organization'}
    >
      <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
      <Select
        label="Industry"
        allowDeselect={false}
        data={[...industries]}
        {...form.getInputProps('industry')}
      />
      <TextInput label="Website" inputMode="url" {...form.getInputProps('website')} />
      <TextInput label="Phone number" type="tel" {...form.getInputProps('phone_number')} />
      <TextInput label="Email" type="email" {...form.getInputProps('email')} />
      <TextInput label="Street" {...form.getInputProps('street')} />
      <TextInput label="City" {...form.getInputProps('city')} />
      <Group grow align="flex-start">
        <StateField
          label="State"
          {...form.getInputProps('state')}
          value={form.values.state}
          onState={(state) => form.setFieldValue('state', state)}
        />
        <TextInput
          label="ZIP"
          inputMode="numeric"
          {...form.getInputProps('zip')}
          onChange={(event) => form.setFieldValue('zip', zipDigits(event.currentTarget.value))}
        />
      </Group>
    </FormSheet>
  )
}

const valuesOf = (organization: AdminOrganization | null): Values => ({
  ...(Object.fromEntries(texts.map((name) => [name, organization?.[name] ?? ''])) as Values),
  phone_number: organization?.phone_number ? phoneText(organization.phone_number) : '',
  industry: organization?.industry ?? 'Other',
})

function useOrganizationForm({ organization, onClose }: Props) {
  const cache = useQueryClient()
  const before = valuesOf(organization)
  return useActionForm<Values, unknown>({
    initialValues: before,
    validate: bySchema(NewOrganization),
    failure: organization ? 'Failed to save changes' : 'Failed to create organization',
    send: (values) => {
      if (!organization) return api['POST /api/admin/create-organization']({ body: values })
      const changed = Object.fromEntries(
        Object.entries(values).filter(([name, value]) => value !== before[name as keyof Values]),
      )
      return api['POST /api/admin/update-organization']({
        body: { id: organization.id, ...changed },
      })
    },
    sent: async () => {
      toast.done(organization ? 'Organization saved' : 'Organization created')
      onClose()
      await refreshAdmin(cache)
    },
  })
}
