import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { MapPin, Plus } from 'lucide-react'
import { useRef } from 'react'
import { addressIncomplete, addressLine } from '../../../domain/contact.ts'
import { NewLocation, type ServiceLocation } from '../../../domain/customer.ts'
import { defaultLocationLabel } from '../../../domain/signup.ts'
import { api, newIdempotencyKey } from '../../client.ts'
import { AddressFields } from '../../ui/AddressFields.tsx'
import { useActionForm } from '../../ui/action-form.ts'
import { bySchema } from '../../ui/by-schema.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { Refusable } from '../../ui/Refusable.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import css from '../../portal/portal.module.css'
import { locationsQuery, reloadStanding, reloadUpcoming, useClosed } from '../../portal/queries.ts'

/** Where services are done. */
export function Addresses() {
  const places = useQuery(locationsQuery)
  const closed = useClosed()
  const editing = useSheet<ServiceLocation | 'new'>('address')
  const removing = useSheet<ServiceLocation>('remove-address')
  return (
    <Card component="section" aria-labelledby="addresses" padding="lg">
      <Title order={2} id="addresses" mb={4}>
        Addresses
      </Title>
      <Text c="dimmed" fz="sm" mb="sm">
        Services are done at the default address unless you agreed on another one.
      </Text>
      <Loaded
        of={places}
        failure="Failed to load addresses"
        skeleton={<Bars rows={1} height={56} />}
      >
        {({ locations }) => (
          <Stack gap="sm">
            {locations.length === 0 && <Text>No address yet.</Text>}
            {locations.length > 0 && (
              <ul className={css.methods}>
                {locations.map((place) => (
                  <Place
                    key={place.id}
                    place={place}
                    isClosed={closed !== null}
                    edit={() => editing.show(place)}
                    remove={() => removing.show(place)}
                  />
                ))}
              </ul>
            )}
            <Group>
              <Refusable
                refusal={closed}
                variant="default"
                leftSection={<Plus size={17} aria-hidden />}
                onClick={() => editing.show('new', 'new')}
              >
                Add address
              </Refusable>
            </Group>
          </Stack>
        )}
      </Loaded>
      {editing.key > 0 && (
        <AddressSheet
          key={editing.key}
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
        failure="Failed to remove address"
        onConfirm={async () => {
          if (!removing.about) return
          await api['DELETE /api/users/locations/{id}']({ params: { id: removing.about.id } })
          toast.done('Address removed')
          await reloadStanding()
        }}
      >
        {removing.about ? addressLine(removing.about) : ''}
      </ConfirmDialog>
    </Card>
  )
}

type PlaceProps = {
  place: ServiceLocation
  isClosed: boolean
  edit: () => void
  remove: () => void
}

function Place({ place, isClosed, edit, remove }: PlaceProps) {
  const makeDefault = useMutation({
    mutationFn: () => api['PUT /api/users/locations/{id}/default']({ params: { id: place.id } }),
    onSuccess: async () => {
      toast.done('Default address changed')
      await Promise.all([reloadStanding(), reloadUpcoming()])
    },
    onError: (error) => toast.failed(error, 'Failed to update default'),
  })
  return (
    <li className={css.method}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <MapPin size={20} aria-hidden style={{ flex: 'none', marginTop: 3 }} />
        <div>
          <Group gap="xs">
            <Text fw={600}>{place.label}</Text>
            {place.is_default && <StatusChip tone="good">Default</StatusChip>}
          </Group>
          <Text>{addressLine(place)}</Text>
        </div>
      </Group>
      {!isClosed && (
        <Group gap="xs" className={css.acts}>
          {!place.is_default && (
            <Button
              size="xs"
              variant="default"
              loading={makeDefault.isPending}
              aria-label={`Make ${place.label} the default`}
              onClick={() => makeDefault.mutate()}
            >
              Make default
            </Button>
          )}
          <Button size="xs" variant="default" aria-label={`Edit ${place.label}`} onClick={edit}>
            Edit
          </Button>
          <Button
            size="xs"
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

const fields = ['street', 'city', 'state', 'zip'] as const
type Values = Record<'label' | (typeof fields)[number], string>

function AddressSheet({
  place,
  opened,
  onClose,
}: {
  place: ServiceLocation | null
  opened: boolean
  onClose: () => void
}) {
  const key = useRef(newIdempotencyKey())
  const form = useActionForm<Values, unknown>({
    initialValues: {
      label: place?.label ?? defaultLocationLabel,
      street: place?.street ?? '',
      city: place?.city ?? '',
      state: place?.state ?? '',
      zip: place?.zip ?? '',
    },
    validate: bySchema(NewLocation),
    failure: place ? 'Failed to save address' : 'Failed to add address',
    send: (body) =>
      place
        ? api['PUT /api/users/locations/{id}']({ params: { id: place.id }, body })
        : api['POST /api/users/locations']({ body, idempotency_key: key.current }),
    sent: async () => {
      toast.done(place ? 'Address saved' : 'Address added')
      onClose()
      await Promise.all([reloadStanding(), reloadUpcoming()])
    },
  })
  const { label: _, ...address } = form.values
  const isIncomplete = fields.some((name) => form.errors[name] && !form.values[name].trim())
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={place ? `Edit ${place.label}` : 'Add address'}
      form={form}
      action={place ? 'Save' : 'Add address'}
      problem={isIncomplete ? addressIncomplete : form.problem}
    >
      <TextInput
        label="Name"
        description="Home, cabin, office"
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
