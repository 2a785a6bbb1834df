import { sql } from 'kysely'
import { mayTell, type NeverReason } from '../../domain/messages/message.ts'
import { isUuid } from '../../domain/base/id.ts'
import type { Channel, MessageKind } from '../../domain/messages/message-kinds.ts'
import type { App } from '../base/call.ts'
import {
  inOrgAll,
  onPlatform,
  system,
  type OrgTx,
  type PlatformTx,
  type Tx,
} from '../base/db/door.ts'
import { jobPlans } from '../base/jobs/catalog.ts'
import { Undeliverable, Unregistered } from '../base/outside/faults.ts'
import { answerAddress, homeUrl, unsubscribeUrl, switchingOf } from './links.ts'
import { reachAddress, readOffice, readPeople, readReach, type Reached } from './recipient.ts'
import { overtakenBill } from './notify-bill.ts'
import { isWayOver } from './notify-visits.ts'
import { overtakenCharge } from './overtaken-charge.ts'
import { queueSending, tell } from './tell.ts'
import { isOvertaken } from './write-bill-reminders.ts'
import { block, markUnregistered } from './write-blocks.ts'
import type { ToldPlan, VisitChange } from './write-held-news.ts'
import type { AttachedPaper, DeliveryNeeds, DrawPaper, Message } from './delivery-needs.ts'

type Delivering = Pick<App, 'store' | 'mail' | 'sms' | 'push' | 'log'>

const maxTries = jobPlans['message.send'].retries + 1
/** A message claimed longer ago than this is no longer being handed over: its process has died. Seconds; longer than any hand-over may take. */
const claimSeconds = 45

/**
 * Sends one message by its channel: claim it, commit, hand it over, settle. After a crash in between, the provider of texts is asked what
 * it has; a mail server cannot be asked, so the mail goes again under the same Message-ID. Throws if it is worth another try.
 * `needs`: what only later parts of the product know of a message.
 */
export async function deliver(app: Delivering, id: string, needs: DeliveryNeeds): Promise<void> {
  const message = await claim(app, id)
  if (!message) return
  try {
    // A message that already went out is recorded as sent, even if a rule would forbid it now.
    const found = await foundAtProvider(app, message)
    if (!found && (await isWithdrawn(app, message, needs))) return
    const provider_id = found ?? (await handOver(app, message, needs))
    await settle(app, id, { status: 'sent', error: null, provider_id, sent_at: sql`now()` })
  } catch (fault) {
    await fail(app, message, fault)
  }
}

/**
 * Claims a message that is due for this process alone; null if it is done, held, or claimed by another. Waits while
 * another transaction has it locked: if it were skipped and then left unchanged, it would have no job left.
 */
async function claim(app: Delivering, id: string): Promise<Message | null> {
  return onPlatform(app.store, system, async (tx) => {
    const message = await tx
      .selectFrom('messages')
      .selectAll()
      .where('id', '=', id)
      .where('direction', '=', 'out')
      .where('status', 'in', ['queued', 'sending'])
      .forUpdate()
      .executeTakeFirst()
    if (!message) return null
    if (message.held_until && Date.parse(message.held_until) > Date.now()) {
      await queueSending(tx, id, message.held_until)
      return null
    }
    const isClaimed = message.status === 'sending'
    if (isClaimed && Date.parse(message.claimed_at!) + claimSeconds * 1000 > Date.now()) {
      await queueSending(tx, id, new Date(Date.now() + claimSeconds * 1000).toISOString())
      return null
    }
    await tx
      .updateTable('messages')
      .set({ status: 'sending', claimed_at: sql`now()`, tries: message.tries + 1 })
      .where('id', '=', id)
      .execute()
    return { ...message, tries: message.tries + 1 }
  })
}

