import { sql } from 'kysely'
import type { DateRange } from '../../../domain/people/timesheet.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { found } from '../../base/kit/refusals.ts'

/** Approves days: their shifts can no longer change. */
export async function addPeriod(
  tx: OrgTx,
  { from, to }: DateRange,
  approved_by: string,
): Promise<string> {
  const { id } = await tx
    .insertInto('pay_periods')
    .values({ starts_on: from, ends_on: to, approved_by })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Opens approved days again. 404 if they are open. */
export async function openPeriod(
  tx: OrgTx,
  { id, reason }: { id: string; reason: string },
  opened_by: string,
): Promise<void> {
  found(
    await tx
      .updateTable('pay_periods')
      .set({ opened_at: sql`now()`, opened_by, open_reason: reason })
      .where('id', '=', id)
      .where('opened_at', 'is', null)
      .returning('id')
      .executeTakeFirst(),
  )
}
