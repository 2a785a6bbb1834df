import { sql } from 'kysely'
import type { CustomerStatus } from '../../../domain/customers/customer.ts'
import type {
  OpenVisitRequest,
  VisitDays,
  VisitRequest,
  VisitRequestStatus,
} from '../../../domain/schedule/visit-request.ts'
import { wishedDays } from '../../../domain/schedule/visit-request.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { byId, pageOf } from '../../base/kit/page.ts'
import { found } from '../../base/kit/refusals.ts'
import type { Calendar } from '../week/calendar.ts'

const noVisitRequest = 'This request does not exist.'

/** What was planned and removed again is no longer planned for its customer. */
const columns = sql`
  q.id, q.wished_on, q.note, q.status, q.answer, q.created_at, q.resolved_at, s.name as service_label,
  case when exists (select 1 from rules r where r.organization_id = q.organization_id and r.series_id = q.series_id and r.removed_at is null)
    then q.planned_on end as planned_on,
  l.street, l.city, l.state, l.zip`
const tables = sql`visit_requests q
  left join services s on s.organization_id = q.organization_id and s.id = q.service_id
  left join service_locations l on l.organization_id = q.organization_id and l.id = q.location_id`

type Place = { [K in 'street' | 'city' | 'state' | 'zip']: string | null }
type Row = Omit<VisitRequest, 'address'> & Place

const viewOf = <R extends Row>({ street, city, state, zip, ...request }: R) => ({
  ...request,
  address: street === null ? null : { street, city, state, zip },
})

/** A customer's open requests, and those answered within two weeks; newest first. */
export async function readOwnVisitRequests(
  tx: OrgTx,
  customer_id: string,
): Promise<VisitRequest[]> {
  const { rows } = await sql<Row>`select ${columns} from ${tables}
    where q.customer_id = ${customer_id}::uuid
      and (q.status = 'requested' or (q.status in ('scheduled', 'declined') and q.resolved_at > now() - interval '14 days'))
    order by q.id desc limit 20`.execute(tx)
  return rows.map(viewOf)
}

export async function readVisitRequest(tx: OrgTx, id: string): Promise<VisitRequest> {
  const { rows } =
    await sql<Row>`select ${columns} from ${tables} where q.id = ${id}::uuid`.execute(tx)
  return viewOf(found(rows[0], noVisitRequest))
}

type OfficeRow = Row & Omit<OpenVisitRequest, keyof VisitRequest>

export async function listVisitRequests(
  tx: OrgTx,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const { rows } = await sql<OfficeRow>`
    select ${columns}, q.customer_id, q.location_id, s.key as service_key, c.name as customer_name, c.email as customer_email
    from ${tables} join customers c on c.organization_id = q.organization_id and c.id = q.customer_id
    where q.status = 'requested' and (${cursor ?? null}::uuid is null or q.id < ${cursor ?? null}::uuid)
    order by q.id desc limit ${limit + 1}`.execute(tx)
  const { page, next_cursor } = pageOf(rows, limit, byId)
  return { items: page.map(viewOf), next_cursor }
}

export async function countOpenOf(tx: OrgTx, customer_id: string): Promise<number> {
  const { open } = await tx
    .selectFrom('visit_requests')
    .select((eb) => eb.fn.countAll<string>().as('open'))
    .where('customer_id', '=', customer_id)
    .where('status', '=', 'requested')
    .executeTakeFirstOrThrow()
  return Number(open)
}

/** Locks the customer who asks, so that nobody closes their account or asks meanwhile. */
export async function lockAsking(tx: OrgTx, customer_id: string): Promise<CustomerStatus> {
  const row = await tx
    .selectFrom('customers')
    .select('status')
    .where('id', '=', customer_id)
    .forUpdate()
    .executeTakeFirst()
  return found(row).status as CustomerStatus
}

/** A request, locked until the transaction ends. 404. */
export async function lockVisitRequest(tx: OrgTx, id: string) {
  const row = await tx
    .selectFrom('visit_requests')
    .select(['id', 'customer_id', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  const { status, ...request } = found(row, noVisitRequest)
  return { ...request, status: status as VisitRequestStatus }
}

export const visitDays = ({ today, open_weekdays, closed_dates }: Calendar): VisitDays => {
  const { from, until } = wishedDays(today)
  return {
    from,
    until,
    open_weekdays,
    closed_dates: [...closed_dates].filter((date) => date >= from && date <= until).toSorted(),
  }
}
