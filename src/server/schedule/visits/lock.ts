import { sql } from 'kysely'
import { sendAlong, type OrgTx } from '../../base/db/door.ts'
import { found } from '../../base/kit/refusals.ts'
import { resolveVisit, selectVisits, type VisitRow } from '../week/rows.ts'
import type { ScheduleContext } from '../week/context.ts'
import { checkMayTouch, findVisit, type LockedVisit, type Named } from './find.ts'
import { goneSentence, type VisitRef } from './ref.ts'
import { addRow } from './write.ts'

/**
 * Finds a visit, gives it a row if it has none, and locks the row. A crew finds only its teams'
 * current visits.
 */
export async function lockVisit(
  ctx: ScheduleContext,
  ref: VisitRef,
  asked?: Named,
): Promise<LockedVisit> {
  const { tx, calendar, may } = ctx
  const seen = await findVisit(ctx, ref, 'share', asked)
  const { original_date, rule, planned, customer } = seen
  const row = (seen.row ? undefined : await addRow(tx, seen)) ?? (await lockRow(tx, seen))
  const visit = {
    ...resolveVisit(rule, row, planned, original_date, calendar, customer),
    row,
    customer,
  }
  checkMayTouch(may, visit)
  return visit
}

async function lockRow(
  tx: OrgTx,
  { series_id, original_date }: Pick<LockedVisit, 'series_id' | 'original_date'>,
): Promise<VisitRow> {
  // Lock without the invoice, then read again: the transaction that held the lock may have changed
  // either.
  sendAlong(
    tx,
    sql`select 1 from visits where series_id = ${series_id}::uuid and original_date = ${original_date}::date for update`,
  )
  return found(
    await selectVisits(tx)
      .where('v.series_id', '=', series_id)
      .where('v.original_date', '=', original_date)
      .executeTakeFirst(),
    goneSentence,
  )
}
