import { z } from 'zod'
import { Moment } from '../base/dates.ts'
import { Dispute } from './dispute.ts'
import { Id } from '../base/id.ts'
import { refuse, rule } from '../base/rule.ts'

/** The provider's statuses, which the payments list filters by. */
export const paymentStatuses = [
  'succeeded',
  'processing',
  'requires_capture',
  'requires_payment_method',
  'requires_action',
  'canceled',
  'failed',
  'refunded',
  'partially_refunded',
  'disputed',
] as const
export const PaymentStatus = z.enum(paymentStatuses)
export type PaymentStatus = z.infer<typeof PaymentStatus>

export const paymentStatusLabels: Record<PaymentStatus, string> = {
  succeeded: 'Paid',
  processing: 'Pending',
  requires_capture: 'Needs action',
  requires_payment_method: 'Needs action',
  requires_action: 'Needs action',
  canceled: 'Canceled',
  failed: 'Failed',
  refunded: 'Refunded',
  partially_refunded: 'Partially refunded',
  disputed: 'Disputed',
}

/** What people read of a payment: a dispute that is over says how it ended. */
export type PaymentState = PaymentStatus | 'dispute_lost' | 'returned'
export const paymentStateLabels: Record<PaymentState, string> = {
  ...paymentStatusLabels,
  dispute_lost: 'Dispute lost',
  returned: 'Returned',
}
export function paymentState({
  status,
  pm_type,
  dispute,
}: Pick<Payment, 'status' | 'pm_type' | 'dispute'>): PaymentState {
  if (status !== 'disputed') return status
  if (pm_type === 'us_bank_account') return 'returned'
  return dispute?.status === 'lost' ? 'dispute_lost' : status
}

/** How money comes in outside the product. */
export const manualPaymentKinds = ['cash', 'check', 'other'] as const
export type ManualPaymentKind = (typeof manualPaymentKinds)[number]

export const paymentMethodTypes = ['card', 'us_bank_account'] as const
export const PaymentMethodType = z.enum(paymentMethodTypes)
export type PaymentMethodType = z.infer<typeof PaymentMethodType>

const walletNames: Record<string, string> = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  samsung_pay: 'Samsung Pay',
  link: 'Link',
}

/** What a page says of the card that pays. */
export const ShownCard = z.object({
  brand: z.string().nullable(),
  last4: z.string(),
  wallet: z.string().nullable(),
})
type ShownCard = z.infer<typeof ShownCard>

/** Null while no card is known. */
export const shownCard = ({
  last4,
  brand,
  wallet,
}: Omit<ShownCard, 'last4'> & { last4: string | null }): ShownCard | null =>
  last4 === null ? null : { brand, last4, wallet }

/** 'Apple Pay · Visa •••• 4242': a card's text, after the name of the wallet it came out of. */
export const withWallet = (wallet: string | null | undefined, card: string): string =>
  wallet && walletNames[wallet] ? `${walletNames[wallet]} · ${card}` : card

/**
 * A payment the organization received. Amounts in minor units of `currency` (cents), like the
 * provider's.
 */
export const Payment = z.object({
  id: z.string(),
  payment_intent_id: z.string().nullable(),
  invoice_id: Id.nullable(),
  customer_id: Id.nullable(),
  amount: z.int(),
  currency: z.string(),
  status: PaymentStatus,
  created_at: Moment,
  /** The same moment, formatted in the organization's time zone. */
  created_fmt: z.string(),
  customer_name: z.string().nullable(),
  customer_email: z.string().nullable(),
  description: z.string().nullable(),
  pm_type: z.string().nullable(),
  card_brand: z.string().nullable(),
  last4: z.string().nullable(),
  /** The wallet the card came out of, as the provider names it. */
  wallet: z.string().nullable(),
  fee_minor: z.int().nullable(),
  /** What is left after fees, refunds and disputes. */
  net_minor: z.int().nullable(),
  /** The provider's own figure: after its fee, before refunds. Null for cash. */
  provider_net_minor: z.int().nullable(),
  refunded_minor: z.int(),
  credited_minor: z.int(), // of the refunds, kept as the customer's credit
  /** What the bank took back or set aside, without its fee. */
  disputed_minor: z.int(),
  dispute_fee_minor: z.int(),
  /** What of the amount is a tip. */
  tip_minor: z.int(),
  /** What of it was more than owed, and is kept as the customer's credit. */
  kept_minor: z.int(),
  /** Set if the customer's bank asked for it back. */
  dispute: Dispute.nullable(),
  refundable: z.boolean(),
  refunded: z.boolean(),
  /** True for one recorded by hand that may be taken back. */
  reversible: z.boolean(),
  /** Why one recorded by hand was taken back. */
  reversal_reason: z.string().nullable(),
  failure_message: z.string().nullable(),
})
export type Payment = z.infer<typeof Payment>

