import { sql } from 'kysely'
import type { OrgTx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'

/** Offers the business to somebody; an offer that ran out gives way. False if another one is open. */
export async function addOffer(
  tx: OrgTx,
  offer: { from_person_id: string; to_person_id: string },
): Promise<boolean> {
  await tx
    .updateTable('ownership_offers')
    .set({ status: 'withdrawn', answered_at: sql`now()` })
    .where('status', '=', 'open')
    .where('expires_at', '<=', sql<string>`now()`)
    .execute()
  const made = await tx
    .insertInto('ownership_offers')
    .values(offer)
    .onConflict((on) =>
      // Written out: as a value of its own it names no index once the statement has a plan for any.
      on
        .columns(['organization_id'])
        .where(sql<boolean>`status = 'open'`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** Ends the open offer, made by or to this person. Undefined if there is none. */
export async function endOffer(
  tx: OrgTx,
  by: { from_person_id: string } | { to_person_id: string },
  status: 'accepted' | 'declined' | 'withdrawn',
): Promise<{ from_person_id: string; to_person_id: string } | undefined> {
  const ended = await tx
    .updateTable('ownership_offers')
    .set({ status, answered_at: sql`now()` })
    .where('status', '=', 'open')
    .where('expires_at', '>', sql<string>`now()`)
    .where((e) =>
      'from_person_id' in by
        ? e('from_person_id', '=', by.from_person_id)
        : e('to_person_id', '=', by.to_person_id),
    )
    .returning(['from_person_id', 'to_person_id'])
    .executeTakeFirst()
  if (ended) await emit(tx, 'organization.changed', { fields: ['hand_over'] })
  return ended
}
