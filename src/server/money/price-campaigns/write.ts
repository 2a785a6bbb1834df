import { sql } from 'kysely'
import type { CampaignDraft, LineOutcome } from '../../../domain/money/price-campaign.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { oneOf } from '../../base/db/ids.ts'
import { found } from '../../base/kit/refusals.ts'
import type { PriceChange } from '../../schedule/series/reprice.ts'
import type { PlannedLine } from './plan.ts'

type NewLine = PlannedLine & {
  image: Omit<PriceChange, 'series_id'>
  digest: string
  tell: 'raised' | null
  /** Why no message reaches the customer. */
  unreached: string | null
}

/** Keeps a campaign with its series. Returns its id. */
export async function insertCampaign(
  tx: OrgTx,
  { filter, raise, effective_on, subject, text, tells }: CampaignDraft,
  lines: readonly NewLine[],
): Promise<string> {
  const { id } = await tx
    .insertInto('price_campaigns')
    .values({
      filter: JSON.stringify(filter),
      raise: JSON.stringify(raise),
      effective_on,
      subject,
      text,
      tells,
      author_id: tx.cause.person_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into price_campaign_lines (campaign_id, series_id, customer_id, service_id, place, was_cents, old_cents, new_cents, need_cents, asks,
      monthly_cents, first_on, image, digest, tell, unreached)
    select ${id}::uuid, o.series_id, o.customer_id, o.service_id, o.place, o.was_cents, o.old_cents, o.new_cents, o.need_cents, o.asks,
      o.monthly_cents, o.first_on, o.image, o.digest, o.tell, o.unreached
    from jsonb_populate_recordset(null::price_campaign_lines, ${JSON.stringify(lines)}::text::jsonb) o`.execute(
    tx,
  )
  return id
}

/** Locked until the transaction ends, so that telling and undoing take turns. */
export const lockCampaign = async (tx: OrgTx, id: string) =>
  found(
    await tx
      .selectFrom('price_campaigns')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
    'This campaign does not exist.',
  )

/** Takes the next customers whose turn it is to be told, and marks them told. */
export async function takeUntold(tx: OrgTx, id: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ customer_id: string }>`
    with next as (select distinct customer_id from price_campaign_lines where campaign_id = ${id}::uuid and tell is not null order by 1 limit ${limit}),
    taken as (update price_campaign_lines l set tell = null, told_at = now() from next n
      where l.campaign_id = ${id}::uuid and l.customer_id = n.customer_id and l.tell is not null returning l.customer_id)
    select distinct customer_id from taken order by 1`.execute(tx)
  return rows.map((row) => row.customer_id)
}

/** Keeps that the office told a customer itself, or takes that back. Returns whether the campaign has such a customer. */
export async function markPhoned(
  tx: OrgTx,
  id: string,
  { customer_id, is_told }: { customer_id: string; is_told: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('price_campaign_lines')
    .set({ phoned_at: is_told ? sql`coalesce(phoned_at, now())` : null })
    .where('campaign_id', '=', id)
    .where('customer_id', '=', customer_id)
    .where('unreached', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks a campaign undone, with what became of each series and who is to be told. */
export async function markUndone(
  tx: OrgTx,
  id: string,
  outcomes: readonly { series_id: string; outcome: LineOutcome }[],
  told: readonly string[],
): Promise<void> {
  await tx
    .updateTable('price_campaigns')
    .set({ state: 'undone', undone_at: sql`now()`, undone_by: tx.cause.person_id })
    .where('id', '=', id)
    .execute()
  await sql`update price_campaign_lines l set outcome = o.outcome,
      tell = case when o.outcome in ('restored', 'price_restored') and l.customer_id in ${oneOf(told)} then 'withdrawn' end
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::text::jsonb) as o(series_id uuid, outcome text)
    where l.campaign_id = ${id}::uuid and l.series_id = o.series_id`.execute(tx)
}
