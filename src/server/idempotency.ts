import { sql } from 'kysely'
import { sendAlong, type OrgTx, type PlatformTx } from './db/door.ts'
import { Refused } from './refusals.ts'

/** Thrown to answer a repeated call with its first answer; undoes nothing, since nothing was done. */
export class Replay extends Error {
  status: number
  answer: unknown
  constructor(status: number, answer: unknown) {
    super('replay')
    this.status = status
    this.answer = answer
  }
}

type KeyRow = { person_id: string; call: string; key: string }

/** Claims the key in this transaction, or throws Replay with the first answer. A concurrent first call is waited for. Same key, other body: 422. */
export async function recall(tx: OrgTx, row: KeyRow & { body_hash: string }): Promise<void> {
  const claimed = await sql<{
    ok: number
  }>`insert into idempotency_keys (organization_id, person_id, call, key, body_hash) values (${tx.org}, ${row.person_id}, ${row.call}, ${row.key}, ${row.body_hash})
    on conflict (organization_id, person_id, call, key) do update set body_hash = excluded.body_hash, status = null, answer = null, created_at = now()
      where idempotency_keys.created_at < now() - interval '24 hours' returning 1 as ok`.execute(tx)
  if (claimed.rows.length) return
  const known = await tx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'status', 'answer'])
    .where('person_id', '=', row.person_id)
    .where('call', '=', row.call)
    .where('key', '=', row.key)
    .executeTakeFirstOrThrow()
  // Whoever meets this heard nothing of a first try that worked, and changed what they had typed before the second.
  if (known.body_hash !== row.body_hash)
    throw new Refused(
      422,
      'idempotency_conflict',
      'This was saved at the first try, as it stood then. Look at it before you change it.',
    )
  throw new Replay(known.status ?? 200, known.answer)
}

/** Keeps the answer under the key, in the transaction of its effect. */
export function remember(tx: OrgTx, row: KeyRow, status: number, answer: unknown): void {
  sendAlong(
    tx,
    tx
      .updateTable('idempotency_keys')
      .set({ status, answer: JSON.stringify(answer) })
      .where('person_id', '=', row.person_id)
      .where('call', '=', row.call)
      .where('key', '=', row.key),
  )
}

/** Deletes answers that no repeated call asks for any more. */
export const deleteOldAnswers = (tx: PlatformTx): Promise<unknown> =>
  tx
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<string>`now() - interval '48 hours'`)
    .execute()

/** Frees a key, so that the call may be made again under it. */
export const forgetAnswer = (tx: OrgTx, { person_id, call, key }: KeyRow): Promise<unknown> =>
  tx
    .deleteFrom('idempotency_keys')
    .where('person_id', '=', person_id)
    .where('call', '=', call)
    .where('key', '=', key)
    .execute()
