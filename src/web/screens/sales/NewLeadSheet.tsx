import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { LeadByHand } from '../../../domain/lead.ts'
import { api } from '../../client.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { bySchema } from '../../ui/by-schema.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { refreshLeads } from './queries.ts'

const empty = { email: '', name: '', company: '', phone: '' }

/** Adds somebody met elsewhere; they belong to who adds them. */
export function NewLeadSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const cache = useQueryClient()
  const form = useActionForm<typeof empty, unknown>({
    initialValues: empty,
    validate: bySchema(LeadByHand),
    failure: 'Could not add lead',
    send: (body) => api['POST /api/sales/leads']({ body }),
    sent: async () => {
      toast.done('Lead added')
      onClose()
      await refreshLeads(cache)
    },
  })
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title="New lead"
      form={form}
      action="Add to my pipeline"
    >
      <TextInput
        label="Email"
        type="email"
        required
        data-autofocus
        {...form.getInputProps('email')}
      />
      <TextInput label="Name" {...form.getInputProps('name')} />
      <TextInput label="Company" {...form.getInputProps('company')} />
      <TextInput label="Phone" type="tel" {...form.getInputProps('phone')} />
    </FormSheet>
  )
}
