import {
  ActionIcon,
  Button,
  Card,
  Checkbox,
  Group,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import type { TaxRate } from '../../../domain/tax.ts'
import { api } from '../../client.ts'
import { taxRatesQuery } from '../../money/tax-rates.ts'
import { useActionForm, type ActionForm } from '../../ui/action-form.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { toast } from '../../ui/toast.tsx'
import css from './tax.module.css'
import { emptyRate, taxBody, taxProblems, taxValues, type TaxValues } from './tax-form.ts'

/** The sales tax rates: one for everywhere, and others for some ZIPs. */
export function TaxCard() {
  const rates = useQuery(taxRatesQuery)
  return (
    <Card component="section" aria-labelledby="tax" padding="lg">
      <Title order={2} id="tax" mb="xs">
        Sales tax
      </Title>
      <Loaded
        of={rates}
        failure="Failed to load tax rates"
        skeleton={<Bars rows={1} height={80} />}
      >
        {({ rates: saved }) => <Rates key={saved.map(({ id }) => id).join()} saved={saved} />}
      </Loaded>
    </Card>
  )
}

function Rates({ saved }: { saved: readonly TaxRate[] }) {
  const cache = useQueryClient()
  const form = useActionForm<TaxValues, { rates: TaxRate[] }>({
    initialValues: taxValues(saved),
    validate: taxProblems,
    failure: 'Failed to save tax rates',
    send: (values) => api['PUT /api/owner/tax-rates']({ body: { rates: taxBody(values) } }),
    sent: (now) => {
      cache.setQueryData(taxRatesQuery.queryKey, now)
      toast.done('Tax rates saved')
    },
  })
  const { rates } = form.values
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        <Text>
          The rate of the place where you work is added to services and lines that are marked
          Taxable. Ask your state what it taxes. Bills that exist keep the rate they were made with.
        </Text>
        {rates.map(({ key }, index) => (
          <Rate key={key} form={form} index={index} />
        ))}
        <FormProblem text={form.problem ?? errorOf(form.errors['rates'])} />
        <Group>
          <Button
            variant="default"
            leftSection={<Plus size={16} aria-hidden />}
            onClick={() => add(form)}
          >
            Add rate
          </Button>
          <Button type="submit" disabled={!form.isDirty()} loading={form.sending}>
            Save tax rates
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const errorOf = (error: unknown): string | null => (typeof error === 'string' ? error : null)

/** The first rate applies everywhere until another does. */
function add(form: ActionForm<TaxValues>): void {
  const rate = emptyRate()
  if (form.values.rates.length === 0) form.setFieldValue('usual', rate.key)
  form.insertListItem('rates', rate)
}

function Rate({ form, index }: { form: ActionForm<TaxValues>; index: number }) {
  const { key, name } = form.values.rates[index]!
  const at = (field: string) => form.getInputProps(`rates.${index}.${field}`)
  const label = (field: string) => `${field}, rate ${index + 1}`
  const remove = () => {
    if (form.values.usual === key) form.setFieldValue('usual', null)
    form.removeListItem('rates', index)
  }
  return (
    <div className={css.rate}>
      <TextInput
        label="Name"
        aria-label={label('Name')}
        placeholder="Worcester County 6.25%"
        maxLength={80}
        {...at('name')}
      />
      <TextInput
        label="Rate"
        aria-label={label('Rate')}
        inputMode="decimal"
        rightSection="%"
        {...at('percent')}
      />
      <Textarea
        className={css.zips}
        label="ZIPs"
        aria-label={label('ZIPs')}
        description="Where this rate applies, for example 01601 01602."
        autosize
        minRows={1}
        maxRows={6}
        {...at('zips')}
      />
      <Group className={css.foot} justify="space-between" wrap="nowrap">
        <Checkbox
          label="Applies everywhere else"
          checked={form.values.usual === key}
          onChange={(event) =>
            form.setFieldValue('usual', event.currentTarget.checked ? key : null)
          }
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={`Remove ${name || `rate ${index + 1}`}`}
          onClick={remove}
        >
          <Trash2 size={18} aria-hidden />
        </ActionIcon>
      </Group>
    </div>
  )
}
