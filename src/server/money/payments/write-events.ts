import { sql } from 'kysely'
import type { PlatformTx } from '../../base/db/door.ts'

/** Used in place of an account for the platform's own events. */
export const platformAccount = 'platform'

type EventKey = { account: string; event_id: string }

/** Stores an event once. Returns true if it is new, so that a job must apply it. */
export const insertEvent = (
  tx: PlatformTx,
  kind: string,
  event: {
    id: string
    type: string
    account: string | null
    object_id: string | null
    payload: object
  },
): Promise<boolean> =>
  tx
    .insertInto('provider_events')
    .values({
      account: event.account ?? platformAccount,
      event_id: event.id,
      kind,
      type: event.type,
      object_id: event.object_id,
      payload: JSON.stringify(event.payload),
    })
    .onConflict((on) => on.columns(['account', 'event_id']).doNothing())
    .returning('event_id')
    .executeTakeFirst()
    .then((row) => row !== undefined)

/** Records an attempt to apply an event. */
export async function recordTry(
  tx: PlatformTx,
  { account, event_id }: EventKey,
  result: { processed: boolean; error: string | null },
): Promise<void> {
  await tx
    .updateTable('provider_events')
    .set({
      tries: sql`tries + 1`,
      error: result.error,
      ...(result.processed ? { processed_at: sql<string>`now()` } : {}),
    })
    .where('account', '=', account)
    .where('event_id', '=', event_id)
    .execute()
}
