import { Checkbox, Group, NumberInput, Radio, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { dayKeys, dayNames, type DayKey } from '../../domain/dates.ts'
import { formatCents } from '../../domain/money.ts'
import {
  clampWeekInterval,
  intervalBounds,
  signupFrequencies,
  signupFrequencyLabels,
  type SignupFrequency,
} from '../../domain/cadence.ts'
import { showsPrice } from '../../domain/signup.ts'
import css from './choice.module.css'

// What a customer wishes for, asked in the same way when they sign up and in their account.

type Option<T> = { value: T; label: string; aside?: ReactNode; said?: string }
type AnyOfProps<T> = {
  about: string
  options: readonly Option<T>[]
  chosen: readonly T[]
  onChange: (chosen: T[]) => void
}

/** Any of several, given back in the order they stand in; what was chosen before and is not offered any more stays chosen. */
function AnyOf<T extends string>({ about, options, chosen, onChange }: AnyOfProps<T>) {
  const place = (value: T) => options.findIndex((option) => option.value === value)
  return (
    <Checkbox.Group
      value={[...chosen]}
      onChange={(next) => onChange([...next].sort((a, b) => place(a) - place(b)))}
      aria-label={about}
    >
      <Stack gap="xs">
        {options.map(({ value, label, aside, said = label }) => (
          <Checkbox.Card key={value} value={value} className={css.choice} aria-label={said}>
            <Group wrap="nowrap">
              <Checkbox.Indicator />
              <Text fw={600} style={{ flex: 1 }}>
                {label}
              </Text>
              {aside}
            </Group>
          </Checkbox.Card>
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

type Service = { key: string; label: string; price_cents: number | null }

export function ServicesChoice({
  services,
  chosen,
  onChange,
}: {
  services: readonly Service[]
  chosen: readonly string[]
  onChange: (keys: string[]) => void
}) {
  if (services.length === 0) return <Text>No services are currently offered.</Text>
  const options = services.map(({ key, label, price_cents }) =>
    showsPrice(price_cents)
      ? {
          value: key,
          label,
          aside: <Text>{formatCents(price_cents)}</Text>,
          said: `${label}, ${formatCents(price_cents)}`,
        }
      : { value: key, label },
  )
  return <AnyOf about="Services" options={options} chosen={chosen} onChange={onChange} />
}

type DaysProps = {
  days?: readonly DayKey[]
  /** When the business works on a day, from and to; without it the days stand by themselves. */
  hours?: (day: DayKey) => readonly [string, string]
  chosen: readonly DayKey[]
  onChange: (days: DayKey[]) => void
}

export function DaysChoice({ days = dayKeys, hours, chosen, onChange }: DaysProps) {
  const options = days.map((value) => {
    const label = dayNames[dayKeys.indexOf(value)]!
    if (!hours) return { value, label }
    const aside = (
      <Text c="dimmed" fz="sm">
        {hours(value).join(' – ')}
      </Text>
    )
    return { value, label, aside, said: `${label}, ${hours(value).join(' to ')}` }
  })
  return <AnyOf about="Days that suit you" options={options} chosen={chosen} onChange={onChange} />
}

/** How often, as it stands in the boxes. */
export type Often = { frequency: SignupFrequency | null; weeks: number | string }
/** The interval that goes with it: of every X weeks only. */
export const intervalOf = ({ frequency, weeks }: Often): number | null =>
  frequency === 'every_x_weeks' ? clampWeekInterval(weeks) : null

export function FrequencyChoice({
  value,
  onChange,
}: {
  value: Often
  onChange: (value: Often) => void
}) {
  return (
    <>
      <Radio.Group
        value={value.frequency}
        onChange={(frequency) => onChange({ ...value, frequency })}
        aria-label="How often"
      >
        <Stack gap="xs">
          {signupFrequencies.map((one) => (
            <Radio.Card
              key={one}
              value={one}
              className={css.choice}
              aria-label={signupFrequencyLabels[one]}
            >
              <Group wrap="nowrap">
                <Radio.Indicator />
                <Text fw={600}>{signupFrequencyLabels[one]}</Text>
              </Group>
            </Radio.Card>
          ))}
        </Stack>
      </Radio.Group>
      {value.frequency === 'every_x_weeks' && (
        <NumberInput
          label="Weeks between visits"
          min={intervalBounds.week.min}
          max={intervalBounds.week.max}
          clampBehavior="blur"
          allowDecimal={false}
          size="md"
          maw={220}
          value={value.weeks}
          onChange={(weeks) => onChange({ ...value, weeks })}
        />
      )}
    </>
  )
}
