import { Group, Select, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ContactPatch, customerStatusLabels, lookalikeWords, NewCustomer, tagsInFilter, type Customer } from '../../../domain/customer.ts'
import { isEmail, isPhone, phoneText } from '../../../domain/contact.ts'
import { api, newIdempotencyKey } from '../../client.ts'
import { bySchema, useActionForm } from '../../ui/action-form.ts'
import { AddressFields } from '../../ui/AddressFields.tsx'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { Notice } from '../pay/Notice.tsx'
import { customerName, refreshCustomers } from './queries.ts'

type Values = {
  name: string
  email: string
  phone_number: string
  street: string
  city: string
  state: string
  zip: string
  status: 'lead' | 'active'
  tags: string
}

const valuesOf = (customer: Customer | null): Values => ({
  name: customer?.name ?? '',
  email: customer?.email ?? '',
  phone_number: phoneText(customer?.phone_number ?? ''),
  street: customer?.street ?? '',
  city: customer?.city ?? '',
  state: customer?.state ?? '',
  zip: customer?.zip ?? '',
  status: 'lead',
  tags: '',
})

/** Empty parts of a new customer's address are simply unknown, not wrong. */
function newBody({ street, city, state, zip, tags, ...rest }: Values) {
  const address = Object.fromEntries(Object.entries({ street, city, state, zip }).filter(([, text]) => text.trim() !== ''))
  return { ...rest, ...address, tags: tagsInFilter(tags) }
}
const changeBody = ({ status: _status, tags: _tags, ...contact }: Values) => contact

type Props = { opened: boolean; onClose: () => void; customer: Customer | null }

/** Adds a customer by hand, or changes how one is reached. */
export function ContactSheet({ opened, onClose, customer }: Props) {
  const cache = useQueryClient()
  const key = useRef(newIdempotencyKey())
  const form = useActionForm<Values, unknown>({
    initialValues: valuesOf(customer),
    validate: (values) => (customer ? bySchema(ContactPatch)(changeBody(values)) : bySchema(NewCustomer)(newBody(values))),
    failure: customer ? 'Failed to save' : 'Failed to add customer',
    send: (values) =>
      customer
        ? api['PUT /api/owner/customers/{id}']({ params: { id: customer.id }, body: { ...changeBody(values), version: customer.version } })
        : api['POST /api/owner/customers']({ body: newBody(values), idempotency_key: key.current }),
    sent: () => {
      toast.done(customer ? 'Saved' : 'Customer added', 'customers')
      onClose()
      void refreshCustomers(cache)
    },
  })
  const doubles = useLookalikes(form.values, customer === null && opened)
  const address = { street: form.values.street, city: form.values.city, state: form.values.state, zip: form.values.zip }
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={customer ? `Edit ${customerName(customer)}` : 'Add customer'}
      side
      form={form}
      action={customer ? 'Save' : 'Add customer'}
    >
      <TextInput label="Name" required={!customer} data-autofocus autoComplete="off" {...form.getInputProps('name')} />
      <TextInput
        label="Email"
        type="email"
        autoComplete="off"
        description={customer?.has_login ? 'Where we write to; their sign-in stays as it is.' : undefined}
        {...form.getInputProps('email')}
      />
      <TextInput label="Phone" type="tel" autoComplete="off" {...form.getInputProps('phone_number')} />
      <AddressFields values={address} errors={form.errors} set={(change) => form.setValues(change)} />
      {!customer && (
        <Group grow align="flex-start">
          <Select
            label="Status"
            allowDeselect={false}
            data={(['lead', 'active'] as const).map((value) => ({ value, label: customerStatusLabels[value] }))}
            {...form.getInputProps('status')}
          />
          <TextInput label="Tags" placeholder="gate, dog" autoComplete="off" {...form.getInputProps('tags')} />
        </Group>
      )}
      {doubles.length > 0 && (
        <Notice>
          {doubles.map(({ id: other, name, status, by }) => (
            <Text key={other} fz="sm">
              {name ?? 'Somebody without a name'} ({customerStatusLabels[status].toLowerCase()}) has the same {lookalikeWords[by]}. Is this somebody new?
            </Text>
          ))}
        </Notice>
      )}
    </FormSheet>
  )
}

/** Who has the e-mail address, phone number or address that is being typed already. */
function useLookalikes({ email, phone_number, street, zip }: Values, enabled: boolean) {
  const given = {
    email: isEmail(email) ? email.trim() : undefined,
    phone_number: isPhone(phone_number) ? phone_number.trim() : undefined,
    ...(street.trim() && zip.length === 5 ? { street: street.trim(), zip } : {}),
  }
  const [query] = useDebouncedValue(JSON.stringify(given), 300)
  return (
    useQuery({ ...api['GET /api/owner/customers/duplicates'].query({ query: JSON.parse(query) as typeof given }), enabled: enabled && query !== '{}' }).data
      ?.duplicates ?? []
  )
}
