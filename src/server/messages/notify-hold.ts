import type { OrgTx } from '../db/door.ts'
import { found } from '../refusals.ts'
import { readReach } from './reach.ts'
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
  await tell(tx, customer, { kind: 'payment_hold', data })
}
