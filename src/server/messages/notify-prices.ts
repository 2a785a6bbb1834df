import type { OrgTx } from '../base/db/door.ts'
import { readPricesFor } from './read-prices.ts'
import { readReach } from './recipient.ts'
import { tell } from './tell.ts'

type About = { campaign_id: string; author_id: string | null; is_withdrawn: boolean }

/** Tells customers their new prices in the owner's words, or that they stay; each once. */
export async function notifyPrices(
  tx: OrgTx,
  customer_ids: readonly string[],
  { campaign_id, author_id, is_withdrawn }: About,
): Promise<void> {
  const reach = await readReach(tx, customer_ids)
  for (const { customer_id, ...facts } of await readPricesFor(tx, campaign_id, customer_ids)) {
    const to = reach.get(customer_id)
    if (!to) continue
    const { organization, name: customer_name } = to
    await tell(tx, to, {
      kind: 'price_change',
      data: { organization, customer_name, ...facts, ...(is_withdrawn ? { is_withdrawn } : {}) },
      once: `${is_withdrawn ? 'price-back' : 'price'}:${campaign_id}:${customer_id}`,
      author_id,
    })
  }
}
