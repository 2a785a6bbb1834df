import { clockRange } from '../../domain/base/dates.ts'
import { disputeReasons, knownDisputeReason } from '../../domain/money/dispute.ts'
import { knownRefundFailure, refundFailures } from '../../domain/money/refund.ts'
import { roleLabel, type Role } from '../../domain/base/roles.ts'
import { plural } from '../plural.ts'

type Change = { date: string; when: string; old_when: string; old_date: string }
type Day = Record<'visits' | 'unassigned' | 'failed_payments' | 'requests', number> & {
  missed?: number
  to_place?: number
}

/** The values that are put into letters, where they are words. */
export const letterPhrases = {
  hello: (name: string) => (name ? `Hello ${name},` : 'Hello,'),
  hours: (count: number) => (count === 1 ? 'one hour' : `${count} hours`),
  /** `end`: the minute by which the crew has arrived; null if there is no arrival window. */
  when: (date: string, start: number, end: number | null) => `${date} at ${clockRange(start, end)}`,
  serviceAt: (service: string, start: number, end: number | null) =>
    `${service} at ${clockRange(start, end)}`,
  device: (browser: string | null, system: string | null) =>
    browser && system
      ? `${browser} on ${system}`
      : (browser ?? system ?? 'A device we cannot name'),
  visit: 'Visit',
  changed: {
    moved: ({ when, old_when }: Change) => `moved from ${old_when} to ${when}`,
    cancelled: ({ old_when }: Change) => `cancelled on ${old_when}`,
    restored: ({ when }: Change) => `on again, ${when}`,
    held: ({ old_when }: Change) => `not on ${old_when}, to be rescheduled`,
    kept: ({ when }: Change) => `stays on ${when} after all`,
  },
  andMore: (count: number, link: string) => `; and ${count} more: ${link}`,
  aCustomer: 'A customer',
  somebody: 'Someone',
  yourBusiness: 'your business',
  role: (role: Role): string => roleLabel(role),
  creditApplied: 'Credit applied',
  alreadyPaid: 'Already paid',
  leftToPay: 'Left to pay',
  keptAsCredit: 'Kept as your credit',
  paidBy: { cash: 'Cash', check: 'Check', other: 'Another way' },
  tax: 'Tax',
  tip: 'Tip, thank you',
  priceChange: (from: string, to: string) => `${from} → ${to}`,
  invoiceDue: (number: string, due: string) => `Invoice ${number}, due ${due}`,
  payInvoice: (number: string) => `Pay invoice ${number}`,
  lateFee: (amount: string, day: string, number: string | null) =>
    `If ${number ? `invoice ${number}` : 'it'} is not paid before ${day}, a late fee of ${amount} is added.`,
  lateFeeOf: (number: string) => `Late fee for invoice ${number}`,
  card: (brand: string | null, last4: string) => `${brand ?? 'Card'} ending in ${last4}`,
  bankAccount: (last4: string) => `Bank account ending in ${last4}`,
  yourCard: 'Your card',
  theCard: 'The card',
  declined: (_code: string | null, sentence: string) => sentence,
  returned: 'The bank returned this payment.',
  excess: (amount: string | null) =>
    amount
      ? `The customer paid more than was due. ${amount} is being refunded.`
      : 'This invoice was paid twice. The second payment is being refunded.',
  refundFailed: (detail: string | null) => {
    const known = knownRefundFailure(detail)
    return `A refund failed: ${known ? refundFailures[known] : detail}. The amount is back on your balance. Refund it again or pay it another way under Payments.`
  },
  disputed: (code: string, by: string | null) =>
    `The customer disputes this payment (${disputeReasons[knownDisputeReason(code)]}).${by ? ` Respond by ${by} with what was done and agreed.` : ''}`,
  disputeEnded: (won: boolean): string =>
    won
      ? 'The bank decided for you. The money is back on your balance.'
      : 'The bank decided for the customer. Decide whether they still owe the amount or you write it off.',
  noService: 'None chosen',
  anyDay: 'Any day',
  cardOnFile: (has: boolean): string => (has ? 'card on file' : 'no card on file'),
  yesOrNotYet: (yes: boolean): string => (yes ? 'Yes' : 'Not yet'),
  /** '5 visits today, 1 failed payment': without what is zero. */
  day: ({ visits, missed, unassigned, to_place, failed_payments, requests }: Day) =>
    [
      visits && `${visits} ${plural('en', visits, { one: 'visit', other: 'visits' })} today`,
      unassigned && `${unassigned} unassigned`,
      to_place && `${to_place} on hold`,
      missed &&
        `${missed} past ${plural('en', missed, { one: 'visit', other: 'visits' })} not completed`,
      failed_payments &&
        `${failed_payments} failed ${plural('en', failed_payments, { one: 'payment', other: 'payments' })}`,
      requests &&
        `${requests} open ${plural('en', requests, { one: 'request', other: 'requests' })}`,
    ]
      .filter(Boolean)
      .join(', '),
  stop: 'Reply STOP to opt out.',
}
