import { z } from 'zod'
import { LocalDateText } from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { Cents } from '../base/money.ts'

/** How late what is owed is, in days past its due date. */
export const ages = ['current', 'd1_30', 'd31_60', 'd61_90', 'd91'] as const
export type Age = (typeof ages)[number]

export const ageOf = (daysLate: number): Age =>
  daysLate <= 0
    ? 'current'
    : daysLate <= 30
      ? 'd1_30'
      : daysLate <= 60
        ? 'd31_60'
        : daysLate <= 90
          ? 'd61_90'
          : 'd91'

const ByAge = z.object({
  current: Cents,
  d1_30: Cents,
  d31_60: Cents,
  d61_90: Cents,
  d91: Cents,
  total_cents: Cents,
  /** What of it is late fees. */
  late_fee_cents: Cents,
  /** What of it is on its way from a bank. */
  underway_cents: Cents,
})

export const Receivables = z.object({
  as_of: LocalDateText,
  sums: ByAge,
  customers: z.array(
    ByAge.extend({
      customer_id: Id,
      name: z.string().nullable(),
      invoices: z.int(),
      oldest_due: LocalDateText.nullable(),
    }),
  ),
  /** True if only those who owe most are listed; the sums are of all. */
  has_more: z.boolean(),
})
export type Receivables = z.infer<typeof Receivables>
