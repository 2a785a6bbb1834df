import { sql } from 'kysely'
import type { FoundCustomer, FoundVisit } from '../../api/finding.ts'
import { addDays } from '../../domain/dates.ts'
import { scheduleWindowDays } from '../../domain/schedule.ts'
import type { OrgTx } from '../db/door.ts'
import type { Calendar } from '../week/calendar.ts'
import { readWindow } from '../week/window.ts'
import { all, conditionsOf, matchRank } from './filter.ts'

/** Every customer, newest first. Platform admins see no leads, as in the list. */
export async function readNames(
  tx: OrgTx,
  { with_leads }: { with_leads: boolean },
): Promise<FoundCustomer[]> {
  const { rows } = await sql<FoundCustomer>`
    select c.id, c.name, c.email, c.phone_number, l.street, l.city, l.zip, c.status
    from customers c left join service_locations l on l.organization_id = c.organization_id and l.customer_id = c.id and l.is_default
    where ${with_leads ? sql`true` : sql`c.status <> 'lead'`} order by c.id desc`.execute(tx)
  return rows
}

const mostCustomers = 2
const mostVisits = 3

/** The next visits of the customers who match best. */
export async function nextVisitsOf(
  tx: OrgTx,
  calendar: Calendar,
  q: string,
): Promise<FoundVisit[]> {
  const conditions = await conditionsOf(tx, { q })
  const { rows } = await sql<{ id: string; name: string | null }>`
    select c.id, coalesce(c.name, c.email) as name from customers c
    where ${all(conditions)} and c.status in ('active', 'paused')
    order by ${matchRank(q)}, c.id desc limit ${mostCustomers}`.execute(tx)
  const from = calendar.today
  const window = { from, to: addDays(from, scheduleWindowDays - 1) }
  const read = await Promise.all(
    rows.map(async ({ id, name }) => {
      const { visits } = await readWindow(tx, calendar, window, { customer_id: id })
      return visits
        .filter(({ status }) => status === 'scheduled' || status === 'in_progress')
        .slice(0, mostVisits)
        .map((visit) => ({
          occurrence_id: visit.occurrence_id,
          date: visit.date,
          start_minutes: visit.start_minutes,
          service: visit.service?.name ?? '',
          customer_name: name,
        }))
    }),
  )
  return read.flat()
}
