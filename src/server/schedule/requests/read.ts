import { sql } from 'kysely'
import type { LocalDate } from '../../../domain/base/dates.ts'
import {
  canonicalRequestStatus,
  type CustomerRequest,
  type RequestStatus,
} from '../../../domain/schedule/request.ts'
import { occurrenceId } from '../../../domain/schedule/visit.ts'
import { type OrgTx } from '../../base/db/door.ts'
import { byId, pageOf } from '../../base/kit/page.ts'
import { found } from '../../base/kit/refusals.ts'
import type { ScheduleContext } from '../week/context.ts'
import { readCalendar } from '../week/calendar.ts'

export const noRequest = 'This request does not exist.'

export type RequestRow = Omit<CustomerRequest, 'occurrence_id' | 'status'> & {
  status: RequestStatus
  series_id: string
  original_date: LocalDate
}

/**
 * A request with its visit's current date, team, service and customer. Each is looked up by key
 * (`limit 1`), so the cost does not grow with the organization. An open request whose date has
 * passed reads as expired.
 */
export const requestColumns = (today: LocalDate) => sql`
  select q.id, q.action, coalesce(v.date, q.date) as date, q.series_id, q.original_date, q.preferred_dates, q.reason, q.created_at, q.resolved_at, q.customer_id,
    case when q.status = 'requested' and coalesce(v.date, q.date) < ${today}::date then 'expired' else q.status end as status, q.resolution_reason,
    c.name as customer_name, c.email as user_email, s.name as service_label,
    case when v.team_is_own or v.status = 'completed' then v.team_id else r.team_id end as team_id
  from customer_requests q cross join lateral (select name, email from customers c where c.organization_id = q.organization_id and c.id = q.customer_id limit 1) c
  left join lateral (select * from visits v where v.organization_id = q.organization_id and v.series_id = q.series_id and v.original_date = q.original_date limit 1) v on true
  left join lateral (select * from rules r where r.organization_id = q.organization_id and r.series_id = q.series_id
    order by (r.removed_at is null) desc, (r.start_date <= q.original_date) desc, r.start_date desc limit 1) r on true
  left join lateral (select name from services s where s.organization_id = r.organization_id and s.id = r.service_id limit 1) s on true`

const requestView = ({ series_id, original_date, ...row }: RequestRow): CustomerRequest => ({
  ...row,
  occurrence_id: occurrenceId(series_id, original_date),
})

export async function readRequest(tx: OrgTx, id: string): Promise<CustomerRequest> {
  const { today } = await readCalendar(tx)
  const { rows } = await sql<RequestRow>`${requestColumns(today)} where q.id = ${id}::uuid`.execute(
    tx,
  )
  return requestView(found(rows[0], noRequest))
}

type ListQuery = {
  status: string
  from?: LocalDate | undefined
  to?: LocalDate | undefined
  cursor?: string | undefined
  limit: number
}

export async function listRequests({ tx, calendar, may }: ScheduleContext, query: ListQuery) {
  const wanted = query.status === 'all' ? null : canonicalRequestStatus(query.status)
  const { rows } = await sql<RequestRow>`select * from (${requestColumns(calendar.today)}) as known
    where (${wanted}::text is null or status = ${wanted}::text)
      and (${query.from ?? null}::date is null or date >= ${query.from ?? null}::date) and (${query.to ?? null}::date is null or date <= ${query.to ?? null}::date)
      and (${query.cursor ?? null}::uuid is null or id < ${query.cursor ?? null}::uuid)
      and (not ${may.by_crew}::boolean or team_id = any (${`{${may.team_ids.join(',')}}`}::text::uuid[]))
    order by id desc limit ${query.limit + 1}`.execute(tx)
  const { page, next_cursor } = pageOf(rows, query.limit, byId)
  return { items: page.map(requestView), next_cursor }
}
