import type { OrgTx } from '../db/door.ts'
import { tellLeaveDecided } from '../messages/tell-leaving.ts'

/** What the customer asked for was done, whoever did it: their open request is granted. Called before they are archived, which ends letters. */
export async function grantLeave(tx: OrgTx, customer_id: string): Promise<void> {
  const granted = await closeLeave(tx, customer_id, { status: 'archived', answer: null })
  if (granted) await tellLeaveDecided(tx, customer_id, { id: granted.id, archived: true, answer: null })
}

/** Closes the open request of a locked customer, if there is one. */
export const closeLeave = (
  tx: OrgTx,
  customer_id: string,
  closed: { status: 'withdrawn' | 'archived' | 'kept'; answer: string | null },
): Promise<{ id: string } | undefined> =>
  tx
    .updateTable('leave_requests')
    .set({ ...closed, resolved_at: new Date().toISOString(), resolved_by: tx.doer.person_id })
    .where('organization_id', '=', tx.org)
    .where('customer_id', '=', customer_id)
    .where('status', '=', 'requested')
    .returning('id')
    .executeTakeFirst()
