import { Button, Group, Select, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Fragment, useRef, useState, type ReactNode } from 'react'
import {
  customerStatusLabels,
  lookalikeText,
  type Customer,
  type Lookalike,
} from '../../../domain/customers/customer.ts'
import { ContactPatch, NewCustomer } from '../../../domain/customers/contact-fields.ts'
import type { AddressBlock } from '../../../domain/messages/message.ts'
import { api, newIdempotencyKey } from '../../app/client.ts'
import { useActionForm, type ActionForm } from '../../ui/action-form.ts'
import { bySchema } from '../../ui/by-schema.ts'
import { AddressFields } from '../../ui/AddressFields.tsx'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { blockText } from './card-text.ts'
import {
  contactBody,
  contactValues,
  lookalikeQuery,
  newCustomerBody,
  type ContactValues,
} from './contact-form.ts'
import { customerName, refreshCustomers, toSchedule } from '../../shared/customers/queries.ts'

type Props = { opened: boolean; onClose: () => void; customer: Customer | null }

/** Adds a customer, or edits one's contact details. */
export function ContactSheet(props: Props) {
  const { opened, onClose, customer } = props
  const form = useContactForm(props)
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={customer ? `Edit ${customerName(customer)}` : 'Add customer'}
      side
      form={form}
      action={customer ? 'Save' : 'Add customer'}
    >
      <ContactFields {...props} form={form} />
      {!customer && <NewCustomerFields form={form} />}
    </FormSheet>
  )
}

function useContactForm({ customer, onClose }: Props): ActionForm<ContactValues> {
  const cache = useQueryClient()
  const key = useRef(newIdempotencyKey())
  const showAdded = useAddedToast()
  return useActionForm<ContactValues, Customer>({
    initialValues: contactValues(customer),
    validate: (values) =>
      customer
        ? bySchema(ContactPatch)(contactBody(values))
        : bySchema(NewCustomer)(newCustomerBody(values)),
    failure: customer ? 'Failed to save' : 'Failed to add customer',
    send: (values) =>
      customer
        ? api['PUT /api/owner/customers/{id}']({
            params: { id: customer.id },
            body: { ...contactBody(values), version: customer.version },
          })
        : api['POST /api/owner/customers']({
            body: newCustomerBody(values),
            idempotency_key: key.current,
          }),
    sent: (saved) => {
      if (customer) toast.done('Saved', 'customers')
      else showAdded(saved)
      onClose()
      void refreshCustomers(cache)
    },
  })
}

/** Reports that a customer was added, with likely next steps. */
function useAddedToast(): (customer: Customer) => void {
  const navigate = useNavigate()
  return (added) => {
    const show = () =>
      void navigate({ to: '/app/customers/$id', params: { id: added.id } as never })
    const schedule = () =>
      void navigate({ to: '/app/schedule', search: toSchedule(added.id) as never })
    toast.done('Customer added', 'customers', [
      { label: 'Show', act: show },
      { label: 'Schedule', act: schedule },
    ])
  }
}

/** One of an address stands for all four. A new field of the patch does not compile until it has its place here. */
type ShownField = Exclude<keyof ContactPatch, 'version' | 'city' | 'state' | 'zip'>
type FieldsProps = Props & { form: ActionForm<ContactValues> }

