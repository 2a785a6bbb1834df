import { sql } from 'kysely'
import type { PushSubscription } from '../../../domain/messages/push.ts'
import type { PlatformTx } from '../../base/db/door.ts'

/** Keeps a device for a person; the same browser signed in as somebody else belongs to them from now on. */
export const keepDevice = (
  tx: PlatformTx,
  person_id: string,
  { endpoint, keys: { p256dh, auth } }: PushSubscription,
  agent: string,
) =>
  tx
    .insertInto('push_subscriptions')
    .values({ person_id, endpoint, p256dh, auth, agent: agent.slice(0, 500) })
    .onConflict((conflict) =>
      conflict.column('endpoint').doUpdateSet({
        person_id,
        p256dh,
        auth,
        agent: agent.slice(0, 500),
        created_at: sql`now()`,
      }),
    )
    .returning(['id', 'endpoint', 'agent', 'created_at'])
    .executeTakeFirstOrThrow()

/** Forgets one of a person's devices; undefined if it is not theirs. */
export const removeDevice = (tx: PlatformTx, person_id: string, id: string) =>
  tx
    .deleteFrom('push_subscriptions')
    .where('id', '=', id)
    .where('person_id', '=', person_id)
    .returning('id')
    .executeTakeFirst()

/** Forgets a device whose push service says that it is gone. */
export const forgetDevice = (tx: PlatformTx, endpoint: string): Promise<unknown> =>
  tx.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute()
