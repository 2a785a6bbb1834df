import { sql } from 'kysely'
import type { NeverReason } from '../../domain/message.ts'
import { officeRoles } from '../../domain/roles.ts'
import type { App } from '../call.ts'
import { inOrgAll, readPlatform, system, type OrgTx } from '../db/door.ts'
import { emit } from '../events.ts'
import { queueSending } from './tell.ts'

const reason: NeverReason = 'sender_unverified'

/** Sends what waited in the businesses that a person runs, now that their mailbox is proven. */
export async function releaseWaiting(
  app: Pick<App, 'store'>,
  { person_id }: { person_id: string },
): Promise<void> {
  const theirs = await readPlatform(app.store, system, (tx) =>
    tx
      .selectFrom('memberships')
      .select('organization_id')
      .distinct()
      .where('person_id', '=', person_id)
      .where('role', 'in', [...officeRoles])
      .where('status', '=', 'active')
      .execute(),
  )
  for (const { organization_id } of theirs)
    await inOrgAll(app.store, organization_id, system, releaseAll)
}

/** The moment of release stays in `held_until`: the caps of a day count from it. */
async function releaseAll(tx: OrgTx): Promise<void> {
  const released = await tx
    .updateTable('messages')
    .set({ held_until: sql<string>`now()`, reason: null })
    .where('status', '=', 'queued')
    .where('direction', '=', 'out')
    .where('reason', '=', reason)
    .returning('id')
    .execute()
  // The job of the next look still waits under the message's own key.
  for (const { id } of released) await queueSending(tx, id, null, `${id}:proven`)
  if (released.length) await emit(tx, 'organization.changed', { released: released.length })
}

/** How many messages wait for that. */
export async function countWaiting(tx: OrgTx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from messages m where ${waitsForProof}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** True for a message that waits until the mailbox of its sender is proven. */
export const waitsForProof = sql<boolean>`m.status in ('queued', 'sending') and m.reason = ${reason}`
