import type { OrgTx } from '../../base/db/door.ts'
import type { LockedVisit } from '../visits/find.ts'
import { emitVisit, keepUntouchedRows } from '../visits/write.ts'

/** Adds what somebody wrote down about a visit. Notes only add: two people’s never collide. */
export async function writeNote(
  tx: OrgTx,
  visit: LockedVisit,
  note: { person_id: string; text: string; written_at: string; for_customer: boolean },
): Promise<void> {
  const { series_id, original_date, customer_id } = visit
  await tx
    .insertInto('visit_notes')
    .values({ series_id, original_date, customer_id, ...note })
    .execute()
  // A visit that somebody wrote about is no longer only a date of its series.
  await keepUntouchedRows(tx, series_id, [original_date])
  await emitVisit(tx, 'visit.noted', visit)
}
