import { z } from 'zod'
import { LocalDateText, Moment, type LocalDate } from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { Cents, formatCents, SumCents } from '../base/money.ts'
import { RequestReason } from '../schedule/request.ts'
import { refuse, rule } from '../base/rule.ts'

/**
 * The state of a customer's request to leave: open, withdrawn, granted by archiving, or answered to
 * keep the customer.
 */
export const leaveStatuses = ['requested', 'withdrawn', 'archived', 'kept'] as const
export const LeaveStatus = z.enum(leaveStatuses)
export type LeaveStatus = z.infer<typeof LeaveStatus>

/** A customer's request that a business close their account. */
export const LeaveRequest = z.object({
  id: Id,
  reason: z.string().nullable(),
  status: LeaveStatus,
  /** The business's reply to a customer it wants to keep. */
  answer: z.string().nullable(),
  created_at: Moment,
  resolved_at: Moment.nullable(),
})
export type LeaveRequest = z.infer<typeof LeaveRequest>

/** The request with its customer, for the office. */
export const OpenLeaveRequest = LeaveRequest.extend({
  customer_id: Id,
  customer_name: z.string().nullable(),
  customer_email: z.string().nullable(),
  customer_phone: z.string().nullable(),
})
export type OpenLeaveRequest = z.infer<typeof OpenLeaveRequest>

export const NewLeaveRequest = z.object({ reason: RequestReason.nullish() })
export const keepMessage = 'Write a message to the customer'
export const KeepCustomer = z.object({
  answer: z.string(keepMessage).pipe(RequestReason.min(1, keepMessage)),
})

/** What leaving would end or leave open, as of today. */
export const LeaveOutlook = z.object({
  /** In the next weeks, starting tomorrow. */
  visits: z.int(),
  next_visit_on: LocalDateText.nullable(),
  /** Whether there are visits after that. */
  goes_on: z.boolean(),
  visit_today: z.boolean(),
  owed_cents: Cents,
  has_autopay: z.boolean(),
  /** Unused credit that the business gave. */
  credit_cents: SumCents,
  /** Unused credit that is the customer's own money. */
  own_cents: SumCents,
})
export type LeaveOutlook = z.infer<typeof LeaveOutlook>
/** How far ahead visits are counted. */
export const leaveOutlookDays = 60

/** What happens once the business agrees, one sentence per line. */
export function leavingConsequences(
  outlook: LeaveOutlook,
  dayText: (date: LocalDate) => string,
): string[] {
  const { visits, next_visit_on, goes_on, visit_today, owed_cents, has_autopay } = outlook
  const { credit_cents, own_cents } = outlook
  const planned = visits === 1 ? 'Your next visit' : `Your next ${visits} visits`
  const first =
    next_visit_on === null
      ? ''
      : visits === 1
        ? `, on ${dayText(next_visit_on)},`
        : `, the first on ${dayText(next_visit_on)},`
  return [
    ...(visits > 0
      ? [
          `${planned}${first} will not take place${goes_on ? ', and neither will any later ones' : ''}.`,
        ]
      : goes_on
        ? ['No further visit will take place.']
        : []),
    ...(visit_today ? ['Today’s visit stays on the schedule.'] : []),
    ...(owed_cents > 0
      ? [`You still owe ${formatCents(owed_cents)}; your invoices stay payable here.`]
      : ['You owe nothing.']),
    ...(credit_cents > 0
      ? [`Your unused credit of ${formatCents(credit_cents)} pays only invoices of this business.`]
      : []),
    ...(own_cents > 0
      ? [
          `They hold ${formatCents(own_cents)} of your own money as credit: ask them to pay it back.`,
        ]
      : []),
    ...(has_autopay ? ['Autopay is turned off.'] : []),
    'You can still see your history.',
  ]
}

/** Shown above an open request. */
export const leavingText = 'asks to close their account'

type Asked = { status: LeaveStatus | null }
const notAsked = refuse(
  'leave_not_asked',
  'You have not asked to close your account.',
  (r: Asked) => r.status === null,
)
const answered = refuse(
  'leave_answered',
  'This request was already answered.',
  (r: Asked) => r.status !== 'requested',
)

/** `status` of the newest request; null if there never was one. */
export const leavingRules = { keep: rule(answered), withdraw: rule(notAsked, answered) }
