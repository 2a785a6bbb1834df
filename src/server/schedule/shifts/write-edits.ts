import { sql } from 'kysely'
import type { OrgTx } from '../../base/db/door.ts'
import { emitShift } from './write.ts'

type Times = { started_at: string; ended_at: string | null; break_minutes: number }
type Edit = { reason: string; by: string }

/**
 * Corrects a shift and keeps both values. Once it has ended, that settles whether it was too long; a
 * break still going on ends with it, and what is unpaid of it is what the office says.
 */
export async function correctShift(
  tx: OrgTx,
  row: Times & { id: string; person_id: string; team_id: string | null },
  after: Times,
  edit: Edit,
): Promise<void> {
  const { started_at, ended_at, break_minutes } = row
  await tx
    .updateTable('shifts')
    .set({ ...after, reviewed_at: after.ended_at === null ? null : sql`now()` })
    .where('id', '=', row.id)
    .execute()
  if (after.ended_at !== null)
    await tx
      .updateTable('shift_breaks')
      .set({ ended_at: sql<string>`greatest(started_at, ${after.ended_at}::timestamptz)` })
      .where('shift_id', '=', row.id)
      .where('ended_at', 'is', null)
      .execute()
  await keep(tx, row.id, { started_at, ended_at, break_minutes }, after, edit)
  await emitShift(tx, row, { ...row, ...after })
}

/** Adds a shift that was not clocked, to its person's team. */
export async function addShift(
  tx: OrgTx,
  person_id: string,
  times: Times,
  edit: Edit,
): Promise<string> {
  const { id, team_id } = await tx
    .insertInto('shifts')
    .values({
      ...times,
      person_id,
      team_id: sql`(select m.team_id from memberships m where m.organization_id = ${tx.org} and m.person_id = ${person_id} and m.role <> 'user')`,
      reviewed_at: sql`now()`,
      added_by: edit.by,
    })
    .returning(['id', 'team_id'])
    .executeTakeFirstOrThrow()
  await keep(tx, id, null, times, edit)
  await emitShift(tx, { person_id }, { id, team_id, ...times })
  return id
}

const keep = (tx: OrgTx, shift_id: string, before: Times | null, after: Times, edit: Edit) =>
  tx
    .insertInto('shift_edits')
    .values({
      shift_id,
      edited_by: edit.by,
      reason: edit.reason,
      before: before && JSON.stringify(before),
      after: JSON.stringify(after),
    })
    .execute()
