import { z } from 'zod'
import { addDays, Moment, wallClockIn, weekdayOf, zonedToUtcIso } from '../base/dates.ts'
import { kindOf, type Channel, type Kind, type MessageKind } from './message-kinds.ts'
import type { NotificationPrefs, PreferredContact } from '../base/person.ts'

/** Why an address takes no messages at all. */
const BlockReason = z.enum(['stopped', 'bounced', 'complained', 'invalid', 'on_hold'])
export type BlockReason = z.infer<typeof BlockReason>
/** What the office sees at an address where nothing goes, and since when. */
export const AddressBlock = z.object({ reason: BlockReason, at: Moment })
export type AddressBlock = z.infer<typeof AddressBlock>

/** Everything that decides whether a person gets a message. Times of day are those at `time_zones`. */
export type Recipient = {
  /** Staff, customers, or an address of someone we do not know yet. */
  as: 'customer' | 'staff' | 'address'
  email: string | null
  phone: string | null
  push: boolean
  blocked: { email: BlockReason | null; sms: BlockReason | null }
  /** A customer who was archived, or an account that was closed. */
  archived: boolean
  /** The choices of the person's own account; null without one. */
  prefs: NotificationPrefs | null
  preferred_contact: PreferredContact | null
  sms_consent: boolean
  sms_marketing_consent: boolean
  invoice_email: boolean
  reminders: boolean
  offers_off: boolean
  /** Where the person lives, by the ZIP. IANA names, at least one. */
  time_zones: readonly string[]
  /** Where their number's area code is: offers keep the hours there too. */
  phone_zones: readonly string[]
  /** Sent or queued to this address since its last midnight. */
  today: { sms: number; marketing: number; email: number }
  sender: {
    /** Somebody who runs the business has proven their own mailbox. */
    verified: boolean
    /** Our number may send texts. */
    texts: boolean
    /** Invitations the business sent today. */
    invitations: number
    /** Codes to sign in that its people were texted today, on its account. */
    code_texts: number
    /** A business on trial, which may be anybody, invites and texts fewer people a day. */
    on_trial: boolean
  }
}

export const allOn: NotificationPrefs = {
  email_general: true,
  sms_general: true,
  product_updates: true,
  billing_alerts: true,
}
/** Somebody without choices, consents or addresses, to start from. */
export const plainRecipient: Recipient = {
  as: 'customer',
  email: null,
  phone: null,
  push: false,
  blocked: { email: null, sms: null },
  archived: false,
  prefs: null,
  preferred_contact: null,
  sms_consent: false,
  sms_marketing_consent: false,
  invoice_email: true,
  reminders: true,
  offers_off: false,
  time_zones: ['America/New_York'],
  phone_zones: [],
  today: { sms: 0, marketing: 0, email: 0 },
  sender: { verified: true, texts: true, invitations: 0, code_texts: 0, on_trial: false },
}

export const neverReasons = {
  no_address: 'No email address or phone number',
  stopped: 'Answered STOP',
  bounced: 'Mail to this address comes back',
  complained: 'Marked our mail as spam',
  invalid: 'This number takes no texts',
  on_hold: 'Texts to this number are on hold: they may want no more',
  sender_unverified: 'The owner has not confirmed their email yet',
  stopped_by_office: 'Stopped by the office',
  switched_off: 'Switched off by the person',
  wants_calls: 'Wants to be called',
  archived: 'Archived',
  no_consent: 'Has not agreed to texts',
  no_offer_consent: 'Has not agreed to offers by text',
  unsubscribed: 'Unsubscribed from offers',
  sms_unregistered: 'Our number may not send texts yet',
  daily_cap: 'Enough messages for one day',
  too_late: 'It would arrive too late',
  settled: 'Paid or closed before it went out',
  replaced: 'A newer one took its place',
  taken_back: 'What it said was taken back before it went out',
  not_by_this: 'This kind does not go this way',
} as const
export type NeverReason = keyof typeof neverReasons
type LaterReason = 'quiet_hours' | 'daily_cap' | 'sender_unverified' | 'plan_first' | 'undo_first'
export const laterReasons: Record<LaterReason, string> = {
  sender_unverified: 'Waits until the owner confirms their email',
  quiet_hours: 'Held until the morning',
  daily_cap: 'Held until tomorrow: enough messages for one day',
  plan_first: 'Waits for the message about the new plan',
  undo_first: 'Waits a few seconds, in which the crew can take it back',
}

