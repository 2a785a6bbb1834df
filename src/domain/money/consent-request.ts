import { z } from 'zod'
import { Brand } from '../base/brand.ts'
import { Moment } from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { Cents } from '../base/money.ts'
import { ShownCard } from './payment.ts'
import { refuse, rule } from '../base/rule.ts'

/** `overtaken`: prices changed again, or autopay ended, before there was an answer. */
const requestAnswers = ['agreed', 'declined', 'overtaken'] as const
const RequestAnswer = z.enum(requestAnswers)

/** What a customer is asked: to agree to automatic charges of more for one visit. */
export const ConsentRequest = z.object({
  organization_name: z.string(),
  organization_logo: Brand.shape.logo,
  customer_name: z.string().nullable(),
  old_cap_cents: Cents,
  new_cap_cents: Cents,
  /** The planned work above the old limit, dearest first. */
  work: z.array(z.object({ service: z.string(), price_cents: Cents })),
  card: ShownCard.nullable(),
  answer: RequestAnswer.nullable(),
})
export type ConsentRequest = z.infer<typeof ConsentRequest>

/** The same for the office: who has not agreed yet, or said no. */
export const AskedCustomer = z.object({
  id: Id,
  customer_id: Id,
  customer_name: z.string().nullable(),
  old_cap_cents: Cents,
  new_cap_cents: Cents,
  asked_at: Moment,
  answer: RequestAnswer.nullable(),
})
export type AskedCustomer = z.infer<typeof AskedCustomer>

export const AnswerInput = z.object({
  agree: z.boolean(),
  /** The text shown next to the button; kept as evidence. */
  text: z.string().max(5000).optional(),
})
export type AnswerInput = z.infer<typeof AnswerInput>

type RequestFacts = { answer: z.infer<typeof RequestAnswer> | null }
export const requestRules = {
  answer: rule(
    refuse(
      'request_answered',
      'This has been answered already.',
      (one: RequestFacts) => one.answer === 'agreed' || one.answer === 'declined',
    ),
    refuse(
      'request_overtaken',
      'This question is out of date. If there is a new one, you got a link to it.',
      (one: RequestFacts) => one.answer === 'overtaken',
    ),
  ),
}
