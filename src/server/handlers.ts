import type { Calls } from '../api/calls.ts'
import type { Handlers } from './call.ts'
import { crewHandlers } from './crew.ts'
import { customerHandlers } from './customers.ts'
import { invitationHandlers } from './invitations.ts'
import { invoiceHandlers } from './invoices.ts'
import { leavingHandlers } from './leaving.ts'
import { liveHandlers } from './live.ts'
import { onboardingHandlers } from './onboarding.ts'
import { organizationHandlers } from './organizations.ts'
import { paymentHandlers } from './payments.ts'
import { billingHandlers } from './payments/billing.ts'
import { platformBillingHandlers } from './payments/platform.ts'
import { peopleHandlers } from './people.ts'
import { portalHandlers } from './portal.ts'
import { referralHandlers } from './referrals.ts'
import { requestHandlers } from './requests.ts'
import { scheduleHandlers } from './schedule.ts'
import { schedulePackedHandlers } from './schedule/read-week.ts'
import { trayHandlers } from './schedule/tray.ts'
import { serviceHandlers } from './services.ts'
import { signupHandlers } from './signup.ts'
import { teamHandlers } from './teams.ts'

/** One handler for each declared call; a call without one does not compile. */
export const handlers: Handlers<Calls> = {
  ...billingHandlers,
  ...crewHandlers,
  ...customerHandlers,
  ...invitationHandlers,
  ...invoiceHandlers,
  ...leavingHandlers,
  ...liveHandlers,
  ...onboardingHandlers,
  ...organizationHandlers,
  ...paymentHandlers,
  ...peopleHandlers,
  ...platformBillingHandlers,
  ...portalHandlers,
  ...referralHandlers,
  ...requestHandlers,
  ...scheduleHandlers,
  ...schedulePackedHandlers,
  ...trayHandlers,
  ...serviceHandlers,
  ...signupHandlers,
  ...teamHandlers,
}
