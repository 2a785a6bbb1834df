import { sql } from 'kysely'
import { addressParts, type AddressInput, type PostalAddress } from '../../domain/base/contact.ts'
import { addressToKeep, isCompleteAddress } from '../../domain/flows/merging.ts'
import { isInServiceArea } from '../../domain/base/organization.ts'
import type { OrgTx } from '../base/db/door.ts'
import { setCustomer } from './write-row.ts'
import { setPlaceOfRules } from '../schedule/series/write.ts'

type Place = AddressInput & { label: string }
type Addressed = PostalAddress & { id: string }
export type AddressChange = { [K in keyof PostalAddress]?: PostalAddress[K] | undefined }

/**
 * Changes a customer's address, which is their default place: absent parts stay, null clears. Does
 * not emit or change the version; the caller does.
 */
export async function writeAddress(
  tx: OrgTx,
  customer_id: string,
  patch: AddressChange,
): Promise<void> {
  const parts = addressParts.filter((part) => patch[part] !== undefined)
  if (!parts.length) return
  const address = Object.fromEntries(parts.map((part) => [part, patch[part] ?? null]))
  const change = { ...address, removed_at: null }
  // Clearing an unknown address must not create an empty place.
  if (parts.every((part) => patch[part] === null))
    await placesOf(tx, customer_id).set(change).where('is_default', '=', true).execute()
  else
    await tx
      .insertInto('service_locations')
      .values({ customer_id, ...address, is_default: true })
      .onConflict((on) =>
        on
          .columns(['organization_id', 'customer_id'])
          .where(sql<boolean>`is_default`)
          .doUpdateSet(change),
      )
      .execute()
}

/** Adds a place, not the default one. Returns its id. */
export const addPlace = async (tx: OrgTx, customer_id: string, place: Place): Promise<string> =>
  (
    await tx
      .insertInto('service_locations')
      .values({ customer_id, ...place })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export const changePlace = (
  tx: OrgTx,
  customer_id: string,
  id: string,
  place: Place,
): Promise<unknown> => placesOf(tx, customer_id).set(place).where('id', '=', id).execute()

/** Makes this the customer's address. A partial address gives way to it. */
export async function setDefaultPlace(tx: OrgTx, customer_id: string, id: string): Promise<void> {
  const incomplete = sql<boolean>`num_nulls(street, city, state, zip) > 0`
  // Two statements, in this order: a customer never has two default places.
  await placesOf(tx, customer_id)
    .set({
      is_default: false,
      removed_at: sql`case when ${incomplete} then now() else removed_at end`,
    })
    .where('is_default', '=', true)
    .execute()
  await placesOf(tx, customer_id).set({ is_default: true }).where('id', '=', id).execute()
}

/**
 * Hides a place from its customer. The row stays for past work and, if it is the default, for the
 * office.
 */
export const removePlace = (tx: OrgTx, customer_id: string, id: string): Promise<unknown> =>
  placesOf(tx, customer_id)
    .set({ removed_at: sql`now()` })
    .where('id', '=', id)
    .execute()

/**
 * In a merge, one of the two default places stays the address. The other, if complete and
 * elsewhere, becomes a separate place, named after the work done there.
 */
export async function mergePlaces(tx: OrgTx, keep: Addressed, from: Addressed): Promise<void> {
  const rows = await tx
    .selectFrom('service_locations')
    .select(['id', 'customer_id', 'address_key'])
    .where('customer_id', 'in', [keep.id, from.id])
    .where('is_default', '=', true)
    .execute()
  const kept = rows.find((row) => row.customer_id === keep.id)
  const moved = rows.find((row) => row.customer_id === from.id)
  if (!kept || !moved) return
  const isReplaced = addressToKeep(keep, from) === from
  const isGone = isReplaced || !isCompleteAddress(from) || kept.address_key === moved.address_key
  if (!isGone) await setPlaceOfRules(tx, from.id, moved.id)
  await sql`update service_locations l set is_default = false, removed_at = case when ${isGone}::boolean and not exists (
      select 1 from rules r where r.organization_id = l.organization_id and r.location_id = l.id) then now() end
    where id = ${isReplaced ? kept.id : moved.id}::uuid`.execute(tx)
}

/** Flags whether the customer's address is outside the organization's service area. */
export async function markArea(tx: OrgTx, customer_id: string, zip: string): Promise<void> {
  const { service_area_zipcodes } = await tx
    .selectFrom('organizations')
    .select('service_area_zipcodes')
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  await setCustomer(tx, customer_id, { out_of_area: !isInServiceArea(zip, service_area_zipcodes) })
}

const placesOf = (tx: OrgTx, customer_id: string) =>
  tx.updateTable('service_locations').where('customer_id', '=', customer_id)