const BalanceAmount = z.object({ amount: z.int(), currency: z.string() })
export const Balance = z.object({
  ok: z.boolean(),
  hasAccount: z.boolean(),
  accountId: z.string().nullable(),
  available: z.array(BalanceAmount),
  pending: z.array(BalanceAmount),
})
export type Balance = z.infer<typeof Balance>

/** Captured − refunds − fees − disputes of a month ('YYYY-MM'). */
export const EarningsBucket = z.object({
  period: z.string(),
  net_minor: z.int(),
  count: z.int(),
  currency: z.string(),
})
export type EarningsBucket = z.infer<typeof EarningsBucket>

/**
 * The last `count` months up to the month of `today`, oldest first; a month without earnings is
 * zero.
 */
export function fillBuckets(
  buckets: readonly EarningsBucket[],
  today: string,
  count: number,
  currency = 'usd',
): EarningsBucket[] {
  const last = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1
  return Array.from({ length: count }, (_, i) => {
    const month = last - count + 1 + i
    const period = `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
    return (
      buckets.find((bucket) => bucket.period === period) ?? {
        period,
        net_minor: 0,
        count: 0,
        currency,
      }
    )
  })
}

/** A bank account still being verified cannot be charged. */
const PaymentMethodStatus = z.enum(['pending_verification', 'active', 'failed', 'detached'])

/** A saved card or bank account. */
export const PaymentMethod = z.object({
  id: z.string(),
  type: PaymentMethodType,
  brand: z.string().nullable(),
  last4: z.string().nullable(),
  /** The wallet the card came out of; it is a card in every other way. */
  wallet: z.string().nullable(),
  exp_month: z.int().nullable(),
  exp_year: z.int().nullable(),
  bank_name: z.string().nullable(),
  status: PaymentMethodStatus,
  is_default: z.boolean(),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

/** A customer's billing status; some fields repeat under names older clients expect. */
export const BillingStatus = z.object({
  ok: z.boolean(),
  has_pm: z.boolean(),
  hasAccount: z.boolean(),
  accountId: z.string().nullable(),
  canCollect: z.boolean(),
  disabled_reason: z.string().nullable(),
  note: z.string().nullable(),
  default_payment_method: z.string().nullable(),
  default_pm: PaymentMethod.nullable(),
  paymentMethods: z.array(PaymentMethod),
})
export type BillingStatus = z.infer<typeof BillingStatus>

export type RefundFacts = {
  status: PaymentStatus
  /** It paid a late fee that is a credit now. */
  fee_credited?: boolean
  amount: number
  refunded_minor: number
  amount_minor: number
}

/** What can still be refunded, in minor units. */
export const refundableMinor = ({
  amount,
  refunded_minor,
}: Pick<RefundFacts, 'amount' | 'refunded_minor'>): number => Math.max(0, amount - refunded_minor)

export const refundMessage = 'Enter a valid refund amount.'
const isDisputed = refuse(
  'charge_disputed',
  'A disputed payment cannot be refunded.',
  (p: RefundFacts) => p.status === 'disputed',
)
const notSettled = refuse(
  'payment_not_settled',
  'This payment has not settled yet.',
  (p: RefundFacts) => p.status === 'processing',
)
const notPaid = refuse(
  'payment_not_paid',
  'Only a paid payment can be refunded.',
  (p: RefundFacts) =>
    p.status !== 'succeeded' && p.status !== 'partially_refunded' && p.status !== 'refunded',
)
const badAmount = refuse(
  'refund_amount_invalid',
  refundMessage,
  (p: RefundFacts) =>
    !Number.isSafeInteger(p.amount_minor) ||
    p.amount_minor <= 0 ||
    p.amount_minor > refundableMinor(p),
)

const feeCredited = refuse(
  'late_fee_credited',
  'This late fee was already given back as a credit. Take the credit back first to return the money instead.',
  (p: { fee_credited?: boolean }) => p.fee_credited === true,
)

type ReversalFacts = { kind: string; status: string; fee_credited?: boolean }
const notByHand = refuse(
  'payment_not_by_hand',
  'Only a payment recorded by hand can be undone.',
  (p: ReversalFacts) => !manualPaymentKinds.some((kind) => kind === p.kind),
)
const isTakenBack = refuse(
  'payment_taken_back',
  'This payment was already undone.',
  (p: ReversalFacts) => p.status !== 'succeeded',
)

export const paymentRules = {
  refund: rule(isDisputed, notSettled, notPaid, feeCredited, badAmount),
  /** Of a payment recorded by hand. */
  reverse: rule(notByHand, isTakenBack, feeCredited),
}

/**
 * `hard`: this method will not work again. `soft`: it may. `authentication`: only with the customer
 * present. `ach`: a bank return.
 */
const declineClasses = ['hard', 'soft', 'authentication', 'ach'] as const
export const DeclineClass = z.enum(declineClasses)
export type DeclineClass = z.infer<typeof DeclineClass>

const hardDeclines: ReadonlySet<string> = new Set([
  'lost_card',
  'stolen_card',
  'pickup_card',
  'restricted_card',
  'expired_card',
  'incorrect_number',
  'invalid_number',
  'incorrect_cvc',
  'invalid_cvc',
  'incorrect_zip',
  'invalid_expiry_month',
  'invalid_expiry_year',
  'invalid_account',
  'new_account_information_available',
  'account_closed',
  'bank_account_closed',
  'no_account',
  'bank_account_unusable',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'stop_payment_order',
  'fraudulent',
  'merchant_blacklist',
  'card_not_supported',
  'currency_not_supported',
  'do_not_try_again',
  'transaction_not_allowed',
  'security_violation',
  'mandate_inactive',
  'payment_method_not_available',
])
const authenticationDeclines: ReadonlySet<string> = new Set([
  'authentication_required',
  'requires_action',
  'offline_pin_required',
])
const bankReturnsWorthRetrying: ReadonlySet<string> = new Set([
  'insufficient_funds',
  'uncollected_funds',
  'R01',
  'R09',
])

/**
 * Classifies a provider's decline code. An unknown code is soft for a card and final for a bank
 * account.
 */
export function declineClass(
  code: string | null,
  method: PaymentMethodType = 'card',
): DeclineClass {
  if (code !== null && authenticationDeclines.has(code)) return 'authentication'
  if (method === 'us_bank_account')
    return code !== null && bankReturnsWorthRetrying.has(code) ? 'ach' : 'hard'
  return code !== null && hardDeclines.has(code) ? 'hard' : 'soft'
}

/**
 * Days after the first attempt on which to retry, at 9:00 in the organization's time zone. Bank
 * networks allow two retries at most.
 */
const retryDays = [3, 7] as const
export const retryMinutes = 540

type RetryPolicy = {
  retry: boolean
  days: readonly number[]
  ask: 'new_method' | 'pay_link' | null
}

/** What to do after a decline, and what to ask the customer for. */
export function retryPolicy(kind: DeclineClass): RetryPolicy {
  if (kind === 'hard') return { retry: false, days: [], ask: 'new_method' }
  if (kind === 'authentication') return { retry: false, days: [], ask: 'pay_link' }
  return { retry: true, days: retryDays, ask: null }
}

/**
 * Days from the first attempt to the next one, after `triesMade` attempts (at least 1); null if
 * there is none.
 */
export const nextRetryDay = (kind: DeclineClass, triesMade: number): number | null =>
  retryPolicy(kind).days[triesMade - 1] ?? null

/** What staff read when charging failed. */
export function chargeErrorText(code: string | null, serverMessage: string | null = null): string {
  if (code === 'org_not_charge_ready') return 'Payments not enabled — send pay link'
  if (code === 'requires_action' || code === 'authentication_required')
    return 'Auth required — send pay link'
  return serverMessage || 'Charge failed'
}

export const earningsMonths = 12
export const paymentsPageSizes = { payments: [10, 20, 50, 100], reports: [20, 50, 100] } as const
export const paymentsPageDefaults = { payments: 20, reports: 50 } as const

/** The states of one attempt to charge an invoice. */
export type AttemptState =
  | 'started'
  | 'confirming'
  | 'processing'
  | 'unknown'
  | 'succeeded'
  | 'failed'
  | 'requires_action'
  | 'abandoned'

/**
 * States in which an attempt may still capture money. A unique index allows one such attempt per
 * invoice.
 */
export const openAttemptStates = ['started', 'confirming', 'processing', 'unknown'] as const
