import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { LocalDate } from '../../../domain/base/dates.ts'
import { grouped } from '../../../domain/base/grouped.ts'
import {
  campaignLimit,
  monthlyEffect,
  planRaise,
  type CampaignDraft,
  type CampaignFilter,
  type LeftLine,
  type PreviewLine,
} from '../../../domain/money/price-campaign.ts'
import { firstOnOrAfter } from '../../../domain/schedule/recurrence.ts'
import { all, textArray } from '../../customers/filter.ts'
import { readMerged } from '../../customers/merged.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { refused } from '../../base/kit/refusals.ts'
import { recurrenceOf, ruleColumns, type RuleRow } from '../../schedule/week/rows.ts'

/** A series a campaign raises, with what is stored of it. */
export type PlannedLine = PreviewLine & {
  service_id: string
  location_id: string | null
  /** The stored price; null follows the service's. */
  was_cents: number | null
  /** What the customer must have agreed to: the new price with tax. */
  need_cents: number
}
export type CampaignPlan = {
  lines: PlannedLine[]
  left: LeftLine[]
  /** Equal digests: the same lines with the same prices and plans. */
  digest: string
}

type Row = RuleRow & {
  customer_name: string | null
  service: string
  service_cents: number | null
  place: string | null
  /** The limit of the consent to automatic payments; null if nothing is charged automatically. */
  cap_cents: number | null
}

/** Prices every series of a filter, and says which stay as they are. */
export async function planCampaign(
  tx: OrgTx,
  { filter, raise, effective_on }: Pick<CampaignDraft, 'filter' | 'raise' | 'effective_on'>,
): Promise<CampaignPlan> {
  const series = await readSeries(tx, filter, effective_on)
  const without = new Set(filter.without)
  const lines: Omit<PlannedLine, 'asks' | 'need_cents'>[] = []
  const left: LeftLine[] = []
  for (const segments of series) {
    const first = segments[0]!
    const plan = planRaise(segments, first.service_cents, raise)
    if (!('left' in plan) && !without.has(first.series_id))
      lines.push(lineOf(first, effective_on, plan))
    else
      left.push({
        ...nameOf(first),
        old_cents: plan.old_cents,
        reason: 'left' in plan ? plan.left : 'without',
      })
  }
  if (lines.length > campaignLimit)
    throw refused(
      'campaign_too_large',
      `One campaign changes at most ${campaignLimit} series. Narrow the group.`,
    )
  const needed = await withNeed(tx, lines)
  return { lines: needed, left, digest: digestOf(needed, series) }
}

const nameOf = ({ series_id, customer_id, customer_name, service }: Row) => ({
  series_id,
  customer_id,
  customer_name,
  service,
})

const lineOf = (row: Row, on: LocalDate, prices: { old_cents: number; new_cents: number }) => ({
  ...nameOf(row),
  ...prices,
  place: row.place,
  service_id: row.service_id,
  location_id: row.location_id,
  was_cents: row.price_cents,
  cap_cents: row.cap_cents,
  monthly_cents: monthlyEffect(prices.new_cents - prices.old_cents, row),
  first_on: firstOnOrAfter(recurrenceOf(row), on),
})

/** The segments with dates from the day on, of each series of recurring work that is billed and in the filter. */
async function readSeries(tx: OrgTx, filter: CampaignFilter, on: LocalDate): Promise<Row[][]> {
  const { service_ids, team_id, tag, from_cents, to_cents, customer_ids } = filter
  const merged = customer_ids ? await readMerged(tx, customer_ids) : null
  const conditions = [
    sql`c.status in ('active', 'paused')`,
    ...(customer_ids
      ? [sql`c.id = any (${textArray(customer_ids.map((id) => merged!.get(id) ?? id))}::uuid[])`]
      : []),
    ...(tag ? [sql`lower(${tag}) in (select lower(t) from unnest(c.tags) t)`] : []),
  ]
  const { rows } = await sql<Row>`
    select ${sql.join(ruleColumns.map((column) => sql.ref(`r.${column}`)))}, c.name as customer_name, s.name as service, s.price_cents as service_cents,
      case when p.places > 1 or r.location_id is not null then l.street end as place,
      case when c.autopay_enabled then k.cap_cents end as cap_cents
    from rules r join customers c on c.organization_id = r.organization_id and c.id = r.customer_id
      join services s on s.organization_id = r.organization_id and s.id = r.service_id
      left join service_locations l on l.organization_id = r.organization_id and l.customer_id = r.customer_id
        and case when r.location_id is null then l.is_default else l.id = r.location_id end
      left join (select customer_id, count(*) as places from service_locations where removed_at is null group by 1) p on p.customer_id = c.id
      left join (select distinct on (customer_id) customer_id, coalesce(cap_cents, 0) as cap_cents from consents
        where kind = 'autopay' and accepted and revoked_at is null order by customer_id, accepted_at desc) k on k.customer_id = c.id
    where r.removed_at is null and (r.end_date is null or r.end_date >= ${on}::date) and ${all(conditions)}
    order by lower(coalesce(c.name, '')), r.series_id, r.start_date, r.id`.execute(tx)
  const fits = ([first]: readonly Row[]): boolean => {
    const cents = first!.price_cents ?? first!.service_cents ?? 0
    return (
      first!.pattern !== 'once' &&
      first!.billing_mode !== 'none' &&
      (!service_ids?.length || service_ids.includes(first!.service_id)) &&
      (!team_id || first!.team_id === team_id) &&
      cents >= (from_cents ?? 0) &&
      cents <= (to_cents ?? cents)
    )
  }
  return [...grouped(rows, (one) => one.series_id).values()].filter(fits)
}

/** Adds who must agree: those who pay automatically and agreed to less than the new price with its tax. */
async function withNeed(
  tx: OrgTx,
  lines: readonly Omit<PlannedLine, 'asks' | 'need_cents'>[],
): Promise<PlannedLine[]> {
  const asked = lines.map(({ series_id, customer_id, location_id, service_id, new_cents }) => ({
    series_id,
    customer_id,
    location_id,
    service_id,
    new_cents,
  }))
  const { rows } = await sql<{ series_id: string; cents: number }>`
    select o.series_id, with_tax(${tx.org}::uuid, o.customer_id, o.location_id, o.service_id, o.new_cents) as cents
    from jsonb_to_recordset(${JSON.stringify(asked)}::text::jsonb)
      as o(series_id uuid, customer_id uuid, location_id uuid, service_id uuid, new_cents bigint)`.execute(
    tx,
  )
  const needs = new Map(rows.map((row) => [row.series_id, row.cents]))
  return lines.map((line) => {
    const need_cents = needs.get(line.series_id) ?? line.new_cents
    return { ...line, need_cents, asks: line.cap_cents !== null && line.cap_cents < need_cents }
  })
}

/** Plans and prices of the lines, whatever the order. */
function digestOf(lines: readonly PlannedLine[], series: readonly Row[][]): string {
  const plans = new Map(series.map((segments) => [segments[0]!.series_id, segments]))
  const marks = lines.map(({ series_id, customer_id, old_cents, new_cents }) => {
    const segments = plans
      .get(series_id)!
      .map((one) => ruleColumns.map((column) => one[column] ?? null))
    return JSON.stringify([series_id, customer_id, old_cents, new_cents, segments])
  })
  return hash('sha256', marks.toSorted().join('\n'), 'base64url')
}
