import { sql } from 'kysely'
import type { NeverReason } from '../../domain/message.ts'
import type { MessageKind } from '../../domain/message-kinds.ts'
import type { OrgTx } from '../db/door.ts'
import { waitsForProof } from './release.ts'

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
