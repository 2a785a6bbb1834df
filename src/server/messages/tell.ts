import type { Insertable } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import { todayIn, type LocalDate } from '../../domain/base/dates.ts'
import { addressOf, planTelling, type Plan } from '../../domain/messages/message.ts'
import { kindOf, type Channel, type MessageKind } from '../../domain/messages/message-kinds.ts'
import { isRewordable } from '../../domain/messages/message-texts.ts'
import { segmentsOf, toGsm7 } from '../../domain/messages/sms-text.ts'
import type { Tx, OrgTx } from '../base/db/door.ts'
import { enqueue } from '../base/jobs/jobs.ts'
import { inBusiness, unsubscribeUrl, switchingOf, wordsOf } from './links.ts'
import { renderHtml, renderText, type Letter } from './letter.ts'
import { letterOf, readOwnWords, type MessageData } from './letters.ts'
import { lookFor, readOffice, type Reached } from './recipient.ts'
import type { ToldPlan, VisitChange } from './write-held-news.ts'
import type { AttachedPaper } from './delivery-needs.ts'
import { officeRoles, type Role } from '../../domain/base/roles.ts'

export type Telling<K extends MessageKind> = {
  kind: K
  data: MessageData[K]
  /** A second message with the same key is the first one: nothing is sent twice. */
  once?: string
  /** ISO 8601: after this moment it would say nothing new. */
  useful_until?: string | null
  /** ISO 8601: the earliest moment to send it. */
  not_before?: string | null
  /** What it says of single visits: while it waits, newer news takes its place. */
  changes?: readonly VisitChange[]
  /** The plans it tells of, and what their customer knew before. */
  plans?: readonly ToldPlan[]
  /** The visits it announces, by id, with the day it says of each. */
  announces?: readonly (readonly [date: LocalDate, visit: string])[]
  author_id?: string | null
  resend_of?: string
  /** The conversation it belongs to, for somebody who is no customer yet. */
  thread_id?: string
  /** The announcement it is part of. */
  announcement_id?: string
  /** The product update it is. */
  product_update_id?: string
  /** The business on whose account it is texted, where the message is none of its own. */
  texted_for?: string
  /** The bill it carries. */
  invoice_id?: string
  /** The paper that is attached to a mail. */
  document?: AttachedPaper
}

/** How a message goes out, or why it does not. */
type Sending = Plan & { id: string }

/**
 * The one way out: decides how a message goes to a person, writes it and queues its sending in the caller's transaction, so that it goes
 * out only if that commits. A message that may not go is written too, refused and with the reason, for the office to see.
 */
export async function tell<K extends MessageKind>(
  tx: Tx,
  to: Reached,
  given: Telling<K>,
): Promise<Sending[]> {
  const telling = { ...given, data: linked(to, given.data) }
  const plans = planTelling(to.recipient, telling.kind, new Date().toISOString(), telling)
  const sendings: Sending[] = []
  for (const plan of plans) {
    const id = await write(tx, to, telling, plan)
    if (id) sendings.push({ ...plan, id })
  }
  return sendings
}

/** Makes the link in a customer's message open the business that sends it. */
function linked<Data extends object>(
  { customer_id, organization_id }: Reached,
  data: Data & { url?: string },
): Data {
  if (!customer_id || !organization_id || !data.url) return data
  return { ...data, url: inBusiness(data.url, organization_id) }
}

/** True if a message goes out, now or later. */
export const isGoingOut = (sendings: readonly Sending[]): boolean =>
  sendings.some(({ verdict }) => verdict.do === 'send' || verdict.do === 'later')

