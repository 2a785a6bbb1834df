import { sql } from 'kysely'
import { neverReasons, type Recipient } from '../../../domain/messages/message.ts'
import { threadRules } from '../../../domain/messages/thread.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { reachAddress, readReach, type Reached } from '../../messages/recipient.ts'
import { isGoingOut, tell } from '../../messages/tell.ts'
import { enforce, found, refused } from '../../base/kit/refusals.ts'
import { answeredIn, markRead } from '../../messages/threads/write.ts'
import { organizationOf } from './read.ts'

type Reply = { text: string; channel: 'email' | 'sms'; seen_id: string | null }
type Last = { id: string; address: string; subject: string | null; provider_id: string | null }

/** Sends the office's answer into a conversation, unless something came in that its writer has not seen. */
export async function replyTo(tx: OrgTx, thread_id: string, reply: Reply): Promise<void> {
  const thread = found(
    await tx
      .selectFrom('threads')
      .select(['customer_id'])
      .where('id', '=', thread_id)
      .forUpdate()
      .executeTakeFirst(),
  )
  const last_in = await lastIn(tx, thread_id)
  enforce(threadRules.reply({ last_in_id: last_in?.id ?? null, seen_id: reply.seen_id }))
  const answers = await lastIn(tx, thread_id, reply.channel)
  const to = await recipientOf(tx, thread.customer_id, reply.channel, answers?.address ?? null)
  const sendings = await tell(tx, to, {
    kind: 'reply',
    thread_id,
    author_id: tx.cause.person_id,
    data: {
      organization: await organizationOf(tx),
      text: reply.text,
      subject: answers?.subject ?? null,
      in_reply_to: reply.channel === 'email' ? (answers?.provider_id ?? null) : null,
    },
  })
  if (!isGoingOut(sendings)) throw refused('reply_refused', whyNot(sendings))
  await answeredIn(tx, thread_id)
  if (tx.cause.person_id)
    await markRead(tx, thread_id, tx.cause.person_id, new Date().toISOString())
}

const lastIn = (
  tx: OrgTx,
  thread_id: string,
  channel: string | null = null,
): Promise<Last | undefined> =>
  tx
    .selectFrom('messages')
    .select(['id', 'recipient as address', 'subject', 'provider_id'])
    .where('thread_id', '=', thread_id)
    .where('direction', '=', 'in')
    .where(sql<boolean>`(${channel}::text is null or channel = ${channel}::text)`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** By this channel alone: to where they wrote from, else to the customer's own address. */
async function recipientOf(
  tx: OrgTx,
  customer_id: string | null,
  channel: 'email' | 'sms',
  wrote_from: string | null,
): Promise<Reached> {
  const customer = customer_id ? (await readReach(tx, [customer_id])).get(customer_id) : undefined
  const known = channel === 'email' ? customer?.recipient.email : customer?.recipient.phone
  const email = channel === 'email' ? (wrote_from ?? known ?? null) : null
  const phone = channel === 'sms' ? (wrote_from ?? known ?? null) : null
  // Somebody who never texted us has agreed to texts, or gets none.
  if (phone && !wrote_from && !customer?.recipient.sms_consent)
    throw refused('reply_refused', sentence('no_consent'))
  const address = await reachAddress(tx, { email, phone, customer_id })
  if (!customer) return address
  const { blocked } = address.recipient
  const recipient: Recipient = { ...customer.recipient, email, phone, blocked }
  return { ...customer, recipient }
}

const sentence = (reason: keyof typeof neverReasons): string =>
  `This reply cannot be sent: ${neverReasons[reason]}.`

function whyNot(sendings: Awaited<ReturnType<typeof tell>>): string {
  const verdict = sendings[0]?.verdict
  return sentence(verdict && verdict.do === 'never' ? verdict.reason : 'no_address')
}
