import { admin } from './admin.ts'
import { announcements } from './announcements.ts'
import { billing } from './billing.ts'
import { books } from './books.ts'
import { candidates } from './candidates.ts'
import { cardPage } from './card-page.ts'
import { chasing } from './chasing.ts'
import { closing } from './closing.ts'
import { completion } from './completion.ts'
import { consents } from './consents.ts'
import { credits } from './credits.ts'
import { crew } from './crew.ts'
import { crewCommands } from './crew-commands.ts'
import { crewReports } from './crew-reports.ts'
import { customers } from './customers.ts'
import { disputes } from './disputes.ts'
import { documents } from './documents.ts'
import { history } from './history.ts'
import { imports } from './imports.ts'
import { inbox } from './inbox.ts'
import { inboxWebhooks } from './inbox-webhooks.ts'
import { invitations } from './invitations.ts'
import { invoices } from './invoices.ts'
import { toBill } from './to-bill.ts'
import { leaving } from './leaving.ts'
import { live } from './live.ts'
import { messages } from './messages.ts'
import { miscEvents } from './misc-events.ts'
import { needs } from './needs.ts'
import { newSignups } from './new-signups.ts'
import { onboarding } from './onboarding.ts'
import { organizations } from './organizations.ts'
import { payPage } from './pay-page.ts'
import { payments } from './payments.ts'
import { people } from './people.ts'
import { platformBilling } from './platform.ts'
import { portal } from './portal.ts'
import { push } from './push.ts'
import { secondFactor } from './second-factor.ts'
import { sessions } from './sessions.ts'
import { receivables } from './receivables.ts'
import { referrals } from './referrals.ts'
import { requests } from './requests.ts'
import { sales } from './sales.ts'
import { series } from './series.ts'
import { services } from './services.ts'
import { signup } from './signup.ts'
import { staff } from './staff.ts'
import { taxes } from './taxes.ts'
import { teams } from './teams.ts'
import { timesheets } from './timesheets.ts'
import { tray } from './tray.ts'
import { visits } from './visits.ts'
import { unsubscribe } from './unsubscribe.ts'
import { week } from './week.ts'

/** Every call of the product, merged once; the only list of them. */
export const calls = {
  ...admin,
  ...announcements,
  ...billing,
  ...books,
  ...candidates,
  ...cardPage,
  ...chasing,
  ...closing,
  ...completion,
  ...consents,
  ...credits,
  ...crew,
  ...crewCommands,
  ...crewReports,
  ...customers,
  ...disputes,
  ...documents,
  ...history,
  ...imports,
  ...inbox,
  ...inboxWebhooks,
  ...invitations,
  ...invoices,
  ...toBill,
  ...leaving,
  ...live,
  ...messages,
  ...miscEvents,
  ...needs,
  ...newSignups,
  ...onboarding,
  ...organizations,
  ...payPage,
  ...payments,
  ...people,
  ...platformBilling,
  ...portal,
  ...push,
  ...secondFactor,
  ...sessions,
  ...receivables,
  ...referrals,
  ...requests,
  ...timesheets,
  ...tray,
  ...sales,
  ...series,
  ...services,
  ...signup,
  ...staff,
  ...taxes,
  ...teams,
  ...visits,
  ...unsubscribe,
  ...week,
}
export type Calls = typeof calls