type Verdict =
  | { do: 'send'; basis: Basis }
  | { do: 'later'; at: string; reason: LaterReason; basis: Basis }
  | { do: 'other'; channel: Channel; reason: NeverReason }
  | { do: 'never'; reason: NeverReason }
/** What allows a message: it must be sent, a switch is on, or a consent by text. */
type Basis = 'required' | 'choice' | 'consent'

/** Texts to one number, offers to one person, mails to one address, and invitations and texted codes of one business: at most so many a day. */
export const dailyCaps = {
  sms: 10,
  marketing: 3,
  email: 40,
  invitations: 200,
  trial_invitations: 60,
  code_texts: 100,
  trial_code_texts: 20,
} as const

type Asked = {
  /** ISO 8601: after this moment it would say nothing new. */
  useful_until?: string | null
  /** ISO 8601: something else is said first. */
  not_before?: string | null
  /** ISO 8601: when it was written; absent: now. */
  created_at?: string
}

/** A business without a confirmed mailbox is checked every hour for a week. */
const unprovenWait = { look_minutes: 60, days: 7 } as const

/** Texts that may go again one day: until then mail goes in their place. */
const mailInstead: ReadonlySet<NeverReason> = new Set(['sms_unregistered', 'on_hold'])

/**
 * Whether a message of a kind may go to a person by a channel at a moment (ISO 8601): yes, later, by another channel, or no and why.
 * The only place that decides it; asked when a message is queued and again when it is handed over.
 */
export function mayTell(
  person: Recipient,
  name: MessageKind,
  channel: Channel,
  now: string,
  asked: Asked = {},
): Verdict {
  const { useful_until = null, not_before } = asked
  const refusal = refusalOf(person, name, channel)
  if (refusal) {
    const other = channel === 'sms' ? 'email' : null
    const canSwitch = other && mailInstead.has(refusal) && refusalOf(person, name, other) === null
    return canSwitch
      ? { do: 'other', channel: other, reason: refusal }
      : { do: 'never', reason: refusal }
  }
  const basis = basisOf(name, channel)
  if (needsProvenSender(person, name)) {
    const waits = untilProven(person, channel, now, asked)
    return waits.do === 'later' ? { ...waits, basis } : waits
  }
  const waits = not_before && not_before > now ? not_before : null
  const waiting = waits && {
    at: waits,
    reason: name === 'on_the_way' ? ('undo_first' as const) : ('plan_first' as const),
  }
  const held = heldUntil(person, name, channel, waits ?? now) ?? waiting
  if (!held) return { do: 'send', basis }
  if (!useful_until || held.at < useful_until) return { do: 'later', ...held, basis }
  // Waiting would make it old news: mail makes no sound at night, a text does.
  if (channel === 'email')
    return waiting && waiting.at < useful_until
      ? { do: 'later', ...waiting, basis }
      : { do: 'send', basis }
  return refusalOf(person, name, 'email') === null && kindOf(name).channels.includes('email')
    ? { do: 'other', channel: 'email', reason: 'too_late' }
    : { do: 'never', reason: 'too_late' }
}

/** A business sends nothing to strangers until someone who runs it has confirmed their own mailbox. */
function needsProvenSender({ as, sender }: Recipient, name: MessageKind): boolean {
  const isAnswer = name === 'stop_confirmed' || name === 'start_confirmed' || name === 'help'
  return !sender.verified && as !== 'staff' && kindOf(name).category !== 'account' && !isAnswer
}

/** What waits counts as sent today, so that no more is let go at once than a day allows. */
function untilProven(
  { today }: Recipient,
  channel: Channel,
  now: string,
  { useful_until, created_at = now }: Asked,
): { do: 'later'; at: string; reason: 'sender_unverified' } | { do: 'never'; reason: NeverReason } {
  if (useful_until && Date.parse(useful_until) <= Date.parse(now))
    return { do: 'never', reason: 'too_late' }
  if (Date.parse(now) - Date.parse(created_at) >= unprovenWait.days * 24 * 60 * 60_000)
    return { do: 'never', reason: 'sender_unverified' }
  if (channel !== 'push' && today[channel] >= dailyCaps[channel])
    return { do: 'never', reason: 'daily_cap' }
  const at = new Date(Date.parse(now) + unprovenWait.look_minutes * 60_000).toISOString()
  return { do: 'later', at, reason: 'sender_unverified' }
}

