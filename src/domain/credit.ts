import { z } from 'zod'
import { Moment } from './dates.ts'
import { Id } from './id.ts'
import { maxCents, SumCents } from './money.ts'
import { refuse, rule } from './rule.ts'
import { tooLong } from './text.ts'

/** Money that the office gave a customer, or that they paid in; it pays their next invoices. */
export const Credit = z.object({
  id: Id,
  amount_cents: SumCents,
  /** What of it pays invoices. */
  used_cents: SumCents,
  reason: z.string(),
  given_by_name: z.string().nullable(),
  given_at: Moment,
  taken_back_at: Moment.nullable(),
  /** The customer's own money: they paid more than they owed, or a refund could not be delivered. */
  paid_in: z.boolean(),
})
export type Credit = z.infer<typeof Credit>

export const NewCredit = z.object({
  amount_cents: z
    .int('Enter an amount like 20.00')
    .min(1, 'Enter an amount like 20.00')
    .max(maxCents, 'This amount is too high.'),
  reason: z.string().trim().min(1, 'Enter a reason').max(500, tooLong(500)),
})
export type NewCredit = z.infer<typeof NewCredit>

type CreditFacts = Pick<Credit, 'used_cents' | 'taken_back_at' | 'paid_in'>

export const creditRules = {
  takeBack: rule<CreditFacts>(
    refuse(
      'credit_taken_back',
      'This credit was taken back.',
      (credit: CreditFacts) => credit.taken_back_at !== null,
    ),
    refuse(
      'credit_used',
      'This credit already pays an invoice.',
      (credit: CreditFacts) => credit.used_cents > 0,
    ),
    refuse(
      'credit_paid_in',
      'This is the customer’s own money. If their payment was a mistake, take that back instead.',
      (credit: CreditFacts) => credit.paid_in,
    ),
  ),
}

/** What is left of it. */
export const creditLeft = ({
  amount_cents,
  used_cents,
  taken_back_at,
}: Pick<Credit, 'amount_cents' | 'used_cents' | 'taken_back_at'>): number =>
  taken_back_at === null ? amount_cents - used_cents : 0
