import { numberSql } from '../../base/kit/phone.ts'
import { sql } from 'kysely'
import type { OrgTx, PlatformTx } from '../../base/db/door.ts'
import type { Received } from '../../messages/write-received.ts'
import {
  addUnknownThread,
  giveToCustomer,
  setAddress,
  threadOfCustomer,
  type Address,
} from '../../messages/threads/write.ts'

/** A message from outside, before we know who it is for. */
export type Incoming = Received & {
  /** Our own ids of messages it answers, the likeliest first. */
  answers?: readonly string[]
}

/** Where a message belongs: always an organization, and what is known by what it answers. */
type Home = {
  organization_id: string
  customer_id: string | null
  thread_id: string | null
}

/**
 * The organization a message is for: that of the message it answers, else the one that knows this address, else the one that last wrote to
 * it, else the only one there is.
 */
export async function findHome(
  tx: PlatformTx,
  { channel, from, answers = [] }: Incoming,
): Promise<Home | null> {
  const answered = answers.length ? await findAnswered(tx, answers) : null
  if (answered) return answered
  const { rows } = await sql<{ organization_id: string }>`
    select organization_id from customers where ${channel === 'email' ? sql`lower(email)` : numberSql(sql`phone_number`)} = ${from}::text
    union select organization_id from thread_addresses where channel = ${channel}::text and address = ${from}::text`.execute(
    tx,
  )
  const [first, ...others] = rows
  const home =
    first && !others.length
      ? first.organization_id
      : ((await lastWriter(tx, channel, from)) ?? (first ? null : await onlyOrganization(tx)))
  return home ? { organization_id: home, customer_id: null, thread_id: null } : null
}

async function findAnswered(tx: PlatformTx, ids: readonly string[]): Promise<Home | null> {
  const row = await tx
    .selectFrom('messages')
    .select(['organization_id', 'customer_id', 'thread_id'])
    .where('id', 'in', [...ids])
    .where('organization_id', 'is not', null)
    // What went to staff is no conversation with a customer.
    .where('category', '<>', 'staff')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { ...row, organization_id: row.organization_id! } : null
}

async function lastWriter(
  tx: PlatformTx,
  channel: string,
  address: string,
): Promise<string | null> {
  const row = await tx
    .selectFrom('messages')
    .select('organization_id')
    .where('channel', '=', channel)
    .where(channel === 'email' ? sql`lower(recipient)` : sql`recipient`, '=', address)
    .where('direction', '=', 'out')
    .where('organization_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.organization_id ?? null
}

async function onlyOrganization(tx: PlatformTx): Promise<string | null> {
  const rows = await tx.selectFrom('organizations').select('id').limit(2).execute()
  return rows.length === 1 ? rows[0]!.id : null
}

/** The conversation a message belongs to inside its organization, and the customer it is with. */
export async function findThread(
  tx: OrgTx,
  home: Home,
  { channel, from, from_name }: Incoming,
): Promise<{ thread_id: string; customer_id: string | null }> {
  const address: Address = { channel, address: from }
  // Two messages from one stranger at once make one conversation.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${home.organization_id}:${channel}:${from}`}::text, 0))`.execute(
    tx,
  )
  const known = await readAddress(tx, home, address)
  const customer_id = home.customer_id ?? known?.customer_id ?? (await onlyCustomer(tx, address))
  if (customer_id) {
    const thread_id =
      known && !known.customer_id
        ? await giveToCustomer(tx, known.id, customer_id)
        : await threadOfCustomer(tx, customer_id)
    await setAddress(tx, address, thread_id)
    return { thread_id, customer_id }
  }
  const thread_id = known?.id ?? (await addUnknownThread(tx, from_name ?? null))
  await setAddress(tx, address, thread_id)
  return { thread_id, customer_id: null }
}

const readAddress = (tx: OrgTx, { thread_id }: Home, { channel, address }: Address) =>
  tx
    .selectFrom('threads as t')
    .leftJoin('thread_addresses as a', (join) =>
      join
        .onRef('a.organization_id', '=', 't.organization_id')
        .onRef('a.thread_id', '=', 't.id')
        .on('a.channel', '=', channel)
        .on('a.address', '=', address),
    )
    .select(['t.id', 't.customer_id'])
    .where((eb) =>
      eb.or([eb('a.address', '=', address), ...(thread_id ? [eb('t.id', '=', thread_id)] : [])]),
    )
    .orderBy(sql`t.id is not distinct from ${thread_id}::uuid`, 'desc')
    .limit(1)
    .executeTakeFirst()

/** The customer with this address; null if there is none, or more than one. */
async function onlyCustomer(tx: OrgTx, { channel, address }: Address): Promise<string | null> {
  const rows = await tx
    .selectFrom('customers')
    .select('id')
    .where(channel === 'email' ? sql`lower(email)` : numberSql(sql`phone_number`), '=', address)
    .limit(2)
    .execute()
  return rows.length === 1 ? rows[0]!.id : null
}