function basisOf(name: MessageKind, channel: Channel): Basis {
  if (channel === 'sms') return 'consent'
  return kindOf(name).switch === 'always' ? 'required' : 'choice'
}

/** Why a message may not go this way at any hour; null when it may. */
function refusalOf(person: Recipient, name: MessageKind, channel: Channel): NeverReason | null {
  const what = kindOf(name)
  if (!what.channels.includes(channel)) return 'not_by_this'
  if (!addressOf(person, channel)) return 'no_address'
  const blocked = channel === 'push' ? null : person.blocked[channel]
  if (blocked && !(name === 'stop_confirmed' && blocked === 'stopped')) return blocked
  if (channel === 'sms' && !person.sender.texts) return 'sms_unregistered'
  return (
    switchedOff(person, what, channel) ??
    (channel === 'sms' ? missingConsent(person, what) : null) ??
    capReached(person, name, channel)
  )
}

export const addressOf = (person: Recipient, channel: Channel): string | null =>
  channel === 'email'
    ? person.email
    : channel === 'sms'
      ? person.phone
      : person.push
        ? 'push'
        : null

function switchedOff(person: Recipient, what: Kind, channel: Channel): NeverReason | null {
  const isOptional = ['service', 'marketing', 'news'].includes(what.category)
  if (person.archived && isOptional) return 'archived'
  if (what.calls && person.preferred_contact === 'phone') return 'wants_calls'
  if (what.switch === 'always') return null
  if (what.switch === 'offers') return person.offers_off ? 'unsubscribed' : null
  if (what.switch === 'reminders' && !person.reminders) return 'switched_off'
  if (what.switch === 'invoice_email')
    return channel === 'email' && !person.invoice_email ? 'switched_off' : null
  if (what.switch === 'billing_alerts')
    return person.prefs?.billing_alerts === false ? 'switched_off' : null
  // Nobody gets news of the product who has not asked for it.
  if (what.switch === 'product_updates')
    return person.prefs?.product_updates === true ? null : 'switched_off'
  // Visits and news of the office: the switch for mail; texts have a consent of their own.
  return channel === 'email' && person.prefs?.email_general === false ? 'switched_off' : null
}

function missingConsent(person: Recipient, what: Kind): NeverReason | null {
  if (person.as === 'staff') return person.prefs?.sms_general === true ? null : 'switched_off'
  // A code is what they have just asked for.
  if (what.category === 'invitation' || what.category === 'reply' || what.category === 'account')
    return null
  if (what.category === 'marketing') return person.sms_marketing_consent ? null : 'no_offer_consent'
  return person.sms_consent ? null : 'no_consent'
}

function capReached(person: Recipient, name: MessageKind, channel: Channel): NeverReason | null {
  if (name === 'sign_in_code' && channel === 'sms' && isCodeTextsFull(person)) return 'daily_cap'
  const what = kindOf(name)
  if (what.category === 'marketing' && person.today.marketing >= dailyCaps.marketing)
    return 'daily_cap'
  const { invitations, on_trial } = person.sender
  const most = on_trial ? dailyCaps.trial_invitations : dailyCaps.invitations
  return what.category === 'invitation' && invitations >= most ? 'daily_cap' : null
}

export const isCodeTextsFull = ({ sender: { on_trial, code_texts } }: Recipient): boolean =>
  code_texts >= (on_trial ? dailyCaps.trial_code_texts : dailyCaps.code_texts)

type Window = { from: number; to: number; weekdays: boolean }
/** Minutes of the day, local. */
const quietFree: Window = { from: 8 * 60, to: 21 * 60, weekdays: false }
/** Offers: the hours every state allows. */
const offerHours: Window = { from: 10 * 60, to: 18 * 60, weekdays: true }

