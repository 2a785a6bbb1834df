import { sql } from 'kysely'
import { addressLine, type AddressInput, type PostalAddress } from '../../domain/contact.ts'
import type { NewLocation, ServiceLocation } from '../../domain/customer.ts'
import { isInServiceArea } from '../../domain/organization.ts'
import { locationLimit, locationRules } from '../../domain/portal.ts'
import { addNote, calendarChanged, lockCustomer, todayOf } from '../customers/status.ts'
import type { OrgTx } from '../db/door.ts'
import { emit } from '../events.ts'
import { enforce, found, refused } from '../refusals.ts'
import { widenSight } from '../schedule/locate.ts'

type Customer = Awaited<ReturnType<typeof lockCustomer>>

const columns = ['id', 'label', 'street', 'city', 'state', 'zip', 'is_default'] as const
const locationsOf = (tx: OrgTx, customer_id: string) =>
  tx
    .selectFrom('service_locations')
    .select(columns)
    .where('organization_id', '=', tx.org)
    .where('customer_id', '=', customer_id)
    .where('removed_at', 'is', null)

export const readLocations = (tx: OrgTx, customer_id: string): Promise<ServiceLocation[]> =>
  locationsOf(tx, customer_id).orderBy('is_default', 'desc').orderBy('id').limit(locationLimit).execute()

const readLocation = async (tx: OrgTx, customer_id: string, id: string): Promise<ServiceLocation> =>
  found(await locationsOf(tx, customer_id).where('id', '=', id).executeTakeFirst())

export async function addLocation(tx: OrgTx, customer_id: string, { is_default, ...place }: NewLocation): Promise<ServiceLocation> {
  const customer = await lockCustomer(tx, customer_id)
  const known = await readLocations(tx, customer_id)
  if (known.length >= locationLimit) throw refused('too_many_locations', `You can keep ${locationLimit} addresses. Remove one you no longer use first.`)
  const { id } = await tx
    .insertInto('service_locations')
    .values({ organization_id: tx.org, customer_id, ...place })
    .returning('id')
    .executeTakeFirstOrThrow()
  const before = known.find((one) => one.is_default)
  if (is_default || !before) await setDefault(tx, customer, id)
  await tellOffice(tx, customer, before || known.length ? `Added an address: ${nameOf(place)}.` : `Entered an address: ${nameOf(place)}.`)
  return readLocation(tx, customer_id, id)
}

export async function changeLocation(tx: OrgTx, customer_id: string, id: string, place: AddressInput & { label: string }): Promise<ServiceLocation> {
  const customer = await lockCustomer(tx, customer_id)
  const before = await readLocation(tx, customer_id, id)
  await tx.updateTable('service_locations').set(place).where('organization_id', '=', tx.org).where('id', '=', id).execute()
  if (before.is_default) await followDefault(tx, customer_id)
  if (nameOf(before) !== nameOf(place)) await tellOffice(tx, customer, `Changed an address: ${nameOf(before)} is now ${nameOf(place)}.`)
  return readLocation(tx, customer_id, id)
}

export async function makeDefault(tx: OrgTx, customer_id: string, id: string): Promise<ServiceLocation> {
  const customer = await lockCustomer(tx, customer_id)
  const place = await readLocation(tx, customer_id, id)
  if (!place.is_default) {
    await setDefault(tx, customer, id)
    await tellOffice(tx, customer, `Made ${nameOf(place)} the default address.`)
  }
  return readLocation(tx, customer_id, id)
}

/** What was done there keeps its address, so the row stays. The oldest of the others follows a default one. */
export async function removeLocation(tx: OrgTx, customer_id: string, id: string): Promise<void> {
  const customer = await lockCustomer(tx, customer_id)
  const place = await readLocation(tx, customer_id, id)
  const { rows } = await sql<{ in_use: boolean }>`select exists (select 1 from rules where organization_id = ${tx.org} and customer_id = ${customer_id}
    and removed_at is null and (end_date is null or end_date >= ${await todayOf(tx)}) and (location_id = ${id} or (location_id is null and ${place.is_default}))) as in_use`.execute(
    tx,
  )
  enforce(locationRules.remove({ in_use: rows[0]!.in_use }))
  await tx
    .updateTable('service_locations')
    .set({ removed_at: sql`now()`, is_default: false })
    .where('organization_id', '=', tx.org)
    .where('id', '=', id)
    .execute()
  const heir = place.is_default ? await locationsOf(tx, customer_id).orderBy('id').limit(1).executeTakeFirst() : undefined
  if (heir) await setDefault(tx, customer, heir.id)
  await tellOffice(tx, customer, `Removed an address: ${nameOf(place)}.`)
}

async function setDefault(tx: OrgTx, { id: customer_id }: Customer, id: string): Promise<void> {
  const all = tx.updateTable('service_locations').where('organization_id', '=', tx.org).where('customer_id', '=', customer_id)
  // One statement after the other: never are there two default ones.
  await all.set({ is_default: false }).where('is_default', '=', true).execute()
  await all.set({ is_default: true }).where('id', '=', id).execute()
  await followDefault(tx, customer_id)
}

/** The customer's own address is the default one. */
async function followDefault(tx: OrgTx, customer_id: string): Promise<void> {
  const place = found(await locationsOf(tx, customer_id).where('is_default', '=', true).executeTakeFirst())
  const { service_area_zipcodes } = await tx.selectFrom('organizations').select('service_area_zipcodes').where('id', '=', tx.org).executeTakeFirstOrThrow()
  const { street, city, state, zip } = place
  await tx
    .updateTable('customers')
    .set({ street, city, state, zip, out_of_area: !isInServiceArea(zip, service_area_zipcodes), version: sql`version + 1`, updated_at: sql`now()` })
    .where('organization_id', '=', tx.org)
    .where('id', '=', customer_id)
    .execute()
}

const nameOf = ({ label, ...address }: PostalAddress & { label: string }): string => `${label} (${addressLine(address)})`

/** Crews go where the address says from now on: the office reads in a note what changed, and open screens follow. */
async function tellOffice(tx: OrgTx, customer: Customer, note: string): Promise<void> {
  await emit(tx, 'customer.changed', { customer_id: customer.id }, { customer_id: customer.id, team_ids: [customer.team_id] })
  await calendarChanged(tx, customer)
  await widenSight(tx)
  await addNote(tx, customer.id, note)
}