/** Asks once more whether it may go: somebody may have answered STOP, or moved, since it was queued. */
async function isWithdrawn(
  app: Delivering,
  message: Message,
  needs: DeliveryNeeds,
): Promise<boolean> {
  return inMessageOrg(app, message, async (tx) => {
    const overtaken = tx.org === null ? null : await overtakenBy(tx, message, needs)
    if (overtaken) {
      await put(tx, message.id, { status: 'refused', reason: overtaken })
      return true
    }
    const to = await readRecipient(tx, message)
    const kind = message.template as MessageKind
    const channel = message.channel as Channel
    const verdict = mayTell(to.recipient, kind, channel, new Date().toISOString(), message)
    if (verdict.do === 'send') return false
    if (verdict.do === 'later') {
      await put(tx, message.id, {
        status: 'queued',
        held_until: verdict.at,
        reason: verdict.reason,
        // A look is no try, however often it is looked at.
        tries: message.tries - 1,
        claimed_at: message.claimed_at,
      })
      await queueSending(tx, message.id, verdict.at)
      return true
    }
    await put(tx, message.id, { status: 'refused', reason: verdict.reason })
    if (verdict.do === 'other' && !(await isMailedToo(tx, message)))
      await tellAgain(tx, to, message)
    return true
  })
}

/** Why a message that waited is no longer true. */
async function overtakenBy(
  tx: OrgTx,
  message: Message,
  { overtaken }: DeliveryNeeds,
): Promise<NeverReason | null> {
  const { held_until, useful_until } = message
  if (held_until && useful_until && Date.parse(useful_until) <= Date.now()) return 'too_late'
  if (held_until && (await isInvitationOver(tx, message))) return 'settled'
  if (await isOvertaken(tx, message)) return 'settled'
  if (await isWayOver(tx, message)) return 'taken_back'
  return (
    (await overtaken(tx, message)) ??
    (await overtakenCharge(tx, message)) ??
    overtakenBill(tx, message)
  )
}

/** An invitation that was accepted or revoked while its letter waited. */
async function isInvitationOver(tx: OrgTx, { category, once_key }: Message): Promise<boolean> {
  const id = category === 'invitation' ? once_key?.split(':')[1] : null
  if (!id || !isUuid(id)) return false
  const over = await tx
    .selectFrom('invitations')
    .select('id')
    .where('id', '=', id)
    .where('status', 'in', ['accepted', 'revoked'])
    .executeTakeFirst()
  return over !== undefined
}

/** News that goes every way was written for mail in the same transaction. */
async function isMailedToo(tx: Tx, { id, template, customer_id }: Message): Promise<boolean> {
  if (!customer_id) return false
  const mail = await tx
    .selectFrom('messages')
    .select('id')
    .where('customer_id', '=', customer_id)
    .where('template', '=', template)
    .where('channel', '=', 'email')
    .where('status', '!=', 'refused')
    .where(sql<boolean>`created_at = (select created_at from messages where id = ${id}::uuid)`)
    .executeTakeFirst()
  return mail !== undefined
}

/** The same message by the channel that is left. */
async function tellAgain(tx: Tx, to: Reached, message: Message): Promise<void> {
  if (!message.data) return
  const others = { ...to.recipient, [message.channel === 'sms' ? 'phone' : 'email']: null }
  await tell(
    tx,
    { ...to, recipient: others },
    {
      kind: message.template as MessageKind,
      data: message.data as never,
      useful_until: message.useful_until,
      resend_of: message.id,
      ...(message.changes ? { changes: message.changes as VisitChange[] } : {}),
      ...(message.plans ? { plans: message.plans as ToldPlan[] } : {}),
      ...(message.thread_id ? { thread_id: message.thread_id } : {}),
      ...(message.announcement_id ? { announcement_id: message.announcement_id } : {}),
      ...(message.invoice_id ? { invoice_id: message.invoice_id } : {}),
      ...(message.document ? { document: message.document as AttachedPaper } : {}),
    },
  )
}

