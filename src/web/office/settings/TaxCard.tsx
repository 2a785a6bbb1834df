import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Text,
  Textarea,
  TextInput,
  UnstyledButton,
} from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type TaxRate, parsePercent, percentText, TaxRates } from '../../../domain/money/tax.ts'
import { api } from '../../app/client.ts'
import { taxRatesQuery } from '../../shared/money/tax-rates.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { usePart, type Errors, type Fields } from './parts.ts'
import { Section } from './Sections.tsx'
import css from './settings.module.css'

/** The sales tax rates: one for everywhere, and others for some ZIPs. */
export function useTax() {
  const cache = useQueryClient()
  const query = useQuery(taxRatesQuery)
  const part = usePart<{ rates: readonly TaxRate[] }, TaxValues>({
    loaded: query.data,
    keep: (saved) => cache.setQueryData(taxRatesQuery.queryKey, { rates: [...saved.rates] }),
    valuesOf: ({ rates }) => taxValues(rates),
    errorsIn: (_, values) => taxProblems(values),
    fieldAt: ([list, index, field = '']) =>
      index === undefined ? list! : `${list}.${index}.${shownAt(field) ?? field}`,
    send: ({ values }) => api['PUT /api/owner/tax-rates']({ body: { rates: taxBody(values) } }),
    failure: 'Failed to save tax rates',
  })
  return { ...part, query }
}

export const TaxSection = ({ query, fields }: ReturnType<typeof useTax>) => (
  <Section
    title="Sales tax"
    about="The rate of the place where you work is added to services and lines that are marked Taxable. Ask your state what it taxes. Existing invoices keep their rate."
  >
    <Loaded of={query} failure="Failed to load tax rates" skeleton={<Bars rows={1} height={80} />}>
      {() => fields && <Rates {...fields} />}
    </Loaded>
  </Section>
)

/** One line for each rate; the one that is changed has its fields. */
function Rates(fields: Fields<TaxValues>) {
  const { values, set, errors } = fields
  const [open, setOpen] = useState<string | null>(null)
  const add = () => {
    const rate = emptyRate()
    setOpen(rate.key)
    set({
      rates: [...values.rates, rate],
      // The first rate applies everywhere until another does.
      ...(values.rates.length === 0 && { usual: rate.key }),
    })
  }
  const isWrong = (index: number) =>
    Object.keys(errors).some((path) => path.startsWith(`rates.${index}.`))
  return (
    <>
      {values.rates.map((rate, index) =>
        rate.key === open || isWrong(index) ? (
          <Rate key={rate.key} {...fields} index={index} />
        ) : (
          <UnstyledButton
            key={rate.key}
            className={css.line}
            aria-label={`Change ${rate.name || `rate ${index + 1}`}`}
            onClick={() => setOpen(rate.key)}
          >
            <span>{rate.name}</span>
            <span>{rate.percent}%</span>
            <Text span c="dimmed" truncate>
              {rate.key === values.usual ? 'Everywhere else' : rate.zips}
            </Text>
            <Pencil size={16} aria-hidden />
          </UnstyledButton>
        ),
      )}
      <FormProblem text={errors.rates ?? null} />
      <Group>
        <Button variant="default" leftSection={<Plus size={16} aria-hidden />} onClick={add}>
          Add rate
        </Button>
      </Group>
    </>
  )
}

function Rate({ values, set, errors, index }: Fields<TaxValues> & { index: number }) {
  const { key, name } = values.rates[index]!
  const at = (field: 'name' | 'percent' | 'zips') => ({
    'aria-label': `${fieldLabels[field]}, rate ${index + 1}`,
    label: fieldLabels[field],
    value: values.rates[index]![field],
    error: errors[`rates.${index}.${field}`],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      set({
        rates: values.rates.map((rate) =>
          rate.key === key ? { ...rate, [field]: currentTarget.value } : rate,
        ),
      }),
  })
  return (
    <div className={css.rate}>
      <TextInput placeholder="Worcester County 6.25%" maxLength={80} {...at('name')} />
      <TextInput inputMode="decimal" rightSection="%" {...at('percent')} />
      <Textarea
        className={css.rateWide}
        description="Where this rate applies, for example 01601 01602."
        autosize
        minRows={1}
        maxRows={6}
        {...at('zips')}
      />
      <Group className={css.rateWide} justify="space-between" wrap="nowrap">
        <Checkbox
          label="Applies everywhere else"
          checked={values.usual === key}
          onChange={(event) => set({ usual: event.currentTarget.checked ? key : null })}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={`Remove ${name || `rate ${index + 1}`}`}
          onClick={() =>
            set({
              rates: values.rates.filter((rate) => rate.key !== key),
              ...(values.usual === key && { usual: null }),
            })
          }
        >
          <Trash2 size={18} aria-hidden />
        </ActionIcon>
      </Group>
    </div>
  )
}

const fieldLabels = { name: 'Name', percent: 'Rate', zips: 'ZIPs' }

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

const fieldOf: Record<string, string> = { rate_ppm: 'percent', name: 'name', zips: 'zips' }
const shownAt = (field: unknown): string | undefined => fieldOf[String(field)]

/** What is wrong, by the name of the field; what concerns several rates is under `rates`. */
function taxProblems(values: TaxValues): Errors<TaxValues> {
  const known = TaxRates.safeParse(taxBody(values))
  const problems: Errors<TaxValues> = {}
  for (const { path, message } of known.error?.issues ?? []) {
    const [index, field] = path
    const name = shownAt(field)
    const at = name ? (`rates.${String(index)}.${name}` as const) : 'rates'
    problems[at] ??= message
  }
  values.rates.forEach(({ key, zips }, index) => {
    if (key !== values.usual && zipsIn(zips).length === 0)
      problems[`rates.${index}.zips`] ??= 'Enter the ZIPs, or choose this rate for everywhere else.'
  })
  return problems
}
