import { z } from 'zod'
import { Moment } from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { neverReasons, type NeverReason, type Plan } from '../messages/message.ts'
import { refuse, rule } from '../base/rule.ts'

const announcementKinds = ['announcement_service', 'promotion'] as const
export type AnnouncementKind = (typeof announcementKinds)[number]

/** The most customers who can be chosen one by one. */
export const announcementChoice = 2000

/** Active customers; each field that is given narrows them. */
export const AnnouncementGroup = z.object({
  /** Only these customers. */
  customer_ids: z.array(Id).min(1).max(announcementChoice).optional(),
  /** A service's key. */
  service: z.string().max(120).optional(),
  team_id: Id.optional(),
  zips: z
    .array(z.string().regex(/^\d{5}$/, 'Enter ZIP codes of five digits'))
    .max(200)
    .optional(),
  city: z.string().trim().max(120).optional(),
  /** With a visit in so many days, today included. */
  visit_days: z.int().min(1).max(60).optional(),
})
export type AnnouncementGroup = z.infer<typeof AnnouncementGroup>

export const NewAnnouncement = z
  .object({
    kind: z.enum(announcementKinds),
    subject: z.string().trim().min(1, 'Enter a subject').max(150),
    text: z.string().trim().min(1, 'Enter a message').max(2000),
    by_email: z.boolean(),
    by_text: z.boolean(),
    group: AnnouncementGroup,
  })
  .refine((one) => one.by_email || one.by_text, {
    path: ['by_email'],
    error: 'Choose email, text or both',
  })
export type NewAnnouncement = z.infer<typeof NewAnnouncement>

const Reason = z.object({ reason: z.string(), text: z.string(), customers: z.int() })

/** Who gets an announcement and who does not. */
export const Tally = z.object({
  customers: z.int(),
  /** Customers who get it by each way now. */
  email: z.int(),
  sms: z.int(),
  /** Customers who get it once their quiet hours or caps are over. */
  later: z.int(),
  /** Customers who do not get it, by reason. */
  never: z.array(Reason),
})
export type Tally = z.infer<typeof Tally>

type Ways = Pick<NewAnnouncement, 'by_email' | 'by_text'>

/** Counts the plans of a group, one list for each customer. */
export function tallyOf(plans: readonly (readonly Plan[])[], ways: Ways): Tally {
  const with_ = (has: (plan: Plan) => boolean) => plans.filter((list) => list.some(has)).length
  const never = new Map<NeverReason, number>()
  for (const [first] of plans)
    if (first?.verdict.do === 'never')
      never.set(first.verdict.reason, (never.get(first.verdict.reason) ?? 0) + 1)
  return {
    customers: plans.length,
    email: with_(({ channel, verdict }) => channel === 'email' && verdict.do === 'send'),
    sms: with_(({ channel, verdict }) => channel === 'sms' && verdict.do === 'send'),
    later: plans.filter(
      (list) =>
        list.some(({ verdict }) => verdict.do === 'later') &&
        !list.some(({ verdict }) => verdict.do === 'send'),
    ).length,
    never: reasonsOf([...never], ways),
  }
}

/** Reasons in words with how many customers each keeps from it, the most frequent first. */
export const reasonsOf = (
  counts: readonly (readonly [reason: string, customers: number])[],
  ways: Ways,
): z.infer<typeof Reason>[] =>
  counts
    .map(([reason, customers]) => ({ reason, text: reasonText(reason, ways), customers }))
    .toSorted((a, b) => b.customers - a.customers)

function reasonText(reason: string, { by_email, by_text }: Ways): string {
  if (reason === 'no_address' && !by_text) return 'No email address'
  if (reason === 'no_address' && !by_email) return 'No phone number'
  return neverReasons[reason as NeverReason] ?? 'Another reason'
}

/** An announcement as the office follows it. */
export const Announcement = z.object({
  id: Id,
  kind: z.enum(announcementKinds),
  subject: z.string(),
  text: z.string(),
  by_email: z.boolean(),
  by_text: z.boolean(),
  state: z.enum(['sending', 'stopped', 'sent']),
  customers: z.int(),
  /** Customers whose turn has come. */
  reached: z.int(),
  /** Messages handed over, still waiting, and lost on their way. */
  sent: z.int(),
  waiting: z.int(),
  failed: z.int(),
  never: z.array(Reason),
  /** When the next part goes out; null once all is queued. */
  next_at: Moment.nullable(),
  author_name: z.string().nullable(),
  created_at: Moment,
})
export type Announcement = z.infer<typeof Announcement>

export const announcementRules = {
  send: rule(
    refuse(
      'group_empty',
      'No active customer is in this group.',
      (facts: { customers: number }) => facts.customers === 0,
    ),
  ),
  stop: rule(
    refuse(
      'announcement_ended',
      'Everything was already sent.',
      (facts: Pick<Announcement, 'state' | 'waiting'>) =>
        facts.state !== 'sending' && facts.waiting === 0,
    ),
  ),
}

/** How many customers have their turn at once, and how many seconds until the next: `per_hour` in all. */
export function paceOf(per_hour: number): { at_once: number; seconds: number } {
  const at_once = Math.max(1, Math.round(per_hour / 20))
  return { at_once, seconds: Math.ceil((at_once * 3600) / per_hour) }
}