/** Who it is for, as they are now; the address stays the one it was written to. */
async function readRecipient(tx: Tx, message: Message): Promise<Reached> {
  const to = tx.org === null ? await readChoosing(tx, message) : await readKnown(tx, message)
  const address = addressOf(message)
  const written = await reachAddress(tx, { ...address, person_id: message.person_id })
  const { blocked, sender } = written.recipient
  // This message itself is among those of today.
  if (!to)
    return {
      ...written,
      recipient: { ...written.recipient, sender: { ...sender, invitations: 0 } },
    }
  const today = { sms: 0, marketing: 0, email: 0 }
  return { ...to, recipient: { ...to.recipient, ...address, blocked, today } }
}

/** Somebody who chose what the platform writes to them; its other messages must be sent. */
const readChoosing = async (
  tx: PlatformTx,
  { person_id, product_update_id }: Message,
): Promise<Reached | null> =>
  (product_update_id && person_id && (await readPeople(tx, [person_id])).get(person_id)) || null

/** Where it was written to; a notice goes to whatever devices the person has by now. */
const addressOf = ({ channel, recipient }: Message): { email?: string; phone?: string } =>
  channel === 'push' ? {} : { [channel === 'sms' ? 'phone' : 'email']: recipient }

async function readKnown(
  tx: Parameters<typeof readReach>[0],
  { customer_id, person_id }: Message,
): Promise<Reached | null> {
  if (customer_id) return (await readReach(tx, [customer_id])).get(customer_id) ?? null
  const office = person_id ? await readOffice(tx) : []
  return office.find((one) => one.person_id === person_id) ?? null
}

/** After a crash or a lost answer: the provider's id of a text that was handed over already. */
const foundAtProvider = async (app: Delivering, message: Message): Promise<string | null> => {
  const wasTried = message.claimed_at !== null
  if (!wasTried || message.channel !== 'sms') return null
  const since = message.created_at
  const at_provider = await app.sms.find({ to: message.recipient, text: message.text, since })
  if (!at_provider.length) return null
  const known = await onPlatform(app.store, system, (tx) =>
    tx
      .selectFrom('messages')
      .select('provider_id')
      .where('channel', '=', 'sms')
      .where('provider_id', 'in', at_provider)
      .execute(),
  )
  const others = new Set(known.map((row) => row.provider_id))
  return at_provider.find((one) => !others.has(one)) ?? null
}

const handOver = (app: Delivering, message: Message, { draw }: DeliveryNeeds): Promise<string> =>
  message.channel === 'push'
    ? app.push.send(noticeOf(message))
    : message.channel === 'sms'
      ? app.sms.send({ id: message.id, to: message.recipient, text: message.text })
      : app.mail.send({
          id: message.id,
          to: message.recipient,
          subject: message.subject ?? '',
          text: message.text,
          html: message.html,
          from_name: message.from_name,
          reply_to: (answerable(message) && answerAddress(message.id)) || message.reply_to,
          in_reply_to: (message.data as { in_reply_to?: string } | null)?.in_reply_to ?? null,
          unsubscribe_url: unsubscribeOf(message),
          is_automatic: message.template !== 'reply',
          attach: paperOf(app, message, draw),
        })

/** The paper of a bill or a receipt, as it is when the mail leaves. */
const paperOf = (app: Delivering, { document, organization_id }: Message, draw: DrawPaper) =>
  document && organization_id
    ? () => draw(app.store, organization_id, document as AttachedPaper)
    : null

/** A notice that reaches no device within a day says nothing new. Seconds. */
const noticeLife = 24 * 60 * 60
const noticeOf = ({ id, person_id, subject, text, data, useful_until }: Message) => ({
  id,
  person_id: person_id!,
  title: subject ?? '',
  body: text,
  url: (data as { url?: string } | null)?.url ?? homeUrl('/app'),
  seconds: useful_until
    ? Math.max(0, Math.min(noticeLife, Math.floor((Date.parse(useful_until) - Date.now()) / 1000)))
    : noticeLife,
})

const unsubscribeOf = (message: Message): string | null => {
  const off = switchingOf(message)
  return off && unsubscribeUrl(off)
}

const answerable = (message: Message): boolean =>
  message.organization_id !== null && (message.customer_id ?? message.thread_id) !== null

