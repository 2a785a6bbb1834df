import { sql } from 'kysely'
import type { Candidate, candidates } from '../../api/candidates.ts'
import { customerRules, type CustomerStatus } from '../../domain/customers/customer.ts'
import { keysOfWeekdays, weekdaysOfKeys } from '../../domain/base/dates.ts'
import { cadenceOfWord, patternOf } from '../../domain/base/cadence.ts'
import { conditionsOf } from './filter.ts'
import type { Handlers } from '../base/call.ts'
import type { OrgTx } from '../base/db/door.ts'
import { cursorOf, pageOf, readCursor } from '../base/kit/page.ts'
import { readCalendar, type Calendar, type CalendarService } from '../schedule/week/calendar.ts'

export const candidateHandlers: Handlers<typeof candidates> = {
  'GET /api/schedule/candidates': ({ readOrg, query }) =>
    readOrg((tx) => readCandidates(tx, query)),
}

type Query = {
  q?: string | undefined
  customer_id?: string | undefined
  include_leads?: boolean | undefined
  unscheduled?: boolean | undefined
  cursor?: string | undefined
  limit: number
}
type Row = {
  id: string
  name: string | null
  email: string | null
  phone_number: string | null
  status: CustomerStatus
  was_active: boolean
  street: string | null
  city: string | null
  state: string | null
  zip: string | null
  team_id: string | null
  available_days: string[]
  has_card_on_file: boolean
  services_selected: unknown
  service_frequency: string | null
  service_interval: number | null
  rule_services: string[]
  sort: string
}

/**
 * Customers who can be scheduled, by name. Paused ones are included with the reason they cannot;
 * leads only on request.
 */
async function readCandidates(
  tx: OrgTx,
  { q, customer_id, include_leads, unscheduled, cursor, limit }: Query,
) {
  const calendar = await readCalendar(tx)
  const sought = await conditionsOf(tx, { q })
  const after = cursor ? readCursor(cursor) : null
  const statuses = unscheduled
    ? ['active']
    : include_leads
      ? ['active', 'paused', 'lead']
      : ['active', 'paused']
  const { rows } = await sql<Row>`
    select c.id, c.name, c.email, coalesce(c.phone_display, c.phone_number) as phone_number, c.status, c.was_active,
      l.street, l.city, l.state, l.zip,
      c.team_id, c.available_days, c.default_payment_method_id is not null as has_card_on_file, c.services_selected, c.service_frequency, c.service_interval,
      array(select distinct r.service_id from rules r where r.organization_id = c.organization_id and r.customer_id = c.id and r.removed_at is null
        and (r.end_date is null or r.end_date >= ${calendar.today}::date)) as rule_services,
      lower(coalesce(c.name, c.email, '')) as sort
    from customers c left join service_locations l on l.organization_id = c.organization_id and l.customer_id = c.id and l.is_default
    where c.status = any (${`{${statuses.join(',')}}`}::text::text[])
      and (${customer_id ?? null}::uuid is null or c.id = ${customer_id ?? null}::uuid)
      and ${sql.join(sought, sql` and `)}
      and ${unscheduled ? withoutUpcomingWork(calendar) : sql`true`}
      and (${after === null}::boolean or (lower(coalesce(c.name, c.email, '')), c.id) > (${after?.key ?? ''}::text, ${after?.id ?? tx.org}::uuid))
    order by 18, c.id limit ${limit + 1}`.execute(tx)
  const { page, next_cursor } = pageOf(rows, limit, ({ sort, id }) => cursorOf(sort, id))
  return {
    customers: page.map((row) => candidateOf(row, calendar)),
    services: [...calendar.services.values()].filter((service) => service.active).map(serviceView),
    next_cursor,
  }
}

const withoutUpcomingWork = ({
  today,
}: Calendar) => sql`not exists (select 1 from rules r where r.organization_id = c.organization_id and r.customer_id = c.id
      and r.removed_at is null and (r.end_date is null or r.end_date >= ${today}::date))
    and not exists (select 1 from visits v where v.organization_id = c.organization_id and v.customer_id = c.id
      and (v.hold_reason is not null or (v.date >= ${today}::date and v.status <> 'skipped')))`

const serviceView = ({ id, key, name, price_cents, estimated_minutes }: CalendarService) => ({
  id,
  key,
  name,
  label: name,
  price_cents,
  estimated_minutes,
})

function candidateOf(row: Row, calendar: Calendar): Candidate {
  const chosen = new Set([...keysIn(row.services_selected), ...row.rule_services])
  const cadence = row.service_frequency
    ? cadenceOfWord(row.service_frequency, row.service_interval)
    : null
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone_number: row.phone_number,
    street: row.street,
    city: row.city,
    state: row.state,
    zip: row.zip,
    status: row.status as Candidate['status'],
    disabled_reason: customerRules.schedule({ status: row.status })?.sentence ?? null,
    team_id: row.team_id,
    available_days: keysOfWeekdays(weekdaysOfKeys(row.available_days)),
    has_card_on_file: row.has_card_on_file,
    services: [...calendar.services.values()]
      .filter((service) => chosen.has(service.key) || chosen.has(service.id))
      .map(serviceView),
    preference: cadence && patternOf(cadence),
  }
}

/** Chosen services as sign-up stores them: keys, or objects with a key. */
function keysIn(selected: unknown): string[] {
  if (!Array.isArray(selected)) return []
  return selected.flatMap((one: unknown) => {
    if (typeof one === 'string') return [one]
    const { key, service_key, id } = (one ?? {}) as Record<string, unknown>
    return [key, service_key, id].filter((value) => typeof value === 'string')
  })
}