function heldUntil(
  person: Recipient,
  name: MessageKind,
  channel: Channel,
  now: string,
): { at: string; reason: LaterReason } | null {
  const { category, urgent } = kindOf(name)
  if ((category === 'account' && urgent) || category === 'reply') return null
  const isOffer = category === 'marketing'
  const window = isOffer ? offerHours : quietFree
  const zones = isOffer ? [...person.time_zones, ...person.phone_zones] : person.time_zones
  const isFree = channel === 'email' && !isOffer && (urgent || person.as !== 'customer')
  const capped =
    (channel === 'sms' && person.today.sms >= dailyCaps.sms) ||
    (channel === 'email' && !urgent && person.today.email >= dailyCaps.email)
  if (capped)
    return {
      at: nextOpening(tomorrow(person, now), zones, window),
      reason: 'daily_cap',
    }
  if (isFree) return null
  const at = nextOpening(now, zones, window)
  return at === now ? null : { at, reason: 'quiet_hours' }
}

const tomorrow = ({ time_zones: [zone = 'UTC'] }: Recipient, now: string): string =>
  zonedToUtcIso(addDays(wallClockIn(zone, now).date, 1), 0, zone)

/** The first moment from `now` on at which the window is open in every zone. */
export function nextOpening(now: string, zones: readonly string[], window = quietFree): string {
  let at = now
  // A fortnight of openings at most: two zones always share hours.
  for (let turn = 0; turn < 60; turn++) {
    const later = zones
      .map((zone) => openingIn(zone, at, window))
      .reduce((latest, one) => (one > latest ? one : latest), at)
    if (later === at) return at
    at = later
  }
  return at
}

function openingIn(zone: string, now: string, { from, to, weekdays }: Window): string {
  const { date, minutes } = wallClockIn(zone, now)
  const isOpenDay = (day: string) => !weekdays || (weekdayOf(day) >= 1 && weekdayOf(day) <= 5)
  if (isOpenDay(date) && minutes >= from && minutes < to) return now
  let day = minutes < from ? date : addDays(date, 1)
  while (!isOpenDay(day)) day = addDays(day, 1)
  return zonedToUtcIso(day, from, zone)
}

export type Plan = {
  channel: Channel
  verdict: Verdict
  /** Why it does not go the way it was meant to. */
  instead_of?: { channel: Channel; reason: NeverReason }
}

/**
 * How a message goes to a person: by every channel it goes by now or later, or one refusal with its reason. Visits and news for staff go
 * every way the person wants; money goes one way, the preferred one first.
 */
export function planTelling(
  person: Recipient,
  name: MessageKind,
  now: string,
  asked: Asked = {},
): Plan[] {
  const wanted = wantedChannels(person, name)
  const plans = wanted.map((channel): Plan => {
    const verdict = mayTell(person, name, channel, now, asked)
    if (verdict.do !== 'other') return { channel, verdict }
    return {
      channel: verdict.channel,
      verdict: mayTell(person, name, verdict.channel, now, asked),
      instead_of: { channel, reason: verdict.reason },
    }
  })
  const going = plans
    .filter(({ verdict }) => verdict.do === 'send' || verdict.do === 'later')
    .filter(({ channel }, at, list) => list.findIndex((one) => one.channel === channel) === at)
  const { category } = kindOf(name)
  if (going.length)
    return category === 'service' || category === 'staff' ? going : going.slice(0, 1)
  const [first] = plans
  return [first ?? { channel: 'email', verdict: { do: 'never', reason: 'no_address' } }]
}

/** The channels a person would get it by, the preferred one first. */
function wantedChannels(person: Recipient, name: MessageKind): Channel[] {
  const { channels: possible, category } = kindOf(name)
  const there = possible.filter((channel) => addressOf(person, channel))
  const prefersTexts =
    person.preferred_contact === 'sms' &&
    category !== 'staff' &&
    refusalOf(person, name, 'sms') === null
  if (!prefersTexts) return there
  return category === 'service' ? ['sms'] : ['sms', ...there.filter((one) => one !== 'sms')]
}

/** The channels by which a person gets messages of a kind, whatever the hour. */
export const openChannels = (person: Recipient, name: MessageKind): Channel[] =>
  wantedChannels(person, name).filter((channel) => refusalOf(person, name, channel) === null)
