import { z } from 'zod'
import { LocalDateText, Moment } from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { lineTooHigh, lineTotal, Quantity } from '../money/invoice-lines.ts'
import { Cents, maxCents, PriceCents } from '../base/money.ts'
import { refuse, rule } from '../base/rule.ts'
import { tooLong } from '../base/text.ts'

const descriptionMax = 200
export const extraNoteMax = 500
const Description = z
  .string('Say what was done.')
  .trim()
  .min(1, 'Say what was done.')
  .max(descriptionMax, tooLong(descriptionMax))

/** What a crew says of work the customer asked for at the door. */
export const Extra = z.object({
  /** Null for work that is on no list. */
  service_id: Id.nullish(),
  description: Description,
  quantity: Quantity,
})
export type Extra = z.infer<typeof Extra>

const extraStates = ['waiting', 'confirmed', 'rejected'] as const

/** Extra work as its visit shows it. */
export const VisitExtra = z.object({
  id: Id,
  description: z.string(),
  quantity: z.number(),
  note: z.string().nullable(),
  by: z.string().nullable(),
  at: Moment,
  /** What the office made of it. */
  state: z.enum(extraStates),
  /** Why it is not billed; the crew reads it. */
  reason: z.string().nullable(),
})
export type VisitExtra = z.infer<typeof VisitExtra>

/** Extra work that waits for the office. */
export const ExtraWork = VisitExtra.omit({ reason: true, state: true }).extend({
  done_on: LocalDateText,
  team_name: z.string().nullable(),
  customer_id: Id,
  customer_name: z.string().nullable(),
  /** What its visit is for. */
  visit_service: z.string().nullable(),
  /** The price of the list, or the one confirmed; null: none yet. */
  unit_price_cents: Cents.nullable(),
  /** It was confirmed, but its visit did not bring it onto a bill. */
  is_left: z.boolean(),
  /** The visit is still to be completed: its bill follows. */
  visit_open: z.boolean(),
})
export type ExtraWork = z.infer<typeof ExtraWork>

/** What the office confirms. */
export const ExtraPrice = z
  .object({
    description: Description,
    quantity: Quantity,
    unit_price_cents: PriceCents.min(1, 'Enter a price, or reject it.'),
  })
  .refine((line) => lineTotal(line.quantity, line.unit_price_cents) <= maxCents, {
    path: ['unit_price_cents'],
    message: lineTooHigh,
  })
export type ExtraPrice = z.infer<typeof ExtraPrice>

/** A service a crew can name at a stop. */
export const OfferedService = z.object({
  id: Id,
  name: z.string(),
  /** Null where crews see no prices. */
  price_cents: Cents.nullable(),
})
export type OfferedService = z.infer<typeof OfferedService>

type ExtraFacts = { is_settled: boolean }
const settled = refuse(
  'extra_settled',
  'Someone already took care of this.',
  ({ is_settled }: ExtraFacts) => is_settled,
)
export const extraRules = { confirm: rule(settled), reject: rule(settled) }
