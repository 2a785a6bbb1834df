import { sql, type NotNull } from 'kysely'
import { addressLine, type AddressInput, type PostalAddress } from '../../domain/base/contact.ts'
import type { NewLocation, ServiceLocation } from '../../domain/customers/customer.ts'
import { locationLimit, locationRules } from '../../domain/flows/portal.ts'
import { addNote } from './write-notes.ts'
import { calendarChanged } from './write-status.ts'
import { todayOf } from '../base/organizations/read.ts'
import { addPlace, changePlace, markArea, removePlace, setDefaultPlace } from './write-places.ts'
import { emitChanged, lockCustomer, type LockedCustomer } from './write-row.ts'
import type { OrgTx } from '../base/db/door.ts'
import { enforce, found, refused } from '../base/kit/refusals.ts'
import { widenSight } from '../base/db/sight.ts'

const columns = ['id', 'label', 'street', 'city', 'state', 'zip', 'is_default'] as const
/** Who changes an address: the office learns from a note what a customer changed. */
type By = 'customer' | 'office'

/** Only complete addresses; no work can be planned at one that is known only in part. */
const locationsOf = (tx: OrgTx, customer_id: string) =>
  tx
    .selectFrom('service_locations')
    .select(columns)
    .where('customer_id', '=', customer_id)
    .where('removed_at', 'is', null)
    .where(sql<boolean>`num_nulls(street, city, state, zip) = 0`)
    .$narrowType<{ street: NotNull; city: NotNull; state: NotNull; zip: NotNull }>()

export const readLocations = (tx: OrgTx, customer_id: string): Promise<ServiceLocation[]> =>
  locationsOf(tx, customer_id)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .limit(locationLimit)
    .execute()

const readLocation = async (tx: OrgTx, customer_id: string, id: string): Promise<ServiceLocation> =>
  found(await locationsOf(tx, customer_id).where('id', '=', id).executeTakeFirst())

export async function addLocation(
  tx: OrgTx,
  customer_id: string,
  { is_default, ...place }: NewLocation,
  by: By,
): Promise<ServiceLocation> {
  const customer = await lockCustomer(tx, customer_id)
  const known = await readLocations(tx, customer_id)
  if (known.length >= locationLimit)
    throw refused(
      'too_many_locations',
      `There can be ${locationLimit} addresses. Remove one that is no longer used first.`,
    )
  const id = await addPlace(tx, customer_id, place)
  const before = known.find((one) => one.is_default)
  if (is_default || !before) await moveTo(tx, customer_id, { id, ...place })
  await announce(
    tx,
    customer,
    by,
    before || known.length
      ? `Added an address: ${nameOf(place)}.`
      : `Entered an address: ${nameOf(place)}.`,
  )
  return readLocation(tx, customer_id, id)
}

export async function changeLocation(
  tx: OrgTx,
  customer_id: string,
  id: string,
  place: AddressInput & { label: string },
  by: By,
): Promise<ServiceLocation> {
  const customer = await lockCustomer(tx, customer_id)
  const before = await readLocation(tx, customer_id, id)
  await changePlace(tx, customer_id, id, place)
  if (before.is_default) await markArea(tx, customer_id, place.zip)
  if (nameOf(before) !== nameOf(place))
    await announce(
      tx,
      customer,
      by,
      `Changed an address: ${nameOf(before)} is now ${nameOf(place)}.`,
    )
  return readLocation(tx, customer_id, id)
}

export async function makeDefault(
  tx: OrgTx,
  customer_id: string,
  id: string,
  by: By,
): Promise<ServiceLocation> {
  const customer = await lockCustomer(tx, customer_id)
  const place = await readLocation(tx, customer_id, id)
  if (!place.is_default) {
    await moveTo(tx, customer_id, place)
    await announce(tx, customer, by, `Made ${nameOf(place)} the default address.`)
  }
  return readLocation(tx, customer_id, id)
}

/**
 * Past work keeps its address, so the row stays. If it was the default, the oldest remaining place
 * becomes the default.
 */
export async function removeLocation(
  tx: OrgTx,
  customer_id: string,
  id: string,
  by: By,
): Promise<void> {
  const customer = await lockCustomer(tx, customer_id)
  const place = await readLocation(tx, customer_id, id)
  const { rows } = await sql<{
    in_use: boolean
  }>`select exists (select 1 from rules where customer_id = ${customer_id}
    and removed_at is null and (end_date is null or end_date >= ${await todayOf(tx)}) and (location_id = ${id} or (location_id is null and ${place.is_default}))) as in_use`.execute(
    tx,
  )
  enforce(locationRules.remove({ in_use: rows[0]!.in_use }))
  await removePlace(tx, customer_id, id)
  const heir = place.is_default
    ? await locationsOf(tx, customer_id).orderBy('id').limit(1).executeTakeFirst()
    : undefined
  if (heir) await moveTo(tx, customer_id, heir)
  await announce(tx, customer, by, `Removed an address: ${nameOf(place)}.`)
}

/** Makes a place the customer's address. */
async function moveTo(
  tx: OrgTx,
  customer_id: string,
  { id, zip }: { id: string; zip: string },
): Promise<void> {
  await setDefaultPlace(tx, customer_id, id)
  await markArea(tx, customer_id, zip)
}

const nameOf = ({ label, ...address }: PostalAddress & { label: string }): string =>
  `${label} (${addressLine(address)})`

/** Crews use the new address from now on: open screens update, and the office gets a note. */
async function announce(tx: OrgTx, customer: LockedCustomer, by: By, note: string): Promise<void> {
  await emitChanged(tx, customer.id, [customer.team_id])
  await calendarChanged(tx, customer)
  if (by === 'office') return
  widenSight(tx)
  await addNote(tx, customer.id, note)
}
