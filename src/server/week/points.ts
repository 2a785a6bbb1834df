import type { Point } from '../../domain/distance.ts'
import type { OrgTx } from '../db/door.ts'
import { anyOf, type ResolvedVisit } from './rows.ts'

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
