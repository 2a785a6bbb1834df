import { Group, Switch, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef, type FormEvent } from 'react'
import { formSummary, NewService, type Service } from '../../../domain/base/service.ts'
import { api, ApiError, newIdempotencyKey } from '../../app/client.ts'
import { asksAgain } from '../../app/live.ts'
import { changedOf, useActionForm, type ActionForm } from '../../ui/action-form.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { useTaxRates } from '../../shared/money/tax-rates.ts'
import { ChecklistEditor } from './ChecklistEditor.tsx'
import { servicesQuery } from './queries.ts'
import {
  digits,
  followed,
  formNames,
  serviceBody,
  serviceProblems,
  serviceValues,
  type ServiceValues,
} from './service-form.ts'

type Props = { opened: boolean; onClose: () => void; service: Service | null; name: string }

/** Adds a service, or changes one. */
export function ServiceSheet(props: Props) {
  const { opened, onClose, service } = props
  const form = useServiceForm(props)
  const hasTax = useTaxRates().length > 0
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={service ? `Edit ${service.name}` : 'Add service'}
      side
      form={form}
      action={service ? 'Save changes' : 'Add service'}
      problem={null}
    >
      <FormProblem text={form.said} />
      <TextInput label="Service name" required data-autofocus {...form.getInputProps('name')} />
      <PriceAndTime form={form} followed_id={opened ? (service?.id ?? null) : null} />
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
        description="For your team only."
        rows={2}
        {...form.getInputProps('notes')}
      />
      <ChecklistEditor
        items={form.values.checklist}
        onChange={(items) => form.setFieldValue('checklist', items)}
      />
      <Switch
        label="Record products applied"
        description="The crew records product, amount, area and weather, as inspectors ask."
        {...form.getInputProps('records_products', { type: 'checkbox' })}
      />
      <Switch
        label="The customer signs"
        description="The crew can have the customer sign on the phone."
        {...form.getInputProps('asks_signature', { type: 'checkbox' })}
      />
      <Switch
        label="Available"
        description="Customers can choose it and it can be scheduled."
        mt={4}
        {...form.getInputProps('active', { type: 'checkbox' })}
      />
      {hasTax && (
        <Switch
          label="Taxable"
          description="Sales tax is added to its price on new invoices."
          {...form.getInputProps('taxable', { type: 'checkbox' })}
        />
      )}
    </FormSheet>
  )
}

/** `said`: the form's error; null once every field is valid. */
function useServiceForm({ onClose, service, name }: Props) {
  const cache = useQueryClient()
  const key = useRef(newIdempotencyKey())
  const before = serviceValues(service, name)
  const seen = useRef(service?.version)
  const form = useActionForm<ServiceValues, Service>({
    initialValues: before,
    validate: serviceProblems,
    failure: service ? 'Failed to update service' : 'Failed to add service',
    fields: formNames,
    send: (values) => {
      const body = NewService.parse(serviceBody(values))
      if (!service) return api['POST /api/owner/services']({ body, idempotency_key: key.current })
      const changed = changedOf(body, NewService.parse(serviceBody(before)))
      return api['PATCH /api/owner/services/{id}']({
        params: { id: service.id },
        body: { ...changed, version: seen.current },
      }).catch(async (fault: unknown) => {
        if (fault instanceof ApiError && fault.code === 'stale')
          seen.current = await versionNow(cache, service.id)
        throw fault
      })
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
  const isRight = Object.keys(form.errors).length === 0
  return { ...form, submit, said: form.problem === formSummary && isRight ? null : form.problem }
}

/** Of a service as it is stored now. */
async function versionNow(cache: QueryClient, id: string): Promise<number | undefined> {
  const { services } = await cache.fetchQuery({ ...servicesQuery, staleTime: 0 })
  return services.find((one) => one.id === id)?.version
}

const beneath = {
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
    | 'label'
    | 'input'
    | 'description'
    | 'error'
  )[],
}

const followersOf = api['GET /api/owner/services/{id}/followers']
asksAgain(['schedule.*'], followersOf.key())

type PriceProps = { form: ActionForm<ServiceValues>; followed_id: string | null }

/** For an existing service, with the amount of scheduled work that follows them. */
function PriceAndTime({ form, followed_id }: PriceProps) {
  const followers = useQuery({
    ...followersOf.query({ params: { id: followed_id ?? '' } }),
    enabled: followed_id !== null,
    staleTime: 0,
  }).data
  return (
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
  )
}
