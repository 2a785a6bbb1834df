import { sql } from 'kysely'
import { sendAlong, type OrgTx, type PlatformTx } from './db/door.ts'
import { Refused } from './kit/refusals.ts'

/**
 * Thrown to answer a repeated call with the first response; rolls back nothing, since nothing was
 * done.
 */
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

/**
 * Claims the key in this transaction, or throws Replay with the first response. Waits for a
 * concurrent first call. Same key, different body: 422.
 */
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
  // The first attempt worked but its response was lost, and the user changed the form before
  // retrying.
  if (known.body_hash !== row.body_hash)
    throw new Refused(
      422,
      'idempotency_conflict',
      'Your first attempt was saved. Check what it saved before you change it.',
    )
  throw new Replay(known.status ?? 200, known.answer)
}

/** Stores the response under the key, in the same transaction as its effect. */
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

/** Deletes responses too old to be repeated. */
export const deleteOldAnswers = (tx: PlatformTx): Promise<unknown> =>
  tx
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<string>`now() - interval '48 hours'`)
    .execute()

/** Frees a key, so that the call can be made again with it. */
export const forgetAnswer = (tx: OrgTx, { person_id, call, key }: KeyRow): Promise<unknown> =>
  tx
    .deleteFrom('idempotency_keys')
    .where('person_id', '=', person_id)
    .where('call', '=', call)
    .where('key', '=', key)
    .execute()
