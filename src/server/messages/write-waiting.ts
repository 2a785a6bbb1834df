import type { NeverReason } from '../../domain/message.ts'
import type { OrgTx } from '../db/door.ts'

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
