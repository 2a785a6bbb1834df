import { z } from 'zod'
import { CustomerStatus, type CustomerFacts } from './customer.ts'
import { LocalDateText } from './dates.ts'
import { refuse, rule } from './rule.ts'

/** How an organization has a customer, as the customer's own pages need it. */
export const Standing = z.object({
  status: CustomerStatus,
  /** Of a pause under way or to come. */
  paused_from: LocalDateText.nullable(),
  /** Null while nobody has said when work goes on. */
  resume_on: LocalDateText.nullable(),
})
export type Standing = z.infer<typeof Standing>

export const portalRules = {
  /** Anything by which a customer changes what is done for them. Paying, and taking something back, stays open. */
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
/** How many addresses a customer keeps at most. */
export const locationLimit = 20
