import { z } from 'zod'
import type { Locale } from './locale.ts'

export const patterns = [
  'once',
  'weekly',
  'every_x_weeks',
  'monthly',
  'every_x_months',
  'every_6_months',
] as const
export const Pattern = z.enum(patterns)
export type Pattern = z.infer<typeof Pattern>

/** Patterns with an interval the user chooses. */
export const intervalPatterns: ReadonlySet<Pattern> = new Set<Pattern>([
  'every_x_weeks',
  'every_x_months',
])
export const intervalBounds = { week: { min: 1, max: 26 }, month: { min: 1, max: 24 } } as const

/** The canonical form every frequency is converted to. `once` has interval 1. */
type Cadence = { unit: 'once' | 'week' | 'month'; interval: number }
const Cadence = z.object({
  unit: z.enum(['once', 'week', 'month']),
  interval: z.int().min(1),
})

export function cadenceOf({ pattern, interval }: { pattern: Pattern; interval: number }): Cadence {
  switch (pattern) {
    case 'once':
      return { unit: 'once', interval: 1 }
    case 'weekly':
      return { unit: 'week', interval: 1 }
    case 'every_x_weeks':
      return { unit: 'week', interval }
    case 'monthly':
      return { unit: 'month', interval: 1 }
    case 'every_x_months':
      return { unit: 'month', interval }
    case 'every_6_months':
      return { unit: 'month', interval: 6 }
  }
}

/** The rule's pattern for a cadence, in its simplest form: every 1 week is weekly. */
export function patternOf({ unit, interval }: Cadence): { pattern: Pattern; interval: number } {
  if (unit === 'once') return { pattern: 'once', interval: 1 }
  if (interval === 1) return { pattern: unit === 'week' ? 'weekly' : 'monthly', interval: 1 }
  if (unit === 'week') return { pattern: 'every_x_weeks', interval }
  return { pattern: interval === 6 ? 'every_6_months' : 'every_x_months', interval }
}

/** One-off, Weekly, Monthly, Every N weeks, Every N months, Every 6 months. */
export function recurrenceLabel(
  rule: { pattern: Pattern; interval: number },
  locale: Locale = 'en',
): string {
  const { unit, interval } = cadenceOf(rule)
  const words = cadenceWords[locale]
  if (unit === 'once') return words.once
  return interval === 1 ? words[unit] : words.every(interval, unit)
}
const cadenceWords = {
  en: {
    once: 'One-off',
    week: 'Weekly',
    month: 'Monthly',
    every: (interval: number, unit: 'week' | 'month') => `Every ${interval} ${unit}s`,
  },
  es: {
    once: 'Una sola vez',
    week: 'Cada semana',
    month: 'Cada mes',
    every: (interval: number, unit: 'week' | 'month') =>
      `Cada ${interval} ${unit === 'week' ? 'semanas' : 'meses'}`,
  },
}

/** A label as calls answer it, in English, in the reader’s language. */
export function labelIn(locale: Locale, label: string): string {
  const [, number, word] = /^Every (\d+) (week|month)s$/.exec(label) ?? []
  const words = cadenceWords[locale]
  if (number) return words.every(Number(number), word === 'week' ? 'week' : 'month')
  const unit = (['once', 'week', 'month'] as const).find((one) => cadenceWords.en[one] === label)
  return unit ? words[unit] : label
}

export const signupFrequencies = ['weekly', 'biweekly', 'monthly', 'once', 'every_x_weeks'] as const
export const SignupFrequency = z.enum(signupFrequencies)
export type SignupFrequency = z.infer<typeof SignupFrequency>
export const signupFrequencyLabels: Record<SignupFrequency, string> = {
  weekly: 'Weekly',
  biweekly: 'Every 2 weeks',
  monthly: 'Monthly',
  once: 'One-time',
  every_x_weeks: 'Every X weeks',
}

export const customerFrequencies = ['weekly', 'bi-weekly', 'monthly', 'seasonal'] as const
export const CustomerFrequency = z.enum(customerFrequencies)
export type CustomerFrequency = z.infer<typeof CustomerFrequency>

/**
 * Converts any frequency word to the canonical form; `interval` applies only to the every_x words.
 * Null for an unknown word.
 */
export function cadenceOfWord(word: string, interval: number | null = null): Cadence | null {
  switch (word) {
    case 'biweekly':
    case 'bi-weekly':
      return { unit: 'week', interval: 2 }
    case 'seasonal':
      return { unit: 'month', interval: 3 }
    default: {
      const pattern = Pattern.safeParse(word)
      return pattern.success ? cadenceOf({ pattern: pattern.data, interval: interval ?? 2 }) : null
    }
  }
}

/**
 * The customer list's word: seasonal for a rule with a season, null when the list has no word for
 * it (show the label).
 */
export function customerFrequencyOf(
  { unit, interval }: Cadence,
  seasonal = false,
): CustomerFrequency | null {
  if (seasonal) return 'seasonal'
  if (unit === 'month' && interval === 1) return 'monthly'
  if (unit === 'week' && interval <= 2) return interval === 1 ? 'weekly' : 'bi-weekly'
  return null
}

/** The typed interval of "every X weeks": a whole number from 1 to 26; 2 if it is not a number. */
export function clampWeekInterval(typed: unknown): number {
  const weeks =
    typeof typed === 'number'
      ? typed
      : typeof typed === 'string' && typed.trim() !== ''
        ? Number(typed)
        : Number.NaN
  if (!Number.isFinite(weeks)) return 2
  return Math.min(intervalBounds.week.max, Math.max(intervalBounds.week.min, Math.trunc(weeks)))
}
