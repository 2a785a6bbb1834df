import { ActionIcon, Autocomplete, Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { formatCents } from '../../../domain/base/money.ts'
import type { Service } from '../../../domain/base/service.ts'
import { api } from '../../app/client.ts'
import type { ActionForm } from '../../ui/action-form.ts'
import { useTaxRates } from '../money/tax-rates.ts'
import css from './line-fields.module.css'
import { emptyLine, netOf, serviceFor, type InvoiceValues } from './invoice-form.ts'

type Form = ActionForm<InvoiceValues>
type Props = { form: Form }

/** The lines of an invoice; a service's name fills in its price. */
export function LineFields({ form }: Props) {
  const services = useQuery(api['GET /api/owner/services'].query()).data?.services ?? []
  const hasTax = useTaxRates().length > 0
  const { lines } = form.values
  return (
    <fieldset className={css.lines}>
      <legend>Lines</legend>
      {lines.map((line, index) => (
        <Line key={line.key} form={form} index={index} services={services} hasTax={hasTax} />
      ))}
      <Group justify="space-between">
        <Button
          variant="default"
          size="compact-md"
          leftSection={<Plus size={16} aria-hidden />}
          disabled={lines.length >= 100}
          onClick={() => form.insertListItem('lines', emptyLine())}
        >
          Add line
        </Button>
        <Sum form={form} hasTax={hasTax} />
      </Group>
    </fieldset>
  )
}

function Sum({ form, hasTax }: Props & { hasTax: boolean }) {
  const nets = form.values.lines.map(netOf)
  const cents = nets.reduce<number>((sum, net) => sum + (net ?? 0), 0)
  const isTaxed = hasTax && form.values.lines.some(({ taxable }) => taxable)
  return (
    <Text component="output" fw={700} aria-label="Sum">
      {formatCents(cents)}
      {isTaxed && (
        <Text span c="dimmed" fw={500}>
          {' + tax'}
        </Text>
      )}
    </Text>
  )
}

type LineProps = Props & { index: number; services: readonly Service[]; hasTax: boolean }

function Line({ form, index, services, hasTax }: LineProps) {
  const line = form.values.lines[index]!
  const at = (field: string) => form.getInputProps(`lines.${index}.${field}`)
  const name = (field: string) => `${field}, line ${index + 1}`
  const net = netOf(line)
  const describe = (text: string) => {
    at('description').onChange(text)
    const service_key = line.isVisit
      ? line.service_key
      : serviceFor(text, line.service_key, services)
    if (service_key === line.service_key) return
    form.setFieldValue(`lines.${index}.service_key`, service_key)
    const service = services.find(({ key }) => key === service_key)
    if (!service) return
    form.setFieldValue(`lines.${index}.taxable`, service.taxable)
    if (!line.price) form.setFieldValue(`lines.${index}.price`, dollarsOf(service))
  }
  return (
    <div className={css.line} data-own={line.isVisit || undefined}>
      <Autocomplete
        className={css.what}
        label="Description"
        aria-label={name('Description')}
        maxLength={500}
        data={[...new Set(services.filter(({ active }) => active).map((one) => one.name))]}
        {...at('description')}
        onChange={describe}
      />
      <TextInput
        label="Quantity"
        aria-label={name('Quantity')}
        inputMode="decimal"
        {...at('quantity')}
      />
      <TextInput
        label="Price"
        aria-label={name('Price')}
        inputMode="decimal"
        leftSection="$"
        {...at('price')}
      />
      <TextInput
        label="Discount"
        aria-label={name('Discount')}
        inputMode="decimal"
        leftSection="$"
        {...at('discount')}
      />
      <div className={css.end}>
        <Text component="output" aria-label={name('Amount')} fw={600}>
          {net === null ? '–' : formatCents(net)}
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={`Remove line ${index + 1}`}
          title={line.isVisit ? 'The line of a visit stays. Reopen the visit to take it off.' : ''}
          disabled={line.isVisit || form.values.lines.length === 1}
          onClick={() => form.removeListItem('lines', index)}
        >
          <Trash2 size={18} aria-hidden />
        </ActionIcon>
      </div>
      {hasTax && (
        <Checkbox
          className={css.tax}
          label="Taxable"
          aria-label={name('Taxable')}
          {...form.getInputProps(`lines.${index}.taxable`, { type: 'checkbox' })}
        />
      )}
    </div>
  )
}

const dollarsOf = ({ price_cents }: Service): string => (price_cents / 100).toFixed(2)
