// What each deferred job does once it is due.
import type { Call, Job } from './call.ts'
import { raiseDispute } from './disputes.ts'
import { endBankDebit } from './payment-intents.ts'
import { failRefund, settleRefund } from './refunds.ts'
import { collect, renewSubscription } from './subscription-billing.ts'

/** A bill that could not be collected is tried this often in all. */
const billTries = 4

export function runJob(call: Call, job: Job): void {
  const subject = call.tx.object(job.account, job.subject)
  if (!subject) return
  if (job.kind === 'bank_debit' && subject.status === 'processing') endBankDebit(call, subject)
  if (job.kind === 'dispute' && subject.status === 'succeeded' && !subject.disputed)
    raiseDispute(call, subject)
  if (job.kind === 'refund_settles') settleRefund(call, subject)
  if (job.kind === 'refund_fails') failRefund(call, subject)
  // Paid meanwhile, or tried so often that its owner has to act.
  if (job.kind === 'bill_again' && subject.status === 'open' && subject.attempt_count < billTries)
    collect(call, subject, 'past_due')
  // A trial that was moved leaves an outdated renewal.
  if (job.kind === 'renewal' && subject.items.data[0].current_period_end * 1000 === job.due)
    renewSubscription(call, subject)
}
