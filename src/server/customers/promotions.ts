import { offerSkip, type CustomerStatus, type OfferSkip } from '../../domain/customers/customer.ts'
import type { OrgTx } from '../base/db/door.ts'
import { readReach } from '../messages/recipient.ts'
import { isGoingOut, tell } from '../messages/tell.ts'
import { requirePostalAddress } from '../base/organizations/read.ts'
import { found } from '../base/kit/refusals.ts'
import { lockCustomer } from './write-row.ts'

type Skipped = { id: string; reason: OfferSkip }

/**
 * Sends an offer by e-mail; lists the customers it skipped because they have no address, are
 * archived or opted out.
 */
export async function sendPromotion(
  tx: OrgTx,
  customer_id: string,
  message: string,
): Promise<{ ok: true; queued: number; skipped: Skipped[] }> {
  const customer = await lockCustomer(tx, customer_id)
  await requirePostalAddress(tx)
  const reason = offerSkip({
    status: customer.status as CustomerStatus,
    email: customer.email,
    promotions_off: customer.promotions_off_at !== null,
  })
  if (reason) return { ok: true, queued: 0, skipped: [{ id: customer_id, reason }] }
  const reached = found((await readReach(tx, [customer_id])).get(customer_id))
  const sendings = await tell(tx, reached, {
    kind: 'promotion',
    data: { organization: reached.organization, name: customer.name, message },
  })
  return isGoingOut(sendings)
    ? { ok: true, queued: 1, skipped: [] }
    : { ok: true, queued: 0, skipped: [{ id: customer_id, reason: 'refused' }] }
}
