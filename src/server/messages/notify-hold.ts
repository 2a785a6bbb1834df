import type { NeverReason } from '../../domain/messages/message.ts'
import type { MessageKind } from '../../domain/messages/message-kinds.ts'
import type { OrgTx } from '../base/db/door.ts'
import { found } from '../base/kit/refusals.ts'
import { readReach } from './recipient.ts'
import { tell } from './tell.ts'

/** Tells a customer that their visits wait for a payment, or go on. */
export async function notifyHold(
  tx: OrgTx,
  customer_id: string,
  about: { is_held: boolean; owed_cents: number; url: string },
): Promise<void> {
  const customer = found((await readReach(tx, [customer_id])).get(customer_id))
  const { organization, name: customer_name } = customer
  const data = { organization, customer_name, ...about }
  await withdrawWaiting(tx, customer_id)
  await tell(tx, customer, { kind: 'payment_hold', data })
}

/** What waits for the morning is no longer true: the newest is. */
const withdrawWaiting = (tx: OrgTx, customer_id: string): Promise<unknown> =>
  tx
    .updateTable('messages')
    .set({ status: 'refused', reason: 'replaced' satisfies NeverReason })
    .where('customer_id', '=', customer_id)
    .where('template', '=', 'payment_hold' satisfies MessageKind)
    .where('status', '=', 'queued')
    .execute()
