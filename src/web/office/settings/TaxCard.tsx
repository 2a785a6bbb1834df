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
import { type TaxRate, parsePercent, percentText, TaxRates } from '../../../domain/money/tax.ts'
import { api } from '../../app/client.ts'
import { taxRatesQuery } from '../../shared/money/tax-rates.ts'
import { useActionForm, type ActionForm } from '../../ui/action-form.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { toast } from '../../ui/toast.tsx'
import css from './tax.module.css'

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
          Taxable. Ask your state what it taxes. Existing invoices keep their rate.
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

type RateValues = { key: string; name: string; percent: string; zips: string }
/** `usual`: the key of the rate that applies to every other ZIP; null: none there. */
type TaxValues = { rates: RateValues[]; usual: string | null }

let made = 0
const emptyRate = (): RateValues => ({
  key: `rate-${++made}`,
  name: '',
  percent: '',
  zips: '',
})

const taxValues = (rates: readonly TaxRate[]): TaxValues => ({
  rates: rates.map(({ id, name, rate_ppm, zips }) => ({
    key: id,
    name,
    percent: percentText(rate_ppm).replace('%', ''),
    zips: zips.join(' '),
  })),
  usual: rates.find((rate) => rate.is_default)?.id ?? null,
})

const zipsIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

/** The rates as the server takes them; a percentage that cannot be read becomes -1, which it refuses. */
const taxBody = ({ rates, usual }: TaxValues): TaxRates =>
  rates.map(({ key, name, percent, zips }) => ({
    name: name.trim(),
    rate_ppm: parsePercent(percent) ?? -1,
    zips: zipsIn(zips),
    is_default: key === usual,
  }))

const fieldOf = { rate_ppm: 'percent', name: 'name', zips: 'zips' } as const

/** What is wrong, by the name of the field; what concerns several rates is under `rates`. */
function taxProblems(values: TaxValues): Record<string, string> {
  const known = TaxRates.safeParse(taxBody(values))
  const problems: Record<string, string> = {}
  for (const { path, message } of known.error?.issues ?? []) {
    const [index, field] = path
    const name = fieldOf[field as keyof typeof fieldOf]
    problems[name ? `rates.${String(index)}.${name}` : 'rates'] ??= message
  }
  values.rates.forEach(({ key, zips }, index) => {
    if (key !== values.usual && zipsIn(zips).length === 0)
      problems[`rates.${index}.zips`] ??= 'Enter the ZIPs, or choose this rate for everywhere else.'
  })
  return problems
}
