import { sql } from 'kysely'
import { graceDays } from '../../../domain/flows/erasure.ts'
import type { PlatformTx } from '../../base/db/door.ts'

/** Writes a request down; a second one is the first. Whether it is new. */
export async function askErasure(tx: PlatformTx, person_id: string): Promise<boolean> {
  const { rows } =
    await sql`insert into erasures (person_id, due_at) values (${person_id}::uuid, now() + make_interval(days => ${graceDays}::int))
    on conflict (person_id) where cancelled_at is null and done_at is null do nothing
    returning id`.execute(tx)
  return rows.length > 0
}

/** Takes an open request back. False if there is none. */
export async function cancelErasure(tx: PlatformTx, person_id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('erasures')
    .set({ cancelled_at: sql<string>`now()` })
    .where('person_id', '=', person_id)
    .where('cancelled_at', 'is', null)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const markTold = (tx: PlatformTx, id: string): Promise<unknown> =>
  tx
    .updateTable('erasures')
    .set({ told_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()

export const markDone = (tx: PlatformTx, id: string): Promise<unknown> =>
  tx
    .updateTable('erasures')
    .set({ done_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
