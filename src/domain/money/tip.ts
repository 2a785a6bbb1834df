/** What the pay page suggests, in percent of the work. */
export const tipPercents = [10, 15, 20] as const

/** A suggested tip in cents, rounded to whole cents. */
export const tipOf = (percent: number, work_cents: number): number =>
  Math.round((work_cents * percent) / 100)

/** The highest tip accepted as meant: as much as the bill, or $100. A higher one is a typing error. */
export const mostTip = (balance_cents: number): number => Math.max(balance_cents, 10_000)

/**
 * What of the next `cents` that a payment gives back is its tip, after `before` was given back: the
 * work comes first.
 */
export function tipGivenBack(
  payment: { amount_cents: number; tip_cents: number },
  before: number,
  cents: number,
): number {
  const work = payment.amount_cents - payment.tip_cents
  const beyond = (sum: number) => Math.max(0, sum - work)
  return (
    Math.min(payment.tip_cents, beyond(before + cents)) -
    Math.min(payment.tip_cents, beyond(before))
  )
}
