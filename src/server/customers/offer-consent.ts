import { sql } from 'kysely'
import type { Locale } from '../../domain/locale.ts'
import { offerTextsConsent } from '../../domain/signup.ts'
import type { Actor } from '../call.ts'
import type { OrgTx } from '../db/door.ts'
import { widenSight } from '../db/sight.ts'
import { found, impersonationDenied, invalid } from '../refusals.ts'
import { fingerprint } from '../secrets.ts'
import { accountPage } from './text-consent.ts'
import { emitChanged } from './write-row.ts'

/** A customer's choice about offers by text, and the words next to its switch. */
export async function readOfferTexts(
  tx: OrgTx,
  customer_id: string,
  locale: Locale,
): Promise<{ agreed: boolean; text: string }> {
  await widenSight(tx)
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

type Consenting = { actor: Actor; ip: string; agent: string | null }

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
