import type { Plan } from '../../../domain/schedule/plan-news.ts'

/**
 * Each job's input. It is ids, so that a handler reads the current state when it runs; `was` is what that is compared
 * with.
 */
export type JobData = {
  'charge.attempt': { organization_id: string; attempt_id: string }
  'provider.event': { account: string; event_id: string }
  'method.detach': { organization_id: string; payment_method_id: string }
  'subscription.pause': { organization_id: string }
  'message.send': { message_id: string }
  'announcement.send': { organization_id: string; announcement_id: string }
  'campaign.tell': { organization_id: string; campaign_id: string }
  'product-update.send': { update_id: string }
  'invoice.send': { organization_id: string; invoice_id: string }
  'intent.release': { organization_id: string; invoice_id: string }
  'credit.tell': { organization_id: string; invoice_id: string; use_id: string; cents: number }
  'invoices.send': { organization_id: string; run_id: string }
  'completion.tell': { organization_id: string; series_id: string; original_date: string }
  'request.tell': { organization_id: string; request_id: string }
  'plan.tell': { organization_id: string; series_id: string; was: Plan | null }
  'signup.tell': { organization_id: string; lead_id: string }
  'code-texts.full': { organization_id: string }
  'mailbox.proven': { person_id: string }
  'signups.unfinished': object
  'reminders.send': object
  'reviews.ask': object
  'consents.ask': object
  'digest.send': object
  'money.ahead': object
  'bills.remind': object
  'late-fees.add': object
  'statements.send': { organization_id: string; customer_ids: string[]; to: string }
  'hold.review': { organization_id: string; customer_id: string }
  'holds.review': object
  'export.build': { organization_id: string; export_id: string }
  'trials.ending': object
  reconcile: object
  'autopay.retry': object
  'books.check': object
  'backup.make': object
  'invoices.due': object
  'erasures.run': object
  'places.locate': object
  'sweep.expired': object
}
export type JobName = keyof JobData

type JobPlan = {
  /** Retries after the first attempt. */
  retries: number
  /**
   * Seconds before the first retry; each later one waits about twice as long, up to `retry_max`.
   */
  retry_after: number
  retry_max: number
  /** Seconds a job may take; after that it counts as lost and runs again. */
  lost_after: number
  /** How many run concurrently in one process. */
  at_once: number
  /** Cron line in UTC; such a job never queues up behind itself. */
  schedule?: string
  /** Run once when a worker process starts. */
  at_start?: true
}

/** After a process is silent for this many seconds, others run its jobs. */
export const silenceSeconds = 10

