import type { RouteOrder, RouteOrdered, RouteSuggestion } from '../../../api/visits.ts'
import { inRequestedOrder } from '../../../domain/schedule/route.ts'
import { byTime } from '../../../domain/schedule/visit.ts'
import { notFound } from '../../base/kit/refusals.ts'
import { placeInRoute, placeKey, readPoints } from '../week/route-spots.ts'
import { readWindow, addressOf, type WindowRead } from '../week/window.ts'
import type { ScheduleContext } from '../week/context.ts'
import { checkLeads } from './find.ts'
import { writeRoute } from './write.ts'
import { weekdayOf, wallClockIn, type LocalDate } from '../../../domain/base/dates.ts'
import {
  driveMinutes,
  orderNow,
  searchOrder,
  type Day,
  type DayPlan,
} from '../../../domain/schedule/day-order.ts'
import { milesBetween, type Point } from '../../../domain/base/distance.ts'
import { readOrganizationRow } from '../../base/organizations/read.ts'
import type { ResolvedVisit } from '../week/rows.ts'
import { centerOfZip } from '../../base/kit/zip.ts'

/**
 * Orders a team's untimed visits on a day. The visits themselves do not change: no row, version or
 * undo.
 */
export async function orderRoute(ctx: ScheduleContext, input: RouteOrder): Promise<RouteOrdered> {
  const { occurrence_ids } = input
  checkLeads(ctx.may, input.team_id)
  const stops = await readStops(ctx, input)
  const order = inRequestedOrder(
    stops.map(({ id }) => id),
    occurrence_ids,
  )
  if (!stops.some(({ id }) => occurrence_ids.includes(id)))
    throw notFound('Those visits are no longer among the team’s untimed visits that day.')
  const stopOf = new Map(stops.map((stop) => [stop.id, stop]))
  if (order.every((id, index) => stopOf.get(id)?.route_position === index + 1))
    return { ok: true, changed: false, occurrence_ids: order }
  await writeRoute(
    ctx.tx,
    input,
    order.flatMap((id, index) => {
      const stop = stopOf.get(id)
      return stop ? [{ ...stop, position: index + 1 }] : []
    }),
  )
  return { ok: true, changed: true, occurrence_ids: order }
}

/** The team's untimed visits that day, in their current order. */
async function readStops({ tx, calendar }: ScheduleContext, { date, team_id }: RouteOrder) {
  const { visits, customers, route } = await readWindow(
    tx,
    calendar,
    { from: date, to: date },
    { team_ids: [team_id] },
  )
  return visits
    .filter((visit) => visit.start_minutes === null)
    .map((visit) => ({
      id: visit.occurrence_id,
      series_id: visit.series_id,
      original_date: visit.original_date,
      date,
      start_minutes: null,
      route_position: placeInRoute(route, visit),
      customer: { name: customers.get(visit.customer_id)?.name ?? null },
    }))
    .sort(byTime)
}

type RouteDay = { day: Day; points: Map<string, Point>; unknown_ids: string[] }

/** Work starts at eight where no hours were entered. */
const usualStart_minutes = 480

/** What is still to be done on a team's day, and where. 403 if a crew asks for a team it does not lead. */
export async function readRouteDay(
  ctx: ScheduleContext,
  { date, team_id }: { date: LocalDate; team_id: string | null },
): Promise<RouteDay> {
  checkLeads(ctx.may, team_id)
  const { tx, calendar } = ctx
  const read = await readWindow(tx, calendar, { from: date, to: date }, { team_ids: [team_id] })
  const open = inOrder(read, ({ status }) => status === 'scheduled')
  // The crew goes on from where it is or was last; in the morning, from the business.
  const last = read.visits
    .filter(({ status }) => status === 'completed' || status === 'in_progress')
    .toSorted((a, b) => (seenAt(a) < seenAt(b) ? -1 : 1))
    .at(-1)
  const base = centerOfZip((await readOrganizationRow(tx)).zip)
  const located = await readPoints(tx, read.visits)
  const pointOf = (visit: ResolvedVisit) =>
    located.get(placeKey(visit)) ?? centerOfZip(addressOf(visit, read)?.zip)
  const from = (last && pointOf(last)) ?? base
  const known = new Map(open.flatMap((visit) => [[visit.occurrence_id, pointOf(visit)] as const]))
  const points = new Map([...known].flatMap(([id, point]) => (point ? [[id, point]] : [])))
  return {
    day: dayOf(open, { points, from, base, begins_minutes: beginOf(ctx, date) }),
    points,
    unknown_ids: [...known].flatMap(([id, point]) => (point ? [] : [id])),
  }
}

