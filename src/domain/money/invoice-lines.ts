import { z } from 'zod'
import { LocalDateText } from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { Cents, divideHalfUp, maxCents, PriceCents } from '../base/money.ts'

/** A line's total in cents. `quantity` has at most two decimals; rounded half up, once. */
export function lineTotal(quantity: number, unitCents: number): number {
  return divideHalfUp(Math.round(quantity * 100) * unitCents, 100)
}

type LineAmounts = {
  quantity: number
  unit_price_cents: number
  discount_cents?: number
  tax_cents?: number | undefined
}
type InvoiceTotals = {
  subtotal_cents: number
  discount_cents: number
  tax_cents: number
  total_cents: number
}

/** Exact sums in cents: total = subtotal − discount + tax. Tips are not included. */
export function invoiceTotals(lines: readonly LineAmounts[]): InvoiceTotals {
  const sum = (of: (line: LineAmounts) => number): number =>
    lines.reduce((total, line) => total + of(line), 0)
  const subtotal_cents = sum((line) => lineTotal(line.quantity, line.unit_price_cents))
  const discount_cents = sum((line) => line.discount_cents ?? 0)
  const tax_cents = sum((line) => line.tax_cents ?? 0)
  return {
    subtotal_cents,
    discount_cents,
    tax_cents,
    total_cents: subtotal_cents - discount_cents + tax_cents,
  }
}

/** A line's price after its discount, before tax. */
export const netCents = (line: Omit<LineAmounts, 'tax_cents'>): number =>
  lineTotal(line.quantity, line.unit_price_cents) - (line.discount_cents ?? 0)

/** At most two decimals, above zero. */
export const Quantity = z
  .number()
  .positive()
  .max(99_999.99)
  .refine((q) => Math.abs(q * 100 - Math.round(q * 100)) < 1e-6, 'Use at most two decimals')

/** '1.5', '1,5' or '1,500' → a quantity; null if it is none. Three digits after a comma are thousands, as in a price. */
export function parseQuantity(text: string): number | null {
  const typed = text.trim()
  const isGrouped = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(typed)
  const known = Quantity.safeParse(Number(typed.replaceAll(',', isGrouped ? '' : '.') || NaN))
  return known.success ? known.data : null
}

export const lineTooHigh = 'This line is too high.'
export const totalTooHigh = 'The total is too high.'

const InvoiceLineInput = z
  .object({
    description: z.string().trim().min(1, 'Enter a description').max(500),
    service_key: z.string().max(200).nullable().default(null),
    quantity: Quantity.default(1),
    unit_price_cents: PriceCents,
    discount_cents: PriceCents.default(0),
    /** Whether sales tax is added; absent: as its service says. */
    taxable: z.boolean().optional(),
    /** A tax worked out elsewhere, in place of ours. */
    tax_cents: PriceCents.optional(),
  })
  .refine((line) => lineTotal(line.quantity, line.unit_price_cents) <= maxCents, {
    path: ['unit_price_cents'],
    message: lineTooHigh,
  })
  .refine((line) => line.discount_cents <= lineTotal(line.quantity, line.unit_price_cents), {
    path: ['discount_cents'],
    message: 'A discount cannot be larger than its line.',
  })
/** A line of a draft; one with an `id` stays the line of its visit. */
const EditedLine = InvoiceLineInput.safeExtend({ id: Id.optional() })

const linesOf = <Line extends typeof InvoiceLineInput>(line: Line) =>
  z
    .array(line)
    .min(1, 'Add at least one line')
    .max(100)
    .refine((lines) => invoiceTotals(lines).total_cents <= maxCents, totalTooHigh)

/** The lines of an invoice, with a total we can handle. */
export const InvoiceLinesInput = linesOf(InvoiceLineInput)
export const EditedLines = linesOf(EditedLine)
export type EditedLine = z.infer<typeof EditedLine>
export type EditedLines = z.infer<typeof EditedLines>

/** A line as it is stored and shown. */
export const InvoiceLine = z.object({
  id: Id,
  description: z.string(),
  service_key: z.string().nullable(),
  quantity: z.number(),
  unit_price_cents: Cents,
  /** Same as unit_price_cents. */
  unit_cents: Cents,
  discount_cents: Cents,
  taxable: z.boolean(),
  tax_cents: Cents,
  /** The rate it was made at; null: none, or an amount entered by hand. */
  tax_name: z.string().nullable(),
  tax_ppm: z.int().nullable(),
  /** The certificate that exempts it from tax. */
  tax_certificate: z.string().nullable(),
  /** With its tax. */
  total_cents: Cents,
  /** Same as total_cents. */
  amount_cents: Cents,
  occurrence_id: z.string().nullable(),
  date: LocalDateText.nullable(),
})
export type InvoiceLine = z.infer<typeof InvoiceLine>
