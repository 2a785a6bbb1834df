import { z } from 'zod'
import { clockText, longDate, Moment, wallClockIn } from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { channels, kindOf, messageKinds, type Channel, type MessageKind } from './message-kinds.ts'
import { laterReasons, neverReasons } from './message.ts'
import { refuse, rule } from '../base/rule.ts'

export const messageStates = [
  'queued',
  'held',
  'sending',
  'sent',
  'delivered',
  'bounced',
  'failed',
  'refused',
  'received',
] as const
export type MessageState = (typeof messageStates)[number]
export const messageStateLabels: Record<MessageState, string> = {
  queued: 'Queued',
  held: 'Held',
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  bounced: 'Bounced',
  failed: 'Failed',
  refused: 'Not sent',
  received: 'Received',
}
export const channelLabels: Record<Channel, string> = { email: 'Email', sms: 'Text', push: 'Push' }

const isKind = (name: string): name is MessageKind => name in messageKinds
export const allKinds = Object.keys(messageKinds) as [MessageKind, ...MessageKind[]]
/** What the log calls a message, also one whose kind is no longer sent. */
export const kindLabel = (name: string): string => (isKind(name) ? kindOf(name).label : 'Message')

/** A message as the office sees it in its log. */
export const LoggedMessage = z.object({
  id: Id,
  at: Moment,
  direction: z.enum(['out', 'in']),
  kind: z.string(),
  kind_label: z.string(),
  channel: z.enum(channels),
  recipient: z.string(),
  customer_id: Id.nullable(),
  customer_name: z.string().nullable(),
  subject: z.string().nullable(),
  /** Without the links only its reader may use. */
  text: z.string(),
  state: z.enum(messageStates),
  /** The state in words, with when or why. */
  state_text: z.string(),
  /** Why it went by another channel than it was meant to. */
  instead_text: z.string().nullable(),
  /** What allowed it. */
  basis_text: z.string().nullable(),
  consented_at: Moment.nullable(),
  /** The words that were agreed to. */
  consent_text: z.string().nullable(),
  tries: z.int(),
  error: z.string().nullable(),
  /** Who sent it by hand. */
  author_name: z.string().nullable(),
  resend_of: Id.nullable(),
  resend_refusal: z.object({ code: z.string(), sentence: z.string() }).nullable(),
})
export type LoggedMessage = z.infer<typeof LoggedMessage>

type StateFacts = {
  status: string
  reason: string | null
  channel: Channel
  held_until: string | null
  at: string
  sent_at: string | null
  delivered_at: string | null
}

/** 'November 24, 2026, 8:00 AM'. */
const momentText = (moment: string, time_zone: string): string => {
  const { date, minutes } = wallClockIn(time_zone, moment)
  return `${longDate(date)}, ${clockText(minutes)}`
}

/** A message that waits for its hour is held. `now`: ISO 8601. */
export const stateOf = (
  { status, held_until }: Pick<StateFacts, 'status' | 'held_until'>,
  now: string,
): MessageState =>
  status === 'queued' && held_until && Date.parse(held_until) > Date.parse(now)
    ? 'held'
    : (status as MessageState)

/** 'Held until November 24, 2026, 8:00 AM', 'Not sent: Answered STOP'. */
export function stateText(facts: StateFacts, state: MessageState, time_zone: string): string {
  const label = messageStateLabels[state]
  const on = (moment: string | null) => (moment ? ` ${momentText(moment, time_zone)}` : '')
  if (state === 'held') {
    if (facts.reason === 'sender_unverified') return laterReasons.sender_unverified
    const why = facts.reason === 'daily_cap' ? ': enough messages for one day' : ''
    return `${label} until${on(facts.held_until)}${why}`
  }
  if (state === 'refused') {
    const why = neverText(facts.reason)
    return why ? `${label}: ${why}` : label
  }
  if (state === 'sent') return label + on(facts.sent_at)
  return state === 'delivered' ? label + on(facts.delivered_at) : label
}

const neverText = (reason: string | null): string | null =>
  reason && reason in neverReasons ? neverReasons[reason as keyof typeof neverReasons] : null

/** 'By email instead: Our number may not send texts yet'; null when it goes the way it was meant to. */
export function insteadText({ status, reason, channel }: StateFacts): string | null {
  const why = neverText(reason)
  const hasWaited = reason !== null && reason in laterReasons
  if (!why || hasWaited || status === 'refused') return null
  return `By ${channelLabels[channel].toLowerCase()} instead: ${why}`
}

const basisTexts: Record<string, string> = {
  required: 'Must be sent',
  choice: 'Their choice: switched on',
  consent: 'Agreed to texts',
}
export const basisText = (basis: string | null): string | null =>
  basis === null ? null : (basisTexts[basis] ?? null)

type ResendFacts = {
  direction: string
  kind: string
  status: string
  has_data: boolean
  /** A receipt of a payment that was given back, taken back or recorded by mistake. */
  went_back?: boolean
  useful_until: string | null
  /** ISO 8601. */
  now: string
}

/** Kinds whose links work once, or only for a while. */
export const withOwnLink = (name: string): boolean =>
  isKind(name) && ['account', 'invitation'].includes(kindOf(name).category)

/** May the office send a message once more? */
export const resendRule = rule<ResendFacts>(
  refuse('message_incoming', 'This message came in.', (m) => m.direction === 'in'),
  refuse('message_waiting', 'It is still on its way.', (m) =>
    ['queued', 'sending'].includes(m.status),
  ),
  refuse(
    'message_personal',
    'Its link was for one use: send a new invitation or link instead.',
    (m) => withOwnLink(m.kind) && m.kind !== 'leave_decided',
  ),
  refuse(
    'message_forgotten',
    'What it was worded from is not kept.',
    (m) => !m.has_data || !isKind(m.kind),
  ),
  refuse(
    'payment_went_back',
    'This payment went back. A receipt would not be true.',
    (m) => m.went_back === true,
  ),
  refuse(
    'message_outdated',
    'It would say nothing new by now.',
    (m) => m.useful_until !== null && Date.parse(m.useful_until) <= Date.parse(m.now),
  ),
)

/** The words of a message for the office: a link that lets its holder in is left out. */
export const shownText = (kind: string, text: string): string =>
  withOwnLink(kind) ? text.replace(/https?:\/\/\S+/g, '(personal link)') : text
