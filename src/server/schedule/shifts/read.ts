import { sql, type Selectable } from 'kysely'
import type { Database } from '../../../../db/schema.ts'
import type { CrewShift } from '../../../api/crew.ts'
import { longShiftHours, needsReview } from '../../../domain/schedule/shift.ts'
import type { OrgTx } from '../../base/db/door.ts'

export const shiftColumns = [
  'id',
  'team_id',
  'started_at',
  'ended_at',
  'start_lat',
  'start_lng',
  'start_accuracy',
] as const
export type ShiftRow = Pick<Selectable<Database['shifts']>, (typeof shiftColumns)[number]>

const offTheClock: CrewShift = {
  active: false,
  shift_id: null,
  started_at: null,
  ended_at: null,
  location: null,
  break_started_at: null,
  needs_review: false,
}

export const shiftView = (row: ShiftRow, break_started_at: string | null = null): CrewShift => ({
  active: row.ended_at === null,
  shift_id: row.id,
  started_at: row.started_at,
  ended_at: row.ended_at,
  location:
    row.start_lat === null || row.start_lng === null
      ? null
      : { lat: row.start_lat, lng: row.start_lng, accuracy: row.start_accuracy },
  break_started_at,
  needs_review: needsReview(row, new Date().toISOString()),
})

const running = (tx: OrgTx, person_id: string) =>
  tx
    .selectFrom('shifts')
    .select(shiftColumns)
    .where('person_id', '=', person_id)
    .where('ended_at', 'is', null)

/** A person's running shift, or an inactive one. */
export async function readShift(tx: OrgTx, person_id: string): Promise<CrewShift> {
  const row = await running(tx, person_id).executeTakeFirst()
  if (!row) return offTheClock
  const pause = await tx
    .selectFrom('shift_breaks')
    .select('started_at')
    .where('shift_id', '=', row.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return shiftView(row, pause?.started_at)
}

const tooLong = sql.raw(`interval '${longShiftHours} hours'`)
/** Of shifts `s`: too long to be true, sent after an approval or with a break to check, and not checked yet. The first line is the condition of the index shifts_to_review. */
export const toReview = sql<boolean>`s.reviewed_at is null and (s.came_late or s.break_to_check or s.ended_at is null or s.ended_at - s.started_at >= ${tooLong})
  and (s.came_late or (s.break_to_check and s.ended_at is not null) or coalesce(s.ended_at, now()) - s.started_at >= ${tooLong})`