export const jobPlans: { [K in JobName]: JobPlan } = {
  'charge.attempt': { retries: 8, retry_after: 1, retry_max: 300, lost_after: 60, at_once: 8 },
  'provider.event': { retries: 12, retry_after: 1, retry_max: 900, lost_after: 60, at_once: 8 },
  'method.detach': { retries: 12, retry_after: 5, retry_max: 900, lost_after: 60, at_once: 2 },
  'subscription.pause': { retries: 12, retry_after: 5, retry_max: 900, lost_after: 60, at_once: 2 },
  'message.send': { retries: 8, retry_after: 2, retry_max: 900, lost_after: 90, at_once: 8 },
  'announcement.send': { retries: 12, retry_after: 5, retry_max: 900, lost_after: 120, at_once: 2 },
  'product-update.send': {
    retries: 12,
    retry_after: 5,
    retry_max: 900,
    lost_after: 120,
    at_once: 1,
  },
  'campaign.tell': { retries: 12, retry_after: 5, retry_max: 900, lost_after: 300, at_once: 2 },
  'invoice.send': { retries: 8, retry_after: 2, retry_max: 900, lost_after: 60, at_once: 8 },
  'intent.release': { retries: 12, retry_after: 1, retry_max: 900, lost_after: 60, at_once: 4 },
  'credit.tell': { retries: 8, retry_after: 2, retry_max: 900, lost_after: 60, at_once: 4 },
  'invoices.send': { retries: 12, retry_after: 5, retry_max: 900, lost_after: 300, at_once: 2 },
  'completion.tell': { retries: 8, retry_after: 2, retry_max: 900, lost_after: 60, at_once: 8 },
  'request.tell': { retries: 8, retry_after: 2, retry_max: 900, lost_after: 60, at_once: 4 },
  'plan.tell': { retries: 8, retry_after: 2, retry_max: 900, lost_after: 60, at_once: 4 },
  'signup.tell': { retries: 8, retry_after: 2, retry_max: 900, lost_after: 60, at_once: 4 },
  'code-texts.full': { retries: 8, retry_after: 5, retry_max: 900, lost_after: 60, at_once: 1 },
  'mailbox.proven': { retries: 8, retry_after: 2, retry_max: 900, lost_after: 60, at_once: 2 },
  'export.build': { retries: 3, retry_after: 5, retry_max: 60, lost_after: 7200, at_once: 1 },
  'signups.unfinished': {
    retries: 2,
    retry_after: 30,
    retry_max: 300,
    lost_after: 300,
    at_once: 1,
    schedule: '23 * * * *',
  },
  'digest.send': {
    retries: 2,
    retry_after: 30,
    retry_max: 300,
    lost_after: 300,
    at_once: 1,
    schedule: '*/15 * * * *',
  },
  'money.ahead': {
    retries: 2,
    retry_after: 30,
    retry_max: 300,
    lost_after: 300,
    at_once: 1,
    schedule: '37 * * * *',
  },
  'statements.send': { retries: 8, retry_after: 5, retry_max: 900, lost_after: 300, at_once: 2 },
  'hold.review': { retries: 8, retry_after: 2, retry_max: 900, lost_after: 60, at_once: 4 },
  'holds.review': {
    retries: 2,
    retry_after: 30,
    retry_max: 300,
    lost_after: 900,
    at_once: 1,
    schedule: '9,24,39,54 * * * *',
  },
  // Often, to catch the owner's hour in every zone.
  'bills.remind': {
    retries: 2,
    retry_after: 30,
    retry_max: 300,
    lost_after: 900,
    at_once: 1,
    schedule: '4,19,34,49 * * * *',
  },
  'late-fees.add': {
    retries: 8,
    retry_after: 2,
    retry_max: 300,
    lost_after: 900,
    at_once: 1,
    schedule: '8,23,38,53 * * * *',
    at_start: true,
  },
  'trials.ending': {
    retries: 2,
    retry_after: 30,
    retry_max: 300,
    lost_after: 300,
    at_once: 1,
    schedule: '52 * * * *',
  },
  // Often: who is asked at once can agree before the first visit at a new price.
  'consents.ask': {
    retries: 1,
    retry_after: 10,
    retry_max: 30,
    lost_after: 120,
    at_once: 1,
    schedule: '* * * * *',
  },
  'reviews.ask': {
    retries: 2,
    retry_after: 30,
    retry_max: 300,
    lost_after: 300,
    at_once: 1,
    schedule: '43 * * * *',
  },
  // Often, to catch the full hour in every zone; a run with nothing new costs almost nothing.
  'reminders.send': {
    retries: 2,
    retry_after: 30,
    retry_max: 300,
    lost_after: 900,
    at_once: 1,
    schedule: '*/15 * * * *',
  },
  'erasures.run': {
    retries: 2,
    retry_after: 30,
    retry_max: 300,
    lost_after: 900,
    at_once: 1,
    schedule: '33 * * * *',
  },
  reconcile: {
    retries: 2,
    retry_after: 5,
    retry_max: 60,
    lost_after: 300,
    at_once: 1,
    schedule: '*/10 * * * *',
    at_start: true,
  },
  'autopay.retry': {
    retries: 2,
    retry_after: 30,
    retry_max: 300,
    lost_after: 900,
    at_once: 1,
    schedule: '*/15 * * * *',
  },
  'invoices.due': {
    retries: 2,
    retry_after: 30,
    retry_max: 300,
    lost_after: 900,
    at_once: 1,
    schedule: '*/5 * * * *',
    at_start: true,
  },
  // Often, so that a night without a worker is made up for.
  'books.check': {
    retries: 2,
    retry_after: 60,
    retry_max: 600,
    lost_after: 1800,
    at_once: 1,
    schedule: '11,41 * * * *',
    at_start: true,
  },
  // Often, so that a night without a worker is made up for.
  'backup.make': {
    retries: 1,
    retry_after: 300,
    retry_max: 300,
    lost_after: 7200,
    at_once: 1,
    schedule: '47 * * * *',
  },
  'places.locate': {
    retries: 0,
    retry_after: 60,
    retry_max: 60,
    lost_after: 1200,
    at_once: 1,
    schedule: '*/10 * * * *',
    at_start: true,
  },
  'sweep.expired': {
    retries: 1,
    retry_after: 60,
    retry_max: 60,
    lost_after: 300,
    at_once: 1,
    schedule: '7 * * * *',
  },
}

export const jobNames = Object.keys(jobPlans) as JobName[]
