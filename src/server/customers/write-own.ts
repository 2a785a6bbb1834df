import { sql } from 'kysely'
import { readPhone } from '../../domain/base/phone.ts'
import type { PlatformTx } from '../base/db/door.ts'
import { emitIn } from '../base/events.ts'
import { applyTextConsent } from './text-consent.ts'

/** A language chosen in the profile counts from then on, not the one of the sign-up. */
export const forgetLanguageOf = (tx: PlatformTx, person_id: string): Promise<unknown> =>
  tx
    .updateTable('customers')
    .set({ locale: null })
    .where('person_id', '=', person_id)
    .where('locale', 'is not', null)
    .execute()

/** Updates contact details on all customer records of a person, in every organization. */
export async function setContactOfPerson(
  tx: PlatformTx,
  person_id: string,
  contact: { email: string } | { phone_number: string | null; phone_display: string | null },
): Promise<void> {
  const rows = await tx
    .updateTable('customers')
    .set({ ...contact, version: sql`version + 1`, updated_at: sql`now()` })
    .where('person_id', '=', person_id)
    .returning(['organization_id', 'id', 'team_id'])
    .execute()
  // Write events of several organizations in id order; any other order deadlocks.
  for (const { organization_id, id, team_id } of rows.toSorted((a, b) =>
    a.organization_id < b.organization_id ? -1 : 1,
  )) {
    await applyTextConsent(tx, organization_id, id)
    await emitIn(
      tx,
      organization_id,
      'customer.changed',
      { customer_id: id },
      { customer_id: id, team_ids: [team_id] },
    )
  }
}

/** A person switched notices on in their account: what a link in a letter switched off goes on as well. */
export const clearNoticesOff = (
  tx: PlatformTx,
  person_id: string,
  names: readonly string[],
): Promise<unknown> =>
  sql`update customers set notices_off = array(select unnest(notices_off) except select unnest(${`{${names.join(',')}}`}::text::text[])), updated_at = now()
    where person_id = ${person_id}::uuid and notices_off && ${`{${names.join(',')}}`}::text::text[]`.execute(
    tx,
  )

/** A phone number as it is kept, and as the customer wrote it. */
export const phoneColumns = (phone_number: string | null) => ({
  phone_number: phone_number ? readPhone(phone_number) : null,
  phone_display: phone_number,
})
