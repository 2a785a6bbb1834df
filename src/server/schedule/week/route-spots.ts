import type { LocalDate } from '../../../domain/base/dates.ts'
import { occurrenceId } from '../../../domain/schedule/visit.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { anyOf, type ResolvedVisit } from './rows.ts'
import type { Point } from '../../../domain/base/distance.ts'

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

type Placed = Pick<ResolvedVisit, 'rule' | 'customer_id'>

/** What a visit's place is found by: the rule's own place, or else the customer's default one. */
export const placeKey = ({ rule, customer_id }: Placed): string => rule.location_id ?? customer_id

/** Where visits are, as an address service found it, by `placeKey`. A point of a former address does not count. */
export async function readPoints(
  tx: OrgTx,
  visits: readonly Placed[],
): Promise<Map<string, Point>> {
  const keys = [...new Set(visits.map(placeKey))]
  if (keys.length === 0) return new Map()
  const rows = await tx
    .selectFrom('service_locations')
    .select(['id', 'customer_id', 'is_default', 'latitude', 'longitude'])
    .where((eb) =>
      eb.or([
        eb('id', '=', anyOf(keys)),
        eb.and([eb('customer_id', '=', anyOf(keys)), eb('is_default', '=', true)]),
      ]),
    )
    .where('latitude', 'is not', null)
    .whereRef('located_key', '=', 'address_key')
    .execute()
  return new Map(
    rows.flatMap(({ id, customer_id, is_default, latitude, longitude }) => {
      if (latitude === null || longitude === null) return []
      const point = { latitude, longitude }
      return [[id, point] as const, ...(is_default ? [[customer_id, point] as const] : [])]
    }),
  )
}
