import { checkBooks } from './books/check.ts'
import { sendAnnouncement } from './announcements/send.ts'
import { reviewHold, reviewHolds } from './chasing/hold.ts'
import { addLateFees } from './chasing/late-fees.ts'
import { sendStatements } from './chasing/statements.ts'
import { remindOfBills } from './chasing/remind.ts'
import { askForConsent } from './consents/ask.ts'
import { buildExport } from './exports/build.ts'
import { locatePlaces } from './customers/locate.ts'
import { thankReferrer } from './customers/thank-referrer.ts'
import { sendAllDue, sendWhenDue } from './invoices/send-due.ts'
import { sendRun } from './invoices/send-many.ts'
import { markSent } from './invoices/sent.ts'
import { askReviews } from './messages/ask-reviews.ts'
import { tellCodeTextsFull } from './messages/code-texts.ts'
import { deliver } from './messages/deliver.ts'
import { releaseWaiting } from './messages/release.ts'
import { sendDigests } from './needs/send-digest.ts'
import { tellAhead } from './payments/tell-ahead.ts'
import { pauseWhileClosed } from './platform/subscription.ts'
import { tellOwnersAhead } from './platform/tell-trial.ts'
import { remindVisits } from './messages/remind-visits.ts'
import { notifyVisitCompleted } from './messages/notify-completed.ts'
import { runAttempt } from './payments/charge.ts'
import { releaseStale } from './payments/intents.ts'
import { tellCreditUsed } from './crediting/tell-used.ts'
import { detachMethod } from './payments/methods.ts'
import { handleProviderEvent } from './payments/provider-events.ts'
import { tellCampaign } from './price-campaigns/tell.ts'
import { sendProductUpdate } from './product-updates/send.ts'
import { reconcile } from './payments/reconcile.ts'
import { tellTooLate } from './requests/too-late.ts'
import { tellPlan } from './series/tell-plan.ts'
import { runAutopay } from './payments/retry.ts'
import type { JobHandlers } from './jobs/jobs.ts'
import { tellOfSignup, tellOfUnfinishedSignups } from './signup/tell-office.ts'
import { runErasures } from './erasures/run.ts'
import { sweepExpired } from './jobs/sweep.ts'
import { endExpiredImpersonations } from './people/impersonation.ts'

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
    await deliver(app, message_id)
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
  'mailbox.proven': (app, who) => releaseWaiting(app, who),
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
  'erasures.run': (app) => runErasures(app),
  'places.locate': (app) => locatePlaces(app),
  'sweep.expired': async (app) => {
    await sweepExpired(app)
    await endExpiredImpersonations(app)
  },
}
