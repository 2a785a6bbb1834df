import { z } from 'zod'
import { Moment } from '../base/dates.ts'
import { nextDueDate } from './due-date.ts'
import { SumCents } from '../base/money.ts'

/** Monthly price per active user; each tier applies to the users in it. */
const feeTiers = [
  { up_to: 50, unit_cents: 300 },
  { up_to: 150, unit_cents: 200 },
  { up_to: 300, unit_cents: 100 },
  { up_to: null, unit_cents: 50 },
] as const
export const feeCapCents = 34_900

const FeeTier = z.object({
  /** First and last user of the tier, counting from 1; null: no last one. */
  from: z.int(),
  to: z.int().nullable(),
  unit_cents: SumCents,
  users: z.int(),
  amount_cents: SumCents,
})
/** The monthly fee for a number of active users; `tiers` lists those with users, before the cap. */
export const PlatformFee = z.object({
  users: z.int(),
  amount_cents: SumCents,
  capped: z.boolean(),
  tiers: z.array(FeeTier),
})
export type PlatformFee = z.infer<typeof PlatformFee>

/** Zero users count as one. Never falls as users are added, never exceeds the cap. */
export function platformFee(activeUsers: number): PlatformFee {
  const users = Math.max(1, Math.floor(activeUsers) || 1)
  let below = 0
  const tiers = feeTiers.flatMap(({ up_to, unit_cents }) => {
    const from = below + 1
    const inTier = Math.min(users, up_to ?? users) - below
    below = up_to ?? users
    return inTier > 0
      ? [{ from, to: up_to, unit_cents, users: inTier, amount_cents: inTier * unit_cents }]
      : []
  })
  const full = tiers.reduce((sum, tier) => sum + tier.amount_cents, 0)
  return { users, amount_cents: Math.min(full, feeCapCents), capped: full > feeCapCents, tiers }
}

export const trialDays = 14
/** Days after a trial or an unpaid bill before staff become read only. */
export const graceDays = 7

const subscriptionStatuses = ['none', 'trialing', 'active', 'past_due', 'canceled'] as const
export const SubscriptionStatus = z.enum(subscriptionStatuses)
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

export const subscriptionLabels: Record<SubscriptionStatus, string> = {
  none: 'Not started',
  trialing: 'Trial',
  active: 'Active',
  past_due: 'Past due',
  canceled: 'Canceled',
}

/** When the first bill comes: on the first bill day after the trial; no part of a month is charged. */
export const firstBillAt = (trial_ends_at: string | null, day: number): string | null =>
  trial_ends_at && `${nextDueDate(trial_ends_at.slice(0, 10), day)}${trial_ends_at.slice(10)}`

type SubscriptionStanding = {
  status: SubscriptionStatus
  trial_ends_at: string | null
  past_due_since: string | null
}

/**
 * When staff become read only: the grace days after the end of the trial or the paid period; null
 * if nothing ends.
 */
export function readOnlyFrom({
  status,
  trial_ends_at,
  past_due_since,
}: SubscriptionStanding): string | null {
  const since =
    status === 'none' || status === 'trialing'
      ? trial_ends_at
      : status === 'active'
        ? null
        : past_due_since
  return since && new Date(Date.parse(since) + graceDays * 86_400_000).toISOString()
}

/** Whether staff are read only. Moments in ISO 8601. */
export function isReadOnly(subscription: SubscriptionStanding, now: string): boolean {
  const from = readOnlyFrom(subscription)
  return from !== null && Date.parse(now) > Date.parse(from)
}

export const readOnlyMessage =
  'The subscription has ended, so staff can only read. The owner can start it again in Settings, under Billing.'

export const PaymentMethodSummary = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('card'),
    brand: z.string().nullable(),
    last4: z.string().nullable(),
    exp_month: z.int().nullable(),
    exp_year: z.int().nullable(),
  }),
  z.object({
    type: z.literal('us_bank_account'),
    bank_name: z.string().nullable(),
    last4: z.string().nullable(),
  }),
])
export type PaymentMethodSummary = z.infer<typeof PaymentMethodSummary>

/** Subscription and payouts in one response; the payout fields appear twice, nested and flat. */
export const PlatformBilling = z.object({
  ok: z.boolean(),
  platform_subscription_id: z.string().nullable(),
  subscription_status: SubscriptionStatus,
  /** Same as subscription_status. */
  status: SubscriptionStatus,
  platform_customer_id: z.string().nullable(),
  default_payment_method: z.string().nullable(),
  default_pm_summary: PaymentMethodSummary.nullable(),
  cancel_at_period_end: z.boolean(),
  trial_ends_at: Moment.nullable(),
  /** Null if no more bills come. */
  next_payment: Moment.nullable(),
  /** What is still open of the bills of a subscription that is behind or has ended; null if it could not be read. */
  open_bill_cents: SumCents.nullable(),
  /** When a subscription that was canceled ends; null if it goes on, or has ended. */
  ends_at: Moment.nullable(),
  /** When staff become read only if nothing is paid or started; null if they do not. */
  read_only_from: Moment.nullable(),
  /** Day of the month the platform bill is due. */
  invoice_due_day: z.int().min(1).max(28),
  active_users: z.int(),
  staff_users: z.int(),
  customer_users: z.int(),
  amount_preview_cents: SumCents,
  amount_current_cents: SumCents,
  /** False if the operator charges no fee; the panel is then hidden. */
  billing_enabled: z.boolean(),
  payments: z.object({
    charges_enabled: z.boolean(),
    payouts_enabled: z.boolean(),
    details_submitted: z.boolean(),
    requirements_currently_due_len: z.int(),
    onboarded: z.boolean(),
  }),
  charges_enabled: z.boolean(),
  payouts_enabled: z.boolean(),
  details_submitted: z.boolean(),
  requirements_currently_due_len: z.int(),
  onboarded: z.boolean(),
})
export type PlatformBilling = z.infer<typeof PlatformBilling>

/** What the provider says of a business's account. */
type AccountFlags = {
  charges_enabled: boolean
  payouts_enabled: boolean
  details_submitted: boolean
  requirements_currently_due_len: number
}
/** Whether a business takes payments and gets them paid out, and the provider asks nothing more of it. */
export const isOnboarded = (flags: AccountFlags): boolean =>
  flags.charges_enabled &&
  flags.payouts_enabled &&
  flags.details_submitted &&
  flags.requirements_currently_due_len === 0
