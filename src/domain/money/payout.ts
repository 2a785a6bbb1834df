import { z } from 'zod'
import { LocalDateText, Moment } from '../base/dates.ts'
import { Id } from '../base/id.ts'

const payoutStatuses = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const
export const PayoutStatus = z.enum(payoutStatuses)
export type PayoutStatus = z.infer<typeof PayoutStatus>

/** Money that went from the provider to the business's bank; below zero, the bank paid. */
export const Payout = z.object({
  id: Id,
  provider_id: z.string(),
  amount_cents: z.int(),
  currency: z.string(),
  status: PayoutStatus,
  arrival_date: LocalDateText,
  made_at: Moment,
  /** False for one that was sent by hand: the provider does not say what is in it. */
  automatic: z.boolean(),
  /** True once its lines are known. */
  is_reconciled: z.boolean(),
  /** Why the bank refused it. */
  failure_sentence: z.string().nullable(),
  /** Sums of its lines, without the payout itself. */
  payments_cents: z.int(),
  refunds_cents: z.int(),
  other_cents: z.int(),
  fees_cents: z.int(),
})
export type Payout = z.infer<typeof Payout>

/** What a line of a payout is; anything the provider adds besides is 'other'. */
const payoutLineKinds = ['payment', 'refund', 'dispute', 'fee', 'other'] as const
export type PayoutLineKind = (typeof payoutLineKinds)[number]

const kindOfType: Record<string, PayoutLineKind> = {
  charge: 'payment',
  payment: 'payment',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund',
  payment_failure_refund: 'refund',
  payment_reversal: 'dispute',
  stripe_fee: 'fee',
}
/** The kind of a provider's transaction; disputes are adjustments of a dispute. */
export const payoutLineKind = (type: string, source_id: string | null): PayoutLineKind =>
  kindOfType[type] ?? (/^(dp|du|pdp)_/.test(source_id ?? '') ? 'dispute' : 'other')

/** One transaction behind a payout, with what was done for the money. Cents; refunds are below zero. */
export const PayoutLine = z.object({
  transaction_id: z.string(),
  kind: z.enum(payoutLineKinds),
  made_at: Moment,
  amount_cents: z.int(),
  fee_cents: z.int(),
  net_cents: z.int(),
  invoice_id: Id.nullable(),
  invoice_number: z.string().nullable(),
  customer_name: z.string().nullable(),
  /** The lines of its invoice, with the days of their visits. */
  work: z.array(z.object({ description: z.string(), date: LocalDateText.nullable() })),
})
export type PayoutLine = z.infer<typeof PayoutLine>
