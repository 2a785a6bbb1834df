import { sql } from 'kysely'
import { toE164 } from '../../domain/contact.ts'
import { smsConsent } from '../../domain/signup.ts'
import type { Actor } from '../call.ts'
import type { PlatformTx, Tx } from '../db/door.ts'
import { emitIn } from '../events.ts'
import { invalid, refused } from '../refusals.ts'
import { hashOf } from '../signup/consents.ts'

/** A consent to texts given before there was a number to send them to holds from the first number on. */
export const textsOnceReachable = (tx: Tx, organization_id: string, customer_id: string): Promise<unknown> =>
  sql`update customers set sms_opt_in = true where organization_id = ${organization_id}::uuid and id = ${customer_id}::uuid and phone_number is not null and not sms_opt_in
    and exists (select 1 from consents c where c.organization_id = ${organization_id}::uuid and c.customer_id = ${customer_id}::uuid and c.kind = 'sms' and c.revoked_at is null)`.execute(
    tx,
  )

type Agreeing = { actor: Actor; ip: string; agent: string | null }

/** Whether the customer agreed to text messages of this organization. */
export async function agreesToTexts(tx: PlatformTx, organization_id: string, customer_id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('customers')
    .select('sms_opt_in')
    .where('organization_id', '=', organization_id)
    .where('id', '=', customer_id)
    .executeTakeFirst()
  return row?.sms_opt_in ?? false
}

/**
 * What a customer decides about text messages of the organization they look at. Yes is kept as evidence, in the words shown beside the
 * switch, and needs a number to write to; no revokes whatever they agreed to before, at sign-up too. Saying the same again changes nothing.
 */
export async function chooseTexts(tx: PlatformTx, { actor, ip, agent }: Agreeing, wanted: boolean): Promise<void> {
  const { organization_id, customer_id, person_id } = actor
  if (!organization_id || !customer_id) return
  const customer = await tx
    .selectFrom('customers as c')
    .innerJoin('organizations as o', 'o.id', 'c.organization_id')
    .innerJoin('people as p', (join) => join.on('p.id', '=', person_id))
    .select(['c.sms_opt_in', 'c.phone_number', 'c.team_id', 'o.name as organization', 'p.phone_number as own_number'])
    .where('c.organization_id', '=', organization_id)
    .where('c.id', '=', customer_id)
    .forUpdate('c')
    .executeTakeFirstOrThrow()
  const standing = () =>
    tx
      .updateTable('consents')
      .set({ revoked_at: sql`now()` })
      .where('organization_id', '=', organization_id)
      .where('customer_id', '=', customer_id)
      .where('kind', '=', 'sms')
      .where('revoked_at', 'is', null)
  if (!wanted) await standing().execute()
  if (customer.sms_opt_in === wanted) return
  const phone = customer.phone_number ?? (customer.own_number && toE164(customer.own_number))
  if (wanted) {
    // Nobody else's yes is evidence.
    if (actor.impersonation_id) throw refused('impersonation_denied', 'This cannot be done while acting as somebody else.', 403)
    if (!phone) throw invalid({ phone_number: 'Enter a valid phone number' }, 'Add your phone number to your profile first, so that texts can reach you.')
    await standing().execute()
    const text = smsConsent({ organization: customer.organization })
    await tx
      .insertInto('consents')
      .values({ organization_id, customer_id, kind: 'sms', accepted: true, text, text_hash: hashOf(text), ip, agent })
      .execute()
  }
  await tx
    .updateTable('customers')
    .set({ sms_opt_in: wanted, phone_number: phone, version: sql`version + 1`, updated_at: sql`now()` })
    .where('organization_id', '=', organization_id)
    .where('id', '=', customer_id)
    .execute()
  await emitIn(tx, organization_id, 'customer.changed', { customer_id }, { customer_id, team_ids: [customer.team_id] })
}
