import { hash } from 'node:crypto'
import { campaignRules, type CampaignDraft } from '../../../domain/money/price-campaign.ts'
import { isLive } from '../../../domain/schedule/series.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'
import { enqueue } from '../../base/jobs/jobs.ts'
import { todayOf } from '../../base/organizations/read.ts'
import { enforce, invalid } from '../../base/kit/refusals.ts'
import { readPlans, setPrices } from '../../schedule/series/reprice.ts'
import type { SegmentRow } from '../../schedule/visits/find.ts'
import { ruleColumns } from '../../schedule/week/rows.ts'
import { planCampaign } from './plan.ts'
import { readUnreached } from './read.ts'
import { insertCampaign } from './write.ts'

/** Everything of a series' plan that decides its visits; equal marks mean the same plan. */
export const markOf = (segments: readonly SegmentRow[]): string =>
  hash(
    'sha256',
    JSON.stringify(
      segments.filter(isLive).map((one) => ruleColumns.map((column) => one[column] ?? null)),
    ),
    'base64url',
  )

/** 422 for a day that is over. */
export async function checkDay(tx: OrgTx, effective_on: string): Promise<string> {
  const today = await todayOf(tx)
  if (effective_on < today) throw invalid({ effective_on: 'Choose today or a later day.' })
  return today
}

/**
 * Sets the new prices of all series of a preview, or of none: 409 campaign_stale if prices or plans changed since then.
 * Returns the campaign's id.
 */
export async function applyCampaign(
  tx: OrgTx,
  { preview, ...draft }: CampaignDraft & { preview: string },
): Promise<string> {
  const today = await checkDay(tx, draft.effective_on)
  const before = await planCampaign(tx, draft)
  const plans = await readPlans(
    tx,
    before.lines.map((one) => one.series_id),
    'update',
  )
  // Again, now that nobody else can change them.
  const { lines, digest } = await planCampaign(tx, draft)
  const is_stale = digest !== preview || lines.some((one) => !plans.has(one.series_id))
  enforce(campaignRules.start({ is_stale, series: lines.length }))
  const changes = await setPrices(
    tx,
    plans,
    lines.map((one) => ({
      series_id: one.series_id,
      from: draft.effective_on,
      price_cents: one.new_cents,
    })),
    today,
  )
  const images = new Map(changes.map(({ series_id, ...image }) => [series_id, image]))
  const after = await readPlans(
    tx,
    lines.map((one) => one.series_id),
  )
  const unreached = await readUnreached(tx, lines, draft.tells)
  const asked = new Set(lines.filter((one) => one.asks).map((one) => one.customer_id))
  const id = await insertCampaign(
    tx,
    draft,
    lines.map((line) => ({
      ...line,
      image: images.get(line.series_id)!,
      digest: markOf(after.get(line.series_id)!),
      unreached: unreached.get(line.customer_id) ?? null,
      tell: draft.tells && !asked.has(line.customer_id) ? ('raised' as const) : null,
    })),
  )
  if (draft.tells)
    await enqueue(tx, 'campaign.tell', { organization_id: tx.org, campaign_id: id }, { key: id })
  if (asked.size) await enqueue(tx, 'consents.ask', {})
  await emit(tx, 'organization.changed', { price_campaign: id })
  return id
}
