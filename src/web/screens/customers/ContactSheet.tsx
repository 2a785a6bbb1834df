import { Button, Group, Select, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import {
  ContactPatch,
  customerStatusLabels,
  lookalikeText,
  NewCustomer,
  tidyTags,
  type Customer,
  type Lookalike,
} from '../../../domain/customer.ts'
import { isEmail, isPhone, phoneText } from '../../../domain/contact.ts'
import { api, newIdempotencyKey } from '../../client.ts'
import { useActionForm, type ActionForm } from '../../ui/action-form.ts'
import { bySchema } from '../../ui/by-schema.ts'
import { AddressFields } from '../../ui/AddressFields.tsx'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { customerName, refreshCustomers, toSchedule } from '../../customers/queries.ts'

type Values = {
  name: string
  email: string
  phone_number: string
  street: string
  city: string
  state: string
  zip: string
  gate_code: string
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
  gate_code: customer?.gate_code ?? '',
  status: 'lead',
  tags: '',
})

/** Empty parts of a new customer's address are simply unknown, not wrong. */
function newBody({ street, city, state, zip, tags, ...rest }: Values) {
  const address = Object.fromEntries(
    Object.entries({ street, city, state, zip }).filter(([, text]) => text.trim() !== ''),
  )
  return { ...rest, ...address, tags: tidyTags([tags]) }
}
const changeBody = ({ status: _status, tags: _tags, ...contact }: Values) => contact

type Props = { opened: boolean; onClose: () => void; customer: Customer | null }

/** Adds a customer by hand, or changes how one is reached. */
export function ContactSheet({ opened, onClose, customer }: Props) {
  const cache = useQueryClient()
  const key = useRef(newIdempotencyKey())
  const form = useActionForm<Values, Customer>({
    initialValues: valuesOf(customer),
    validate: (values) =>
      customer
        ? bySchema(ContactPatch)(changeBody(values))
        : bySchema(NewCustomer)(newBody(values)),
    failure: customer ? 'Failed to save' : 'Failed to add customer',
    send: (values) =>
      customer
        ? api['PUT /api/owner/customers/{id}']({
            params: { id: customer.id },
            body: { ...changeBody(values), version: customer.version },
          })
        : api['POST /api/owner/customers']({ body: newBody(values), idempotency_key: key.current }),
    sent: (saved) => {
      const name = customerName(saved)
      const next = [
        { label: 'Show', act: () => show(name) },
        {
          label: 'Schedule',
          act: () => void navigate({ to: '/app/schedule', search: toSchedule(saved.id) as never }),
        },
      ]
      toast.done(customer ? 'Saved' : 'Customer added', 'customers', customer ? [] : next)
      onClose()
      void refreshCustomers(cache)
    },
  })
  const navigate = useNavigate()
  const show = (q: string) => void navigate({ to: '/app/customers', search: { q } as never })
  const doubles = useLookalikes(form.values, customer, opened)
  const double = (by: Lookalike['by']) => (
    <Doubles
      found={doubles.filter((one) => one.by === by)}
      show={(one) => {
        onClose()
        void navigate({ to: '/app/customers', search: { customer: one.id } as never })
      }}
    />
  )
  const address = {
    street: form.values.street,
    city: form.values.city,
    state: form.values.state,
    zip: form.values.zip,
  }
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={customer ? `Edit ${customerName(customer)}` : 'Add customer'}
      side
      form={form}
      action={customer ? 'Save' : 'Add customer'}
    >
      <TextInput
        label="Name"
        required={!customer}
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Email"
        type="email"
        autoComplete="off"
        description={
          customer?.has_login ? 'Where we write to; their sign-in stays as it is.' : undefined
        }
        {...form.getInputProps('email')}
      />
      {double('email')}
      <TextInput
        label="Phone"
        type="tel"
        autoComplete="off"
        {...form.getInputProps('phone_number')}
      />
      {double('phone')}
      <AddressFields
        values={address}
        errors={form.errors}
        set={(change) => form.setValues(change)}
      />
      {double('address')}
      <TextInput
        label="Gate code"
        description="Shown to the office and to the crews that come."
        autoComplete="off"
        {...form.getInputProps('gate_code')}
      />
      {!customer && <NewCustomerFields form={form} />}
    </FormSheet>
  )
}

/** What is asked of a new customer only: afterwards the card changes it. */
const NewCustomerFields = ({ form }: { form: ActionForm<Values> }) => (
  <Group grow align="flex-start">
    <Select
      label="Status"
      allowDeselect={false}
      data={(['lead', 'active'] as const).map((value) => ({
        value,
        label: customerStatusLabels[value],
      }))}
      {...form.getInputProps('status')}
    />
    <TextInput
      label="Tags"
      placeholder="gate, dog"
      autoComplete="off"
      {...form.getInputProps('tags')}
    />
  </Group>
)

/** Who has what stands in the field above, with a way to them: a second card for one person splits what is known about them. */
const Doubles = ({
  found,
  show,
}: {
  found: readonly Lookalike[]
  show: (one: Lookalike) => void
}) =>
  found.length > 0 && (
    <Notice p="xs">
      {found.map((one) => (
        <Group key={one.id} gap="xs" justify="space-between">
          <Text fz="sm" flex="1 1 200px">
            {lookalikeText(one)} Is this somebody new?
          </Text>
          <Button
            size="xs"
            variant="default"
            aria-label={`Show ${one.name ?? 'them'}`}
            onClick={() => show(one)}
          >
            Show
          </Button>
        </Group>
      ))}
    </Notice>
  )

/** Other customers with the e-mail address, phone number or address being typed; for an existing customer only changed fields are checked. */
function useLookalikes(
  { email, phone_number, street, zip }: Values,
  customer: Customer | null,
  enabled: boolean,
): readonly Lookalike[] {
  const before = valuesOf(customer)
  const given = {
    email: isEmail(email) && email !== before.email ? email.trim() : undefined,
    phone_number:
      isPhone(phone_number) && phone_number !== before.phone_number
        ? phone_number.trim()
        : undefined,
    ...(street.trim() && zip.length === 5 && (street !== before.street || zip !== before.zip)
      ? { street: street.trim(), zip }
      : {}),
  }
  const [query] = useDebouncedValue(JSON.stringify(given), 300)
  const asked = { ...(JSON.parse(query) as typeof given), except: customer?.id }
  return (
    useQuery({
      ...api['GET /api/owner/customers/duplicates'].query({ query: asked }),
      enabled: enabled && query !== '{}',
    }).data?.duplicates ?? []
  )
}
