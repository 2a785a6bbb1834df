import { z } from 'zod'
import { Cents } from './money.ts'

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
