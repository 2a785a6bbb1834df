import { sql } from 'kysely'
import type { LocalDate } from '../../../domain/base/dates.ts'
import { ExtraWork } from '../../../domain/flows/extra-work.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { found } from '../../base/kit/refusals.ts'

/** As much as the office sees at once; the rest follows once this is dealt with. */
const listed = 100

const today = sql`(now() at time zone (select time_zone from organizations where id = app_org()))::date`
/** Of extra work `e` and its visit `v`: it was confirmed, but the visit will not bring it onto a bill. */
const isLeft = sql<boolean>`(e.state = 'confirmed' and (v.status is null or v.status in ('skipped', 'completed') or v.date < ${today}))`
const withVisits = sql`extra_work e left join visits v on v.organization_id = e.organization_id and v.series_id = e.series_id and v.original_date = e.original_date`
const waits = sql`(e.state = 'waiting' or ${isLeft})`

type Row = ExtraWork & {
  state: string
  series_id: string
  original_date: LocalDate
  service_id: string | null
}

const select = sql`
  select e.id, e.description, e.quantity, e.note, p.name as by, e.done_at as at, e.done_on, t.name as team_name, e.customer_id, c.name as customer_name,
    coalesce(v.service_name, s.name) as visit_service, e.unit_price_cents, ${isLeft} as is_left,
    coalesce(v.status in ('scheduled', 'in_progress') and v.date >= ${today}, false) as visit_open, e.state, e.series_id, e.original_date, e.service_id
  from ${withVisits} left join people p on p.id = e.person_id left join teams t on t.organization_id = e.organization_id and t.id = e.team_id
    left join customers c on c.organization_id = e.organization_id and c.id = e.customer_id
    left join rules r on r.organization_id = v.organization_id and r.id = v.rule_id left join services s on s.organization_id = r.organization_id and s.id = r.service_id`

/** What waits for the office, oldest first. */
export async function readExtraWork(tx: OrgTx): Promise<ExtraWork[]> {
  const { rows } =
    await sql<Row>`${select} where ${waits} order by e.done_at, e.id limit ${listed}`.execute(tx)
  return rows.map((row) => ExtraWork.parse(row))
}

export async function countExtraWork(tx: OrgTx): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from ${withVisits} where ${waits}`.execute(tx)
  return rows[0]!.count
}

/** One, with what it belongs to. 404 if there is none. */
export async function readExtra(tx: OrgTx, id: string): Promise<Row & { is_settled: boolean }> {
  const { rows } = await sql<Row>`${select} where e.id = ${id}::uuid`.execute(tx)
  const row = found(rows[0])
  return { ...row, is_settled: row.state !== 'waiting' && !row.is_left }
}
