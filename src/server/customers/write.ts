import { sql } from 'kysely'
import type { AddressPatch } from '../../domain/base/contact.ts'
import { tidyTags } from '../../domain/customers/customer.ts'
import type { ContactPatch, NewCustomer } from '../../domain/customers/contact-fields.ts'
import type { Switched } from '../../domain/messages/message-kinds.ts'
import type { OrgTx } from '../base/db/door.ts'
import { newId } from '../base/db/ids.ts'
import { resealGateCode, sealGateCode } from '../base/gate-seal.ts'
import { refused, found } from '../base/kit/refusals.ts'
import { applyTextConsent } from './text-consent.ts'
import { writeAddress } from './write-places.ts'
import {
  emitChanged,
  setCustomer,
  setCustomerQuietly,
  type CustomerValues,
  type LockedCustomer,
} from './write-row.ts'
import { phoneColumns } from './write-own.ts'
import { assignCustomerRules } from '../schedule/series/assign.ts'

type Contact = Omit<ContactPatch, 'version' | keyof AddressPatch>

/** Returns the id. 409 `email_taken` if another customer has the e-mail address. */
export async function addCustomer(
  tx: OrgTx,
  { phone_number, gate_code, tags, street, city, state, zip, ...rest }: NewCustomer,
): Promise<string> {
  const id = newId()
  const row = {
    id,
    ...rest,
    ...phoneColumns(phone_number),
    gate_code_sealed: sealGateCode(tx, id, gate_code),
    tags: tidyTags(tags),
    was_active: rest.status === 'active',
  }
  await tx.insertInto('customers').values(row).execute().catch(orEmailTaken)
  await writeAddress(tx, id, { street, city, state, zip })
  await emitChanged(tx, id)
  return id
}

/**
 * Changes a customer's contact details and address: absent stays, null clears. 409 `email_taken`.
 */
export async function changeContact(
  tx: OrgTx,
  customer: Pick<LockedCustomer, 'id' | 'team_id'> & { gate_code_sealed?: string | null },
  { street, city, state, zip, gate_code, ...contact }: Contact & AddressPatch,
  team_ids: readonly string[] = [],
): Promise<void> {
  const { id, team_id } = customer
  const gate =
    gate_code === undefined
      ? {}
      : { gate_code_sealed: resealGateCode(tx, { gate_code_sealed: null, ...customer }, gate_code) }
  await setCustomer(tx, id, { ...contactColumns(contact), ...gate }).catch(orEmailTaken)
  await writeAddress(tx, id, { street, city, state, zip })
  await emitChanged(tx, id, [team_id, ...team_ids])
  if (contact.phone_number) await applyTextConsent(tx, tx.org, id)
}

const contactColumns = ({
  phone_number,
  ...contact
}: Omit<Contact, 'gate_code'>): CustomerValues => ({
  ...contact,
  ...(phone_number === undefined ? {} : phoneColumns(phone_number)),
})

function orEmailTaken(fault: unknown): never {
  const { constraint, message } = fault as { constraint?: string; message: string }
  throw /customers_email/.test(`${constraint} ${message}`)
    ? refused('email_taken', 'Another customer has this email address.')
    : fault
}

export const setTags = (tx: OrgTx, customer: LockedCustomer, tags: string[]): Promise<void> =>
  change(tx, customer, { tags: tidyTags(tags) })

/** Turns visit reminders on or off. */
export const setReminders = (tx: OrgTx, customer: LockedCustomer, is_on: boolean): Promise<void> =>
  change(tx, customer, { reminder_opt_in: is_on })

/** Marks a customer's preference changes as seen by the office. */
export const markWishesSeen = (tx: OrgTx, customer: LockedCustomer): Promise<void> =>
  change(tx, customer, { wishes_before: null, wishes_changed_at: null })

type Wishes = {
  services_selected: readonly object[]
  available_days: string[]
  service_frequency: string | null
  service_interval: number | null
}
/**
 * Changes a customer's preferences. `before`: what the office saw last; null if nothing changed.
 */
export const setWishes = (
  tx: OrgTx,
  customer: Pick<LockedCustomer, 'id' | 'team_id'>,
  { services_selected, ...wishes }: Wishes,
  before: object | null,
): Promise<void> =>
  change(tx, customer, {
    ...wishes,
    services_selected: JSON.stringify(services_selected),
    wishes_before: before && JSON.stringify(before),
    wishes_changed_at: before && sql`now()`,
  })

/** Switches one sort of messages to the customer on or off, and nothing else. Repeating changes nothing. */
export async function switchMessages(
  tx: OrgTx,
  { id, team_id }: Pick<LockedCustomer, 'id' | 'team_id'>,
  name: Switched,
  is_on: boolean,
): Promise<void> {
  await setCustomerQuietly(tx, id, switchColumns(name, is_on))
  await emitChanged(tx, id, [team_id])
}

function switchColumns(name: Switched, is_on: boolean): CustomerValues {
  if (name === 'offers')
    return { promotions_off_at: is_on ? null : sql`coalesce(promotions_off_at, now())` }
  if (name === 'reminders') return { reminder_opt_in: is_on }
  if (name === 'invoice_email') return { invoice_email_opt_in: is_on }
  const without = sql<string[]>`array_remove(notices_off, ${name}::text)`
  return { notices_off: is_on ? without : sql`array_append(${without}, ${name}::text)` }
}

async function change(
  tx: OrgTx,
  { id, team_id }: Pick<LockedCustomer, 'id' | 'team_id'>,
  values: CustomerValues,
): Promise<void> {
  await setCustomer(tx, id, values)
  await emitChanged(tx, id, [team_id])
}

/** Assigns a customer and their future visits to a team or to none. */
export async function assignTeam(
  tx: OrgTx,
  { id, ...before }: LockedCustomer,
  team_id: string | null,
  future_visits: boolean,
): Promise<void> {
  if (team_id) await checkTeam(tx, team_id)
  await setCustomer(tx, id, { team_id })
  if (future_visits) await assignCustomerRules(tx, id, team_id)
  await emitChanged(tx, id, [before.team_id, team_id], { team_id })
}

async function checkTeam(tx: OrgTx, team_id: string): Promise<void> {
  const team = tx.selectFrom('teams').select('id').where('id', '=', team_id)
  found(await team.where('deleted_at', 'is', null).executeTakeFirst())
}

/** Reassigns all customers of a team to another team or to none. */
export const moveCustomersOfTeam = (
  tx: OrgTx,
  team_id: string,
  to_team_id: string | null,
): Promise<unknown> =>
  tx.updateTable('customers').set({ team_id: to_team_id }).where('team_id', '=', team_id).execute()
