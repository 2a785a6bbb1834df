import { refuse, rule } from '../base/rule.ts'

/** Days in which somebody can change their mind. */
export const graceDays = 14

type Facts = { owns: boolean; platform: boolean; open_bills: number }

export const erasureRules = {
  /** Asks for the deletion of one's personal data. */
  ask: rule(
    refuse(
      'owns_business',
      'You own a business here. Hand it over first, or ask support to close it.',
      ({ owns }: Facts) => owns,
    ),
    refuse(
      'platform_staff',
      'Platform staff end their access with an administrator.',
      ({ platform }: Facts) => platform,
    ),
    refuse(
      'bills_open',
      'There are invoices to pay first. Then your data can be deleted.',
      ({ open_bills }: Facts) => open_bills > 0,
    ),
  ),
}
