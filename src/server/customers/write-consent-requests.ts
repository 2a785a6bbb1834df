import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import { hashCode, newCode, seal } from '../codes.ts'
import type { App } from '../call.ts'
import type { OrgTx } from '../db/door.ts'
import { oneOf } from '../db/ids.ts'
import { emit } from '../events.ts'

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
