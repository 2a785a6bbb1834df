import type { Actor } from '../call.ts'
import type { OrgTx } from '../db/door.ts'
import { emit } from '../events.ts'
import type { ShiftRow } from './read.ts'

/** Tells live pages that a person's shift changed. */
export const emitShift = (
  tx: OrgTx,
  { person_id }: Pick<Actor, 'person_id'>,
  row: Pick<ShiftRow, 'id' | 'team_id' | 'started_at' | 'ended_at'>,
): Promise<void> =>
  emit(
    tx,
    'shift.changed',
    {
      shift_id: row.id,
      user_id: person_id,
      person_id,
      team_id: row.team_id,
      status: row.ended_at ? 'off' : 'on',
      started_at: row.started_at,
      ended_at: row.ended_at,
    },
    { team_ids: [row.team_id] },
  )
