import { upcomingWindow, type Upcoming } from '../../api/requests.ts'
import { addDays, weekdayOf, zonedToUtcIso, type LocalDate } from '../../domain/dates.ts'
import {
  cancelsImmediately,
  upcomingFlags,
  upcomingState,
  upcomingWindowDays,
} from '../../domain/request.ts'
import { occurrenceId } from '../../domain/visit.ts'
import type { OrgTx } from '../db/door.ts'
import { invalid } from '../refusals.ts'
import type { ScheduleContext } from '../week/context.ts'
import type { Calendar } from '../week/calendar.ts'
import type { ResolvedVisit } from '../week/rows.ts'
import { readWindow, visitView, type WindowRead } from '../week/window.ts'

type Query = { from?: LocalDate | undefined; to?: LocalDate | undefined }

/** A customer's upcoming visits, each with its latest request. */
export async function readUpcoming(
  { tx, calendar }: ScheduleContext,
  customer_id: string,
  query: Query,
) {
  const from = query.from ?? calendar.today
  const to = query.to ?? addDays(from, upcomingWindowDays)
  const window = upcomingWindow.safeParse({ from, to })
  if (!window.success)
    throw invalid({ to: window.error.issues[0]?.message ?? 'Choose other dates.' })
  if (!(await isActive(tx))) return { items: [], from, to }
  const read = await readWindow(tx, calendar, { from, to }, { customer_id })
  const requests = await readNewestRequests(tx, customer_id)
  const items = read.visits.map((visit) =>
    upcomingView(visit, calendar, read, requests.get(visit.occurrence_id)),
  )
  return { items, from, to }
}

/** A deactivated organization does no visits. */
async function isActive(tx: OrgTx): Promise<boolean> {
  const row = await tx.selectFrom('organizations').select('status').executeTakeFirst()
  return row?.status === 'active'
}

type ItsRequest = NonNullable<Upcoming['request']>

/** The latest request for each of a customer's visits, by occurrence id. */
async function readNewestRequests(
  tx: OrgTx,
  customer_id: string,
): Promise<Map<string, ItsRequest>> {
  const rows = await tx
    .selectFrom('customer_requests')
    .distinctOn(['series_id', 'original_date'])
    .select(['id', 'action', 'status', 'resolution_reason', 'series_id', 'original_date'])
    .where('customer_id', '=', customer_id)
    .orderBy('series_id')
    .orderBy('original_date')
    .orderBy('id', 'desc')
    .execute()
  return new Map(
    rows.map(({ series_id, original_date, ...request }) => [
      occurrenceId(series_id, original_date),
      request as ItsRequest,
    ]),
  )
}

/**
 * True while the customer may cancel without asking. An untimed visit counts from the start of
 * business hours.
 */
export function mayCancelNow(visit: ResolvedVisit, calendar: Calendar): boolean {
  const opens =
    calendar.hours?.[weekdayOf(visit.date)]?.opens_minutes ??
    calendar.settings.default_start_minutes
  return cancelsImmediately(
    zonedToUtcIso(visit.date, visit.start_minutes ?? opens, calendar.time_zone),
    new Date().toISOString(),
    calendar.settings.cancel_cutoff_hours,
  )
}

/** A visit for its customer. */
export function upcomingView(
  visit: ResolvedVisit,
  calendar: Calendar,
  read: Pick<WindowRead, 'customers' | 'places'>,
  request: ItsRequest | undefined,
): Upcoming {
  const view = visitView(visit, calendar, read, { by_crew: false, sees_prices: true })
  const open_request = request?.status === 'requested' ? request.action : null
  const state = upcomingState({ ...view, open_request })
  const { street, city, state: address_state, zip } = view.customer
  return {
    occurrence_id: view.occurrence_id,
    date: view.date,
    original_date: view.original_date,
    start_minutes: view.start_minutes,
    service: { id: view.service?.id ?? null, label: view.service?.label ?? '' },
    address: { street, city, state: address_state, zip },
    ...upcomingFlags(state),
    status: view.status,
    state,
    organization_name: calendar.name,
    team: view.team?.name ?? null,
    arrival_window_minutes: calendar.settings.arrival_window_minutes,
    request: request ?? null,
    cancel: mayCancelNow(visit, calendar) ? 'immediate' : 'request',
  }
}
