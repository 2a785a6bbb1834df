import { todayIn, type LocalDate } from '../../../domain/base/dates.ts'
import { isPhoto } from '../../../domain/base/file.ts'
import type { Home } from '../../../domain/flows/portal.ts'
import { nextOpenDay } from '../../../domain/schedule/request.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { readFilesOfVisit } from '../files/read.ts'
import { readOwed } from '../../money/invoices/read.ts'
import { readBrand } from '../../base/organizations/brand.ts'
import { readOrganizationRow } from '../../base/organizations/read.ts'
import { found } from '../../base/kit/refusals.ts'
import { readOwnVisitRequests } from '../../schedule/visit-requests/read.ts'
import { readNotesForCustomer } from '../../schedule/visit-notes/read.ts'
import type { Calendar } from '../../schedule/week/calendar.ts'
import type { ScheduleContext } from '../../schedule/week/context.ts'

/** A customer's start page, besides the visits. */
export async function readHome(ctx: ScheduleContext, customer_id: string): Promise<Home> {
  const { tx } = ctx
  const { name, phone_number, email } = await readOrganizationRow(tx)
  return {
    business: { name, phone_number, email, ...(await readBrand(tx)) },
    ...(await readOwed(tx, customer_id)),
    last_visit: await readLastVisit(ctx, customer_id),
    reply_by: await readReplyBy(ctx, customer_id),
    visit_requests: await readOwnVisitRequests(tx, customer_id),
  }
}

async function readLastVisit(
  { tx, calendar }: ScheduleContext,
  customer_id: string,
): Promise<Home['last_visit']> {
  const visit = await tx
    .selectFrom('visits as v')
    .leftJoin('invoices as i', (join) =>
      join.onRef('i.id', '=', 'v.invoice_id').onRef('i.organization_id', '=', 'v.organization_id'),
    )
    .select(['v.series_id', 'v.original_date', 'v.date', 'v.service_name', 'v.team_id'])
    .select(['i.id as invoice_id', 'i.doc'])
    .where('v.customer_id', '=', customer_id)
    .where('v.status', '=', 'completed')
    .orderBy('v.date', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!visit) return null
  const { date, service_name, team_id, invoice_id, doc } = visit
  return {
    date,
    service: service_name ?? '',
    team: (team_id && calendar.teams.get(team_id)?.name) || null,
    invoice_id: doc === 'draft' ? null : invoice_id,
    photos: (await readFilesOfVisit(tx, visit)).filter(isPhoto),
    notes: await readNotesForCustomer(tx, visit),
  }
}

const hasWork = async (tx: OrgTx, customer_id: string): Promise<boolean> =>
  (await tx
    .selectFrom('rules')
    .select('id')
    .where('customer_id', '=', customer_id)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The next open day after a sign-up; null for others, and once it has passed. */
async function readReplyBy(
  { tx, calendar }: { tx: OrgTx; calendar: Calendar },
  customer_id: string,
): Promise<LocalDate | null> {
  const { status, created_at } = found(
    await tx
      .selectFrom('customers')
      .select(['status', 'created_at'])
      .where('id', '=', customer_id)
      .executeTakeFirst(),
  )
  if (status === 'archived' || (await hasWork(tx, customer_id))) return null
  const day = nextOpenDay(todayIn(calendar.time_zone, created_at), calendar)
  return day >= calendar.today ? day : null
}
