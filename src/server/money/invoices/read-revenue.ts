import { sql, type RawBuilder } from 'kysely'
import type { LocalDate } from '../../../domain/base/dates.ts'
import type { Revenue, RevenueGroup, RevenueRow } from '../../../domain/money/revenue.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { lostUndecided, paidFromOwn } from '../../base/sums/kept.ts'

type Period = { from: LocalDate; to: LocalDate }

const issuedOn = sql`(i.issued_at at time zone (select time_zone from organizations where id = app_org()))::date`
const ofVisit = sql`coalesce(v.team_id, r.team_id)`

const groups: Record<RevenueGroup, { key: RawBuilder<unknown>; label: RawBuilder<unknown> }> = {
  month: { key: sql`to_char(${issuedOn}, 'YYYY-MM')`, label: sql`null::text` },
  service: { key: sql`l.service_key`, label: sql`max(s.name)` },
  team: { key: sql`${ofVisit}::text`, label: sql`max(t.name)` },
  customer: { key: sql`i.customer_id::text`, label: sql`max(c.name)` },
}

/** How many rows are answered one by one, those with most revenue first. */
const atMost = 200

/**
 * The collected part of what an invoice's first lines come to: the cents of all lines add up, however they are grouped. What was paid
 * twice and went back was never part of it.
 */
const share = (upto: RawBuilder<unknown>) =>
  sql`coalesce(round((${upto}) * greatest(least(i.paid_cents - i.credit_cents + coalesce(o.cents, 0) - i.refunded_cents - coalesce(d.cents, 0), i.total_cents), 0)::numeric
    / nullif(i.total_cents, 0)), 0)`

/** What was issued in a period, without void invoices, sales tax and balances from elsewhere, and what was collected of it and kept. */
export async function readRevenue(
  tx: OrgTx,
  by: RevenueGroup,
  { from, to }: Period,
): Promise<Revenue> {
  const { key, label } = groups[by]
  const { rows } = await sql<RevenueRow>`
    select ${key} as key, ${label} as label, count(distinct i.id)::int as invoices,
      sum(l.net)::bigint as billed_cents, sum(${share(sql`l.upto`)} - ${share(sql`l.upto - l.net`)})::bigint as collected_cents
    from invoices i
    join (select l.*, l.total_cents - l.tax_cents as net,
        sum(l.total_cents - l.tax_cents) over (partition by l.organization_id, l.invoice_id order by l.position, l.id) as upto from invoice_lines l) l on l.organization_id = i.organization_id and l.invoice_id = i.id
    join customers c on c.organization_id = i.organization_id and c.id = i.customer_id
    left join ${lostUndecided} d on d.organization_id = i.organization_id and d.invoice_id = i.id
    left join ${paidFromOwn} o on o.organization_id = i.organization_id and o.invoice_id = i.id
    left join services s on s.organization_id = l.organization_id and s.key = l.service_key
    left join visits v on v.organization_id = l.organization_id and v.series_id = l.series_id and v.original_date = l.original_date
    left join rules r on r.organization_id = v.organization_id and r.id = v.rule_id
    left join teams t on t.organization_id = l.organization_id and t.id = ${ofVisit}
    where i.number is not null and i.doc <> 'void' and i.source <> 'import' and ${issuedOn} between ${from}::date and ${to}::date
    group by 1
    order by ${by === 'month' ? sql`1` : sql`billed_cents desc, 1`}`.execute(tx)
  const rest = rows.slice(atMost)
  return { rows: rows.slice(0, atMost), others: rest.length ? sumOf(rest) : null }
}

const sumOf = (rows: readonly RevenueRow[]) => ({
  count: rows.length,
  billed_cents: rows.reduce((sum, { billed_cents }) => sum + billed_cents, 0),
  collected_cents: rows.reduce((sum, { collected_cents }) => sum + collected_cents, 0),
})
