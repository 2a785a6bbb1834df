import { sql } from 'kysely'
import type { OrgTx, Tx } from '../base/db/door.ts'

export type Received = {
  channel: 'email' | 'sms'
  /** Who sent it. */
  from: string
  text: string
  subject?: string | null
  /** The provider's id of it; one that comes twice is one message. */
  provider_id: string
  from_name?: string | null
  /** False if the sender may be somebody else than they say. */
  verified?: boolean
}

type Place = {
  organization_id: string | null
  thread_id: string | null
  customer_id: string | null
}

/** Keeps a message that came in; null if it is known already. */
export async function addReceived(tx: Tx, one: Received, place: Place): Promise<string | null> {
  const row = await tx
    .insertInto('messages')
    .values({
      ...place,
      direction: 'in',
      status: 'received',
      template: 'received',
      category: 'reply',
      channel: one.channel,
      recipient: one.from,
      subject: one.subject?.slice(0, 500) ?? null,
      text: one.text,
      from_name: one.from_name?.slice(0, 200) ?? null,
      provider_id: one.provider_id,
      data: JSON.stringify({ verified: one.verified ?? true }),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['channel', 'provider_id'])
        .where(sql<boolean>`provider_id is not null and provider_id <> 'outbox'`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** One conversation becomes part of another, or of a customer's. */
export const moveMessages = (
  tx: OrgTx,
  from_id: string,
  to: { thread_id: string; customer_id?: string },
): Promise<unknown> => tx.updateTable('messages').set(to).where('thread_id', '=', from_id).execute()

/** What a customer was asked is what the one they were folded into was asked. */
export async function moveReviewRequests(
  tx: OrgTx,
  keep_id: string,
  from_id: string,
): Promise<void> {
  await sql`insert into review_requests (organization_id, customer_id, season, asked_at)
    select organization_id, ${keep_id}::uuid, season, asked_at from review_requests where customer_id = ${from_id}::uuid on conflict do nothing`.execute(
    tx,
  )
  await tx.deleteFrom('review_requests').where('customer_id', '=', from_id).execute()
}
