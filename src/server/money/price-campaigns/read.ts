import { sql, type RawBuilder } from 'kysely'
import type { LocalDate } from '../../../domain/base/dates.ts'
import {
  campaignRules,
  type DoneLine,
  type PriceCampaign,
} from '../../../domain/money/price-campaign.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { todayOf } from '../../base/organizations/read.ts'
import { neverReasons, planTelling, type NeverReason } from '../../../domain/messages/message.ts'
import { readReach } from '../../messages/recipient.ts'

/** A visit that is done at a campaign's price, as SQL over a line `l` of campaign `c`. */
const doneVisit = sql`visits v where v.organization_id = l.organization_id and v.series_id = l.series_id and v.original_date >= c.effective_on
    and v.status = 'completed' and v.completed_at >= c.created_at and not v.price_is_own and v.price_cents = l.new_cents`

/** The day of the first visit that is done at the new price; null if there is none. */
export async function readDoneOn(tx: OrgTx, id: string): Promise<LocalDate | null> {
  const { rows } = await sql<{ date: LocalDate }>`
    select v.date from price_campaigns c join price_campaign_lines l on l.organization_id = c.organization_id and l.campaign_id = c.id
      cross join lateral (select v.date from ${doneVisit}) v
    where c.id = ${id}::uuid order by v.date limit 1`.execute(tx)
  return rows[0]?.date ?? null
}

/** The customers who know of a campaign: their message went out, or the question it raised did. */
export async function readTold(tx: OrgTx, id: string, since: string): Promise<string[]> {
  const { rows } = await sql<{ customer_id: string }>`
    select distinct m.customer_id from messages m
    where m.direction = 'out' and m.status in ('sending', 'sent', 'delivered') and m.customer_id is not null
      and (m.once_key like ${`price:${id}:%`} or (m.template = 'consent_request' and m.created_at >= ${since}::timestamptz
        and m.customer_id in (select customer_id from price_campaign_lines where campaign_id = ${id}::uuid and asks)))`.execute(
    tx,
  )
  return rows.map((row) => row.customer_id)
}

/** What came of asking a line's customer, as SQL over a line `l` of campaign `c`. */
const answer = sql`case when not l.asks then 'not_asked'
  when not coalesce((select u.autopay_enabled from customers u where u.organization_id = l.organization_id and u.id = l.customer_id), false) then 'other'
  when coalesce((select k.cap_cents from consents k where k.organization_id = l.organization_id and k.customer_id = l.customer_id and k.kind = 'autopay'
    and k.accepted and k.revoked_at is null order by k.accepted_at desc limit 1), 0) >= l.need_cents then 'agreed'
  when (select q.answer from consent_requests q where q.organization_id = l.organization_id and q.customer_id = l.customer_id
    order by q.asked_at desc limit 1) = 'declined' then 'declined'
  -- Undoing withdraws the question.
  when c.state = 'undone' then 'not_asked' else 'waiting' end`

/** A line whose customer is still to be told or asked by the office itself, as SQL over a line `l` with its `answer`. */
const toCall = (said: RawBuilder<unknown>) =>
  sql`(l.unreached is not null and l.phoned_at is null and ${said} not in ('agreed', 'declined'))`

type Row = Omit<PriceCampaign, 'state' | 'totals' | 'undo'> &
  PriceCampaign['totals'] & {
    stored: 'running' | 'undone'
    until: LocalDate | null
    done_on: LocalDate | null
  }

/** The last campaigns with what became of each, or one of them. */
export async function readCampaigns(tx: OrgTx, id?: string): Promise<PriceCampaign[]> {
  const today = await todayOf(tx)
  const { rows } = await sql<Row>`
    select c.id, c.filter, c.raise, c.effective_on, c.subject, c.text, c.tells, c.state as stored, c.created_at, c.undone_at, p.name as author_name, t.*,
      (select min(v.date) from price_campaign_lines l cross join lateral (select v.date from ${doneVisit}) v
        where l.organization_id = c.organization_id and l.campaign_id = c.id) as done_on
    from price_campaigns c left join people p on p.id = c.author_id
    cross join lateral (
      select count(*)::int as series, count(distinct customer_id)::int as customers, count(distinct customer_id) filter (where asks)::int as asks,
        sum(monthly_cents)::bigint as monthly_cents, min(first_on) as until,
        count(distinct customer_id) filter (where told_at is not null)::int as told, count(distinct customer_id) filter (where tell is not null)::int as to_tell,
        count(*) filter (where outcome in ('edited', 'ended'))::int as left,
        count(distinct customer_id) filter (where answer = 'agreed')::int as agreed, count(distinct customer_id) filter (where answer = 'declined')::int as declined,
        count(distinct customer_id) filter (where answer = 'waiting')::int as waiting,
        count(distinct customer_id) filter (where c.state <> 'undone' and ${toCall(sql`l.answer`)})::int as to_call
      from (select l.*, ${answer} as answer from price_campaign_lines l where l.organization_id = c.organization_id and l.campaign_id = c.id) l) t
    where ${id ? sql`c.id = ${id}::uuid` : sql`true`} order by c.id desc limit 100`.execute(tx)
  return rows.map((row) => viewOf(row, today))
}