async function write<K extends MessageKind>(
  tx: Tx,
  to: Reached,
  telling: Telling<K>,
  plan: Plan,
): Promise<string | null> {
  const { channel, verdict } = plan
  const isRefused = verdict.do === 'never' || verdict.do === 'other'
  const held_until = verdict.do === 'later' ? verdict.at : null
  const written = await tx
    .insertInto('messages')
    .values({
      ...factsOf(to, telling, channel),
      ...(await wordedFor(tx, to, telling.kind, telling.data, channel)),
      organization_id: to.organization_id ?? tx.org,
      status: isRefused ? 'refused' : 'queued',
      reason: reasonOf(plan),
      basis: 'basis' in verdict ? verdict.basis : null,
      held_until,
    })
    .onConflict((conflict) => conflict.column('once_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (written && !isRefused) await queueSending(tx, written.id, held_until)
  return written?.id ?? null
}

/** Why it is refused, held, or goes another way. What waits for the sender says so, however it goes. */
function reasonOf({ verdict, instead_of }: Plan): string | null {
  const reason = 'reason' in verdict ? verdict.reason : null
  if (verdict.do === 'later' && reason === 'sender_unverified') return reason
  return instead_of?.reason ?? reason
}

/** True if a message waits until somebody who runs the business has proven their mailbox. */
export const waitsForSender = (sendings: readonly Sending[]): boolean =>
  sendings.some(({ verdict }) => verdict.do === 'later' && verdict.reason === 'sender_unverified')

type NewMessage = Insertable<Database['messages']>

const factsOf = <K extends MessageKind>(
  to: Reached,
  {
    kind,
    data,
    once,
    useful_until = null,
    announces,
    changes,
    plans,
    author_id = null,
    resend_of,
    thread_id,
    announcement_id,
    product_update_id,
    invoice_id,
    texted_for,
    document,
  }: Telling<K>,
  channel: Channel,
) =>
  ({
    customer_id: to.customer_id,
    person_id: to.person_id,
    channel,
    template: kind,
    category: kindOf(kind).category,
    once_key: once ? onceKey(kind, once, channel, to.person_id) : null,
    recipient: addressOf(to.recipient, channel) ?? '',
    locale: to.locale,
    useful_until,
    consent_id: channel === 'sms' ? consentFor(to, kind) : null,
    data: JSON.stringify(data),
    changes: changes ? JSON.stringify(changes) : null,
    plans: plans ? JSON.stringify(plans) : null,
    tells: announces?.length ? JSON.stringify(announces) : null,
    author_id,
    resend_of: resend_of ?? null,
    thread_id: thread_id ?? null,
    announcement_id: announcement_id ?? null,
    product_update_id: product_update_id ?? null,
    invoice_id: invoice_id ?? null,
    texted_for: texted_for ?? null,
    document: document ? JSON.stringify(document) : null,
  }) satisfies Partial<NewMessage>

/** What goes one way goes once; what goes several ways goes once by each, and to each of the staff. */
function onceKey(
  kind: MessageKind,
  once: string,
  channel: Channel,
  person_id: string | null,
): string {
  const { category } = kindOf(kind)
  if (category === 'staff') return `${once}:${person_id}:${channel}`
  return category === 'service' ? `${once}:${channel}` : once
}

const consentFor = (to: Reached, kind: MessageKind): string | null =>
  kindOf(kind).category === 'marketing' ? to.offer_consent_id : to.consent_id

/** The words of a message as a channel carries them. */
export async function wordedFor<K extends MessageKind>(
  tx: Tx,
  to: Reached,
  kind: K,
  data: MessageData[K],
  channel: Channel,
): Promise<Worded> {
  const [zone = 'America/New_York'] = to.recipient.time_zones
  const today = todayIn(zone, new Date().toISOString())
  const own = isRewordable(kind) ? await readOwnWords(tx, kind, to.locale) : {}
  const letter = letterOf(kind, data, { locale: to.locale, today, own })
  return wordsFor(dressed(letter, to, kind), channel)
}

/** A letter with the look of its business, and the link that ends its sort. */
function dressed(letter: Letter, to: Reached, kind: MessageKind): Letter {
  const off = switchingOf({ ...to, template: kind })
  const url = off && unsubscribeUrl(off)
  return {
    ...letter,
    ...(letter.from ? { from: { ...letter.from, ...lookFor(to, kind) } } : {}),
    unsubscribe: url ? { label: wordsOf(to.locale).link(off.switch), url } : null,
  }
}

type Worded = Pick<NewMessage, 'from_name' | 'reply_to' | 'subject' | 'text' | 'html' | 'segments'>

/** A letter as a channel carries it. */
function wordsFor(letter: Letter, channel: Channel): Worded {
  const sender = {
    from_name: letter.from ? oneLine(letter.from.name) : null,
    reply_to: letter.from?.email ?? null,
  }
  if (channel === 'email')
    return {
      ...sender,
      subject: oneLine(letter.subject),
      text: renderText(letter),
      html: renderHtml(letter),
    }
  // A notice opens its page when pressed, so it shows no address.
  if (channel === 'push')
    return { ...sender, subject: oneLine(letter.subject), text: letter.preheader }
  const text = toGsm7(letter.sms ?? letter.preheader)
  return { ...sender, subject: null, text, segments: segmentsOf(text) }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 250)

/** Queues the sending of a message that is written. */
export const queueSending = (
  tx: Tx,
  message_id: string,
  held_until: string | null = null,
  key = message_id,
): Promise<void> =>
  enqueue(
    tx,
    'message.send',
    { message_id },
    { key, ...(held_until ? { startAfter: new Date(held_until) } : {}) },
  )

/** Tells everyone in the office, by the ways they chose; once for each `about_id`. */
export async function notifyOffice<K extends MessageKind>(
  tx: OrgTx,
  about_id: string,
  telling: Pick<Telling<K>, 'kind' | 'data'>,
  roles: readonly Role[] = officeRoles,
): Promise<void> {
  for (const person of await readOffice(tx, roles))
    await tell(tx, person, { ...telling, once: `${telling.kind}:${about_id}` })
}
