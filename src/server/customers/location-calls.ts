import type { locations } from '../../api/locations.ts'
import type { Handlers } from '../call.ts'
import type { OrgTx } from '../db/door.ts'
import { found } from '../refusals.ts'
import {
  addLocation,
  changeLocation,
  makeDefault,
  readLocations,
  removeLocation,
} from './locations.ts'

export const locationHandlers: Handlers<typeof locations> = {
  'GET /api/owner/customers/{id}/locations': ({ readOrg, params }) =>
    readOrg(async (tx) => {
      const customer = tx.selectFrom('customers').select('id').where('id', '=', params.id)
      const { id } = found(await customer.executeTakeFirst())
      return { locations: await readLocations(tx, id) }
    }),
  'POST /api/owner/customers/{id}/locations': ({ inOrg, params, body }) =>
    inOrg((tx) => addLocation(tx, params.id, body, 'office')),
  'PUT /api/owner/locations/{id}': ({ inOrg, params, body }) =>
    inOrg(async (tx) =>
      changeLocation(tx, await ownerOf(tx, params.id), params.id, body, 'office'),
    ),
  'PUT /api/owner/locations/{id}/default': ({ inOrg, params }) =>
    inOrg(async (tx) => {
      const customer_id = await ownerOf(tx, params.id)
      await makeDefault(tx, customer_id, params.id, 'office')
      return { locations: await readLocations(tx, customer_id) }
    }),
  'DELETE /api/owner/locations/{id}': ({ inOrg, params }) =>
    inOrg(async (tx) => {
      const customer_id = await ownerOf(tx, params.id)
      await removeLocation(tx, customer_id, params.id, 'office')
      return { locations: await readLocations(tx, customer_id) }
    }),
}

/** The customer whose address it is. */
async function ownerOf(tx: OrgTx, id: string): Promise<string> {
  const places = tx.selectFrom('service_locations').select('customer_id').where('id', '=', id)
  return found(await places.executeTakeFirst()).customer_id
}
