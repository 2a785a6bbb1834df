/** What each job is given. One line a job; the data are ids, so that a handler reads what is true when it runs. */
export type JobData = {
  'charge.attempt': { organization_id: string; attempt_id: string }
  'provider.event': { account: string; event_id: string }
  'method.detach': { organization_id: string; payment_method_id: string }
  'message.send': { message_id: string }
  'completion.tell': { organization_id: string; series_id: string; original_date: string }
  'reminders.send': object
  reconcile: object
  'autopay.retry': object
  'sweep.expired': object
}
export type JobName = keyof JobData

type Plan = {
  /** Tries after the first. */
  retries: number
  /** Seconds before the first repeat; each further one waits about twice as long, up to `retry_max`. */
  retry_after: number
  retry_max: number
  /** Seconds a job may take; after that it counts as lost and is run again. */
  lost_after: number
  /** How many run at once in one process. */
  at_once: number
  /** Cron line in UTC; such a job also never queues up behind itself. */
  schedule?: string
  /** Run once when a worker process starts. */
  at_start?: true
}

/** A process that dies is silent; after this many seconds its jobs are run by another. */
export const silenceSeconds = 10

export const jobPlans: { [K in JobName]: Plan } = {
  'charge.attempt': { retries: 8, retry_after: 1, retry_max: 300, lost_after: 60, at_once: 8 },
  'provider.event': { retries: 12, retry_after: 1, retry_max: 900, lost_after: 60, at_once: 8 },
  'method.detach': { retries: 12, retry_after: 5, retry_max: 900, lost_after: 60, at_once: 2 },
  'message.send': { retries: 8, retry_after: 2, retry_max: 900, lost_after: 90, at_once: 8 },
  'completion.tell': { retries: 8, retry_after: 2, retry_max: 900, lost_after: 60, at_once: 8 },
  // Often, so that every zone's full hour is met; where nothing changed a run costs next to nothing.
  'reminders.send': {
    retries: 2,
    retry_after: 30,
    retry_max: 300,
    lost_after: 900,
    at_once: 1,
    schedule: '*/15 * * * *',
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
    lost_after: 300,
    at_once: 1,
    schedule: '*/15 * * * *',
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
