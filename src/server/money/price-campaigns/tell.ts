import type { App } from '../../base/call.ts'
import { inOrgAll, system, type OrgTx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'
import { notifyPrices } from '../../messages/notify-prices.ts'
import { lockCampaign, takeUntold } from './write.ts'

/** How many customers one transaction tells. */
const atOnce = 50

/**
 * Writes the messages of a campaign, each part in one transaction with who had theirs: after a crash it goes on where
 * it was, and everyone is told once.
 */
export async function tellCampaign(
  { store }: Pick<App, 'store'>,
  { organization_id, campaign_id }: { organization_id: string; campaign_id: string },
): Promise<void> {
  for (;;)
    if (await inOrgAll(store, organization_id, system, (tx) => tellPart(tx, campaign_id))) return
}

/** True once everyone had their turn. */
async function tellPart(tx: OrgTx, campaign_id: string): Promise<boolean> {
  const { state, author_id, undone_by } = await lockCampaign(tx, campaign_id)
  const customer_ids = await takeUntold(tx, campaign_id, atOnce)
  const is_withdrawn = state === 'undone'
  await notifyPrices(tx, customer_ids, {
    campaign_id,
    author_id: is_withdrawn ? undone_by : author_id,
    is_withdrawn,
  })
  const isDone = customer_ids.length < atOnce
  if (customer_ids.length) await emit(tx, 'organization.changed', { price_campaign: campaign_id })
  return isDone
}
