import { sql } from 'kysely'
import type { RouteOrder, RouteOrdered } from '../../api/schedule.ts'
import { inWishedOrder } from '../../domain/route.ts'
import { byTime } from '../../domain/visit.ts'
import type { OrgTx } from '../db/door.ts'
import { emit } from '../events.ts'
import { notFound } from '../refusals.ts'
import type { Frame } from './frame.ts'
import { placeInRoute } from './route-spots.ts'
import { readWindow } from './window.ts'

/** Puts a team's visits without a time on a day in order. They stay what they are: no row, version or undo is touched by it. */
export async function orderRoute(tx: OrgTx, frame: Frame, { date, team_id, occurrence_ids }: RouteOrder): Promise<RouteOrdered> {
  const { visits, customers, route } = await readWindow(tx, frame, { from: date, to: date }, { team_ids: [team_id] })
  const standing = visits
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
  const order = inWishedOrder(
    standing.map(({ id }) => id),
    occurrence_ids,
  )
  if (!standing.some(({ id }) => occurrence_ids.includes(id))) throw notFound('These visits are not among the team’s visits without a time that day any more.')
  const visitOf = new Map(standing.map((visit) => [visit.id, visit]))
  if (order.every((id, index) => visitOf.get(id)?.route_position === index + 1)) return { ok: true, changed: false, occurrence_ids: order }
  const spots = order.map((id, index) => ({ ...visitOf.get(id), position: index + 1 }))
  // In one order of rows, so that two people who order the same day wait for each other.
  await sql`insert into route_spots (organization_id, series_id, original_date, date, team_id, position)
    select ${tx.org}::uuid, o.series_id, o.original_date, ${date}::date, ${team_id}::uuid, o.position
    from jsonb_to_recordset(${JSON.stringify(spots)}::text::jsonb) as o(series_id uuid, original_date date, position int)
    order by o.series_id, o.original_date
    on conflict (organization_id, series_id, original_date) do update set date = excluded.date, team_id = excluded.team_id, position = excluded.position`.execute(
    tx,
  )
  await emit(tx, 'route.changed', { date, team_id }, { team_ids: [team_id] })
  return { ok: true, changed: true, occurrence_ids: order }
}
