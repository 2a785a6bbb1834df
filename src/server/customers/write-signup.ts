import { sql } from 'kysely'
import { emailKey } from '../../domain/base/email.ts'
import type { OrgTx, PlatformTx } from '../base/db/door.ts'
import { applyTextConsent } from './text-consent.ts'
import { linkConsents } from './write-consents.ts'
import { writeAddress, type AddressChange } from './write-places.ts'
import { emitChanged, setCustomer, type CustomerValues } from './write-row.ts'
import { phoneColumns } from './write-own.ts'

type Answers = { values: CustomerValues; address: AddressChange }
type NewSignup = Answers & {
  status: 'active' | 'lead'
  email: string | null
  signup_lead_id: string
  signup_completed_at: string | null
}

/** Adds the customer of a sign-up. Null if another customer has the e-mail address. */
export async function addSignedUp(
  tx: OrgTx,
  { status, values, address, ...signup }: NewSignup,
): Promise<string | null> {
  const row = await tx
    .insertInto('customers')
    .values({ ...values, ...signup, status, was_active: status === 'active' })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  await writeAddress(tx, row.id, address)
  return row.id
}

/**
 * Applies new answers to the customer a sign-up created. Once the office or the customer edits the
 * record, it stays as it is.
 */
export async function changeUntouched(
  tx: OrgTx,
  id: string,
  signup_lead_id: string,
  { values, address }: Answers,
): Promise<void> {
  const changed = await tx
    .updateTable('customers')
    .set({ ...values, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('signup_lead_id', '=', signup_lead_id)
    .where('person_id', 'is', null)
    .where('version', '=', 1)
    .returning('id')
    .executeTakeFirst()
  if (!changed) return
  await writeAddress(tx, id, address)
  await emitChanged(tx, id)
}

/** A lead signs up again: the new answers replace the old. Does not emit; the caller does. */
export async function changeLead(
  tx: OrgTx,
  id: string,
  { values, address }: Answers,
  completed_at: string | null,
): Promise<void> {
  await setCustomer(tx, id, {
    ...values,
    signup_completed_at: sql`coalesce(${completed_at}::timestamptz, signup_completed_at)`,
    ...(completed_at ? { signup_seen_at: null } : {}),
  })
  await writeAddress(tx, id, address)
}

/** The office has opened a finished sign-up. */
export async function markSignupSeen(tx: OrgTx, { id }: { id: string }): Promise<void> {
  const seen = await tx
    .updateTable('customers')
    .set({ signup_seen_at: sql`now()` })
    .where('id', '=', id)
    .where('signup_seen_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (seen) await emitChanged(tx, id)
}

/** Fills in the name and phone number the customer of a sign-up is missing. */
export async function fillContact(
  tx: OrgTx,
  id: string,
  signup_lead_id: string,
  contact: { name: string | null; phone_number: string | null },
): Promise<void> {
  const phone = phoneColumns(contact.phone_number)
  await sql`update customers set name = coalesce(name, ${contact.name}::text), phone_display = coalesce(phone_display, ${phone.phone_display}::text),
      phone_number = coalesce(phone_number, ${phone.phone_number}::text), updated_at = now()
    where id = ${id} and signup_lead_id = ${signup_lead_id}`.execute(tx)
  await applyTextConsent(tx, tx.org, id)
  await emitChanged(tx, id)
}

/** Links a sign-up's consents to its customer. Autopay limits wait there until a card is saved. */
export async function linkSignupConsents(
  tx: OrgTx,
  signup_lead_id: string,
  id: string,
): Promise<void> {
  const consents = await linkConsents(tx, signup_lead_id, id)
  // Someone already on autopay agreed to their own limits.
  await tx
    .updateTable('customers')
    .set({
      autopay_cap_cents: consents.find(({ kind }) => kind === 'autopay')?.cap_cents ?? null,
      autopay_oneoffs: consents.some(({ kind }) => kind === 'autopay_oneoffs'),
    })
    .where('id', '=', id)
    .where('autopay_enabled', '=', false)
    .execute()
  await applyTextConsent(tx, tx.org, id)
}

/**
 * Archives the duplicate lead a finished sign-up created before it turned out to be the customer
 * `kept`.
 */
export const archiveDuplicate = (
  tx: OrgTx,
  signup_lead_id: string,
  kept: string,
): Promise<unknown> =>
  tx
    .updateTable('customers')
    .set({
      status: 'archived',
      archived_reason: 'duplicate',
      archived_at: sql`now()`,
      referred_by: null,
      version: sql`version + 1`,
    })
    .where('signup_lead_id', '=', signup_lead_id)
    .where('person_id', 'is', null)
    .where('status', '=', 'lead')
    .where('id', '<>', kept)
    .execute()

/** Links the signed-in person to this customer. */
export const linkPerson = (tx: OrgTx, id: string, person_id: string): Promise<unknown> =>
  tx.updateTable('customers').set({ person_id }).where('id', '=', id).execute()

type Person = {
  person_id: string
  email: string | null
  email_verified: boolean
  name: string | null
  phone_number: string | null
}

/**
 * A person's customer record in an organization: the linked one, or one with their verified e-mail
 * address, or a new lead. Returns its id.
 */
export async function ensureCustomerOf(
  tx: PlatformTx,
  organization_id: string,
  { person_id, email, email_verified, name, phone_number }: Person,
): Promise<string> {
  const there = () =>
    tx
      .selectFrom('customers')
      .select(['id', 'person_id'])
      .where('organization_id', '=', organization_id)
  const theirs = await there().where('person_id', '=', person_id).executeTakeFirst()
  const same = email
    ? await there()
        .where(sql`lower(email)`, '=', emailKey(email))
        .executeTakeFirst()
    : undefined
  const adopted = same && !same.person_id && email_verified ? same : undefined
  if (adopted)
    await tx
      .updateTable('customers')
      .set({ person_id })
      .where('organization_id', '=', organization_id)
      .where('id', '=', adopted.id)
      .execute()
  const known = theirs ?? adopted
  if (known) return known.id
  const lead = {
    organization_id,
    person_id,
    name,
    email: same ? null : email,
    phone_number,
    phone_display: phone_number,
  }
  const made = await tx
    .insertInto('customers')
    .values(lead)
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}
