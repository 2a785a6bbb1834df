import { sql } from 'kysely'
import type { OrgTx } from '../../base/db/door.ts'
import type { LockedVisit } from '../visits/find.ts'
import { emitVisit, keepUntouchedRows } from '../visits/write.ts'

type NewTick = {
  item_id: string
  text: string
  is_done: boolean
  person_id: string
  ticked_at: string
}

/** Writes whether an item of a visit is done. False if a later tick of it is known. */
export async function writeTick(tx: OrgTx, visit: LockedVisit, tick: NewTick): Promise<boolean> {
  const { series_id, original_date } = visit
  const written = await tx
    .insertInto('visit_ticks')
    .values({ series_id, original_date, ...tick })
    .onConflict((on) =>
      on
        .columns(['organization_id', 'series_id', 'original_date', 'item_id'])
        .doUpdateSet(tick)
        .where('visit_ticks.ticked_at', '<=', sql<string>`excluded.ticked_at`),
    )
    .returning('item_id')
    .executeTakeFirst()
  if (!written) return false
  await keepUntouchedRows(tx, series_id, [original_date])
  await emitVisit(tx, 'visit.ticked', visit)
  return true
}
