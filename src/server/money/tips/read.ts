import { sql } from 'kysely'
import type { LocalDate } from '../../../domain/base/dates.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { disputedWork } from '../../base/sums/kept.ts'
import { readTimeZone } from '../../base/organizations/read.ts'

export type TipShare = {
  day: LocalDate
  team: string | null
  person_id: string | null
  person: string | null
  email: string | null
  customer: string | null
  tip_cents: number
}

/**
 * Each person's share of each tip that was paid on these days: in equal parts among those of the
 * visit's team who were on the clock on the day of the visit, odd cents to the first by name.
 */
export async function readTipShares(
  tx: OrgTx,
  { from, to }: { from: LocalDate; to: LocalDate },
): Promise<TipShare[]> {
  const zone = await readTimeZone(tx)
  const { rows } = await sql<TipShare>`
    with tips as (
      select p.id, p.organization_id, p.customer_name, (p.captured_at at time zone ${zone}::text)::date as day, v.team_id, v.date as visit_day,
        (p.tip_cents - coalesce((select sum(r.tip_cents) from refunds r where r.organization_id = p.organization_id and r.payment_id = p.id
          and r.state in ('pending', 'succeeded')), 0)
        -- A dispute that was lost and decided takes the tip along, as in the ledger.
        - coalesce((select sum(d.amount_cents - ${disputedWork}) from disputes d where d.organization_id = p.organization_id and d.payment_id = p.id
          and d.settled_as is not null), 0))::bigint as cents
      from payments p left join lateral (
        select v.team_id, v.date from invoice_lines l join visits v on v.organization_id = l.organization_id and v.series_id = l.series_id and v.original_date = l.original_date
        where l.organization_id = p.organization_id and l.invoice_id = p.invoice_id order by l.position limit 1) v on true
      where p.tip_cents > 0 and (p.captured_at at time zone ${zone}::text)::date between ${from}::date and ${to}::date
        and not (p.pm_type = 'us_bank_account' and p.status = 'disputed')),
    crew as (
      select t.id, w.person_id, e.name, e.email, row_number() over one as n, count(*) over (partition by t.id) as many
      from tips t join lateral (select distinct s.person_id from shifts s where s.organization_id = t.organization_id and s.team_id = t.team_id
          and (s.started_at at time zone ${zone}::text)::date = t.visit_day) w on true
        left join people e on e.id = w.person_id
      window one as (partition by t.id order by e.name, w.person_id))
    select t.day, m.name as team, c.person_id, coalesce(c.name, c.email) as person, c.email, t.customer_name as customer,
      case when c.many is null then t.cents else t.cents / c.many + case when c.n <= t.cents % c.many then 1 else 0 end end::bigint as tip_cents
    from tips t left join crew c on c.id = t.id left join teams m on m.organization_id = t.organization_id and m.id = t.team_id
    where t.cents > 0 order by t.day, t.id, c.n`.execute(tx)
  return rows
}

/** True if the business takes tips, or ever got one. */
export async function takesTips(tx: OrgTx): Promise<boolean> {
  const { rows } = await sql<{ takes: boolean }>`
    select coalesce((select (schedule_settings ->> 'tips_on')::boolean from organizations where id = app_org()), false)
      or exists (select 1 from payments where tip_cents > 0) as takes`.execute(tx)
  return rows[0]!.takes
}
