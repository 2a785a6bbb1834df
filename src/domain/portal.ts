import { z } from 'zod'
import { CustomerStatus, type CustomerFacts } from './customer.ts'
import { LocalDateText } from './dates.ts'
import { refuse, rule } from './rule.ts'

/** A customer's standing with an organization, for the customer's own pages. */
export const Standing = z.object({
  status: CustomerStatus,
  /** Start of a current or upcoming pause. */
  paused_from: LocalDateText.nullable(),
  /** Null until a date is set for resuming. */
  resume_on: LocalDateText.nullable(),
})
export type Standing = z.infer<typeof Standing>

export const portalRules = {
  /**
   * Any change a customer makes to their service. Paying and withdrawing requests stay possible.
   */
  act: rule(
    refuse(
      'account_closed',
      'Your account here is closed. You can still see your history and pay your invoices.',
      (customer: CustomerFacts) => customer.status === 'archived',
    ),
  ),
}

export const locationRules = {
  remove: rule(
    refuse(
      'location_in_use',
      'Services are scheduled at this address.',
      (place: { in_use: boolean }) => place.in_use,
    ),
  ),
}
/** The most addresses a customer can have. */
export const locationLimit = 20
