import { formatCents, parseDollars } from '../../../domain/base/money.ts'
import { refundableMinor, refundMessage, type Payment } from '../../../domain/money/payment.ts'

/** Why this amount cannot be refunded; null if it can. */
export function amountProblem(text: string, most_cents: number): string | null {
  const cents = parseDollars(text)
  return cents && cents <= most_cents ? null : refundMessage
}

/** 'Maximum $30.00 ($15.00 already refunded)' */
export function mostText(payment: Pick<Payment, 'amount' | 'refunded_minor'>): string {
  const { refunded_minor } = payment
  const before = refunded_minor > 0 ? ` (${formatCents(refunded_minor)} already refunded)` : ''
  return `Maximum ${formatCents(refundableMinor(payment))}${before}`
}

/** The result of a refund, as far as the provider has reported it. */
export function refundedText(state: string, cents: number): string {
  const amount = formatCents(cents)
  if (state === 'succeeded') return `Refunded ${amount}`
  return state === 'unknown'
    ? `The refund of ${amount} is recorded; the provider has not responded yet.`
    : `Refund of ${amount} is on its way`
}
