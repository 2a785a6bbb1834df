import { sql } from 'kysely'
import { overviewLimits, type CustomerOverview } from '../../../api/customer-page.ts'
import type { CustomerStatus } from '../../../domain/customers/customer.ts'
import { readCredits } from '../../money/credits/read.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { owedCents } from '../../base/sums/owed.ts'
import { readInvoices } from '../../money/invoices/read.ts'
import { readPayments } from '../../money/payments/read.ts'
import { found } from '../../base/kit/refusals.ts'
import type { ScheduleContext } from '../../schedule/week/context.ts'
import { addressLine } from '../../../domain/base/contact.ts'
import { addDays, type LocalDate } from '../../../domain/base/dates.ts'
import { grouped } from '../../../domain/base/grouped.ts'
import { scheduleWindowDays } from '../../../domain/schedule/schedule.ts'
import { endOfSeries } from '../../../domain/schedule/series-plans.ts'
import { occurrenceId } from '../../../domain/schedule/visit.ts'
import { readLocations } from '../../customers/locations.ts'
import { readCustomer } from '../../customers/read.ts'
import { readRecurring, segmentInForce } from '../../schedule/visits/find.ts'
import type { Calendar } from '../../schedule/week/calendar.ts'
import { ruleView, type ResolvedVisit } from '../../schedule/week/rows.ts'
import { readPlaces, readWindow, type WindowRead } from '../../schedule/week/window.ts'

/** What one customer's page shows; `sees_work` is false for people who only see money. */
export async function readOverview(
  ctx: ScheduleContext,
  id: string,
  { sees_work }: { sees_work: boolean },
): Promise<CustomerOverview> {
  const { tx, calendar } = ctx
  const customer = await readWho(tx, id, calendar.today)
  const [invoices, payments, credits, work] = await Promise.all([
    readInvoices(tx, { customer_id: id, limit: overviewLimits.invoices, no_drafts: false }),
    readPayments(tx, { customer_id: id, limit: overviewLimits.payments }),
    readCredits(tx, id),
    sees_work ? readWork(ctx, id) : null,
  ])
  return {
    ...customer,
    credit_cents: credits.left_cents,
    invoices: invoices.items,
    has_more_invoices: invoices.next_cursor !== null,
    payments: payments.items,
    has_more_payments: payments.has_more,
    work,
  }
}

type Who = Pick<
  CustomerOverview,
  | 'id'
  | 'name'
  | 'email'
  | 'phone_number'
  | 'has_autopay'
  | 'has_card_on_file'
  | 'balance_cents'
  | 'overdue_cents'
> & { status: CustomerStatus }

async function readWho(tx: OrgTx, id: string, today: string): Promise<Who> {
  const theirs = sql`i.organization_id = c.organization_id and i.customer_id = c.id`
  const { rows } = await sql<Who>`
    select c.id, c.name, c.email, c.phone_number, c.status, c.autopay_enabled as has_autopay, (c.default_payment_method_id is not null) as has_card_on_file,
      ${owedCents(theirs)} as balance_cents,
      ${owedCents(sql`${theirs} and i.effective_due_date < ${today}::date`)} as overdue_cents
    from customers c where c.id = ${id}::uuid`.execute(tx)
  return found(rows[0])
}

type Work = NonNullable<CustomerOverview['work']>
type Places = WindowRead['places']

/** A customer's addresses, recurring work, and visits before and after today. */
async function readWork({ tx, calendar }: ScheduleContext, id: string): Promise<Work> {
  const [customer, locations, coming, past_visits, asked] = await Promise.all([
    readCustomer(tx, id, calendar),
    readLocations(tx, id),
    readComing(tx, calendar, id),
    readPast(tx, calendar, id),
    readAsked(tx, id),
  ])
  const next_visits = coming.visits.slice(0, overviewLimits.next_visits).map((visit) => ({
    ...shownVisit(visit, calendar, coming.places),
    request: asked.get(visit.occurrence_id) ?? null,
  }))
  return {
    customer,
    locations,
    next_visits,
    past_visits,
    series: await readSeries(tx, calendar, id, coming.visits),
  }
}

