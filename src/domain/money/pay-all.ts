import { z } from 'zod'
import { Id } from '../base/id.ts'
import { SumCents } from '../base/money.ts'
import { refuse, rule } from '../base/rule.ts'

/** What a customer owes on several invoices, and may pay with one press. */
export const PayAll = z.object({
  invoices: z.int(),
  total_cents: SumCents,
  /** How many are being paid at the moment. */
  underway: z.int(),
  underway_cents: SumCents,
  /** Open invoices whose last charge was not taken. */
  failed: z.array(
    z.object({
      invoice_id: Id,
      number: z.int().nullable(),
      number_prefix: z.string(),
      balance_cents: SumCents,
      sentence: z.string().nullable(),
    }),
  ),
})
export type PayAll = z.infer<typeof PayAll>

type Facts = { invoices: number; total_cents: number; seen_cents: number }

export const payAllRules = {
  pay: rule<Facts>(
    refuse('nothing_to_pay', 'There is nothing left to pay.', (f: Facts) => f.invoices === 0),
    refuse(
      'amount_changed',
      'What you owe has changed. Look at the new amount and try again.',
      (f: Facts) => f.total_cents !== f.seen_cents,
    ),
  ),
}
