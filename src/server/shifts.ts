import { sql } from 'kysely'
import type { CrewShift } from '../api/crew.ts'
import { clockSlackMs, needsReview, type ClockAct } from '../domain/shift.ts'
import type { Actor } from './call.ts'
import type { OrgTx } from './db/door.ts'
import { emit } from './events.ts'

type ShiftRow = {
  id: string
  team_id: string | null
  started_at: string
  ended_at: string | null
  start_lat: number | null
  start_lng: number | null
  start_accuracy: number | null
}
const columns = ['id', 'team_id', 'started_at', 'ended_at', 'start_lat', 'start_lng', 'start_accuracy'] as const

const offTheClock: CrewShift = { active: false, shift_id: null, started_at: null, ended_at: null, location: null, needs_review: false }

const shiftView = (row: ShiftRow): CrewShift => ({
  active: row.ended_at === null,
  shift_id: row.id,
  started_at: row.started_at,
  ended_at: row.ended_at,
  location: row.start_lat === null || row.start_lng === null ? null : { lat: row.start_lat, lng: row.start_lng, accuracy: row.start_accuracy },
  needs_review: needsReview(row, new Date().toISOString()),
})

const running = (tx: OrgTx, person_id: string) =>
  tx.selectFrom('shifts').select(columns).where('organization_id', '=', tx.org).where('person_id', '=', person_id).where('ended_at', 'is', null)

/** The running shift, or one that says nobody is on the clock. */
export async function readShift(tx: OrgTx, person_id: string): Promise<CrewShift> {
  const row = await running(tx, person_id).executeTakeFirst()
  return row ? shiftView(row) : offTheClock
}

/** When the button was pressed: an act may have waited on a phone without a connection. */
const pressed = ({ waited_ms = 0 }: ClockAct, later_ms = 0) => sql<string>`now() - ${waited_ms - later_ms}::float8 * interval '1 millisecond'`

/** When the shift that was on at the press ended, and whether it went on after it: sent twice, or pressed on two phones. Hours are counted once. */
async function endOfShiftAt(tx: OrgTx, person_id: string, act: ClockAct): Promise<{ ended_at: string; isCounted: boolean } | undefined> {
  if (!act.waited_ms) return undefined
  return tx
    .selectFrom('shifts')
    .select([sql<string>`ended_at`.as('ended_at'), sql<boolean>`ended_at > ${pressed(act, clockSlackMs)}`.as('isCounted')])
    .where('organization_id', '=', tx.org)
    .where('person_id', '=', person_id)
    .where('started_at', '<=', pressed(act, clockSlackMs))
    .where('ended_at', '>', pressed(act))
    .orderBy('ended_at', 'desc')
    .executeTakeFirst()
}

/** Starts a shift; the running one is answered to a second clock-in, even one at the same moment. */
export async function clockIn(tx: OrgTx, actor: Pick<Actor, 'person_id' | 'team_id'>, at: ClockAct): Promise<CrewShift> {
  const last = await endOfShiftAt(tx, actor.person_id, at)
  if (last?.isCounted) return readShift(tx, actor.person_id)
  const row = await tx
    .insertInto('shifts')
    .values({
      organization_id: tx.org,
      person_id: actor.person_id,
      team_id: actor.team_id,
      started_at: last?.ended_at ?? pressed(at),
      start_lat: at.lat ?? null,
      start_lng: at.lng ?? null,
      start_accuracy: at.accuracy ?? null,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'person_id']).where('ended_at', 'is', null).doNothing())
    .returning(columns)
    .executeTakeFirst()
  if (!row) return readShift(tx, actor.person_id)
  await emitShift(tx, actor, row)
  return shiftView(row)
}

/** Ends the running shift; without one, or with one that began later, there is nothing to end, and that is no fault. */
export async function clockOut(tx: OrgTx, actor: Pick<Actor, 'person_id' | 'team_id'>, at: ClockAct): Promise<CrewShift> {
  const row = await tx
    .updateTable('shifts')
    .set({ ended_at: sql<string>`greatest(started_at, ${pressed(at)})`, end_lat: at.lat ?? null, end_lng: at.lng ?? null, end_accuracy: at.accuracy ?? null })
    .where('organization_id', '=', tx.org)
    .where('person_id', '=', actor.person_id)
    .where('ended_at', 'is', null)
    .where('started_at', '<=', pressed(at, clockSlackMs))
    .returning(columns)
    .executeTakeFirst()
  if (!row) return readShift(tx, actor.person_id)
  await emitShift(tx, actor, row)
  return shiftView(row)
}

const emitShift = (tx: OrgTx, actor: Pick<Actor, 'person_id' | 'team_id'>, row: ShiftRow) =>
  emit(
    tx,
    'shift.changed',
    {
      shift_id: row.id,
      user_id: actor.person_id,
      person_id: actor.person_id,
      team_id: row.team_id,
      status: row.ended_at ? 'off' : 'on',
      started_at: row.started_at,
      ended_at: row.ended_at,
    },
    { team_ids: [row.team_id] },
  )
