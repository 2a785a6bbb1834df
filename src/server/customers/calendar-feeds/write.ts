import { sql } from 'kysely'
import type { FeedScope } from '../../../domain/customers/calendar-feed.ts'
import { hashCode, newCode, seal } from '../../base/kit/codes.ts'
import { sendAlong, type OrgTx, type PlatformTx } from '../../base/db/door.ts'
import { lockName } from '../../base/db/lock-name.ts'

type Whose = { person_id: string; scope: FeedScope; team_id: string | null }

/** Makes a link; the one before ends. */
export async function makeFeed(
  tx: OrgTx,
  secret: Buffer,
  { person_id, scope, team_id }: Whose,
): Promise<void> {
  // Of two at once, the second ends the first.
  sendAlong(tx, lockName(`calendar feeds:${tx.org}:${person_id}`))
  await tx
    .updateTable('calendar_feeds')
    .set({ revoked_at: sql`now()` })
    .where('person_id', '=', person_id)
    .where('scope', '=', scope)
    .where(sql<boolean>`team_id is not distinct from ${team_id}::uuid`)
    .where('revoked_at', 'is', null)
    .execute()
  const token = newCode()
  await tx
    .insertInto('calendar_feeds')
    .values({
      person_id,
      scope,
      team_id,
      token_hash: hashCode(token),
      token_sealed: seal(secret, token),
    })
    .execute()
}

/** False if it is not this person's, or ended already. */
export async function revokeFeed(tx: OrgTx, person_id: string, id: string): Promise<boolean> {
  const ended = await tx
    .updateTable('calendar_feeds')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', id)
    .where('person_id', '=', person_id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}

/** Notes that a program read it, once an hour. */
export const setRead = (tx: PlatformTx, id: string): Promise<unknown> =>
  tx
    .updateTable('calendar_feeds')
    .set({ read_at: sql`now()` })
    .where('id', '=', id)
    .where((feed) =>
      feed.or([
        feed('read_at', 'is', null),
        feed('read_at', '<', sql<string>`now() - interval '1 hour'`),
      ]),
    )
    .execute()
