import type { RouteOrder, RouteOrdered } from '../../api/visits.ts'
import { inRequestedOrder } from '../../domain/route.ts'
import { byTime } from '../../domain/visit.ts'
import { notFound } from '../refusals.ts'
import { placeInRoute } from '../week/route-spots.ts'
import { readWindow } from '../week/window.ts'
import type { ScheduleContext } from '../week/context.ts'
import { checkLeads } from './find.ts'
import { writeRoute } from './write.ts'

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
