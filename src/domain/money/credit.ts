import { z } from 'zod'
import { Moment } from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { maxCents, SumCents } from '../base/money.ts'
import { manualPaymentKinds } from './payment.ts'
import { refuse, rule } from '../base/rule.ts'
import { tooLong } from '../base/text.ts'

/** How the business paid a credit back, and a note for its team. */
export const PayBack = z.object({
  method: z.enum(manualPaymentKinds),
  note: z.string().trim().min(1, 'Enter a note').max(500, tooLong(500)).optional(),
})
export type PayBack = z.infer<typeof PayBack>

/** What of a credit the business paid back to its customer, as it is on record. */
const PaidBack = z.object({
  amount_cents: SumCents,
  method: PayBack.shape.method,
  note: z.string().nullable(),
  by_name: z.string().nullable(),
  at: Moment,
})

/** Money that the office gave a customer, or that they paid in; it pays what they owe, then their next invoices. */
export const Credit = z.object({
  id: Id,
  amount_cents: SumCents,
  /** What of it pays invoices, or was paid back. */
  used_cents: SumCents,
  /** What of it the business paid back to the customer by hand. */
  paid_back_cents: SumCents,
  reason: z.string(),
  given_by_name: z.string().nullable(),
  given_at: Moment,
  taken_back_at: Moment.nullable(),
  /** The customer's own money: they paid more than they owed, or a refund could not be delivered. */
  paid_in: z.boolean(),
  /** The records behind `paid_back_cents`, oldest first. */
  paybacks: z.array(PaidBack),
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

type CreditFacts = Pick<
  Credit,
  'amount_cents' | 'used_cents' | 'paid_back_cents' | 'taken_back_at' | 'paid_in'
>
const isTakenBack = refuse(
  'credit_taken_back',
  'This credit was taken back.',
  (credit: CreditFacts) => credit.taken_back_at !== null,
)

export const creditRules = {
  takeBack: rule<CreditFacts>(
    isTakenBack,
    refuse(
      'credit_paid_back',
      'This credit was paid back to the customer.',
      (credit: CreditFacts) => credit.paid_back_cents > 0,
    ),
    refuse(
      'credit_paid_in',
      'This is the customer’s own money. If their payment was a mistake, undo the payment instead.',
      (credit: CreditFacts) => credit.paid_in,
    ),
    refuse(
      'credit_used',
      'This credit already pays an invoice. Take it off there first.',
      (credit: CreditFacts) => credit.used_cents > 0,
    ),
  ),
  /** What is left of it, to the customer whose money it is. */
  payBack: rule<CreditFacts>(
    isTakenBack,
    refuse(
      'credit_given',
      'You gave this credit. Only the customer’s own money can be paid back.',
      (credit: CreditFacts) => !credit.paid_in,
    ),
    refuse(
      'credit_spent',
      'There is nothing left of this credit.',
      (credit: CreditFacts) => creditLeft(credit) === 0,
    ),
  ),
  undoPayBack: rule<Pick<CreditFacts, 'paid_back_cents'>>(
    refuse(
      'credit_not_paid_back',
      'None of this credit was paid back.',
      (credit: Pick<CreditFacts, 'paid_back_cents'>) => credit.paid_back_cents === 0,
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
