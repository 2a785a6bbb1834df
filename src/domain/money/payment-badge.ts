import { z } from 'zod'
import type { InvoiceMoney } from './invoice.ts'

const paymentBadges = [
  'paid',
  'pending',
  'failed',
  'unpaid',
  'refunded',
  'partial',
  'void',
  'none',
] as const

export const PaymentBadge = z.enum(paymentBadges)
export type PaymentBadge = z.infer<typeof PaymentBadge>

/**
 * Who sees it: the schedule (appointment), the crew's board, the customer, or the badge of a
 * pending payment.
 */
export type BadgeAudience = 'appointment' | 'crew' | 'customer' | 'pending_mark'

const badges: Record<
  BadgeAudience,
  { known: Record<string, PaymentBadge>; otherwise: PaymentBadge }
> = {
  appointment: {
    known: {
      paid: 'paid',
      succeeded: 'paid',
      processing: 'pending',
      requires_action: 'pending',
      requires_confirmation: 'pending',
      pending: 'pending',
      failed: 'failed',
      void: 'failed',
      refunded: 'refunded',
      partial: 'partial',
    },
    otherwise: 'unpaid',
  },
  crew: {
    known: { paid: 'paid', sent: 'unpaid', scheduled: 'unpaid', failed: 'unpaid', void: 'void' },
    otherwise: 'none',
  },
  customer: {
    known: {
      paid: 'paid',
      succeeded: 'paid',
      processing: 'pending',
      requires_action: 'pending',
      requires_confirmation: 'pending',
      pending: 'pending',
      failed: 'failed',
      sent: 'unpaid',
      open: 'unpaid',
      unpaid: 'unpaid',
      scheduled: 'unpaid',
      refunded: 'refunded',
      partial: 'partial',
      void: 'void',
      uncollectible: 'void',
    },
    otherwise: 'none',
  },
  pending_mark: { known: { processing: 'pending', pending: 'pending' }, otherwise: 'none' },
}

/**
 * A visit's payment badge. `status` is an invoice's or a payment's, null without an invoice;
 * `money` distinguishes a partial payment from none.
 */
export function visitPaymentBadge(
  status: string | null | undefined,
  audience: BadgeAudience,
  money: InvoiceMoney | null = null,
): PaymentBadge {
  const key =
    money === 'partial' && status !== 'processing' && status !== 'failed'
      ? 'partial'
      : (status ?? 'none')
  const { known, otherwise } = badges[audience]
  return Object.hasOwn(known, key) ? (known[key] ?? otherwise) : otherwise
}

/** The badge to show of a visit: nobody owes anything yet for one that has not happened, nor for a cancelled one. */
export const shownBadge = ({ status, payment_badge }: Badged): PaymentBadge =>
  status === 'skipped' || (payment_badge === 'unpaid' && status !== 'completed')
    ? 'none'
    : payment_badge
type Badged = {
  status: 'scheduled' | 'in_progress' | 'completed' | 'skipped'
  payment_badge: PaymentBadge
}

const badgeLabels: Record<PaymentBadge, string> = {
  paid: 'Paid',
  pending: 'Pending',
  failed: 'Failed',
  unpaid: 'Unpaid',
  refunded: 'Refunded',
  partial: 'Partially paid',
  void: 'Void',
  none: '',
}

export const badgeLabel = (badge: PaymentBadge): string => badgeLabels[badge]

/** Tooltip for what the badge hides: a void invoice reads Failed on an appointment. */
export const badgeTooltip = (status: string | null): string | null =>
  status === 'void' ? 'Void' : null

/** What a provider says to the holder of a card, said to the office. */
export const saidToOffice = (sentence: string): string =>
  sentence.replace(/^Your (?=card|bank|account)/, 'The customer’s ')
