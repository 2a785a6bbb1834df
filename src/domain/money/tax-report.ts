import { z } from 'zod'
import { LocalDateText } from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { Cents } from '../base/money.ts'
import { TaxExemption, taxShare } from './tax.ts'

const rate = { name: z.string().nullable(), rate_ppm: z.int().nullable() }

/** The tax of one rate in one month. */
export const TaxReportRow = z.object({
  /** 'YYYY-MM' */
  month: z.string(),
  ...rate,
  /** What was sold at this rate, without its tax, on invoices issued in the month and not void. */
  sales_cents: Cents,
  /** Its tax. */
  billed_cents: Cents,
  /** The tax in what was paid in the month, whenever it was billed, less refunds. */
  collected_cents: Cents,
})
export type TaxReportRow = z.infer<typeof TaxReportRow>

/** A certificate that has ended or ends soon. */
export const EndingCertificate = TaxExemption.extend({
  customer_id: Id,
  customer_name: z.string().nullable(),
  tax_exempt_until: LocalDateText,
  is_expired: z.boolean(),
})
export type EndingCertificate = z.infer<typeof EndingCertificate>

type Rate = Pick<TaxReportRow, 'name' | 'rate_ppm'>
/** What was billed at a rate in a month. */
export type BilledTax = Omit<TaxReportRow, 'collected_cents'>
/** How much of an invoice was paid before and after a month, refunds taken off, and its tax at one rate. */
export type PaidTax = Rate & {
  month: string
  tax_cents: number
  total_cents: number
  before_cents: number
  after_cents: number
}

/** Adds up the report: by month, and in it by rate. */
export function taxReport(billed: readonly BilledTax[], paid: readonly PaidTax[]): TaxReportRow[] {
  const rows = new Map<string, TaxReportRow>()
  const rowOf = ({ month, name, rate_ppm }: Rate & { month: string }): TaxReportRow => {
    const key = `${month} ${rate_ppm} ${name}`
    const row = rows.get(key) ?? {
      month,
      name,
      rate_ppm,
      sales_cents: 0,
      billed_cents: 0,
      collected_cents: 0,
    }
    rows.set(key, row)
    return row
  }
  for (const one of billed) {
    const row = rowOf(one)
    row.sales_cents += one.sales_cents
    row.billed_cents += one.billed_cents
  }
  for (const one of paid)
    rowOf(one).collected_cents +=
      taxShare(one.tax_cents, one.total_cents, one.after_cents) -
      taxShare(one.tax_cents, one.total_cents, one.before_cents)
  return [...rows.values()].toSorted(
    (a, b) => a.month.localeCompare(b.month) || (a.name ?? '').localeCompare(b.name ?? ''),
  )
}
