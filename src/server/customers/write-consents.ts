import { sql, type Insertable, type Selectable, type RawBuilder } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import type { OrgTx } from '../base/db/door.ts'
import { fingerprint } from '../base/kit/secrets.ts'
import { hashCode, newCode, seal } from '../base/kit/codes.ts'
import type { App } from '../base/call.ts'
import { oneOf } from '../base/db/ids.ts'
import { emit } from '../base/events.ts'

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

export type RequestRow = Omit<Selectable<Database['consent_requests']>, 'answer'> & {
  answer: 'agreed' | 'declined' | 'overtaken' | null
}

/** Asks a customer for a higher limit; an earlier question is overtaken. */
export async function insertRequest(
  tx: OrgTx,
  app: Pick<App, 'secret'>,
  about: { customer_id: string; old_cap_cents: number; new_cap_cents: number },
): Promise<RequestRow> {
  await overtakeRequests(tx, about.customer_id)
  const token = newCode()
  return (await tx
    .insertInto('consent_requests')
    .values({ ...about, token_hash: hashCode(token), token_sealed: seal(app.secret, token) })
    .returningAll()
    .executeTakeFirstOrThrow()) as RequestRow
}

/** Ends a customer's open question without an answer. */
export const overtakeRequests = (tx: OrgTx, customer_id: string): Promise<unknown> =>
  tx
    .updateTable('consent_requests')
    .set({ answer: 'overtaken', answered_at: sql`now()` })
    .where('customer_id', '=', customer_id)
    .where('answer', 'is', null)
    .execute()

/** Ends the open questions of customers whose work costs no more than they agreed to. Returns who they are. */
export async function withdrawNeedless(
  tx: OrgTx,
  customer_ids: readonly string[],
  needed: (customer_id: RawBuilder<unknown>) => RawBuilder<number>,
): Promise<string[]> {
  const { rows } = await sql<{ customer_id: string }>`
    update consent_requests q set answer = 'overtaken', answered_at = now()
    from organizations o
    where o.id = q.organization_id and q.answer is null and q.customer_id in ${oneOf(customer_ids)}
      and ${needed(sql`q.customer_id`)} <= coalesce((select cap_cents from consents k where k.organization_id = q.organization_id
        and k.customer_id = q.customer_id and k.kind = 'autopay' and k.accepted and k.revoked_at is null order by accepted_at desc limit 1), 0)
    returning q.customer_id`.execute(tx)
  return rows.map((row) => row.customer_id)
}

/** Stores the answer to a locked question. */
export const storeAnswer = (
  tx: OrgTx,
  id: string,
  answer: 'agreed' | 'declined',
  consent_id: string | null,
): Promise<unknown> =>
  tx
    .updateTable('consent_requests')
    .set({ answer, consent_id, answered_at: sql`now()` })
    .where('id', '=', id)
    .execute()

/** The office's list and the customer's own pages follow. */
export const emitAsked = (tx: OrgTx, customer_id: string): Promise<void> =>
  emit(tx, 'customer.changed', { customer_id, billing: true }, { customer_id })