function viewOf(
  { stored, until, done_on, series, customers, asks, monthly_cents, ...row }: Row,
  today: LocalDate,
): PriceCampaign {
  return {
    ...row,
    state: stored === 'undone' ? 'undone' : row.effective_on > today ? 'planned' : 'in_force',
    totals: { series, customers, asks, monthly_cents },
    undo: { refusal: campaignRules.undo({ done_on })?.sentence ?? null, until },
  }
}

/** Customers the office still has to tell or ask itself, by name. */
export async function readToCall(tx: OrgTx, id: string) {
  const { rows } = await sql<Parameters<typeof worded>[0]>`
    select l.customer_id, u.name as customer_name, u.phone_number, bool_or(l.asks) as asks, min(l.unreached) as reason
    from price_campaign_lines l join price_campaigns c on c.organization_id = l.organization_id and c.id = l.campaign_id
      join customers u on u.organization_id = l.organization_id and u.id = l.customer_id
    where l.campaign_id = ${id}::uuid and c.state <> 'undone' and ${toCall(answer)}
    group by l.customer_id, u.name, u.phone_number order by lower(coalesce(u.name, '')), l.customer_id`.execute(
    tx,
  )
  return rows.map(worded)
}

/** The series of a campaign, by customer. */
export const readLines = async (tx: OrgTx, id: string): Promise<DoneLine[]> =>
  (
    await sql<DoneLine>`
    select l.series_id, l.customer_id, u.name as customer_name, s.name as service, l.place, l.old_cents, l.new_cents, l.monthly_cents, l.first_on, l.asks,
      ${answer} as answer, l.outcome
    from price_campaign_lines l join price_campaigns c on c.organization_id = l.organization_id and c.id = l.campaign_id
      join customers u on u.organization_id = l.organization_id and u.id = l.customer_id
      join services s on s.organization_id = l.organization_id and s.id = l.service_id
    where l.campaign_id = ${id}::uuid order by lower(coalesce(u.name, '')), l.series_id`.execute(tx)
  ).rows

type Line = { customer_id: string; asks: boolean }

/** Why neither the message nor the question would reach a customer of a campaign, by customer. */
export async function readUnreached(
  tx: OrgTx,
  lines: readonly Line[],
  tells: boolean,
): Promise<Map<string, NeverReason>> {
  const asked = new Set(lines.filter((one) => one.asks).map((one) => one.customer_id))
  const meant = lines.filter((one) => tells || asked.has(one.customer_id))
  const reach = await readReach(
    tx,
    meant.map((one) => one.customer_id),
  )
  const now = new Date().toISOString()
  const why = new Map<string, NeverReason>()
  for (const [id, { recipient }] of reach) {
    const kind = asked.has(id) ? 'consent_request' : 'price_change'
    const [plan] = planTelling(recipient, kind, now)
    const { verdict } = plan ?? {}
    if (verdict?.do === 'never') why.set(id, verdict.reason)
    // Nobody knows when it goes, and prices rise on their day.
    if (verdict?.do === 'later' && verdict.reason === 'sender_unverified')
      why.set(id, verdict.reason)
  }
  return why
}

type UnreachedRow = {
  customer_id: string
  customer_name: string | null
  phone_number: string | null
  asks: boolean
  reason: string
}

/** As the office reads it. */
export const worded = ({ reason, ...customer }: UnreachedRow) => ({
  ...customer,
  reason: neverReasons[reason as NeverReason] ?? reason,
})
