import type { Calls } from '../api/calls.ts'
import type { Handlers } from './base/call.ts'
import { adminHandlers } from './flows/admin/calls.ts'
import { announcementHandlers } from './flows/announcements/calls.ts'
import { calendarFeedHandlers } from './customers/calendar-feeds/calls.ts'
import { cardPageHandlers } from './flows/card-page/calls.ts'
import { billReminderHandlers } from './money/bill-reminders/calls.ts'
import { closingHandlers } from './flows/closing/calls.ts'
import { consentHandlers } from './money/consents/calls.ts'
import { creditHandlers } from './money/crediting/calls.ts'
import { payoutHandlers } from './money/payouts/calls.ts'
import { crewHandlers } from './flows/crew/calls.ts'
import { crewCommandHandlers } from './flows/crew-commands/calls.ts'
import { crewReportHandlers } from './flows/crew-reports/calls.ts'
import { extraWorkHandlers } from './flows/extra-work/calls.ts'
import { customerPageHandlers } from './flows/customer-page/calls.ts'
import {
  findingHandlers,
  customerHandlers,
  customerTableHandlers,
  locationHandlers,
} from './customers/calls.ts'
import { documentHandlers, receivableHandlers } from './money/documents/calls.ts'
import { exportHandlers } from './flows/exports/calls.ts'
import { fileHandlers } from './flows/files/calls.ts'
import { gateCodeHandlers } from './flows/gate-codes/calls.ts'
import { historyHandlers } from './base/history/calls.ts'
import { importHandlers } from './flows/imports/calls.ts'
import { inboxHandlers } from './flows/inbox/calls.ts'
import { inboxWebhookHandlers } from './flows/inbox/webhooks.ts'
import { invitationHandlers } from './people/invitations/calls.ts'
import { invoiceHandlers, toBillHandlers } from './money/invoices/calls.ts'
import { leavingHandlers } from './customers/leaving/calls.ts'
import { salesHandlers } from './people/leads/calls.ts'
import { liveHandlers } from './base/live/calls.ts'
import { needHandlers } from './flows/needs/calls.ts'
import { onboardingHandlers } from './flows/onboarding/calls.ts'
import { firstStepHandlers, organizationHandlers } from './base/organizations/calls.ts'
import { payPageHandlers } from './flows/pay-page/calls.ts'
import { bookHandlers } from './money/books/calls.ts'
import { paymentHandlers, disputeHandlers, refundHandlers } from './money/payments/calls.ts'
import { billingHandlers } from './money/billing/calls.ts'
import { platformBillingHandlers } from './money/platform/calls.ts'
import { erasureHandlers } from './flows/erasures/calls.ts'
import { peopleHandlers } from './people/calls.ts'
import { priceCampaignHandlers } from './money/price-campaigns/calls.ts'
import { productHandlers } from './flows/products/calls.ts'
import { productUpdateHandlers } from './flows/product-updates/calls.ts'
import { portalHandlers } from './flows/portal/calls.ts'
import { pushHandlers } from './messages/push/calls.ts'
import { secondFactorHandlers, signInHandlers } from './people/second-factor/calls.ts'
import { securityLogHandlers } from './base/security/calls.ts'
import { sessionHandlers } from './people/sessions/calls.ts'
import { referralHandlers } from './customers/referrals.ts'
import { requestHandlers } from './schedule/requests/calls.ts'
import { visitRequestHandlers } from './schedule/visit-requests/calls.ts'
import { visitHandlers } from './schedule/visits/calls.ts'
import { seriesHandlers } from './schedule/series/calls.ts'
import { completionHandlers } from './flows/completion/calls.ts'
import { candidateHandlers } from './customers/candidates.ts'
import { messageHandlers } from './messages/calls.ts'
import { miscEventHandlers } from './schedule/misc-events/calls.ts'
import { weekHandlers } from './schedule/week/calls.ts'
import { timeOffHandlers } from './people/time-off/calls.ts'
import { timesheetHandlers } from './people/timesheets/calls.ts'
import { trayHandlers } from './schedule/tray/calls.ts'
import { serviceHandlers } from './base/services/calls.ts'
import { newSignupHandlers } from './flows/signup/office.ts'
import { signupHandlers } from './flows/signup/calls.ts'
import { staffHandlers } from './people/staff/calls.ts'
import { taxHandlers } from './money/tax/calls.ts'
import { tipHandlers } from './money/tips/calls.ts'
import { teamHandlers } from './people/teams/calls.ts'
import { unsubscribeHandlers } from './flows/unsubscribe/calls.ts'

/** One handler per declared call; a missing one does not compile. */
export const handlers: Handlers<Calls> = {
  ...adminHandlers,
  ...announcementHandlers,
  ...billingHandlers,
  ...candidateHandlers,
  ...calendarFeedHandlers,
  ...cardPageHandlers,
  ...billReminderHandlers,
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
