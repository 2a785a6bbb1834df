import type { LocalDate } from '../base/dates.ts'
import type { ProductApplication } from './product.ts'
import { refuse, rule } from '../base/rule.ts'

export const voidReasonMax = 200

type VoidFacts = Pick<ProductApplication, 'void_reason' | 'applied_on'> & {
  /** If a crew voids it: whether it is their own, and the day. Null: the office does. */
  crew: { is_own: boolean; on: LocalDate } | null
}
/** Who may void a record: the office any, a crew its own on the same day. */
export const applicationRules = {
  void: rule<VoidFacts>(
    refuse(
      'application_voided',
      'Somebody has voided this already.',
      ({ void_reason }) => void_reason !== null,
    ),
    refuse(
      'application_not_own',
      'Only the office can void what somebody else recorded.',
      ({ crew }) => crew !== null && !crew.is_own,
    ),
    refuse(
      'application_too_old',
      'This is from an earlier day: only the office can void it.',
      ({ crew, applied_on }) => crew !== null && crew.on !== applied_on,
    ),
  ),
}
