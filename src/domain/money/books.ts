import { z } from 'zod'
import { Moment } from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { formatCents } from '../base/money.ts'

/** What the nightly check compares. */
const checks = [
  'lines',
  'tax',
  'tips',
  'credits',
  'allocations',
  'claim',
  'visit',
  'fact',
  'payout',
  'provider',
  'ledger',
] as const

/** A row that does not tie. */
export const BookDifference = z.object({
  check: z.enum(checks),
  invoice_id: Id.nullable(),
  invoice_number: z.int().nullable(),
  customer_name: z.string().nullable(),
  /** The provider's transaction, the ledger's fact, or the day a payout arrived. */
  reference: z.string().nullable(),
  ours_cents: z.int(),
  theirs_cents: z.int(),
})
export type BookDifference = z.infer<typeof BookDifference>

export const BookCheck = z.object({
  checked_at: Moment,
  rows_checked: z.int(),
  differences: z.int(),
  /** The first row that differs. */
  first: BookDifference.nullable(),
  /** Open invoices whose customers were never told. */
  untold: z.int(),
})
export type BookCheck = z.infer<typeof BookCheck>

/** What differs, in a sentence. */
export function differenceText(row: BookDifference): string {
  const ours = formatCents(row.ours_cents)
  const theirs = formatCents(row.theirs_cents)
  const invoice = row.invoice_number === null ? 'A draft' : `Invoice #${row.invoice_number}`
  const texts: Record<BookDifference['check'], string> = {
    lines: `${invoice}: the total is ${ours}, its lines add up to ${theirs}.`,
    tax: `${invoice}: its tax is ${ours}, its lines or the ledger say ${theirs}.`,
    tips: `${invoice}: its tips are ${ours}, the ledger says ${theirs}.`,
    credits: row.invoice_id
      ? `${invoice}: ${ours} is marked as paid with credits, those say ${theirs}.`
      : `Credits${row.customer_name ? ` of ${row.customer_name}` : ''} say ${ours}, what they paid or the ledger ${theirs}.`,
    allocations: `${invoice}: ${ours} is marked as paid, its payments add up to ${theirs}.`,
    claim: `${invoice}: ${ours} is owed in all, the ledger says ${theirs}.`,
    visit: `A finished visit${row.customer_name ? ` of ${row.customer_name}` : ''} worth ${ours} is on no invoice.`,
    fact: `${row.reference ?? 'An entry'} of the ledger does not add up: ${ours} is left over.`,
    payout: `The payout of ${theirs} that arrived ${row.reference ?? 'lately'}: what is behind it adds up to ${ours}.`,
    provider: `Stripe moved ${theirs} (${row.reference ?? 'unknown'}), the ledger says ${ours}.`,
    ledger: `The ledger has ${ours} (${row.reference ?? 'unknown'}) that Stripe does not know.`,
  }
  return texts[row.check]
}
