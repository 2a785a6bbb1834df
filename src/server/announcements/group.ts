import { sql } from 'kysely'
import type { AnnouncementGroup } from '../../domain/announcement.ts'
import { addDays } from '../../domain/dates.ts'
import { all, conditionsOf, textArray } from '../customers/filter.ts'
import type { OrgTx } from '../db/door.ts'
import { readCalendar } from '../week/calendar.ts'
import { readWindow } from '../week/window.ts'

/** The active customers of a group, by id. */
export async function readGroup(tx: OrgTx, group: AnnouncementGroup): Promise<string[]> {
  const { customer_ids, service, team_id, zips, city, visit_days } = group
  const conditions = [
    sql`c.status = 'active'`,
    ...(customer_ids ? [sql`c.id = any (${textArray(customer_ids)}::uuid[])`] : []),
    ...(await conditionsOf(tx, { service, team_id })),
    ...(zips?.length ? [sql`${atPlace} and l.zip = any (${textArray(zips)}))`] : []),
    ...(city ? [sql`${atPlace} and lower(l.city) = lower(${city}))`] : []),
  ]
  const { rows } = await sql<{ id: string }>`
    select c.id from customers c where ${all(conditions)} order by c.id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (visit_days === undefined) return ids
  const visited = await readVisited(tx, visit_days)
  return ids.filter((id) => visited.has(id))
}

const atPlace = sql`exists (select 1 from service_locations l where l.organization_id = c.organization_id and l.customer_id = c.id and l.removed_at is null`

/** Who has a visit to come in so many days, today included. */
async function readVisited(tx: OrgTx, days: number): Promise<Set<string>> {
  const calendar = await readCalendar(tx)
  const { visits } = await readWindow(tx, calendar, {
    from: calendar.today,
    to: addDays(calendar.today, days - 1),
  })
  return new Set(
    visits.filter(({ status }) => status === 'scheduled').map(({ customer_id }) => customer_id),
  )
}
