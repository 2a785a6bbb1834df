import { sql } from 'kysely'
import type { OrgTx } from '../../base/db/door.ts'
import { notifyLeaveDecided } from '../../messages/notify-leaving.ts'

/**
 * Archiving a customer grants their open request. Call before archiving, which stops their
 * e-mails.
 */
export async function grantLeave(tx: OrgTx, customer_id: string): Promise<void> {
  const granted = await closeLeave(tx, customer_id, { status: 'archived', answer: null })
  if (granted)
    await notifyLeaveDecided(tx, customer_id, { id: granted.id, archived: true, answer: null })
}

/** Closes a locked customer's open request, if any. */
export const closeLeave = (
  tx: OrgTx,
  customer_id: string,
  closed: { status: 'withdrawn' | 'archived' | 'kept'; answer: string | null },
): Promise<{ id: string } | undefined> =>
  tx
    .updateTable('leave_requests')
    .set({ ...closed, resolved_at: new Date().toISOString(), resolved_by: tx.cause.person_id })
    .where('customer_id', '=', customer_id)
    .where('status', '=', 'requested')
    .returning('id')
    .executeTakeFirst()

/** Adds a request to close a customer's account. Returns its id. */
export const addLeaveRequest = async (
  tx: OrgTx,
  customer_id: string,
  reason: string | null,
): Promise<string> =>
  (
    await tx
      .insertInto('leave_requests')
      .values({ customer_id, reason })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** In a merge where both ask to close their account, only the request of `keep` stays open. */
export const mergeLeaveRequests = (tx: OrgTx, keep: string, from: string): Promise<unknown> =>
  sql`update leave_requests x set status = 'withdrawn', resolved_at = now(), resolved_by = ${tx.cause.person_id}::uuid
    where customer_id = ${from}::uuid and status = 'requested' and exists (
      select 1 from leave_requests k where k.organization_id = x.organization_id and k.customer_id = ${keep}::uuid and k.status = 'requested')`.execute(
    tx,
  )
