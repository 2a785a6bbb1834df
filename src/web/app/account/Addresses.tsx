import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { MapPin, Plus } from 'lucide-react'
import { useRef } from 'react'
import { addressIncomplete, addressLine } from '../../../domain/base/contact.ts'
import { NewLocation, type ServiceLocation } from '../../../domain/customers/customer.ts'
import { defaultLocationLabel } from '../../../domain/flows/signup.ts'
import { spoken, useWords } from '../words.ts'
import { api, newIdempotencyKey } from '../client.ts'
import { accountWords } from '../../../words/en/account.ts'
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

/** The addresses where services are done. */
export function Addresses() {
  const words = useWords(accountWords)
  const places = useQuery(locationsQuery)
  const closed = useClosed()
  const editing = useSheet<ServiceLocation | 'new'>('address')
  const removing = useSheet<ServiceLocation>('remove-address')
  return (
    <Card component="section" aria-labelledby="addresses" padding="lg">
      <Title order={2} id="addresses" mb={4}>
        {words.addresses}
      </Title>
      <Text c="dimmed" fz="sm" mb="sm">
        {words.addressesAbout}
      </Text>
      <Loaded of={places} failure={words.addressesFailed} skeleton={<Bars rows={1} height={56} />}>
        {({ locations }) => (
          <Stack gap="sm">
            {locations.length === 0 && <Text>{words.noAddress}</Text>}
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
                {words.addAddress}
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
        title={words.removeTitle(removing.about?.label ?? null)}
        confirm={words.remove}
        danger
        failure={words.removeFailed}
        onConfirm={async () => {
          if (!removing.about) return
          await api['DELETE /api/users/locations/{id}']({ params: { id: removing.about.id } })
          toast.done(words.addressRemoved)
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
  const words = useWords(accountWords)
  const makeDefault = useMutation({
    mutationFn: () => api['PUT /api/users/locations/{id}/default']({ params: { id: place.id } }),
    onSuccess: async () => {
      toast.done(words.defaultChanged)
      await Promise.all([reloadStanding(), reloadUpcoming()])
    },
    onError: (error) => toast.failed(error, words.defaultFailed),
  })
  return (
    <li className={css.method}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <MapPin size={20} aria-hidden style={{ flex: 'none', marginTop: 3 }} />
        <div>
          <Group gap="xs">
            <Text fw={600}>{place.label}</Text>
            {place.is_default && <StatusChip tone="good">{words.default}</StatusChip>}
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
              aria-label={words.makeDefaultOf(place.label)}
              onClick={() => makeDefault.mutate()}
            >
              {words.makeDefault}
            </Button>
          )}
          <Button size="xs" variant="default" aria-label={words.editOf(place.label)} onClick={edit}>
            {words.edit}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            color="red"
            aria-label={words.removeOf(place.label)}
            onClick={remove}
          >
            {words.remove}
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
  const words = useWords(accountWords)
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
    failure: place ? words.addressSaveFailed : words.addressAddFailed,
    send: (body) =>
      place
        ? api['PUT /api/users/locations/{id}']({ params: { id: place.id }, body })
        : api['POST /api/users/locations']({ body, idempotency_key: key.current }),
    sent: async () => {
      toast.done(place ? words.addressSaved : words.addressAdded)
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
      title={place ? words.editOf(place.label) : words.addAddress}
      form={form}
      action={place ? words.save : words.addAddress}
      problem={isIncomplete ? spoken(addressIncomplete) : form.problem}
    >
      <TextInput
        label={words.addressName}
        description={words.addressNameAbout}
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
