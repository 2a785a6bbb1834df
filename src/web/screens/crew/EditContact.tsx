import { Stack, TextInput } from '@mantine/core'
import type { CrewCustomer } from '../../../api/crew.ts'
import { phoneText, stateLetters, zipDigits } from '../../../domain/contact.ts'
import { api } from '../../client.ts'
import { queryClient } from '../../query-client.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { FormFoot } from '../../ui/FormSheet.tsx'
import { useActionForm } from '../../ui/action-form.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { SheetFoot } from '../../ui/SheetFoot.tsx'
import css from './crew.module.css'

/** Corrects how a customer is reached; their sign-in stays as it is. */
export function EditContact({
  customer,
  opened,
  onClose,
}: {
  customer: CrewCustomer | null
  opened: boolean
  onClose: () => void
}) {
  return (
    <Sheet opened={opened} onClose={onClose} title={customer?.name ?? 'Edit contact'} size="md">
      {opened && customer && (
        <ContactForm key={customer.id} customer={customer} onClose={onClose} />
      )}
    </Sheet>
  )
}

const fields = ['email', 'phone_number', 'street', 'city', 'state', 'zip'] as const
type Values = Record<(typeof fields)[number], string>
const valuesOf = (customer: CrewCustomer): Values => ({
  ...(Object.fromEntries(fields.map((name) => [name, customer[name] ?? ''])) as Values),
  phone_number: phoneText(customer.phone_number ?? ''),
})

function ContactForm({ customer, onClose }: { customer: CrewCustomer; onClose: () => void }) {
  const before = valuesOf(customer)
  const form = useActionForm<Values, CrewCustomer>({
    initialValues: before,
    failure: 'Failed to save',
    // Send only changed fields, so that the others are not validated again.
    send: (values) =>
      api['PUT /api/crew/customers/{id}']({
        params: { id: customer.id },
        body: Object.fromEntries(
          fields
            .filter((name) => values[name] !== before[name])
            .map((name) => [name, values[name].trim() || null]),
        ),
      }),
    sent: (saved) => {
      queryClient.setQueryData(
        api['GET /api/crew/customers'].key(),
        (old: { customers: CrewCustomer[] } | undefined) =>
          old && { customers: old.customers.map((one) => (one.id === saved.id ? saved : one)) },
      )
      toast.done('Saved')
      onClose()
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Email"
          type="email"
          size="md"
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <TextInput
          label="Phone"
          type="tel"
          size="md"
          autoComplete="off"
          {...form.getInputProps('phone_number')}
        />
        <TextInput label="Street" size="md" autoComplete="off" {...form.getInputProps('street')} />
        <div className={css.place}>
          <TextInput label="City" size="md" autoComplete="off" {...form.getInputProps('city')} />
          <TextInput
            label="State"
            size="md"
            autoComplete="off"
            maxLength={2}
            {...form.getInputProps('state')}
            onChange={(event) =>
              form.setFieldValue('state', stateLetters(event.currentTarget.value))
            }
          />
          <TextInput
            label="ZIP"
            size="md"
            autoComplete="off"
            inputMode="numeric"
            {...form.getInputProps('zip')}
            onChange={(event) => form.setFieldValue('zip', zipDigits(event.currentTarget.value))}
          />
        </div>
        <FormProblem text={form.problem} />
      </Stack>
      <SheetFoot>
        <FormFoot form={form} action="Save" away="Close" />
      </SheetFoot>
    </form>
  )
}
