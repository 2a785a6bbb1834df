import { z } from 'zod'
import { Brand } from '../base/brand.ts'
import { CustomerStatus, type CustomerFacts } from '../customers/customer.ts'
import { daysBetween, LocalDateText, Moment, type LocalDate } from '../base/dates.ts'
import { VisitPhoto } from '../base/file.ts'
import { Id } from '../base/id.ts'
import { SumCents } from '../base/money.ts'
import { refuse, rule } from '../base/rule.ts'
import { VisitRequest } from '../schedule/visit-request.ts'

/** A customer's standing with an organization, for the customer's own pages. */
export const Standing = z.object({
  status: CustomerStatus,
  /** Start of a current or upcoming pause. */
  paused_from: LocalDateText.nullable(),
  /** Null until a date is set for resuming. */
  resume_on: LocalDateText.nullable(),
  /** Set while visits wait for a payment. */
  held: z.object({ since: Moment, overdue_cents: SumCents }).nullable(),
})
export type Standing = z.infer<typeof Standing>

/** What a customer's start page answers besides the visits: what they owe and how to reach the business. */
export const Home = z.object({
  business: z.object({
    name: z.string(),
    phone_number: z.string().nullable(),
    email: z.string().nullable(),
    logo: Brand.shape.logo,
    color: Brand.shape.color,
  }),
  owed_cents: z.int(),
  /** How many invoices that is. */
  owed_invoices: z.int(),
  /** The oldest invoice whose last charge failed. */
  failed: z
    .object({
      invoice_id: Id,
      number: z.int().nullable(),
      number_prefix: z.string(),
      balance_cents: z.int(),
      /** No charge failed: the customer’s bank gave an earlier payment back. */
      is_bank_return: z.boolean(),
    })
    .nullable(),
  last_visit: z
    .object({
      date: LocalDateText,
      service: z.string(),
      team: z.string().nullable(),
      invoice_id: Id.nullable(),
      /** What the crew photographed, oldest first. */
      photos: z.array(VisitPhoto),
      /** What the crew wrote for the customer. */
      notes: z.array(z.string()),
    })
    .nullable(),
  /** The day by which a new customer hears from the business; null once work is planned. */
  reply_by: LocalDateText.nullable(),
  /** The visits they asked for: open requests and those answered lately, newest first. */
  visit_requests: z.array(VisitRequest),
})
export type Home = z.infer<typeof Home>

/** A customer's recurring work, as they see it. */
export const OwnSeries = z.object({
  series_id: Id,
  label: z.string(),
  /** Where it is done, if not at the default address. */
  address: z.string().nullable(),
  /** Its current or upcoming pause. */
  pause: z.object({ from: LocalDateText, resume_on: LocalDateText.nullable() }).nullable(),
})
export type OwnSeries = z.infer<typeof OwnSeries>
export const OwnSeriesList = z.object({
  series: z.array(OwnSeries),
  /** The first day a customer's pause can begin: visits before it are too close to skip. */
  pause_from: LocalDateText,
})
export type OwnSeriesList = z.infer<typeof OwnSeriesList>

const ChosenSeries = z.array(Id).min(1, 'Choose what to pause').max(50)
export const PauseOwn = z.object({
  series_ids: ChosenSeries,
  from: LocalDateText,
  /** The day on which work resumes by itself. */
  resume_on: LocalDateText,
})
export type PauseOwn = z.infer<typeof PauseOwn>
export const ResumeOwn = z.object({ series_ids: ChosenSeries })

/** How long customers may pause by themselves. */
export const longestPauseDays = 366

/** What is wrong with the days of a customer's pause, as field and message; null if nothing is. */
export function ownPauseProblem({
  from,
  resume_on,
  earliest,
}: {
  from: LocalDate
  resume_on: LocalDate
  earliest: LocalDate
}): { path: 'from' | 'resume_on'; message: string } | null {
  if (from < earliest)
    return { path: 'from', message: 'Choose a later day. Visits before it are too close to skip.' }
  if (resume_on <= from)
    return { path: 'resume_on', message: 'The pause must end after it begins.' }
  return daysBetween(from, resume_on) > longestPauseDays
    ? { path: 'resume_on', message: 'Choose a day within a year.' }
    : null
}

export const portalRules = {
  /**
   * Any change a customer makes to their service. Paying and withdrawing requests stay possible.
   */
  act: rule(
    refuse(
      'account_closed',
      'Your account here is closed. You can still see your history and pay your invoices.',
      (customer: CustomerFacts) => customer.status === 'archived',
    ),
  ),
}

export const locationRules = {
  remove: rule(
    refuse(
      'location_in_use',
      'Services are scheduled at this address.',
      (place: { in_use: boolean }) => place.in_use,
    ),
  ),
}
/** The most addresses a customer can have. */
export const locationLimit = 20
