import { Stack, TextInput } from '@mantine/core'
import type { CrewCustomer } from '../../api/crew.ts'
import { phoneText } from '../../domain/base/contact.ts'
import { api } from '../app/client.ts'
import { queryClient } from '../app/query-client.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { FormFoot } from '../ui/FormSheet.tsx'
import { AddressFields } from '../ui/AddressFields.tsx'
import { useActionForm } from '../ui/action-form.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { toast } from '../ui/toast.tsx'
import { SheetFoot } from '../ui/SheetFoot.tsx'
import { useWords } from '../app/words.ts'
import { crewWords } from '../../words/en/crew.ts'

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
  const words = useWords(crewWords)
  return (
    <Sheet opened={opened} onClose={onClose} title={customer?.name ?? words.editContact} size="md">
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
  const words = useWords(crewWords)
  const before = valuesOf(customer)
  const form = useActionForm<Values, CrewCustomer>({
    initialValues: before,
    failure: words.saveFailed,
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
      toast.done(words.saved)
      onClose()
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label={words.email}
          type="email"
          size="md"
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <TextInput
          label={words.phone}
          type="tel"
          size="md"
          autoComplete="off"
          {...form.getInputProps('phone_number')}
        />
        <AddressFields
          size="md"
          values={form.values}
          errors={form.errors}
          set={(change) => form.setValues(change)}
        />
        <FormProblem text={form.problem} />
      </Stack>
      <SheetFoot>
        <FormFoot form={form} action={words.save} away={words.close} />
      </SheetFoot>
    </form>
  )
}
