import { grouped } from '../../domain/grouped.ts'
import type { OrgTx } from '../db/door.ts'
import { oneOf } from '../db/ids.ts'

type Work = { customer_id: string; location_id?: string | null | undefined }
/** The service with its street: 'Mowing (12 Oak St)'. Without it for customers with one address. */
export type NamePlace = (service: string, work: Work) => string

/** Customers with several addresses could not tell which of their visits a message is about. */
export async function readPlaceNames(
  tx: OrgTx,
  customer_ids: readonly string[],
): Promise<NamePlace> {
  const rows = await tx
    .selectFrom('service_locations')
    .select(['id', 'customer_id', 'street', 'is_default'])
    .where('customer_id', 'in', oneOf(customer_ids))
    .where('removed_at', 'is', null)
    .execute()
  const byCustomer = grouped(rows, ({ customer_id }) => customer_id)
  return (service, { customer_id, location_id }) => {
    const places = byCustomer.get(customer_id) ?? []
    if (places.length < 2 || location_id === undefined) return service
    const place = places.find(({ id, is_default }) =>
      location_id === null ? is_default : id === location_id,
    )
    return place ? `${service} (${place.street})` : service
  }
}
