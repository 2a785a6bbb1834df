import { sql } from 'kysely'
import { sendAlong } from '../../base/db/door.ts'
import { found } from '../../base/kit/refusals.ts'
import { resolveVisit, selectVisits } from '../week/rows.ts'
import type { ScheduleContext } from '../week/context.ts'
import { checkMayTouch, findVisit, type LockedVisit } from './find.ts'
import { goneSentence, type VisitRef } from './ref.ts'
import { addRows } from './write.ts'

/**
 * Finds a visit, gives it a row if it has none, and locks the row. A crew finds only its teams'
 * current visits.
 */
export async function lockVisit(ctx: ScheduleContext, ref: VisitRef): Promise<LockedVisit> {
  const { tx, calendar, may } = ctx
  const seen = await findVisit(ctx, ref, 'share')
  const { series_id, original_date, rule, planned, customer } = seen
  if (!seen.row) addRows(tx, [seen])
  // Lock without the invoice, then read again: the transaction that held the lock may have changed
  // either.
  sendAlong(
    tx,
    sql`select 1 from visits where series_id = ${series_id}::uuid and original_date = ${original_date}::date for update`,
  )
  const row = found(
    await selectVisits(tx)
      .where('v.series_id', '=', series_id)
      .where('v.original_date', '=', original_date)
      .executeTakeFirst(),
    goneSentence,
  )
  const visit = {
    ...resolveVisit(rule, row, planned, original_date, calendar, customer),
    row,
    customer,
  }
  checkMayTouch(may, visit)
  return visit
}
