import type { Calls } from '../api/calls.ts'
import type { Handlers } from './call.ts'
import { adminHandlers } from './admin/calls.ts'
import { announcementHandlers } from './announcements/calls.ts'
import { calendarFeedHandlers } from './calendar-feeds/calls.ts'
import { cardPageHandlers } from './card-page/calls.ts'
import { chasingHandlers } from './chasing/calls.ts'
import { closingHandlers } from './closing/calls.ts'
import { consentHandlers } from './consents/calls.ts'
import { creditHandlers } from './crediting/calls.ts'
import { payoutHandlers } from './payouts/calls.ts'
import { crewHandlers } from './crew/calls.ts'
import { crewCommandHandlers } from './crew-commands/calls.ts'
import { crewReportHandlers } from './crew-reports/calls.ts'
import { extraWorkHandlers } from './extra-work/calls.ts'
import { customerPageHandlers } from './customer-page/calls.ts'
import { findingHandlers } from './customers/find-calls.ts'
import { customerHandlers } from './customers/calls.ts'
import { customerTableHandlers } from './customers/table-calls.ts'
import { locationHandlers } from './customers/location-calls.ts'
import { documentHandlers } from './documents/calls.ts'
import { exportHandlers } from './exports/calls.ts'
import { fileHandlers } from './files/calls.ts'
import { gateCodeHandlers } from './gate-codes/calls.ts'
import { historyHandlers } from './history/calls.ts'
import { importHandlers } from './imports/calls.ts'
import { inboxHandlers } from './inbox/calls.ts'
import { inboxWebhookHandlers } from './inbox/webhooks.ts'
import { invitationHandlers } from './invitations/calls.ts'
import { invoiceHandlers } from './invoices/calls.ts'
import { toBillHandlers } from './invoices/to-bill-calls.ts'
import { leavingHandlers } from './leaving/calls.ts'
import { salesHandlers } from './leads/calls.ts'
import { liveHandlers } from './live/calls.ts'
import { needHandlers } from './needs/calls.ts'
import { onboardingHandlers } from './onboarding/calls.ts'
import { firstStepHandlers } from './organizations/first-steps.ts'
import { organizationHandlers } from './organizations/calls.ts'
import { payPageHandlers } from './pay-page/calls.ts'
import { bookHandlers } from './books/calls.ts'
import { paymentHandlers } from './payments/calls.ts'
import { disputeHandlers } from './payments/dispute-calls.ts'
import { refundHandlers } from './payments/refund-calls.ts'
import { billingHandlers } from './billing/calls.ts'
import { platformBillingHandlers } from './platform/calls.ts'
import { erasureHandlers } from './erasures/calls.ts'
import { peopleHandlers } from './people/calls.ts'
import { priceCampaignHandlers } from './price-campaigns/calls.ts'
import { productHandlers } from './products/calls.ts'
import { productUpdateHandlers } from './product-updates/calls.ts'
import { portalHandlers } from './portal/calls.ts'
import { pushHandlers } from './push/calls.ts'
import { secondFactorHandlers } from './second-factor/calls.ts'
import { signInHandlers } from './second-factor/sign-in-calls.ts'
import { securityLogHandlers } from './security/calls.ts'
import { sessionHandlers } from './sessions/calls.ts'
import { receivableHandlers } from './documents/receivable-calls.ts'
import { referralHandlers } from './customers/referrals.ts'
import { requestHandlers } from './requests/calls.ts'
import { visitRequestHandlers } from './visit-requests/calls.ts'
import { visitHandlers } from './visits/calls.ts'
import { seriesHandlers } from './series/calls.ts'
import { completionHandlers } from './completion/calls.ts'
import { candidateHandlers } from './customers/candidates.ts'
import { messageHandlers } from './messages/calls.ts'
import { miscEventHandlers } from './misc-events/calls.ts'
import { weekHandlers } from './week/calls.ts'
import { timeOffHandlers } from './time-off/calls.ts'
import { timesheetHandlers } from './timesheets/calls.ts'
import { trayHandlers } from './tray/calls.ts'
import { serviceHandlers } from './services/calls.ts'
import { newSignupHandlers } from './signup/office.ts'
import { signupHandlers } from './signup/calls.ts'
import { staffHandlers } from './staff/calls.ts'
import { taxHandlers } from './tax/calls.ts'
import { tipHandlers } from './tips/calls.ts'
import { teamHandlers } from './teams/calls.ts'
import { unsubscribeHandlers } from './unsubscribe/calls.ts'

/** One handler per declared call; a missing one does not compile. */
export const handlers: Handlers<Calls> = {
  ...adminHandlers,
  ...announcementHandlers,
  ...billingHandlers,
  ...candidateHandlers,
  ...calendarFeedHandlers,
  ...cardPageHandlers,
  ...chasingHandlers,
  ...closingHandlers,
  ...completionHandlers,
  ...consentHandlers,
  ...creditHandlers,
  ...payoutHandlers,
  ...crewHandlers,
  ...crewCommandHandlers,
  ...crewReportHandlers,
  ...extraWorkHandlers,
  ...customerPageHandlers,
  ...customerTableHandlers,
  ...customerHandlers,
  ...findingHandlers,
  ...locationHandlers,
  ...documentHandlers,
  ...exportHandlers,
  ...fileHandlers,
  ...firstStepHandlers,
  ...gateCodeHandlers,
  ...historyHandlers,
  ...importHandlers,
  ...inboxHandlers,
  ...inboxWebhookHandlers,
  ...invitationHandlers,
  ...invoiceHandlers,
  ...toBillHandlers,
  ...leavingHandlers,
  ...liveHandlers,
  ...messageHandlers,
  ...miscEventHandlers,
  ...needHandlers,
  ...newSignupHandlers,
  ...onboardingHandlers,
  ...organizationHandlers,
  ...payPageHandlers,
  ...bookHandlers,
  ...disputeHandlers,
  ...refundHandlers,
  ...paymentHandlers,
  ...erasureHandlers,
  ...peopleHandlers,
  ...platformBillingHandlers,
  ...portalHandlers,
  ...priceCampaignHandlers,
  ...productHandlers,
  ...productUpdateHandlers,
  ...pushHandlers,
  ...secondFactorHandlers,
  ...signInHandlers,
  ...securityLogHandlers,
  ...sessionHandlers,
  ...receivableHandlers,
  ...referralHandlers,
  ...requestHandlers,
  ...timeOffHandlers,
  ...timesheetHandlers,
  ...trayHandlers,
  ...salesHandlers,
  ...seriesHandlers,
  ...serviceHandlers,
  ...signupHandlers,
  ...staffHandlers,
  ...taxHandlers,
  ...tipHandlers,
  ...teamHandlers,
  ...unsubscribeHandlers,
  ...visitRequestHandlers,
  ...visitHandlers,
  ...weekHandlers,
}
