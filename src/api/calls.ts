import { announcements } from './announcements.ts'
import { billing } from './billing.ts'
import { candidates } from './candidates.ts'
import { completion } from './completion.ts'
import { crew } from './crew.ts'
import { customers } from './customers.ts'
import { inbox } from './inbox.ts'
import { inboxWebhooks } from './inbox-webhooks.ts'
import { invitations } from './invitations.ts'
import { invoices } from './invoices.ts'
import { leaving } from './leaving.ts'
import { live } from './live.ts'
import { messages } from './messages.ts'
import { miscEvents } from './misc-events.ts'
import { newSignups } from './new-signups.ts'
import { onboarding } from './onboarding.ts'
import { organizations } from './organizations.ts'
import { payPage } from './pay-page.ts'
import { payments } from './payments.ts'
import { people } from './people.ts'
import { platformBilling } from './platform.ts'
import { portal } from './portal.ts'
import { push } from './push.ts'
import { referrals } from './referrals.ts'
import { requests } from './requests.ts'
import { series } from './series.ts'
import { services } from './services.ts'
import { signup } from './signup.ts'
import { teams } from './teams.ts'
import { tray } from './tray.ts'
import { visits } from './visits.ts'
import { unsubscribe } from './unsubscribe.ts'
import { week } from './week.ts'

/** Every call of the product, merged once; the only list of them. */
export const calls = {
  ...announcements,
  ...billing,
  ...candidates,
  ...completion,
  ...crew,
  ...customers,
  ...inbox,
  ...inboxWebhooks,
  ...invitations,
  ...invoices,
  ...leaving,
  ...live,
  ...messages,
  ...miscEvents,
  ...newSignups,
  ...onboarding,
  ...organizations,
  ...payPage,
  ...payments,
  ...people,
  ...platformBilling,
  ...portal,
  ...push,
  ...referrals,
  ...requests,
  ...tray,
  ...series,
  ...services,
  ...signup,
  ...teams,
  ...visits,
  ...unsubscribe,
  ...week,
}
export type Calls = typeof calls
