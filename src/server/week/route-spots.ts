import type { LocalDate } from '../../domain/dates.ts'
import { occurrenceId } from '../../domain/visit.ts'
import type { OrgTx } from '../db/door.ts'
import type { ResolvedVisit } from './rows.ts'

type RouteSpot = { date: LocalDate; team_id: string | null; position: number }
/** Each visit's position in its team's day, by occurrence id. */
export type RouteSpots = ReadonlyMap<string, RouteSpot>

/** For callers that do not need the order. */
export const noRoute: RouteSpots = new Map()

/** The office's visit order for some days. */
export async function readRoute(
  tx: OrgTx,
  { from, to }: { from: LocalDate; to: LocalDate },
): Promise<RouteSpots> {
  const rows = await tx
    .selectFrom('route_spots')
    .select(['series_id', 'original_date', 'date', 'team_id', 'position'])
    .where('date', '>=', from)
    .where('date', '<=', to)
    .execute()
  return new Map(
    rows.map(({ series_id, original_date, ...spot }) => [
      occurrenceId(series_id, original_date),
      spot,
    ]),
  )
}

/**
 * A visit that moved to another day or team, or got a time, loses its place in the route; it gets
 * it back on returning.
 */
export function placeInRoute(
  route: RouteSpots,
  { occurrence_id, date, team_id, start_minutes }: ResolvedVisit,
): number | null {
  if (start_minutes !== null || route.size === 0) return null
  const spot = route.get(occurrence_id)
  return spot?.date === date && spot.team_id === team_id ? spot.position : null
}
