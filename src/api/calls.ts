import { billing } from './billing.ts'
import { crew } from './crew.ts'
import { customers } from './customers.ts'
import { invitations } from './invitations.ts'
import { invoices } from './invoices.ts'
import { leaving } from './leaving.ts'
import { live } from './live.ts'
import { onboarding } from './onboarding.ts'
import { organizations } from './organizations.ts'
import { payments } from './payments.ts'
import { people } from './people.ts'
import { platformBilling } from './platform.ts'
import { portal } from './portal.ts'
import { referrals } from './referrals.ts'
import { requests } from './requests.ts'
import { schedulePacked } from './schedule-packed.ts'
import { schedule } from './schedule.ts'
import { series } from './series.ts'
import { services } from './services.ts'
import { signup } from './signup.ts'
import { teams } from './teams.ts'
import { tray } from './tray.ts'

/** Every call of the product, merged once; the only list of them. */
export const calls = {
  ...billing,
  ...crew,
  ...customers,
  ...invitations,
  ...invoices,
  ...leaving,
  ...live,
  ...onboarding,
  ...organizations,
  ...payments,
  ...people,
  ...platformBilling,
  ...portal,
  ...referrals,
  ...requests,
  ...schedule,
  ...schedulePacked,
  ...tray,
  ...series,
  ...services,
  ...signup,
  ...teams,
}
export type Calls = typeof calls
