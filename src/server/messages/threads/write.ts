import { sql } from 'kysely'
import type { OrgTx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'
import { moveMessages, moveReviewRequests } from '../write-received.ts'

export type Address = { channel: 'email' | 'sms'; address: string }

/** The conversation with a customer, over all channels; the first message makes it. */
export const threadOfCustomer = (tx: OrgTx, customer_id: string): Promise<string> =>
  findOrAdd(tx, { customer_id })

/** The same for the office that writes first: a new one waits for no answer of ours. */
export const quietThreadOfCustomer = (tx: OrgTx, customer_id: string): Promise<string> =>
  findOrAdd(tx, { customer_id, state: 'closed' })

async function findOrAdd(
  tx: OrgTx,
  values: { customer_id: string; state?: 'closed' },
): Promise<string> {
  const { customer_id } = values
  await tx
    .insertInto('threads')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'customer_id'])
        .where(sql<boolean>`customer_id is not null`)
        .doNothing(),
    )
    .execute()
  const { id } = await tx
    .selectFrom('threads')
    .select('id')
    .where('customer_id', '=', customer_id)
    .executeTakeFirstOrThrow()
  return id
}

/** A conversation with somebody who is no customer yet. */
export async function addUnknownThread(tx: OrgTx, name: string | null): Promise<string> {
  const { id } = await tx
    .insertInto('threads')
    .values({ name })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** From now on what comes from this address belongs to this conversation. */
export const setAddress = (
  tx: OrgTx,
  { channel, address }: Address,
  thread_id: string,
): Promise<unknown> =>
  tx
    .insertInto('thread_addresses')
    .values({ channel, address, thread_id })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'channel', 'address']).doUpdateSet({ thread_id }),
    )
    .execute()

type ThreadChange = {
  state?: 'open' | 'waiting' | 'closed'
  assignee_id?: string | null
  series_id?: string | null
  original_date?: string | null
  needs_care?: boolean
}

export async function changeThread(tx: OrgTx, id: string, change: ThreadChange): Promise<void> {
  await tx
    .updateTable('threads')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  await threadChanged(tx, id)
}

/** A message came in: the conversation is open again and goes to the top. */
export async function heardIn(
  tx: OrgTx,
  id: string,
  { needs_care, at }: { needs_care: boolean; at: string },
): Promise<void> {
  await sql`update threads set state = 'open', last_at = ${at}::timestamptz, last_in_at = ${at}::timestamptz, needs_care = needs_care or ${needs_care}::boolean,
    version = version + 1 where id = ${id}::uuid`.execute(tx)
  await threadChanged(tx, id)
}

/** The office answered: now it waits for the other side. */
export async function answeredIn(tx: OrgTx, id: string): Promise<void> {
  await sql`update threads set state = 'waiting', last_at = now(), version = version + 1 where id = ${id}::uuid`.execute(
    tx,
  )
  await threadChanged(tx, id)
}

const threadChanged = (tx: OrgTx, thread_id: string): Promise<void> =>
  emit(tx, 'thread.changed', { thread_id })

/** Somebody has read a conversation up to a moment (ISO 8601). */
export const markRead = (
  tx: OrgTx,
  thread_id: string,
  person_id: string,
  upto: string,
): Promise<unknown> =>
  sql`insert into thread_reads (thread_id, person_id, upto) values (${thread_id}::uuid, ${person_id}::uuid, ${upto}::timestamptz)
    on conflict (organization_id, thread_id, person_id) do update set upto = greatest(thread_reads.upto, excluded.upto)`.execute(
    tx,
  )

/** An unknown sender is this customer: their conversations become one. Returns its id. */
export async function giveToCustomer(
  tx: OrgTx,
  thread_id: string,
  customer_id: string,
): Promise<string> {
  const known = await tx
    .selectFrom('threads')
    .select('id')
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()
  if (known && known.id !== thread_id) await mergeThreads(tx, known.id, thread_id)
  else await tx.updateTable('threads').set({ customer_id }).where('id', '=', thread_id).execute()
  const keep = known?.id ?? thread_id
  await moveMessages(tx, keep, { thread_id: keep, customer_id })
  await threadChanged(tx, keep)
  return keep
}

/** Makes one conversation of two when a duplicate customer is folded into another, and one list of what they were asked. */
export async function mergeConversations(
  tx: OrgTx,
  keep_id: string,
  from_id: string,
): Promise<void> {
  const threads = await tx
    .selectFrom('threads')
    .select(['id', 'customer_id'])
    .where('customer_id', 'in', [keep_id, from_id])
    .execute()
  const keep = threads.find((one) => one.customer_id === keep_id)
  const from = threads.find((one) => one.customer_id === from_id)
  if (from && keep) await mergeThreads(tx, keep.id, from.id)
  else if (from)
    await tx
      .updateTable('threads')
      .set({ customer_id: keep_id, version: sql`version + 1` })
      .where('id', '=', from.id)
      .execute()
  await moveReviewRequests(tx, keep_id, from_id)
}

async function mergeThreads(tx: OrgTx, keep_id: string, from_id: string): Promise<void> {
  await moveMessages(tx, from_id, { thread_id: keep_id })
  await tx
    .updateTable('thread_addresses')
    .set({ thread_id: keep_id })
    .where('thread_id', '=', from_id)
    .execute()
  // What was unread in the one is unread in the whole.
  await sql`update threads k set last_at = greatest(k.last_at, f.last_at), last_in_at = greatest(k.last_in_at, f.last_in_at), needs_care = k.needs_care or f.needs_care,
    state = case when f.state = 'open' then 'open' else k.state end, version = k.version + 1 from threads f where k.id = ${keep_id}::uuid and f.id = ${from_id}::uuid`.execute(
    tx,
  )
  await tx.deleteFrom('threads').where('id', '=', from_id).execute()
}
