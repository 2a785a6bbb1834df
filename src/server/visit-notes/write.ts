import type { OrgTx } from '../db/door.ts'
import type { LockedVisit } from '../visits/find.ts'
import { emitVisit } from '../visits/write.ts'

/** Adds what somebody wrote down about a visit. Notes only add: two people’s never collide. */
export async function writeNote(
  tx: OrgTx,
  visit: LockedVisit,
  note: { person_id: string; text: string; written_at: string },
): Promise<void> {
  const { series_id, original_date, customer_id } = visit
  await tx
    .insertInto('visit_notes')
    .values({ series_id, original_date, customer_id, ...note })
    .execute()
  await emitVisit(tx, 'visit.noted', visit)
}
