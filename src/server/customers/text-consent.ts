import { numberSql } from '../base/kit/phone.ts'
import { sql } from 'kysely'
import { toE164 } from '../../domain/base/phone.ts'
import { localeFrom, type Locale } from '../../domain/base/locale.ts'
import { smsConsent, offerTextsConsent } from '../../domain/flows/signup.ts'
import type { PlatformTx, Tx, OrgTx } from '../base/db/door.ts'
import { emitIn } from '../base/events.ts'
import { impersonationDenied, invalid, found } from '../base/kit/refusals.ts'
import { fingerprint } from '../base/kit/secrets.ts'
import type { Actor } from '../base/actor.ts'
import { widenSight } from '../base/db/sight.ts'
import { emitChanged } from './write-row.ts'

/** Consent to texts given before there was a phone number takes effect with the first number. */
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
 * Saves a customer's choice about texts from their active organization. A yes is stored as
 * evidence, with the text shown next to the switch, and needs a phone number; a no revokes every
 * earlier consent, including the one from sign-up. Repeating a choice changes nothing.
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
    // Consent an admin gives while acting as the customer is not evidence.
    if (call.actor.impersonation_id) throw impersonationDenied()
    if (!phone)
      throw invalid(
        { phone_number: 'Enter a valid phone number' },
        'Add your phone number to your profile first, so that texts can reach you.',
      )
    await revokeTextConsents(tx, id)
    const locale = localeFrom(customer.locale) ?? 'en'
    await addTextConsent(tx, call, id, smsConsent({ organization: customer.organization }, locale))
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

/** Where customers make these choices. */
const accountPage = '/app/account'

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
      'p.locale',
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
      page: accountPage,
      ip,
      agent,
    })
    .execute()
}

/** Somebody answered STOP: no business texts this number any more, whatever was agreed before. */
export async function stopTexts(tx: PlatformTx, phone: string): Promise<void> {
  const { rows } = await sql<CustomerId & { team_id: string | null }>`
    with revoked as (update consents s set revoked_at = now() from customers c
      where c.organization_id = s.organization_id and c.id = s.customer_id and ${numberSql(sql`c.phone_number`)} = ${phone}::text and s.kind in ('sms', 'sms_marketing') and s.revoked_at is null)
    update customers set sms_opt_in = false, version = version + 1, updated_at = now() where ${numberSql(sql`phone_number`)} = ${phone}::text and sms_opt_in
    returning organization_id, id as customer_id, team_id`.execute(tx)
  await emitEach(tx, rows)
}

/** Somebody answered START: what their STOP took back, which still blocks the number, is agreed to again by this message. */
export async function restoreTexts(tx: PlatformTx, phone: string): Promise<void> {
  const text = 'Answered START by text message'
  const { rows } = await sql<CustomerId & { team_id: string | null }>`
    with given as (insert into consents (organization_id, customer_id, kind, accepted, text, text_hash)
      select distinct c.organization_id, c.id, s.kind, true, ${text}::text, ${fingerprint(text)}::text
      from customers c join consents s on s.organization_id = c.organization_id and s.customer_id = c.id
      where ${numberSql(sql`c.phone_number`)} = ${phone}::text and s.kind in ('sms', 'sms_marketing') and s.revoked_at = (
        select at from message_blocks where channel = 'sms' and address = ${phone}::text and reason = 'stopped')
      returning organization_id, customer_id, kind)
    update customers c set sms_opt_in = true, version = version + 1, updated_at = now()
    where exists (select 1 from given g where g.organization_id = c.organization_id and g.customer_id = c.id and g.kind = 'sms')
    returning organization_id, id as customer_id, team_id`.execute(tx)
  await emitEach(tx, rows)
}

async function emitEach(
  tx: PlatformTx,
  rows: readonly (CustomerId & { team_id: string | null })[],
): Promise<void> {
  // Organizations are locked in one order, or two of these would wait for each other.
  for (const { organization_id, customer_id, team_id } of rows.toSorted((a, b) =>
    a.organization_id < b.organization_id ? -1 : 1,
  ))
    await emitIn(
      tx,
      organization_id,
      'customer.changed',
      { customer_id },
      { customer_id, team_ids: [team_id] },
    )
}

/** A customer's choice about offers by text, and the words next to its switch. */
export async function readOfferTexts(
  tx: OrgTx,
  customer_id: string,
  locale: Locale,
): Promise<{ agreed: boolean; text: string }> {
  widenSight(tx)
  const { name } = await tx.selectFrom('organizations').select('name').executeTakeFirstOrThrow()
  return {
    agreed: (await readConsent(tx, customer_id)) !== undefined,
    text: offerTextsConsent({ organization: name }, locale),
  }
}

const readConsent = (tx: OrgTx, customer_id: string) =>
  tx
    .selectFrom('consents')
    .select('id')
    .where('customer_id', '=', customer_id)
    .where('kind', '=', 'sms_marketing')
    .where('revoked_at', 'is', null)
    .executeTakeFirst()

/** Keeps a yes as evidence, with its words, page, time, address and browser; a no revokes it. Repeating changes nothing. */
export async function setOfferTexts(
  tx: OrgTx,
  call: Consenting,
  customer_id: string,
  { agreed, locale }: { agreed: boolean; locale: Locale },
): Promise<void> {
  const { text } = await readOfferTexts(tx, customer_id, locale)
  const customer = await lockPhone(tx, customer_id)
  const isOn = (await readConsent(tx, customer_id)) !== undefined
  if (isOn === agreed) return
  if (agreed) {
    refuseYes(call.actor, customer.phone_number)
    await tx
      .insertInto('consents')
      .values({
        customer_id,
        kind: 'sms_marketing',
        accepted: true,
        text,
        text_hash: fingerprint(text),
        page: accountPage,
        ip: call.ip,
        agent: call.agent,
      })
      .execute()
  } else
    await tx
      .updateTable('consents')
      .set({ revoked_at: sql`now()` })
      .where('customer_id', '=', customer_id)
      .where('kind', '=', 'sms_marketing')
      .where('revoked_at', 'is', null)
      .execute()
  await emitChanged(tx, customer_id, [customer.team_id])
}

const lockPhone = async (tx: OrgTx, id: string) =>
  found(
    await tx
      .selectFrom('customers')
      .select(['phone_number', 'team_id'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  )

function refuseYes({ impersonation_id }: Actor, phone: string | null): void {
  // A yes from somebody who acts as the customer is no evidence.
  if (impersonation_id) throw impersonationDenied()
  if (!phone)
    throw invalid(
      { phone_number: 'Enter a valid phone number' },
      'Add your phone number to your profile first, so that texts can reach you.',
    )
}
