import { Checkbox, Group, NumberInput, Radio, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { dayKeys, type DayKey } from '../../../domain/base/dates.ts'
import { formatCents } from '../../../domain/base/money.ts'
import {
  clampWeekInterval,
  intervalBounds,
  signupFrequencies,
  type SignupFrequency,
} from '../../../domain/base/cadence.ts'
import { showsPrice } from '../../../domain/flows/signup.ts'
import { useWords } from '../../app/words.ts'
import css from './choice.module.css'
import { wizardWords } from '../../../words/en/wizard.ts'

// A customer's preferences, asked the same way at sign-up and in their account.

type Option<T> = { value: T; label: string; about?: string; aside?: ReactNode; said?: string }
type AnyOfProps<T> = {
  about: string
  options: readonly Option<T>[]
  chosen: readonly T[]
  onChange: (chosen: T[]) => void
}

/**
 * Any of several options, returned in list order; earlier choices no longer offered stay selected.
 */
function AnyOf<T extends string>({ about, options, chosen, onChange }: AnyOfProps<T>) {
  const place = (value: T) => options.findIndex((option) => option.value === value)
  return (
    <Checkbox.Group
      value={[...chosen]}
      onChange={(next) => onChange([...next].sort((a, b) => place(a) - place(b)))}
      aria-label={about}
    >
      <Stack gap="xs">
        {options.map(({ value, label, about: more, aside, said = label }) => (
          <Checkbox.Card
            key={value}
            value={value}
            className={css.choice}
            aria-label={said}
            aria-description={more || undefined}
          >
            <Group wrap="nowrap">
              <Checkbox.Indicator />
              <div className={css.words}>
                <Text fw={600}>{label}</Text>
                {more && (
                  <Text c="dimmed" fz="sm">
                    {more}
                  </Text>
                )}
              </div>
              {aside}
            </Group>
          </Checkbox.Card>
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

type Service = { key: string; label: string; description: string; price_cents: number | null }

export function ServicesChoice({
  services,
  chosen,
  onChange,
}: {
  services: readonly Service[]
  chosen: readonly string[]
  onChange: (keys: string[]) => void
}) {
  const words = useWords(wizardWords)
  if (services.length === 0) return <Text>{words.noServices}</Text>
  const options = services.map(({ key, label, description: about, price_cents }) =>
    showsPrice(price_cents)
      ? {
          value: key,
          label,
          about,
          aside: <Text>{formatCents(price_cents)}</Text>,
          said: `${label}, ${formatCents(price_cents)}`,
        }
      : { value: key, label, about },
  )
  return <AnyOf about={words.services} options={options} chosen={chosen} onChange={onChange} />
}

type DaysProps = {
  days?: readonly DayKey[]
  /** The business's hours on a day; without it only the days are shown. */
  hours?: (day: DayKey) => readonly [string, string]
  chosen: readonly DayKey[]
  onChange: (days: DayKey[]) => void
}

export function DaysChoice({ days = dayKeys, hours, chosen, onChange }: DaysProps) {
  const words = useWords(wizardWords)
  const options = days.map((value) => {
    const label = words.weekday(dayKeys.indexOf(value))
    if (!hours) return { value, label }
    const aside = (
      <Text c="dimmed" fz="sm">
        {hours(value).join(' – ')}
      </Text>
    )
    return { value, label, aside, said: `${label}, ${words.fromTo(...hours(value))}` }
  })
  return <AnyOf about={words.days} options={options} chosen={chosen} onChange={onChange} />
}

/** The frequency as entered. */
export type Often = { frequency: SignupFrequency | null; weeks: number | string }
/** The interval, for every X weeks only. */
export const intervalOf = ({ frequency, weeks }: Often): number | null =>
  frequency === 'every_x_weeks' ? clampWeekInterval(weeks) : null

export function FrequencyChoice({
  value,
  onChange,
}: {
  value: Often
  onChange: (value: Often) => void
}) {
  const words = useWords(wizardWords)
  return (
    <>
      <Radio.Group
        value={value.frequency}
        onChange={(frequency) => onChange({ ...value, frequency })}
        aria-label={words.howOften}
      >
        <Stack gap="xs">
          {signupFrequencies.map((one) => (
            <Radio.Card
              key={one}
              value={one}
              className={css.choice}
              aria-label={words.frequency(one)}
            >
              <Group wrap="nowrap">
                <Radio.Indicator />
                <Text fw={600}>{words.frequency(one)}</Text>
              </Group>
            </Radio.Card>
          ))}
        </Stack>
      </Radio.Group>
      {value.frequency === 'every_x_weeks' && (
        <NumberInput
          label={words.weeksBetween}
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
