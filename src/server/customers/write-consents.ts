import { sql, type Insertable, type Selectable } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import type { OrgTx } from '../db/door.ts'
import { fingerprint } from '../secrets.ts'

type Consent = Selectable<Database['consents']>
type NewConsent = Omit<Insertable<Database['consents']>, 'accepted' | 'text_hash'>

/** Stores consents as evidence, each with the text that was agreed to. Returns their ids. */
export async function addConsents(tx: OrgTx, consents: readonly NewConsent[]): Promise<string[]> {
  if (!consents.length) return []
  const rows = await tx
    .insertInto('consents')
    .values(consents.map((one) => ({ ...one, accepted: true, text_hash: fingerprint(one.text) })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function revokeConsents(tx: OrgTx, ids: readonly string[]): Promise<void> {
  if (ids.length) await revoking(tx).where('id', 'in', ids).execute()
}

/** Revokes a customer's consents of these kinds; the records stay. */
export async function revokeConsentsOf(
  tx: OrgTx,
  customer_id: string,
  kinds: readonly string[],
): Promise<void> {
  await revoking(tx)
    .where('customer_id', '=', customer_id)
    .where('kind', 'in', [...kinds])
    .execute()
}

/** Links a sign-up's consents to its customer. Returns the consents in force. */
export async function linkConsents(
  tx: OrgTx,
  signup_lead_id: string,
  customer_id: string,
): Promise<Pick<Consent, 'kind' | 'cap_cents'>[]> {
  const rows = await tx
    .updateTable('consents')
    .set({ customer_id })
    .where('signup_lead_id', '=', signup_lead_id)
    .returning(['kind', 'cap_cents', 'revoked_at'])
    .execute()
  return rows.filter((row) => row.revoked_at === null)
}

const revoking = (tx: OrgTx) =>
  tx
    .updateTable('consents')
    .set({ revoked_at: sql`now()` })
    .where('revoked_at', 'is', null)
