import { z } from 'zod'
import { Cents } from '../base/money.ts'

/** What revenue is broken down by. */
export const revenueGroups = ['month', 'service', 'team', 'customer'] as const
export const RevenueGroup = z.enum(revenueGroups)
export type RevenueGroup = z.infer<typeof RevenueGroup>

export const RevenueRow = z.object({
  /** The month as 'YYYY-MM', or an id; null for what has none. */
  key: z.string().nullable(),
  label: z.string().nullable(),
  invoices: z.int(),
  billed_cents: Cents,
  /** What was paid of it so far, less refunds. */
  collected_cents: Cents,
})
export type RevenueRow = z.infer<typeof RevenueRow>

/** Revenue broken down; what the rows leave out is one sum, so that all of it adds up. */
export const Revenue = z.object({
  rows: z.array(RevenueRow),
  others: RevenueRow.pick({ billed_cents: true, collected_cents: true })
    .extend({ count: z.int() })
    .nullable(),
})
export type Revenue = z.infer<typeof Revenue>