async function fail(app: Delivering, message: Message, fault: unknown): Promise<void> {
  const error = fault instanceof Error ? fault.message.slice(0, 500) : 'unknown'
  const { id } = message
  if (fault instanceof Unregistered) return fallBack(app, message, error)
  const isFinal = fault instanceof Undeliverable || message.tries >= maxTries
  await settle(app, id, { error, status: isFinal ? 'failed' : 'queued' })
  if (!isFinal) throw fault
  if (fault instanceof Undeliverable && fault.address) await blockFor(app, message, fault)
  app.log.error({ message_id: id, error }, 'message not delivered')
}

const blockFor = (app: Delivering, message: Message, fault: Undeliverable): Promise<void> =>
  onPlatform(app.store, system, (tx) =>
    block(
      tx,
      message.channel as 'email' | 'sms',
      message.recipient,
      fault.address!,
      fault.message.slice(0, 500),
    ),
  )

/** Our number may not send texts: the message goes by mail, and so does every later one. */
async function fallBack(app: Delivering, message: Message, error: string): Promise<void> {
  const reason: NeverReason = 'sms_unregistered'
  await settle(app, message.id, { status: 'refused', reason, error })
  await tellByMail(app, message, error)
}

async function tellByMail(app: Delivering, message: Message, error: string): Promise<void> {
  await onPlatform(app.store, system, (tx) => markUnregistered(tx, app.sms.from, error))
  await inMessageOrg(app, message, async (tx) =>
    tellAgain(tx, await readRecipient(tx, message), message),
  )
}

type Change = { status: string } & Record<string, unknown>
const put = (tx: Tx, id: string, change: Change) =>
  tx
    .updateTable('messages')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .execute()

const settle = (app: Delivering, id: string, change: Change): Promise<unknown> =>
  onPlatform(app.store, system, (tx) => put(tx, id, change))

/** In the organization the message speaks for; on the platform for our own. */
const inMessageOrg = <T>(
  app: Delivering,
  { organization_id }: Message,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  organization_id
    ? inOrgAll(app.store, organization_id, system, work)
    : onPlatform(app.store, system, work)

/** What became of a message, as its provider tells after it took it. */
type News = { id: string; provider_id?: string; fault?: unknown; status?: 'sent' | 'delivered' }

/** Keeps the news of a message, never backward: what arrived or failed stays so. */
export async function heardBack(app: Delivering, news: News): Promise<void> {
  const { id, fault } = news
  const message = await onPlatform(app.store, system, (tx) =>
    tx
      .selectFrom('messages')
      .selectAll()
      .where('id', '=', id)
      .where('direction', '=', 'out')
      .executeTakeFirst(),
  )
  if (!message) return
  const isNew = await putNews(app, news)
  if (fault instanceof Unregistered && isNew) await tellByMail(app, message, fault.message)
  // A mailbox may complain of what has long arrived.
  if (fault instanceof Undeliverable && fault.address) await blockFor(app, message, fault)
}

async function putNews(app: Delivering, { id, provider_id, fault, ...news }: News) {
  const status = fault === undefined ? news.status! : statusAfter(fault)
  const changed = await onPlatform(app.store, system, (tx) =>
    tx
      .updateTable('messages')
      .set({
        status,
        error: fault instanceof Error ? fault.message.slice(0, 500) : null,
        ...(provider_id ? { provider_id } : {}),
        ...(status === 'delivered' ? { delivered_at: sql`now()` } : {}),
        sent_at: sql`coalesce(sent_at, now())`,
      })
      .where('id', '=', id)
      // The answer to its hand-over may be lost: then it waits for another try.
      .where('status', 'in', ['queued', 'sending', ...(status === 'sent' ? [] : ['sent'])])
      .returning('id')
      .executeTakeFirst(),
  )
  return changed !== undefined
}

function statusAfter(fault: unknown): 'bounced' | 'delivered' | 'failed' {
  const about = fault instanceof Undeliverable ? fault.address : null
  if (about === 'complained') return 'delivered'
  return about === 'bounced' ? 'bounced' : 'failed'
}
