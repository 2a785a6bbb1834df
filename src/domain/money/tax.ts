import { z } from 'zod'
import { LocalDateText, type LocalDate } from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { divideHalfUp, SumCents } from '../base/money.ts'
import { tooLong } from '../base/text.ts'

/** Rates are in parts per million, since 8.875 % is not a whole number of basis points. */
const million = 1_000_000
const mostPpm = 500_000

const Zip = z.string().regex(/^\d{5}$/, 'A ZIP has five digits.')

const rateShape = {
  name: z.string().trim().min(1, 'Enter a name').max(80, tooLong(80)),
  rate_ppm: z
    .int('Enter a rate like 6.25')
    .min(0, 'Enter a rate like 6.25')
    .max(mostPpm, 'A rate is at most 50 %.'),
  /** Where it applies instead of the default. */
  zips: z.array(Zip).max(2000, 'Enter at most 2,000 ZIPs.'),
  /** Applies to every ZIP that no other rate lists. */
  is_default: z.boolean(),
}
export const TaxRate = z.object({ id: Id, ...rateShape })
export type TaxRate = z.infer<typeof TaxRate>

/** All rates of a business: one default at most, and each ZIP in one rate. */
export const TaxRates = z
  .array(z.object(rateShape))
  .max(200, 'Enter at most 200 rates.')
  .refine(
    (rates) => rates.filter((rate) => rate.is_default).length <= 1,
    'Only one rate applies everywhere.',
  )
  .refine((rates) => new Set(zipsOf(rates)).size === zipsOf(rates).length, {
    message: 'A ZIP is in two rates, or twice in one.',
  })
export type TaxRates = z.infer<typeof TaxRates>

const zipsOf = (rates: readonly { zips: readonly string[] }[]) => rates.flatMap(({ zips }) => zips)

/** What frees a customer of sales tax. */
export const TaxExemption = z.object({
  tax_certificate: z.string().trim().min(1, 'Enter the number').max(100, tooLong(100)).nullable(),
  /** The last day on which it exempts; null: it does not end. */
  tax_exempt_until: LocalDateText.nullable(),
})
export type TaxExemption = z.infer<typeof TaxExemption>

type ExemptionState = 'none' | 'valid' | 'ends_soon' | 'expired'
/** How many days ahead the office learns that a certificate ends. */
const aheadDays = 30

/** An expired certificate no longer exempts; the office sees it and asks for a new one. */
export function exemptionState(
  { tax_certificate, tax_exempt_until }: TaxExemption,
  today: LocalDate,
): ExemptionState {
  if (tax_certificate === null) return 'none'
  if (tax_exempt_until === null) return 'valid'
  if (tax_exempt_until < today) return 'expired'
  return Date.parse(tax_exempt_until) - Date.parse(today) <= aheadDays * 86_400_000
    ? 'ends_soon'
    : 'valid'
}

/** What decides the tax of a line made now at one place. */
export type TaxPlace = {
  rate: { name: string; rate_ppm: number } | null
  /** The customer's certificate, if it exempts today. */
  certificate: string | null
}

/** A line's tax, and what it was computed from. */
export type LineTax = {
  taxable: boolean
  tax_cents: number
  tax_name: string | null
  tax_ppm: number | null
  tax_certificate: string | null
}

/** Rounded half up in whole cents, once; state and local tax together. */
export const taxCents = (net_cents: number, rate_ppm: number): number =>
  divideHalfUp(net_cents * rate_ppm, million)

/** The tax of one line; `net_cents` is its price after any discount. */
export function lineTax(
  line: { net_cents: number; taxable: boolean },
  { rate, certificate }: TaxPlace,
): LineTax {
  const { taxable, net_cents } = line
  const none = { taxable, tax_cents: 0, tax_name: null, tax_ppm: null, tax_certificate: null }
  if (!taxable || rate === null) return none
  if (certificate !== null) return { ...none, tax_certificate: certificate }
  const { name: tax_name, rate_ppm: tax_ppm } = rate
  return { ...none, tax_name, tax_ppm, tax_cents: taxCents(Math.max(0, net_cents), tax_ppm) }
}

/** The tax of one rate on an invoice; no name and rate: an amount that was entered by hand. */
export const InvoiceTax = z.object({
  name: z.string().nullable(),
  rate_ppm: z.int().nullable(),
  tax_cents: SumCents,
})
export type InvoiceTax = z.infer<typeof InvoiceTax>

/** An invoice's tax by rate, in the order of its lines. */
export function invoiceTaxes(
  lines: readonly Pick<LineTax, 'tax_cents' | 'tax_name' | 'tax_ppm'>[],
): InvoiceTax[] {
  const taxes = new Map<string, InvoiceTax>()
  for (const { tax_cents, tax_name: name, tax_ppm: rate_ppm } of lines) {
    if (tax_cents <= 0) continue
    const key = `${rate_ppm} ${name}`
    const before = taxes.get(key)?.tax_cents ?? 0
    taxes.set(key, { name, rate_ppm, tax_cents: before + tax_cents })
  }
  return [...taxes.values()]
}

/** 62500 → '6.25%'. */
export const percentText = (rate_ppm: number): string => `${rate_ppm / 10_000}%`

/** What a rate is called on an invoice: 'Worcester County 6.25%'. `usual` is the word for tax. */
export function taxLabel(
  { name, rate_ppm }: Pick<InvoiceTax, 'name' | 'rate_ppm'>,
  usual: string,
): string {
  if (name === null || rate_ppm === null) return usual
  return name.includes('%') ? name : `${name} ${percentText(rate_ppm)}`
}

/** '6.25' or '6.25 %' → 62500; null if it is no rate with at most four decimals. */
export function parsePercent(text: string): number | null {
  const match = /^(\d{1,3})?(?:[.,](\d{0,4}))?\s*%?$/.exec(text.trim())
  if (!match || (!match[1] && !match[2])) return null
  return Number(match[1] ?? '0') * 10_000 + Number((match[2] ?? '').padEnd(4, '0'))
}

/**
 * The part of an invoice's tax that is in what was paid of it. A paid invoice's is all of it, so the
 * parts of its payments add up to its tax.
 */
export function taxShare(tax_cents: number, total_cents: number, paid_cents: number): number {
  if (total_cents <= 0) return 0
  const [tax, total] = [BigInt(tax_cents), BigInt(total_cents)]
  // The product of two large amounts is no safe integer.
  const paid = BigInt(Math.min(Math.max(paid_cents, 0), total_cents))
  return Number((2n * tax * paid + total) / (2n * total))
}
