import { sql } from 'kysely'
import { timeText, wallClockIn } from '../../../domain/base/dates.ts'
import {
  onSiteMinutes,
  sumOnSite,
  type OnSiteGroup,
  type OnSiteVisit,
} from '../../../domain/schedule/on-site.ts'
import type { DateRange } from '../../../domain/people/timesheet.ts'
import { occurrenceId } from '../../../domain/schedule/visit.ts'
import { csvFile, type CsvCell } from '../../base/kit/csv.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { readTimeZone } from '../../base/organizations/read.ts'

type Row = Omit<OnSiteVisit, 'visit_id' | 'minutes'> & { series_id: string; original_date: string }

/** Completed visits of these days with a start, in order. What was planned is as it stood on completion. */
export async function readOnSite(tx: OrgTx, { from, to }: DateRange): Promise<OnSiteVisit[]> {
  const { rows } = await sql<Row>`
    select v.series_id, v.original_date, v.date, coalesce(c.name, c.email, 'Customer') as customer, coalesce(v.service_name, s.name, 'Service') as service,
      coalesce(t.name, 'No team') as team, v.started_at, v.completed_at, coalesce(v.duration_minutes, r.duration_minutes, nullif(s.estimated_minutes, 0), 60) as planned_minutes
    from visits v join rules r on r.organization_id = v.organization_id and r.id = v.rule_id
    join customers c on c.organization_id = v.organization_id and c.id = v.customer_id
    left join services s on s.organization_id = r.organization_id and s.id = r.service_id
    left join teams t on t.organization_id = v.organization_id and t.id = v.team_id
    where v.date between ${from}::date and ${to}::date and v.status = 'completed' and v.started_at is not null and v.completed_at is not null
    order by v.date, v.started_at, v.series_id`.execute(tx)
  return rows.map(({ series_id, original_date, ...row }) => ({
    ...row,
    visit_id: occurrenceId(series_id, original_date),
    minutes: onSiteMinutes(row),
  }))
}

/** How many visits of these days were completed without anybody saying when they began. */
export async function countWithoutStart(tx: OrgTx, { from, to }: DateRange): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from visits where date between ${from}::date and ${to}::date and status = 'completed' and started_at is null`.execute(
    tx,
  )
  return rows[0]!.count
}

/** Time on site as a file: a line per visit, service or team. */
export async function exportOnSite(tx: OrgTx, range: DateRange, by: OnSiteGroup): Promise<string> {
  const visits = await readOnSite(tx, range)
  if (by !== 'visit')
    return csvFile(
      [by, 'visits', ...minuteColumns],
      sumOnSite(visits, by).map((sum) => [sum.name, sum.visits, ...minutesOf(sum)]),
    )
  const zone = await readTimeZone(tx)
  const time = (moment: string) => timeText(wallClockIn(zone, moment).minutes)
  return csvFile(
    ['date', 'customer', 'service', 'team', 'started', 'completed', ...minuteColumns],
    visits.map((visit) => [
      visit.date,
      visit.customer,
      visit.service,
      visit.team,
      time(visit.started_at),
      time(visit.completed_at),
      ...minutesOf(visit),
    ]),
  )
}

const minuteColumns = ['planned_minutes', 'minutes_on_site', 'difference_minutes']
const minutesOf = (one: { planned_minutes: number; minutes: number }): CsvCell[] => [
  one.planned_minutes,
  one.minutes,
  one.minutes - one.planned_minutes,
]
