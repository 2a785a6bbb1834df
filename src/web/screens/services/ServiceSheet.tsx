import { Group, Switch, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, type FormEvent } from 'react'
import { formatCents, parseDollars, priceMessage } from '../../../domain/money.ts'
import { formSummary, NewService, type Service } from '../../../domain/service.ts'
import { api, newIdempotencyKey } from '../../client.ts'
import { changedOf } from '../../ui/changed-of.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { useActionForm } from '../../ui/action-form.ts'
import { bySchema } from '../../ui/by-schema.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { count } from '../../visits/visit-text.ts'
import { servicesQuery } from './queries.ts'

type Values = {
  name: string
  price: string
  minutes: string
  description: string
  crew: string
  equipment_needed: string
  materials: string
  notes: string
  active: boolean
}

const valuesOf = (service: Service | null, name: string): Values => ({
  name: service?.name ?? name,
  price: service ? formatCents(service.price_cents).replace(/[$,]/g, '') : '',
  minutes: service ? String(service.estimated_minutes) : '',
  description: service?.description ?? '',
  crew: service?.crew_members_needed == null ? '' : String(service.crew_members_needed),
  equipment_needed: service?.equipment_needed ?? '',
  materials: service?.materials ?? '',
  notes: service?.notes ?? '',
  active: service?.active ?? true,
})

const wholeOrNull = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** What the form's texts mean to the server; an unreadable price or time becomes null, which the schema words. */
const bodyOf = ({ price, minutes, crew, equipment_needed, materials, notes, ...rest }: Values) => ({
  ...rest,
  price_cents: parseDollars(price),
  estimated_minutes: wholeOrNull(minutes),
  crew_members_needed: wholeOrNull(crew),
  equipment_needed: equipment_needed.trim() || null,
  materials: materials.trim() || null,
  notes: notes.trim() || null,
})
const formNames = {
  price_cents: 'price',
  estimated_minutes: 'minutes',
  crew_members_needed: 'crew',
} as const

function validate(values: Values) {
  const found = bySchema(NewService)(bodyOf(values))
  if (values.price.trim() !== '' && parseDollars(values.price) === null)
    found['price_cents'] = priceMessage
  return Object.fromEntries(
    Object.entries(found).map(([name, sentence]) => [
      formNames[name as keyof typeof formNames] ?? name,
      sentence,
    ]),
  )
}

const digits = (text: string): string => text.replace(/\D/g, '').slice(0, 4)

/** Whose price or time is left to the service; nothing when no work on the schedule is. */
const followed = (jobs = 0): string | undefined =>
  jobs === 0
    ? undefined
    : `${count(jobs, 'scheduled job')} ${jobs === 1 ? 'follows' : 'follow'} this: coming visits change as soon as you save.`
const beneath = {
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
    | 'label'
    | 'input'
    | 'description'
    | 'error'
  )[],
}

type Props = { opened: boolean; onClose: () => void; service: Service | null; name: string }

/** Adds a service, or changes one. */
export function ServiceSheet({ opened, onClose, service, name }: Props) {
  const cache = useQueryClient()
  const followers = useQuery({
    ...api['GET /api/owner/services/{id}/followers'].query({ params: { id: service?.id ?? '' } }),
    enabled: opened && service !== null,
    staleTime: 0,
  }).data
  const key = useRef(newIdempotencyKey())
  const form = useActionForm<Values, Service>({
    initialValues: valuesOf(service, name),
    validate,
    failure: service ? 'Failed to update service' : 'Failed to add service',
    fields: formNames,
    send: (values) => {
      const body = NewService.parse(bodyOf(values))
      return service
        ? api['PATCH /api/owner/services/{id}']({
            params: { id: service.id },
            body: changedOf(body, NewService.parse(bodyOf(valuesOf(service, name)))),
          })
        : api['POST /api/owner/services']({ body, idempotency_key: key.current })
    },
    sent: async () => {
      await cache.invalidateQueries({ queryKey: servicesQuery.queryKey })
      toast.done(service ? 'Service updated' : 'Service added')
      onClose()
    },
  })
  const submit = (event?: FormEvent) => {
    form.setProblem(form.validate().hasErrors ? formSummary : null)
    form.submit(event)
  }
  const said =
    form.problem === formSummary && Object.keys(form.errors).length === 0 ? null : form.problem
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={service ? `Edit ${service.name}` : 'Add service'}
      side
      form={{ ...form, submit }}
      action={service ? 'Save changes' : 'Add service'}
      problem={null}
    >
      <FormProblem text={said} />
      <TextInput label="Service name" required data-autofocus {...form.getInputProps('name')} />
      <Group grow align="flex-start">
        <TextInput
          label="Price"
          required
          inputMode="decimal"
          leftSection="$"
          placeholder="45.00"
          description={followed(followers?.follow_price)}
          {...beneath}
          {...form.getInputProps('price')}
        />
        <TextInput
          label="Estimated minutes"
          required
          inputMode="numeric"
          placeholder="60"
          description={followed(followers?.follow_minutes)}
          {...beneath}
          {...form.getInputProps('minutes')}
          onChange={(event) => form.setFieldValue('minutes', digits(event.currentTarget.value))}
        />
      </Group>
      <Textarea label="Description" required rows={3} {...form.getInputProps('description')} />
      <TextInput
        label="Crew members needed"
        inputMode="numeric"
        {...form.getInputProps('crew')}
        onChange={(event) => form.setFieldValue('crew', digits(event.currentTarget.value))}
      />
      <TextInput label="Equipment needed" {...form.getInputProps('equipment_needed')} />
      <TextInput label="Materials" {...form.getInputProps('materials')} />
      <Textarea
        label="Notes"
        description="For your people only."
        rows={2}
        {...form.getInputProps('notes')}
      />
      <Switch
        label="Available"
        description="Customers can choose it and it can be scheduled."
        mt={4}
        {...form.getInputProps('active', { type: 'checkbox' })}
      />
    </FormSheet>
  )
}