/** The visits planned from today on, as far as one call reads. */
async function readComing(tx: OrgTx, calendar: Calendar, customer_id: string) {
  const from = calendar.today
  const window = { from, to: addDays(from, scheduleWindowDays - 1) }
  const { visits, places } = await readWindow(tx, calendar, window, { customer_id })
  const isPlanned = ({ status }: ResolvedVisit) =>
    status === 'scheduled' || status === 'in_progress'
  return { visits: visits.filter(isPlanned), places }
}

const shownVisit = (visit: ResolvedVisit, calendar: Calendar, places: Places) => ({
  occurrence_id: visit.occurrence_id,
  date: visit.date,
  start_minutes: visit.start_minutes,
  service: visit.service?.name ?? '',
  team: teamName(calendar, visit.team_id),
  price_cents: visit.price_cents,
  address: addressOf(visit.rule.location_id, places),
})

const teamName = ({ teams }: Calendar, id: string | null): string | null =>
  (id && teams.get(id)?.name) || null

function addressOf(location_id: string | null, places: Places): string | null {
  const place = location_id ? places.get(location_id) : undefined
  return place ? addressLine(place) : null
}

/** The newest completed visits, as they were done. */
async function readPast(
  tx: OrgTx,
  calendar: Calendar,
  customer_id: string,
): Promise<Work['past_visits']> {
  const rows = await tx
    .selectFrom('visits as v')
    .leftJoin('rules as r', 'r.id', 'v.rule_id')
    .select(['v.series_id', 'v.original_date', 'v.date', 'v.start_minutes', 'v.team_id'])
    .select(['v.service_name', 'v.price_cents', 'v.invoice_id', 'r.service_id', 'r.location_id'])
    .where('v.customer_id', '=', customer_id)
    .where('v.status', '=', 'completed')
    .orderBy('v.date', 'desc')
    .orderBy('v.original_date', 'desc')
    .limit(overviewLimits.past_visits)
    .execute()
  const places = await readPlaces(
    tx,
    rows.map(({ location_id }) => ({ rule: { location_id } })),
  )
  return rows.map((row) => ({
    occurrence_id: occurrenceId(row.series_id, row.original_date),
    date: row.date,
    start_minutes: row.start_minutes,
    service: row.service_name ?? calendar.services.get(row.service_id ?? '')?.name ?? '',
    team: teamName(calendar, row.team_id),
    price_cents: row.price_cents,
    address: addressOf(row.location_id, places),
    invoice_id: row.invoice_id,
  }))
}

type Asked = Work['next_visits'][number]['request']

/** What a customer asks for and the office has not decided, by occurrence id. */
async function readAsked(tx: OrgTx, customer_id: string): Promise<Map<string, Asked>> {
  const rows = await tx
    .selectFrom('customer_requests')
    .select(['series_id', 'original_date', 'action'])
    .where('customer_id', '=', customer_id)
    .where('status', '=', 'requested')
    .execute()
  return new Map(
    rows.map((row) => [occurrenceId(row.series_id, row.original_date), row.action as Asked]),
  )
}

/** Recurring work that goes on, each series as it is today. */
async function readSeries(
  tx: OrgTx,
  calendar: Calendar,
  customer_id: string,
  coming: readonly ResolvedVisit[],
): Promise<Work['series']> {
  const segments = await readRecurring(tx, customer_id, calendar.today)
  const places = await readPlaces(
    tx,
    segments.map((rule) => ({ rule })),
  )
  return [...grouped(segments, ({ series_id }) => series_id).values()].map((all) => {
    const rule = segmentInForce(all, calendar.today)
    const service = calendar.services.get(rule.service_id)
    return {
      ...ruleView(rule, calendar),
      service: service?.name ?? '',
      team: teamName(calendar, rule.team_id),
      address: addressOf(rule.location_id, places),
      visit_cents: rule.price_cents ?? service?.price_cents ?? null,
      ends_on: endOfSeries(all),
      changes_on: all.find(({ start_date }) => start_date > rule.start_date)?.start_date ?? null,
      next: nextOf(rule.series_id, coming),
    }
  })
}

function nextOf(
  series_id: string,
  coming: readonly ResolvedVisit[],
): { occurrence_id: string; date: LocalDate } | null {
  const visit = coming.find((one) => one.series_id === series_id)
  return visit ? { occurrence_id: visit.occurrence_id, date: visit.date } : null
}
