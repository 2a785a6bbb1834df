import { Button, Group, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { addressLine } from '../../../domain/base/contact.ts'
import {
  NewLocation,
  type Customer,
  type ServiceLocation,
} from '../../../domain/customers/customer.ts'
import { api, newIdempotencyKey } from '../../app/client.ts'
import { reloadOverview } from '../../shared/customers/overview.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { AddressFields } from '../../ui/AddressFields.tsx'
import { bySchema } from '../../ui/by-schema.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import css from './customer-page.module.css'
import { Section } from './Section.tsx'

type Props = { customer: Customer; locations: readonly ServiceLocation[]; canManage: boolean }

/** Where the customer's work is done. */
export function PageAddresses({ customer, locations, canManage }: Props) {
  const editing = useSheet<ServiceLocation | 'new'>('customer-address')
  const removing = useSheet<ServiceLocation>('remove-customer-address')
  const isPartial = locations.length === 0 && addressLine(customer) !== ''
  return (
    <Section
      title="Addresses"
      action={
        canManage && (
          <Button
            variant="default"
            size="xs"
            leftSection={<Plus size={15} aria-hidden />}
            onClick={() => editing.show('new', 'new')}
          >
            Add address
          </Button>
        )
      }
    >
      {locations.length === 0 && (
        <p className={css.none}>{isPartial ? addressLine(customer) : 'No address yet.'}</p>
      )}
      <ul className={css.rows}>
        {locations.map((place) => (
          <Place
            key={place.id}
            place={place}
            canManage={canManage}
            edit={() => editing.show(place)}
            remove={() => removing.show(place)}
          />
        ))}
      </ul>
      {editing.key > 0 && (
        <AddressSheet
          key={editing.key}
          customer_id={customer.id}
          place={editing.about === 'new' ? null : editing.about}
          opened={editing.opened}
          onClose={editing.hide}
        />
      )}
      <ConfirmDialog
        opened={removing.opened}
        onClose={removing.hide}
        title={`Remove ${removing.about?.label ?? 'this address'}?`}
        confirm="Remove"
        danger
        failure="Failed to remove the address"
        onConfirm={async () => {
          if (!removing.about) return
          await api['DELETE /api/owner/locations/{id}']({
            params: { id: removing.about.id },
          })
          toast.done('Address removed', 'customers')
          await reloadOverview()
        }}
      >
        {removing.about ? addressLine(removing.about) : ''}
      </ConfirmDialog>
    </Section>
  )
}

type PlaceProps = {
  place: ServiceLocation
  canManage: boolean
  edit: () => void
  remove: () => void
}

function Place({ place, canManage, edit, remove }: PlaceProps) {
  const makeDefault = useMutation({
    mutationFn: () =>
      api['PUT /api/owner/locations/{id}/default']({
        params: { id: place.id },
      }),
    onSuccess: () => {
      toast.done('Default address changed', 'customers')
      return reloadOverview()
    },
    onError: (error) => toast.failed(error, 'Failed to change the default address'),
  })
  return (
    <li className={css.place}>
      <Group gap="xs">
        <strong>{place.label}</strong>
        {place.is_default && <StatusChip tone="good">Default</StatusChip>}
      </Group>
      <span>{addressLine(place)}</span>
      {canManage && (
        <Group gap={4}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Edit ${place.label}`}
            onClick={edit}
          >
            Edit
          </Button>
          {!place.is_default && (
            <Button
              size="compact-sm"
              variant="default"
              loading={makeDefault.isPending}
              aria-label={`Make ${place.label} the default`}
              onClick={() => makeDefault.mutate()}
            >
              Make default
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={`Remove ${place.label}`}
            onClick={remove}
          >
            Remove
          </Button>
        </Group>
      )}
    </li>
  )
}

type Values = Record<'label' | 'street' | 'city' | 'state' | 'zip', string>
type SheetProps = {
  customer_id: string
  /** Null: a new one. */
  place: ServiceLocation | null
  opened: boolean
  onClose: () => void
}

function AddressSheet({ customer_id, place, opened, onClose }: SheetProps) {
  const [key] = useState(newIdempotencyKey)
  const form = useActionForm<Values, ServiceLocation>({
    initialValues: {
      label: place?.label ?? 'Home',
      street: place?.street ?? '',
      city: place?.city ?? '',
      state: place?.state ?? '',
      zip: place?.zip ?? '',
    },
    validate: bySchema(NewLocation),
    failure: 'Failed to save the address',
    send: (body) =>
      place
        ? api['PUT /api/owner/locations/{id}']({
            params: { id: place.id },
            body,
          })
        : api['POST /api/owner/customers/{id}/locations']({
            params: { id: customer_id },
            body,
            idempotency_key: key,
          }),
    sent: () => {
      toast.done(place ? 'Address saved' : 'Address added', 'customers')
      onClose()
      void reloadOverview()
    },
  })
  const { label: _, ...address } = form.values
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={place ? `Edit ${place.label}` : 'Add address'}
      form={form}
      action={place ? 'Save' : 'Add address'}
    >
      <TextInput
        label="Name"
        description="For example Home, Rental or Shop"
        autoComplete="off"
        maxLength={80}
        data-autofocus
        {...form.getInputProps('label')}
      />
      <AddressFields
        autoFill
        values={address}
        errors={form.errors}
        set={(change) => form.setValues(change)}
      />
    </FormSheet>
  )
}
