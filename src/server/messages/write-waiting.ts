import { sql } from 'kysely'
import type { NeverReason } from '../../domain/messages/message.ts'
import type { MessageKind } from '../../domain/messages/message-kinds.ts'
import { inOrgAll, readPlatform, system, type OrgTx } from '../base/db/door.ts'
import { officeRoles } from '../../domain/base/roles.ts'
import type { App } from '../base/call.ts'
import { emit } from '../base/events.ts'
import { queueSending } from './tell.ts'

/** Refuses what still waits to tell customers of a price campaign: its own messages, and questions asked since then. */
export async function refuseWaitingOfPrices(
  tx: OrgTx,
  { campaign_id, asked_since }: { campaign_id: string; asked_since: string },
): Promise<void> {
  const reason: NeverReason = 'stopped_by_office'
  await sql`update messages set status = 'refused', reason = ${reason}, held_until = null
    where status = 'queued' and direction = 'out' and (once_key like ${`price:${campaign_id}:%`}
      or (template = 'consent_request' and created_at >= ${asked_since}::timestamptz and customer_id in (
        select customer_id from price_campaign_lines where campaign_id = ${campaign_id}::uuid and asks)))`.execute(
    tx,
  )
}

/** Refuses the letter of an invitation that still waits for its sender, because another one goes. */
export async function refuseWaitingLetter(tx: OrgTx, invitation_id: string): Promise<void> {
  const reason: NeverReason = 'replaced'
  await sql`update messages m set status = 'refused', reason = ${reason}, held_until = null
    where ${waitsForProof} and m.status = 'queued' and m.once_key like ${`invite:${invitation_id}%`}`.execute(
    tx,
  )
}

/** Refuses the messages of an announcement that still wait, held ones too; returns how many. One that is being handed over goes out. */
export async function refuseWaiting(tx: OrgTx, announcement_id: string): Promise<number> {
  const reason: NeverReason = 'stopped_by_office'
  const rows = await tx
    .updateTable('messages')
    .set({ status: 'refused', reason, held_until: null })
    .where('announcement_id', '=', announcement_id)
    .where('status', '=', 'queued')
    .returning('id')
    .execute()
  return rows.length
}

/** Refuses what waits to speak of the work of a business that closes, or to bring it customers. What is owed and accounts stay. */
export async function refuseWaitingOfClosed(tx: OrgTx): Promise<void> {
  const reason: NeverReason = 'settled'
  await tx
    .updateTable('messages')
    .set({ status: 'refused', reason, held_until: null })
    .where('direction', '=', 'out')
    .where('status', '=', 'queued')
    .where((one) =>
      one.or([
        one('category', 'in', ['service', 'marketing', 'invitation']),
        one('template', '=', 'price_change' satisfies MessageKind),
      ]),
    )
    .execute()
}

const reason: NeverReason = 'sender_unverified'

/** Sends what waited in the businesses that a person runs, now that their mailbox is proven. */
export async function releaseWaiting(
  app: Pick<App, 'store'>,
  { person_id }: { person_id: string },
): Promise<void> {
  const theirs = await readPlatform(app.store, system, (tx) =>
    tx
      .selectFrom('memberships')
      .select('organization_id')
      .distinct()
      .where('person_id', '=', person_id)
      .where('role', 'in', [...officeRoles])
      .where('status', '=', 'active')
      .execute(),
  )
  for (const { organization_id } of theirs)
    await inOrgAll(app.store, organization_id, system, releaseAll)
}

/** The moment of release stays in `held_until`: the caps of a day count from it. */
async function releaseAll(tx: OrgTx): Promise<void> {
  const released = await tx
    .updateTable('messages')
    .set({ held_until: sql<string>`now()`, reason: null })
    .where('status', '=', 'queued')
    .where('direction', '=', 'out')
    .where('reason', '=', reason)
    .returning('id')
    .execute()
  // The job of the next look still waits under the message's own key.
  for (const { id } of released) await queueSending(tx, id, null, `${id}:proven`)
  if (released.length) await emit(tx, 'organization.changed', { released: released.length })
}

/** How many messages wait for that. */
export async function countWaiting(tx: OrgTx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from messages m where ${waitsForProof}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** True for a message that waits until the mailbox of its sender is proven. */
export const waitsForProof = sql<boolean>`m.status in ('queued', 'sending') and m.reason = ${reason}`
