import { sql } from 'kysely'
import { toE164 } from '../../domain/contact.ts'
import { smsConsent } from '../../domain/signup.ts'
import type { Actor } from '../call.ts'
import type { PlatformTx, Tx } from '../db/door.ts'
import { emitIn } from '../events.ts'
import { invalid, refused } from '../refusals.ts'
import { fingerprint } from '../secrets.ts'

/** A consent to texts that was given before there was a phone number counts from the first number on. */
export const applyTextConsent = (
  tx: Tx,
  organization_id: string,
  customer_id: string,
): Promise<unknown> =>
  sql`update customers set sms_opt_in = true where organization_id = ${organization_id}::uuid and id = ${customer_id}::uuid and phone_number is not null and not sms_opt_in
    and exists (select 1 from consents c where c.organization_id = ${organization_id}::uuid and c.customer_id = ${customer_id}::uuid and c.kind = 'sms' and c.revoked_at is null)`.execute(
    tx,
  )

/** True if the customer agreed to text messages from this organization. */
export async function hasTextConsent(
  tx: PlatformTx,
  organization_id: string,
  customer_id: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('customers')
    .select('sms_opt_in')
    .where('organization_id', '=', organization_id)
    .where('id', '=', customer_id)
    .executeTakeFirst()
  return row?.sms_opt_in ?? false
}

type Consenting = { actor: Actor; ip: string; agent: string | null }

/**
 * Saves what a customer decides about text messages from their active organization. A yes is stored as evidence, in the words shown next
 * to the switch, and needs a phone number; a no revokes every earlier consent, the one from sign-up too. Repeating an answer changes nothing.
 */
export async function setTextConsent(
  tx: PlatformTx,
  call: Consenting,
  wanted: boolean,
): Promise<void> {
  const { organization_id, customer_id, person_id } = call.actor
  if (!organization_id || !customer_id) return
  const id = { organization_id, customer_id }
  const customer = await lockCustomer(tx, id, person_id)
  if (!wanted) await revokeTextConsents(tx, id)
  if (customer.sms_opt_in === wanted) return
  const phone = customer.phone_number ?? (customer.own_number && toE164(customer.own_number))
  if (wanted) {
    // A consent that an admin gives while acting as the customer is no evidence.
    if (call.actor.impersonation_id)
      throw refused(
        'impersonation_denied',
        'This cannot be done while acting as somebody else.',
        403,
      )
    if (!phone)
      throw invalid(
        { phone_number: 'Enter a valid phone number' },
        'Add your phone number to your profile first, so that texts can reach you.',
      )
    await revokeTextConsents(tx, id)
    await addTextConsent(tx, call, id, smsConsent({ organization: customer.organization }))
  }
  await tx
    .updateTable('customers')
    .set({
      sms_opt_in: wanted,
      phone_number: phone,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('organization_id', '=', organization_id)
    .where('id', '=', customer_id)
    .execute()
  await emitIn(
    tx,
    organization_id,
    'customer.changed',
    { customer_id },
    { customer_id, team_ids: [customer.team_id] },
  )
}

type CustomerId = { organization_id: string; customer_id: string }

const lockCustomer = (
  tx: PlatformTx,
  { organization_id, customer_id }: CustomerId,
  person_id: string,
) =>
  tx
    .selectFrom('customers as c')
    .innerJoin('organizations as o', 'o.id', 'c.organization_id')
    .innerJoin('people as p', (join) => join.on('p.id', '=', person_id))
    .select([
      'c.sms_opt_in',
      'c.phone_number',
      'c.team_id',
      'o.name as organization',
      'p.phone_number as own_number',
    ])
    .where('c.organization_id', '=', organization_id)
    .where('c.id', '=', customer_id)
    .forUpdate('c')
    .executeTakeFirstOrThrow()

const revokeTextConsents = (
  tx: PlatformTx,
  { organization_id, customer_id }: CustomerId,
): Promise<unknown> =>
  tx
    .updateTable('consents')
    .set({ revoked_at: sql`now()` })
    .where('organization_id', '=', organization_id)
    .where('customer_id', '=', customer_id)
    .where('kind', '=', 'sms')
    .where('revoked_at', 'is', null)
    .execute()

async function addTextConsent(
  tx: PlatformTx,
  { ip, agent }: Consenting,
  id: CustomerId,
  text: string,
): Promise<void> {
  await tx
    .insertInto('consents')
    .values({
      ...id,
      kind: 'sms',
      accepted: true,
      text,
      text_hash: fingerprint(text),
      ip,
      agent,
    })
    .execute()
}
