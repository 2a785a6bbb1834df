import { refuse, rule } from '../base/rule.ts'

/** When work waits for money: so much that is so many days late. A part that is null does not count; both null: never. */
export type HoldPolicy = {
  hold_after_cents: number | null
  hold_after_days: number | null
}

type HoldFacts = HoldPolicy & {
  is_held: boolean
  /** What is late enough to count, in cents, without payments on their way. */
  late_cents: number
  /** The same with payments on their way: only money that arrived releases. */
  unpaid_cents: number
  /** What was late when the office released it. */
  excused_cents: number
  /** Something is planned that could wait. */
  has_work: boolean
}

export const isHoldOn = ({ hold_after_cents, hold_after_days }: HoldPolicy): boolean =>
  hold_after_cents !== null || hold_after_days !== null

/** Days after the due date from which a bill counts. */
export const holdDays = ({ hold_after_days }: HoldPolicy): number => hold_after_days ?? 1

/** What happens to a customer's work now; null if it stays as it is. */
export function holdChange(facts: HoldFacts): 'hold' | 'release' | null {
  const { is_held, late_cents, unpaid_cents, excused_cents, has_work } = facts
  const least = Math.max(1, facts.hold_after_cents ?? 1)
  if (is_held) return isHoldOn(facts) && unpaid_cents >= least ? null : 'release'
  const isPast = isHoldOn(facts) && late_cents >= least && late_cents > excused_cents
  return isPast && has_work ? 'hold' : null
}

export const holdRules = {
  release: rule(
    refuse(
      'customer_not_held',
      'The visits of this customer are not held.',
      (customer: { is_held: boolean }) => !customer.is_held,
    ),
  ),
}

/** True if a visit waits for its customer's payment: it is still to be done. */
export const isHeldForPayment = (
  visit: { status: string; date: string; customer: { held_since: string | null } },
  today: string,
): boolean =>
  visit.customer.held_since !== null && visit.status === 'scheduled' && visit.date >= today
