import type { RouteOrder, RouteOrdered } from '../../api/visits.ts'
import { inWishedOrder } from '../../domain/route.ts'
import { byTime } from '../../domain/visit.ts'
import { notFound } from '../refusals.ts'
import { placeInRoute } from '../week/route-spots.ts'
import { readWindow } from '../week/window.ts'
import type { ScheduleContext } from '../week/context.ts'
import { writeRoute } from './write.ts'

/** Puts a team's visits without a time on a day in order. The visits themselves do not change: no row, version or undo. */
export async function orderRoute(ctx: ScheduleContext, wish: RouteOrder): Promise<RouteOrdered> {
  const { occurrence_ids } = wish
  const stops = await readStops(ctx, wish)
  const order = inWishedOrder(
    stops.map(({ id }) => id),
    occurrence_ids,
  )
  if (!stops.some(({ id }) => occurrence_ids.includes(id)))
    throw notFound('These visits are not among the team’s visits without a time that day any more.')
  const stopOf = new Map(stops.map((stop) => [stop.id, stop]))
  if (order.every((id, index) => stopOf.get(id)?.route_position === index + 1))
    return { ok: true, changed: false, occurrence_ids: order }
  await writeRoute(
    ctx.tx,
    wish,
    order.flatMap((id, index) => {
      const stop = stopOf.get(id)
      return stop ? [{ ...stop, position: index + 1 }] : []
    }),
  )
  return { ok: true, changed: true, occurrence_ids: order }
}

/** The team's visits without a time that day, in the present order. */
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
