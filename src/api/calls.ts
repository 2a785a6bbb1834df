import { admin } from './admin.ts'
import { announcements } from './announcements.ts'
import { billing } from './billing.ts'
import { books } from './books.ts'
import { calendarFeeds } from './calendar-feeds.ts'
import { candidates } from './candidates.ts'
import { cardPage } from './card-page.ts'
import { billReminders } from './bill-reminders.ts'
import { closing } from './closing.ts'
import { completion } from './completion.ts'
import { consents } from './consents.ts'
import { credits } from './credits.ts'
import { payouts } from './payouts.ts'
import { crew } from './crew.ts'
import { crewCommands } from './crew-commands.ts'
import { crewReports } from './crew-reports.ts'
import { extraWork } from './extra-work.ts'
import { customerPage } from './customer-page.ts'
import { customerTable } from './customer-table.ts'
import { customers } from './customers.ts'
import { disputes } from './disputes.ts'
import { dataExports } from './exports.ts'
import { documents } from './documents.ts'
import { files } from './files.ts'
import { finding } from './finding.ts'
import { firstStepCalls } from './first-steps.ts'
import { gateCodes } from './gate-codes.ts'
import { history } from './history.ts'
import { imports } from './imports.ts'
import { inbox } from './inbox.ts'
import { inboxWebhooks } from './inbox-webhooks.ts'
import { invitations } from './invitations.ts'
import { invoices } from './invoices.ts'
import { toBill } from './to-bill.ts'
import { leaving } from './leaving.ts'
import { live } from './live.ts'
import { locations } from './locations.ts'
import { messages } from './messages.ts'
import { miscEvents } from './misc-events.ts'
import { needs } from './needs.ts'
import { newSignups } from './new-signups.ts'
import { onboarding } from './onboarding.ts'
import { organizations } from './organizations.ts'
import { payPage } from './pay-page.ts'
import { payments } from './payments.ts'
import { erasures } from './erasures.ts'
import { people } from './people.ts'
import { platformBilling } from './platform.ts'
import { priceCampaigns } from './price-campaigns.ts'
import { products } from './products.ts'
import { productUpdates } from './product-updates.ts'
import { portal } from './portal.ts'
import { push } from './push.ts'
import { secondFactor } from './second-factor.ts'
import { securityLog } from './security-log.ts'
import { sessions } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { receivables } from './receivables.ts'
import { referrals } from './referrals.ts'
import { refunds } from './refunds.ts'
import { requests } from './requests.ts'
import { sales } from './sales.ts'
import { series } from './series.ts'
import { services } from './services.ts'
import { signup } from './signup.ts'
import { staff } from './staff.ts'
import { taxes } from './taxes.ts'
import { tips } from './tips.ts'
import { teams } from './teams.ts'
import { timeOff } from './time-off.ts'
import { timesheets } from './timesheets.ts'
import { tray } from './tray.ts'
import { visitRequests } from './visit-requests.ts'
import { visits } from './visits.ts'
import { unsubscribe } from './unsubscribe.ts'
import { week } from './week.ts'

/** Every call of the product, merged once; the only list of them. */
export const calls = {
  ...admin,
  ...announcements,
  ...billing,
  ...books,
  ...calendarFeeds,
  ...candidates,
  ...cardPage,
  ...billReminders,
  ...closing,
  ...completion,
  ...consents,
  ...credits,
  ...payouts,
  ...crew,
  ...crewCommands,
  ...crewReports,
  ...extraWork,
  ...customerPage,
  ...customerTable,
  ...customers,
  ...disputes,
  ...refunds,
  ...dataExports,
  ...documents,
  ...files,
  ...finding,
  ...firstStepCalls,
  ...gateCodes,
  ...history,
  ...imports,
  ...inbox,
  ...inboxWebhooks,
  ...invitations,
  ...invoices,
  ...toBill,
  ...leaving,
  ...live,
  ...locations,
  ...messages,
  ...miscEvents,
  ...needs,
  ...newSignups,
  ...onboarding,
  ...organizations,
  ...payPage,
  ...payments,
  ...erasures,
  ...people,
  ...platformBilling,
  ...portal,
  ...priceCampaigns,
  ...products,
  ...productUpdates,
  ...push,
  ...secondFactor,
  ...signIn,
  ...securityLog,
  ...sessions,
  ...receivables,
  ...referrals,
  ...requests,
  ...timeOff,
  ...timesheets,
  ...tray,
  ...sales,
  ...series,
  ...services,
  ...signup,
  ...staff,
  ...taxes,
  ...tips,
  ...teams,
  ...visitRequests,
  ...visits,
  ...unsubscribe,
  ...week,
}
export type Calls = typeof calls
