import { z } from 'zod'
import { unmarked } from './text.ts'

/** Whole cents, never a float. May be negative (a credit), unlike `PriceCents`. */
export const Cents = z.int()
export type Cents = z.infer<typeof Cents>

/** A sum we computed; never negative. */
export const SumCents = z.int().min(0)

/** The largest amount we take anywhere, in cents: $9,999,999.99. */
export const maxCents = 999_999_999

export const PriceCents = z.int().min(0).max(maxCents, 'This amount is too high.')
export type PriceCents = z.infer<typeof PriceCents>

export const Currency = z.string().length(3)
export type Currency = z.infer<typeof Currency>

/** 123456 → '$1,234.56'; always two decimals. */
export function formatCents(cents: number): string {
  const whole = Math.abs(Math.trunc(cents))
  const dollars = String(Math.floor(whole / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${cents < 0 ? '-' : ''}$${dollars}.${String(whole % 100).padStart(2, '0')}`
}

/** For text `parseDollars` cannot read. */
export const priceMessage = 'Enter a price like 45.00'

/**
 * '$1,234.50', '12 USD', '(50.00)', '-50' and '50-' in cents. Null if it is not an amount: thousands
 * that are not three digits, parts of a cent, more than 9,999,999.99 either way.
 */
export function readCents(text: string): number | null {
  const bare = unmarked(text)
    .replace(/\s|USD|US\$|\$/gi, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
  const isNegative = /^\(.*\)$|^-|-$/.test(bare)
  const number = bare.replace(/^[(-]+|[)-]+$/g, '')
  const match = /^(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{0,4}))?$/.exec(number)
  if (!match || (match[1] === undefined && !match[2])) return null
  const fraction = (match[2] ?? '').padEnd(2, '0')
  if (/[1-9]/.test(fraction.slice(2))) return null
  const cents = Number((match[1] ?? '0').replaceAll(',', '')) * 100 + Number(fraction.slice(0, 2))
  if (cents > maxCents) return null
  return isNegative && cents > 0 ? -cents : cents
}

/** '1,234.5' or '$1234.50' → 123450: a typed price, which is never negative. Null if it is none. */
export function parseDollars(text: string): number | null {
  const cents = readCents(text)
  return cents === null || cents < 0 ? null : cents
}

/** Integer division rounded half away from zero; exact while `numerator` is a safe integer. */
export function divideHalfUp(numerator: number, denominator: number): number {
  const sign = numerator < 0 ? -1 : 1
  const size = Math.abs(numerator)
  const quotient = Math.floor(size / denominator)
  return sign * (quotient + ((size - quotient * denominator) * 2 >= denominator ? 1 : 0)) || 0
}
