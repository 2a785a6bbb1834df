import { Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatCents, parseDollars } from '../../../domain/base/money.ts'
import { mostTip, tipOf, tipPercents } from '../../../domain/money/tip.ts'
import { Pills } from '../../ui/Pills.tsx'
import { useWords } from '../../app/words.ts'
import { payWords } from '../../../words/en/pay.ts'

type Choice = 'none' | 'own' | `${(typeof tipPercents)[number]}`

export type ChosenTip = {
  cents: number
  /** Why the amount that was typed cannot be taken. */
  problem: string | null
  choice: Choice
  choose: (choice: Choice) => void
  typed: string
  type: (text: string) => void
}

/** The tip a customer chooses; without `base_cents`, none is taken. */
export function useTip(base_cents: number | null, balance_cents: number): ChosenTip {
  const words = useWords(payWords)
  const [choice, choose] = useState<Choice>('none')
  const [typed, type] = useState('')
  const own = typed.trim() ? parseDollars(typed) : 0
  const most = mostTip(balance_cents)
  const problem =
    choice !== 'own' || own === 0
      ? null
      : own === null || own < 0
        ? words.tipWrong
        : own > most
          ? words.tipMost(formatCents(most))
          : null
  const cents =
    base_cents === null || choice === 'none' || problem
      ? 0
      : choice === 'own'
        ? (own ?? 0)
        : tipOf(Number(choice), base_cents)
  return { cents, problem, choice, choose, typed, type }
}

/** Suggestions in percent of the work, an amount of one's own, or no tip. */
export function TipFields({ base_cents, tip }: { base_cents: number; tip: ChosenTip }) {
  const words = useWords(payWords)
  return (
    <Stack gap="xs">
      <Pills
        legend={words.addTip}
        value={tip.choice}
        onChange={tip.choose}
        options={[
          { value: 'none', label: words.noTip },
          ...tipPercents.map((percent) => ({
            value: `${percent}` as const,
            label: `${percent}% · ${formatCents(tipOf(percent, base_cents))}`,
          })),
          { value: 'own', label: words.otherTip },
        ]}
      />
      {tip.choice === 'own' && (
        <TextInput
          label={words.tipAmount}
          inputMode="decimal"
          leftSection="$"
          maw={200}
          size="md"
          error={tip.problem}
          value={tip.typed}
          onChange={(event) => tip.type(event.currentTarget.value)}
        />
      )}
      <Text c="dimmed" fz="sm">
        {words.tipText}
      </Text>
    </Stack>
  )
}
