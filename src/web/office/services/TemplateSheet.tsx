import { Checkbox, Select, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { industries, type Industry } from '../../../domain/base/onboarding.ts'
import { parseDollars, priceMessage } from '../../../domain/base/money.ts'
import { NewService, type Service } from '../../../domain/base/service.ts'
import { serviceTemplates } from '../../../domain/base/service-templates.ts'
import { api } from '../../app/client.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { servicesQuery } from './queries.ts'
import { digits } from './service-form.ts'
import css from './services.module.css'

type Line = { name: string; description: string; price: string; minutes: string; isOn: boolean }
type Values = { industry: Industry; lines: Line[] }
type Props = {
  opened: boolean
  onClose: () => void
  industry: Industry
  /** What is offered already, and so is not offered again. */
  services: readonly Service[]
}

const linesOf = (industry: Industry, services: readonly Service[]): Line[] =>
  serviceTemplates[industry]
    .filter(({ name }) => !services.some((one) => one.name.toLowerCase() === name.toLowerCase()))
    .map(({ name, description, price_cents, estimated_minutes }) => ({
      name,
      description,
      price: (price_cents / 100).toFixed(2),
      minutes: String(estimated_minutes),
      isOn: true,
    }))

/** The usual services of a trade, added in one press with the owner's prices and minutes. */
export function TemplateSheet({ opened, onClose, industry, services }: Props) {
  const form = useTemplateForm(industry, services, onClose)
  const { lines } = form.values
  const chosen = lines.filter(({ isOn }) => isOn).length
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title="Start from a template"
      size="lg"
      form={form}
      action={chosen === 1 ? 'Add 1 service' : `Add ${chosen} services`}
    >
      <Select
        label="Trade"
        allowDeselect={false}
        data={[...industries]}
        value={form.values.industry}
        onChange={(value) => {
          const next = industries.find((one) => one === value)
          if (next) form.setValues({ industry: next, lines: linesOf(next, services) })
        }}
      />
      {lines.length === 0 && <Text c="dimmed">You offer all of these already.</Text>}
      <Stack gap="md">
        {lines.map((line, index) => (
          <TemplateLine
            key={line.name}
            line={line}
            errors={{
              price: form.errors[`lines.${index}.price`],
              minutes: form.errors[`lines.${index}.minutes`],
            }}
            set={(change) =>
              form.setFieldValue(
                'lines',
                lines.map((one) => (one === line ? { ...one, ...change } : one)),
              )
            }
          />
        ))}
      </Stack>
    </FormSheet>
  )
}

type LineProps = {
  line: Line
  errors: { price: unknown; minutes: unknown }
  set: (change: Partial<Line>) => void
}

const TemplateLine = ({ line, errors, set }: LineProps) => (
  <div className={css.template}>
    <Checkbox
      label={line.name}
      description={line.description}
      checked={line.isOn}
      onChange={(event) => set({ isOn: event.currentTarget.checked })}
    />
    <TextInput
      aria-label={`Price of ${line.name}`}
      inputMode="decimal"
      leftSection="$"
      disabled={!line.isOn}
      value={line.price}
      error={errors.price as string | undefined}
      onChange={(event) => set({ price: event.currentTarget.value.trim() })}
    />
    <TextInput
      aria-label={`Minutes of ${line.name}`}
      inputMode="numeric"
      rightSection="min"
      rightSectionWidth={44}
      disabled={!line.isOn}
      value={line.minutes}
      error={errors.minutes as string | undefined}
      onChange={(event) => set({ minutes: digits(event.currentTarget.value) })}
    />
  </div>
)

function useTemplateForm(industry: Industry, services: readonly Service[], onClose: () => void) {
  const cache = useQueryClient()
  return useActionForm<Values, { services: Service[] }>({
    initialValues: { industry, lines: linesOf(industry, services) },
    validate: ({ lines }) => problemsOf(lines),
    failure: 'Failed to add the services',
    send: ({ lines }) =>
      api['POST /api/owner/services/many']({
        body: { services: lines.filter(({ isOn }) => isOn).map(bodyOf) },
      }),
    sent: async ({ services: all }) => {
      cache.setQueryData(servicesQuery.queryKey, { services: all })
      toast.done('Services added')
      onClose()
    },
  })
}

const bodyOf = ({ name, description, price, minutes }: Line): NewService =>
  NewService.parse({
    name,
    description,
    price_cents: parseDollars(price),
    estimated_minutes: Number(minutes),
  })

function problemsOf(lines: readonly Line[]): Record<string, string> {
  const problems: Record<string, string> = {}
  lines.forEach(({ isOn, price, minutes }, index) => {
    if (!isOn) return
    if (parseDollars(price) === null) problems[`lines.${index}.price`] = priceMessage
    if (minutes === '' || Number(minutes) > 1440)
      problems[`lines.${index}.minutes`] = 'Enter minutes'
  })
  return problems
}