const seenAt = ({ row }: ResolvedVisit): string => row?.completed_at ?? row?.started_at ?? ''

/** Visits as screens list them. */
function inOrder(
  { visits, customers, route }: WindowRead,
  isWanted: (visit: ResolvedVisit) => boolean,
): ResolvedVisit[] {
  return visits
    .filter(isWanted)
    .map((visit) => ({
      visit,
      id: visit.occurrence_id,
      date: visit.date,
      start_minutes: visit.start_minutes,
      route_position: placeInRoute(route, visit),
      customer: { name: customers.get(visit.customer_id)?.name ?? null },
    }))
    .sort(byTime)
    .map(({ visit }) => visit)
}

/** When the team can begin: with the business, or now if that was earlier today. */
function beginOf({ calendar }: ScheduleContext, date: LocalDate): number {
  const hours = calendar.hours?.find(({ weekday }) => weekday === weekdayOf(date))
  const opens = hours?.opens_minutes ?? usualStart_minutes
  if (date !== calendar.today) return opens
  return Math.max(opens, wallClockIn(calendar.time_zone, Date.now()).minutes)
}

type Around = {
  points: ReadonlyMap<string, Point>
  from: Point | null
  base: Point | null
  begins_minutes: number
}

function dayOf(
  visits: readonly ResolvedVisit[],
  { points, from, base, begins_minutes }: Around,
): Day {
  const places = visits.map(({ occurrence_id }) => points.get(occurrence_id) ?? null)
  const first = places.push(from) - 1
  const last = places.push(base) - 1
  const miles = places.map((a) => places.map((b) => (a && b ? milesBetween(a, b) : 0)))
  return {
    stops: visits.map((visit, place) => ({
      id: visit.occurrence_id,
      place,
      minutes: visit.duration_minutes,
      start_minutes: visit.start_minutes,
    })),
    drive: (a, b) => driveMinutes(miles[a]?.[b] ?? 0),
    begins_minutes,
    from: from && first,
    to: base && last,
  }
}

/** Less is not worth a change of plan. */
const leastSaved_minutes = 2

/** Searches for a shorter order; between rounds others have a turn. */
export async function searchRoute({
  day,
  points,
  unknown_ids,
}: RouteDay): Promise<RouteSuggestion> {
  const now = orderNow(day)
  let best = now
  for (const order of searchOrder(day)) {
    best = order
    await new Promise((go) => setImmediate(go))
  }
  const saved = now.plan.drive_minutes - best.plan.drive_minutes
  const isWorthIt =
    saved >= leastSaved_minutes || best.plan.late_minutes < now.plan.late_minutes - 1
  const chosen = isWorthIt ? best : now
  return {
    now: planView(now.plan),
    suggested: planView(chosen.plan),
    occurrence_ids: chosen.ids,
    saved_minutes: isWorthIt ? Math.max(0, Math.round(saved)) : 0,
    places: [...points].map(([id, point]) => ({ id, ...point })),
    unknown_ids,
  }
}

const planView = ({ stops, drive_minutes, late_minutes }: DayPlan) => ({
  stops: stops.map(({ id, arrives_minutes }) => ({
    id,
    arrives_minutes: Math.round(arrives_minutes),
  })),
  drive_minutes: Math.round(drive_minutes),
  late_minutes: Math.round(late_minutes),
})
