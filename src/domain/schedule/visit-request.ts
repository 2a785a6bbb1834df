import { z } from 'zod'
import { PostalAddress } from '../base/contact.ts'
import type { CustomerStatus } from '../customers/customer.ts'
import { addDays, LocalDateText, Moment, type LocalDate } from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { isOpenDay, RequestReason } from './request.ts'
import { refuse, rule } from '../base/rule.ts'

/** What became of a visit that a customer asked for. */
export const VisitRequestStatus = z.enum(['requested', 'scheduled', 'declined', 'withdrawn'])
export type VisitRequestStatus = z.infer<typeof VisitRequestStatus>

/** A visit that a customer asks for, besides those that are planned. */
export const VisitRequest = z.object({
  id: Id,
  /** Null if the customer describes what is needed. */
  service_label: z.string().nullable(),
  /** Null: the default address. */
  address: PostalAddress.nullable(),
  /** Null: any day. */
  wished_on: LocalDateText.nullable(),
  note: z.string().nullable(),
  status: VisitRequestStatus,
  /** Why it was declined. */
  answer: z.string().nullable(),
  /** The first visit, once it is planned. */
  planned_on: LocalDateText.nullable(),
  created_at: Moment,
  resolved_at: Moment.nullable(),
})
export type VisitRequest = z.infer<typeof VisitRequest>

/** The request with its customer, for the office. */
export const OpenVisitRequest = VisitRequest.extend({
  customer_id: Id,
  customer_name: z.string().nullable(),
  customer_email: z.string().nullable(),
  service_key: z.string().nullable(),
  location_id: Id.nullable(),
})
export type OpenVisitRequest = z.infer<typeof OpenVisitRequest>

const describeMessage = 'Choose a service, or describe what you need'
export const NewVisitRequest = z
  .object({
    service_key: z.string().max(200).nullable().default(null),
    location_id: Id.nullable().default(null),
    wished_on: LocalDateText.nullable().default(null),
    note: RequestReason.nullish().transform((note) => note || null),
  })
  .refine(({ service_key, note }) => service_key !== null || note !== null, {
    path: ['note'],
    message: describeMessage,
  })
export type NewVisitRequest = z.infer<typeof NewVisitRequest>

export const declineMessage = 'Write the customer a reason'
export const DeclineVisitRequest = z.object({
  reason: z.string(declineMessage).pipe(RequestReason.min(1, declineMessage)),
})

/** The days a customer can wish for. */
export const VisitDays = z.object({
  from: LocalDateText,
  until: LocalDateText,
  /** 0 is Sunday; null: every day. */
  open_weekdays: z.array(z.int()).nullable(),
  closed_dates: z.array(LocalDateText),
})
export type VisitDays = z.infer<typeof VisitDays>

/** How far ahead a customer can wish. */
const furthestDays = 183
export const wishedDays = (today: LocalDate) => ({
  from: addDays(today, 1),
  until: addDays(today, furthestDays),
})

/** Why a customer cannot wish for this day; null if they can. */
export function wishedDayProblem(
  date: LocalDate,
  { from, until, open_weekdays, closed_dates }: VisitDays,
): string | null {
  if (date < from) return 'Choose a day from tomorrow on.'
  if (date > until) return 'Choose a day within half a year.'
  return isOpenDay(date, { open_weekdays, closed_dates: new Set(closed_dates) })
    ? null
    : 'Choose a day on which the business is open.'
}

/** How many of a customer's requests can be open at a time. */
const openVisitRequestsMax = 3

type Asking = { status: CustomerStatus; open: number }
const resting = refuse(
  'service_paused',
  'Your service is paused. Resume it to ask for a visit.',
  (r: Asking) => r.status === 'paused',
)
const tooMany = refuse(
  'too_many_requests_open',
  `The business has ${openVisitRequestsMax} requests of yours to answer. Withdraw one to send another.`,
  (r: Asking) => r.open >= openVisitRequestsMax,
)
type Asked = { status: VisitRequestStatus }
const withdrawn = refuse(
  'request_withdrawn',
  'The customer has withdrawn this request.',
  (r: Asked) => r.status === 'withdrawn',
)
const answered = refuse(
  'request_resolved',
  'This request was already answered.',
  (r: Asked) => r.status !== 'requested',
)

export const visitRequestRules = {
  /** `open`: how many of the customer's requests wait for an answer. */
  ask: rule<Asking>(resting, tooMany),
  withdraw: rule<Asked>(answered),
  answer: rule<Asked>(withdrawn, answered),
}
