import { numberSql } from '../base/kit/phone.ts'
import { sql } from 'kysely'
import type { FoundCustomer, FoundVisit } from '../../api/finding.ts'
import { addDays } from '../../domain/base/dates.ts'
import { scheduleWindowDays } from '../../domain/schedule/schedule.ts'
import type { OrgTx } from '../base/db/door.ts'
import type { Calendar } from '../schedule/week/calendar.ts'
import { readWindow } from '../schedule/week/window.ts'
import { all, conditionsOf, matchRank } from './filter.ts'
import { emailKey } from '../../domain/base/email.ts'
import { toE164 } from '../../domain/base/phone.ts'
import type { Lookalike } from '../../domain/customers/customer.ts'

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

type Given = {
  id?: string
  email?: string | null | undefined
  phone_number?: string | null | undefined
  street?: string | null | undefined
  zip?: string | null | undefined
}

/**
 * Customers with the same e-mail address, phone number or address: possible duplicates for a person
 * to check.
 */
export async function lookalikes(
  tx: OrgTx,
  { id, email, phone_number, street, zip }: Given,
): Promise<Lookalike[]> {
  const mail = email ? emailKey(email) || null : null
  const phone = phone_number ? toE164(phone_number) : null
  const place = street?.trim() && zip && /^\d{5}/.test(zip) ? { street, zip } : null
  if (!mail && !phone && !place) return []
  const { rows } = await sql<Lookalike>`
    select distinct on (f.id) f.id, f.name, f.status, f.by from (
      select c.id, c.name, c.status, 'email' as by, 1 as rank from customers c where ${mail}::text is not null and lower(c.email) = ${mail}::text
      union all
      select c.id, c.name, c.status, 'phone', 2 from customers c where ${numberSql(sql`c.phone_number`)} = ${phone}::text
      union all
      select c.id, c.name, c.status, 'address', 3 from customers c join service_locations l on l.organization_id = c.organization_id and l.customer_id = c.id
        and l.is_default and l.address_key = address_key(${place?.street ?? null}::text, ${place?.zip ?? null}::text)
    ) f where f.id <> ${id ?? tx.org}::uuid order by f.id desc, f.rank limit 10`.execute(tx)
  return rows
}
