import { z } from 'zod'
import { Moment } from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { manualPaymentKinds } from './payment.ts'
import { refuse, rule } from '../base/rule.ts'

/** How money is given back where the provider does not do it. */
export const refundMethods = [...manualPaymentKinds, 'credit'] as const
export type RefundMethod = (typeof refundMethods)[number]

/** What the office does about a refund that failed: `again` to the same card, or another way; `dropped` if it is wanted no more. */
export const RefundSettled = z.enum(['again', ...refundMethods, 'dropped'])
export type RefundSettled = z.infer<typeof RefundSettled>

/** A refund that failed and waits for the office. */
export const FailedRefund = z.object({
  id: Id,
  amount_cents: z.int(),
  failed_at: Moment,
  /** The provider's code, or its sentence. */
  reason: z.string().nullable(),
  /** The customer was told that it is on its way, and then that it failed. */
  was_told: z.boolean(),
  invoice_id: Id.nullable(),
  invoice_number: z.string().nullable(),
  customer_id: Id.nullable(),
  customer_name: z.string().nullable(),
})
export type FailedRefund = z.infer<typeof FailedRefund>

type Facts = { waits: boolean; was_told: boolean; customer_id: string | null; as: RefundSettled }

/** What the office may do about a refund that failed; the payment's rule for refunds holds as well. */
export const settleRefund = rule(
  refuse('refund_settled', 'This refund was settled already.', (f: Facts) => !f.waits),
  refuse(
    'refund_told',
    'The customer was told of this refund. Refund it again, record how else you paid it, or keep it as credit.',
    (f: Facts) => f.as === 'dropped' && f.was_told,
  ),
  refuse(
    'customer_missing',
    'This payment belongs to no customer, so there is nobody to credit.',
    (f: Facts) => f.as === 'credit' && f.customer_id === null,
  ),
)

/** Why a refund fails, by the provider's code. */
export const refundFailures = {
  charge_for_pending_refund_disputed: 'the customer disputes the payment',
  declined: 'the bank declined it',
  expired_or_canceled_card: 'the card expired or was canceled',
  insufficient_funds: 'not enough funds on your balance',
  lost_or_stolen_card: 'the card was lost or stolen',
  merchant_request: 'it was canceled at your request',
  unknown: 'the bank sent it back',
} as const
export type RefundFailure = keyof typeof refundFailures

/** The code if it is one we have words for; none is an unknown one, and a sentence stays as it is. */
export const knownRefundFailure = (code: string | null): RefundFailure | null =>
  code === null ? 'unknown' : Object.hasOwn(refundFailures, code) ? (code as RefundFailure) : null
