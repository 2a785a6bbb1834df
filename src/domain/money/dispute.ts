import { z } from 'zod'
import { Moment } from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { refuse, rule } from '../base/rule.ts'

/** What becomes of a lost dispute. */
export const DisputeSettled = z.enum(['owed', 'written_off'])
export type DisputeSettled = z.infer<typeof DisputeSettled>

/** A customer's bank asks for a payment back. */
export const Dispute = z.object({
  id: z.string(),
  /** The provider's word: needs_response, under_review, won, lost. */
  status: z.string(),
  reason: z.string().nullable(),
  amount_cents: z.int(),
  /** Until when the bank takes an answer. */
  due_by: Moment.nullable(),
  evidence_sent_at: Moment.nullable(),
  settled_as: DisputeSettled.nullable(),
})
export type Dispute = z.infer<typeof Dispute>

/** One that needs the office: an answer, or a decision once it is lost. */
export const DisputeToAnswer = Dispute.extend({
  invoice_id: Id.nullable(),
  invoice_number: z.int().nullable(),
  customer_id: Id.nullable(),
  customer_name: z.string().nullable(),
})
export type DisputeToAnswer = z.infer<typeof DisputeToAnswer>

type Facts = { status: string; settled_as: string | null; evidence_sent_at: string | null }

export const disputeRules = {
  answer: rule(
    refuse(
      'dispute_answered',
      'The bank has your answer already.',
      (d: Facts) => d.evidence_sent_at !== null,
    ),
    refuse(
      'dispute_closed',
      'The bank takes no more answers for this dispute.',
      (d: Facts) => d.status !== 'needs_response' && d.status !== 'warning_needs_response',
    ),
  ),
  settle: rule(
    refuse(
      'dispute_not_lost',
      'The bank has not decided against you.',
      (d: Facts) => d.status !== 'lost',
    ),
    refuse(
      'dispute_settled',
      'This dispute was settled already.',
      (d: Facts) => d.settled_as !== null,
    ),
  ),
}

/** Why a customer disputes a payment, by the provider's code. */
export const disputeReasons = {
  bank_cannot_process: 'the bank could not process it',
  check_returned: 'the check was returned',
  credit_not_processed: 'a refund did not arrive',
  customer_initiated: 'the customer asked their bank',
  debit_not_authorized: 'the debit was not authorized',
  duplicate: 'charged twice',
  fraudulent: 'they say they did not make it',
  general: 'no reason given',
  incorrect_account_details: 'wrong account details',
  insufficient_funds: 'not enough funds',
  product_not_received: 'they say the work was not done',
  product_unacceptable: 'they are not satisfied with the work',
  subscription_canceled: 'they say they had cancelled',
  unrecognized: 'they do not recognize it',
} as const
export type DisputeReason = keyof typeof disputeReasons

/** A code added to the provider since reads as no reason. */
export const knownDisputeReason = (code: string | null): DisputeReason =>
  code !== null && Object.hasOwn(disputeReasons, code) ? (code as DisputeReason) : 'general'