function ContactFields({ customer, form, opened, onClose }: FieldsProps) {
  const doubles = useLookalikes(form.values, customer, opened)
  const double = (by: Lookalike['by']) => (
    <Doubles found={doubles.filter((one) => one.by === by)} onClose={onClose} />
  )
  const stored = contactValues(customer)
  const isSame = (field: 'email' | 'phone_number') =>
    form.values[field].trim() === stored[field].trim()
  const { street, city, state, zip } = form.values
  const fields: Record<ShownField, ReactNode> = {
    name: (
      <TextInput
        label="Name"
        required={!customer}
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
    ),
    email: (
      <>
        <TextInput
          label="Email"
          type="email"
          autoComplete="off"
          description={
            customer?.has_login ? 'Where we send email; their sign-in stays the same.' : undefined
          }
          {...form.getInputProps('email')}
        />
        <Blocked block={customer?.email_block} isTyped={isSame('email')} />
        {double('email')}
      </>
    ),
    phone_number: (
      <>
        <TextInput
          label="Phone"
          type="tel"
          autoComplete="off"
          {...form.getInputProps('phone_number')}
        />
        <Blocked block={customer?.phone_block} isTyped={isSame('phone_number')} />
        {double('phone')}
      </>
    ),
    street: (
      <>
        <AddressFields
          values={{ street, city, state, zip }}
          errors={form.errors}
          set={(change) => form.setValues(change)}
        />
        {double('address')}
      </>
    ),
    gate_code: <GateCodeField customer={customer} form={form} />,
  }
  return Object.entries(fields).map(([name, field]) => <Fragment key={name}>{field}</Fragment>)
}

/** A code that is there already is shown on a press only, for each look is written down. */
function GateCodeField({ customer, form }: Pick<FieldsProps, 'customer' | 'form'>) {
  const { knows_code } = form.values
  const [isAsked, setAsked] = useState(false)
  const show = async (id: string) => {
    setAsked(true)
    try {
      const look = api['POST /api/owner/customers/{id}/gate-code-looks']
      const { gate_code } = await look({ params: { id }, body: { screen: 'customer' } })
      form.setValues({ gate_code: gate_code ?? '', knows_code: true })
    } catch (fault) {
      toast.failed(fault, 'Failed to load the gate code')
    } finally {
      setAsked(false)
    }
  }
  return (
    <>
      <TextInput
        label="Gate code"
        description="Encrypted. Shown to the office, and to the crew of a visit from 12 hours before it."
        placeholder={knows_code ? undefined : 'There is one. Type another to replace it.'}
        autoComplete="off"
        {...form.getInputProps('gate_code')}
      />
      {customer && !knows_code && (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          loading={isAsked}
          onClick={() => void show(customer.id)}
        >
          Show gate code
        </Button>
      )}
    </>
  )
}

/** Asked only for a new customer; later the card changes it. */
const NewCustomerFields = ({ form }: { form: ActionForm<ContactValues> }) => (
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

type BlockedProps = { block: AddressBlock | null | undefined; isTyped: boolean }

/** Nothing goes to the address in the field above; gone with the first other letter. */
const Blocked = ({ block, isTyped }: BlockedProps) =>
  block && isTyped ? (
    <Notice p="xs">
      <Text fz="sm">
        {blockText(block)}. Nothing is sent there until you enter another address or number.
      </Text>
    </Notice>
  ) : null

type DoublesProps = { found: readonly Lookalike[]; onClose: () => void }

/**
 * Existing customers with the same value as the field above, with links: a second card for one
 * person splits what is known about them.
 */
function Doubles({ found, onClose }: DoublesProps) {
  const navigate = useNavigate()
  const show = ({ id }: Lookalike) => {
    onClose()
    void navigate({ to: '/app/customers/$id', params: { id } as never })
  }
  if (found.length === 0) return null
  return (
    <Notice p="xs">
      {found.map((one) => (
        <Group key={one.id} gap="xs" justify="space-between">
          <Text fz="sm" flex="1 1 200px">
            {lookalikeText(one)} Is this someone new?
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
}

/** Other customers with the e-mail address, phone number or address being typed. */
function useLookalikes(
  values: ContactValues,
  customer: Customer | null,
  enabled: boolean,
): readonly Lookalike[] {
  const given = lookalikeQuery(values, contactValues(customer))
  const [query] = useDebouncedValue(JSON.stringify(given), 300)
  const asked = { ...(JSON.parse(query) as typeof given), except: customer?.id }
  return (
    useQuery({
      ...api['GET /api/owner/customers/duplicates'].query({ query: asked }),
      enabled: enabled && query !== '{}',
    }).data?.duplicates ?? []
  )
}
