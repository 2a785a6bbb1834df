import { upcomingWindow, type Upcoming } from '../../../api/requests.ts'
import { addDays, weekdayOf, zonedToUtcIso, type LocalDate } from '../../../domain/base/dates.ts'
import {
  isBeforeCutoff,
  upcomingFlags,
  upcomingState,
  upcomingWindowDays,
} from '../../../domain/schedule/request.ts'
import { isHeldForPayment } from '../../../domain/money/payment-hold.ts'
import { movesImmediately, type OpenDates } from '../../../domain/schedule/self-move.ts'
import { isOnTheWay, occurrenceId } from '../../../domain/schedule/visit.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { invalid } from '../../base/kit/refusals.ts'
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

/** True while the customer may cancel without asking. */
export const mayCancelNow = (visit: ResolvedVisit, calendar: Calendar): boolean =>
  isInTime(visit, calendar, calendar.settings.cancel_cutoff_hours)

/** Whether the customer moves this visit now, or asks to. */
export const moveNow = (visit: ResolvedVisit, calendar: Calendar): OpenDates['move'] =>
  movesImmediately({
    self_move: calendar.settings.self_move,
    in_time: isInTime(visit, calendar, calendar.settings.self_move_cutoff_hours),
    underway: visit.status === 'in_progress' || isUnderway(visit, calendar),
  })
    ? 'immediate'
    : 'request'

const isUnderway = ({ row, status, date }: ResolvedVisit, { time_zone }: Calendar): boolean =>
  isOnTheWay({ status, date, on_the_way_at: row?.on_the_way_at ?? null }, time_zone)

/** An untimed visit counts from the start of business hours. */
export function isInTime(
  { date, start_minutes }: Pick<ResolvedVisit, 'date' | 'start_minutes'>,
  { hours, settings, time_zone }: Calendar,
  cutoff_hours: number,
): boolean {
  const opens = hours?.[weekdayOf(date)]?.opens_minutes ?? settings.default_start_minutes
  return isBeforeCutoff(
    zonedToUtcIso(date, start_minutes ?? opens, time_zone),
    new Date().toISOString(),
    cutoff_hours,
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
  const is_held = isHeldForPayment(view, calendar.today)
  const state = upcomingState({ ...view, open_request, is_held })
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
    on_the_way_at: view.on_the_way_at,
    underway: view.status === 'in_progress',
    recurring: visit.rule.pattern !== 'once',
    cancel: mayCancelNow(visit, calendar) ? 'immediate' : 'request',
    cancel_cutoff_hours: calendar.settings.cancel_cutoff_hours,
    move: moveNow(visit, calendar),
  }
}
