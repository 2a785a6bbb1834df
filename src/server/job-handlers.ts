import { backUpNightly } from './base/backup/nightly.ts'
import { checkBooks } from './money/books/check.ts'
import { sendAnnouncement } from './flows/announcements/send.ts'
import { reviewHold, reviewHolds } from './money/bill-reminders/hold.ts'
import { addLateFees } from './money/bill-reminders/late-fees.ts'
import { sendStatements } from './money/bill-reminders/statements.ts'
import { remindOfBills } from './money/bill-reminders/remind.ts'
import { askForConsent } from './money/consents/ask.ts'
import { deliveryNeeds } from './delivery.ts'
import { buildExport } from './flows/exports/build.ts'
import { locatePlaces } from './customers/locate.ts'
import { thankReferrer } from './customers/referrals.ts'
import { sendAllDue, sendWhenDue } from './money/invoices/send-due.ts'
import { sendRun } from './money/invoices/send-many.ts'
import { markSent } from './money/invoices/send.ts'
import { askReviews } from './messages/ask-reviews.ts'
import { tellCodeTextsFull } from './messages/account-mail.ts'
import { deliver } from './messages/deliver.ts'
import { onPlatform, system } from './base/db/door.ts'
import { winLeadOf } from './people/leads/write.ts'
import { releaseWaiting } from './messages/write-waiting.ts'
import { sendDigests } from './flows/needs/send-digest.ts'
import { tellAhead } from './money/payments/tell-ahead.ts'
import { pauseWhileClosed } from './money/platform/subscription.ts'
import { tellOwnersAhead } from './money/platform/tell.ts'
import { remindVisits } from './flows/visit-reminders/remind.ts'
import { notifyVisitCompleted } from './messages/notify-completed.ts'
import { runAttempt } from './money/payments/charge.ts'
import { releaseStale } from './money/payments/intents.ts'
import { tellCreditUsed } from './money/crediting/tell-used.ts'
import { detachMethod } from './money/payments/methods.ts'
import { handleProviderEvent } from './money/payments/provider-events.ts'
import { tellCampaign } from './money/price-campaigns/tell.ts'
import { sendProductUpdate } from './flows/product-updates/send.ts'
import { reconcile } from './money/payments/reconcile.ts'
import { tellTooLate } from './schedule/requests/too-late.ts'
import { tellPlan } from './schedule/series/tell-plan.ts'
import { runAutopay } from './money/payments/retry.ts'
import { tellOfSignup, tellOfUnfinishedSignups } from './flows/signup/office.ts'
import { runErasures } from './flows/erasures/run.ts'
import { sweepExpired } from './sweep.ts'
import { endExpiredImpersonations } from './people/impersonation.ts'
import type { JobHandlers } from './base/call.ts'

/**
 * What each job does: one call. A job may run twice (a process dies after the effect), so each must
 * be safe to repeat.
 */
export const jobHandlers: JobHandlers = {
  'charge.attempt': (app, { organization_id, attempt_id }) =>
    runAttempt(app, organization_id, attempt_id),
  'provider.event': (app, event) => handleProviderEvent(app, event),
  'method.detach': (app, { organization_id, payment_method_id }) =>
    detachMethod(app, organization_id, payment_method_id),
  'subscription.pause': (app, { organization_id }) => pauseWhileClosed(app, organization_id),
  'message.send': async (app, { message_id }) => {
    await deliver(app, message_id, deliveryNeeds)
    await markSent(app, message_id)
  },
  'invoice.send': (app, bill) => sendWhenDue(app, bill),
  'intent.release': (app, { organization_id, invoice_id }) =>
    releaseStale(app, organization_id, invoice_id),
  'credit.tell': (app, used) => tellCreditUsed(app, used),
  'invoices.send': (app, run) => sendRun(app, run),
  'invoices.due': (app) => sendAllDue(app),
  'announcement.send': (app, announcement) => sendAnnouncement(app, announcement),
  'product-update.send': (app, update) => sendProductUpdate(app, update),
  'campaign.tell': (app, campaign) => tellCampaign(app, campaign),
  'completion.tell': async (app, visit) => {
    await notifyVisitCompleted(app, visit)
    await thankReferrer(app, visit)
  },
  'request.tell': (app, request) => tellTooLate(app, request),
  'plan.tell': (app, plan) => tellPlan(app, plan),
  'signup.tell': (app, finished) => tellOfSignup(app, finished),
  'code-texts.full': (app, business) => tellCodeTextsFull(app, business),
  'mailbox.proven': async (app, who) => {
    await onPlatform(app.store, system, (tx) => winLeadOf(tx, who.person_id))
    await releaseWaiting(app, who)
  },
  'signups.unfinished': (app) => tellOfUnfinishedSignups(app),
  'digest.send': (app) => sendDigests(app),
  'money.ahead': (app) => tellAhead(app),
  'statements.send': (app, statements) => sendStatements(app, statements),
  'export.build': (app, wanted) => buildExport(app, wanted),
  'hold.review': (app, held) => reviewHold(app, held),
  'holds.review': (app) => reviewHolds(app),
  'bills.remind': (app) => remindOfBills(app),
  'late-fees.add': (app) => addLateFees(app),
  'trials.ending': (app) => tellOwnersAhead(app),
  'consents.ask': (app) => askForConsent(app),
  'reviews.ask': (app) => askReviews(app),
  'reminders.send': (app) => remindVisits(app),
  reconcile: (app) => reconcile(app),
  'autopay.retry': (app) => runAutopay(app),
  'books.check': (app) => checkBooks(app),
  'backup.make': (app) => backUpNightly(app),
  'erasures.run': (app) => runErasures(app),
  'places.locate': (app) => locatePlaces(app),
  'sweep.expired': async (app) => {
    await sweepExpired(app)
    await endExpiredImpersonations(app)
  },
}
