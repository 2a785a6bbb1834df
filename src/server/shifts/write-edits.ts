import { sql } from 'kysely'
import type { OrgTx } from '../db/door.ts'
import { emit } from '../events.ts'

type Times = { started_at: string; ended_at: string | null; break_minutes: number }
type Edit = { reason: string; by: string }

/** Corrects a shift, which also settles whether it was too long. Keeps both values. */
export async function correctShift(
  tx: OrgTx,
  row: Times & { id: string; person_id: string; team_id: string | null },
  after: Times,
  edit: Edit,
): Promise<void> {
  const { started_at, ended_at, break_minutes } = row
  await tx
    .updateTable('shifts')
    .set({ ...after, reviewed_at: sql`now()` })
    .where('id', '=', row.id)
    .execute()
  await keep(tx, row.id, { started_at, ended_at, break_minutes }, after, edit)
  await emitShift(tx, { ...row, ...after })
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
  await emitShift(tx, { id, person_id, team_id, ...times })
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

const emitShift = (
  tx: OrgTx,
  row: Times & { id: string; person_id: string; team_id: string | null },
): Promise<void> =>
  emit(
    tx,
    'shift.changed',
    {
      shift_id: row.id,
      user_id: row.person_id,
      person_id: row.person_id,
      team_id: row.team_id,
      status: row.ended_at ? 'off' : 'on',
      started_at: row.started_at,
      ended_at: row.ended_at,
    },
    { team_ids: [row.team_id] },
  )
