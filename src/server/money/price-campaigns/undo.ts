import { sql } from 'kysely'
import type { LocalDate } from '../../../domain/base/dates.ts'
import { campaignRules, undoneAs, type LineOutcome } from '../../../domain/money/price-campaign.ts'
import { isLive } from '../../../domain/schedule/series.ts'
import { plannedCents } from '../consents/read.ts'
import { emitAsked, withdrawNeedless } from '../../customers/write-consents.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'
import { enqueue } from '../../base/jobs/jobs.ts'
import { refuseWaitingOfPrices } from '../../messages/write-waiting.ts'
import { todayOf } from '../../base/organizations/read.ts'
import { enforce } from '../../base/kit/refusals.ts'
import {
  putPricesBack,
  readPlans,
  setPrices,
  type Plans,
  type PriceChange,
} from '../../schedule/series/reprice.ts'
import { markOf } from './apply.ts'
import { readDoneOn, readTold } from './read.ts'
import { lockCampaign, markUndone } from './write.ts'

type Line = {
  series_id: string
  customer_id: string
  was_cents: number | null
  new_cents: number
  image: Omit<PriceChange, 'series_id'>
  digest: string
}

/**
 * Puts back the plans of all series of a campaign, in one transaction: refused once a visit at the new price is done. A repeat
 * changes nothing.
 */
export async function undoCampaign(tx: OrgTx, id: string): Promise<void> {
  const campaign = await lockCampaign(tx, id)
  if (campaign.state === 'undone') return
  const lines = await readLines(tx, id)
  const plans = await readPlans(
    tx,
    lines.map((one) => one.series_id),
    'update',
  )
  enforce(campaignRules.undo({ done_on: await readDoneOn(tx, id) }))
  const outcomes = lines.map((line) => outcomeOf(line, plans, campaign.effective_on))
  const as = (wanted: LineOutcome) => lines.filter((_, at) => outcomes[at] === wanted)
  await putPricesBack(
    tx,
    plans,
    as('restored').map(({ series_id, image }) => ({ series_id, ...image })),
  )
  await setPrices(
    tx,
    plans,
    as('price_restored').map(({ series_id, was_cents }) => ({
      series_id,
      from: campaign.effective_on,
      price_cents: was_cents,
    })),
    await todayOf(tx),
  )
  await withdraw(tx, lines)
  await refuseWaitingOfPrices(tx, { campaign_id: id, asked_since: campaign.created_at })
  await markUndone(
    tx,
    id,
    lines.map(({ series_id }, at) => ({ series_id, outcome: outcomes[at]! })),
    await readTold(tx, id, campaign.created_at),
  )
  await enqueue(tx, 'campaign.tell', { organization_id: tx.org, campaign_id: id }, { key: id })
  await emit(tx, 'organization.changed', { price_campaign: id })
}

const readLines = async (tx: OrgTx, id: string): Promise<Line[]> =>
  (
    await sql<Line>`select series_id, customer_id, was_cents, new_cents, image, digest
    from price_campaign_lines where campaign_id = ${id}::uuid order by series_id`.execute(tx)
  ).rows

function outcomeOf(line: Line, plans: Plans, from: LocalDate): LineOutcome {
  const segments = plans.get(line.series_id) ?? []
  const prices = segments
    .filter((one) => isLive(one) && (one.end_date === null || one.end_date >= from))
    .map((one) => one.price_cents)
  return undoneAs({ is_same: markOf(segments) === line.digest, prices }, line.new_cents)
}

/** Ends the questions that only the campaign raised. */
async function withdraw(tx: OrgTx, lines: readonly Line[]): Promise<void> {
  const customers = [...new Set(lines.map((one) => one.customer_id))]
  for (const customer_id of await withdrawNeedless(tx, customers, plannedCents))
    await emitAsked(tx, customer_id)
}
