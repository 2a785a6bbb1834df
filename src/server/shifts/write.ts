import { sql } from 'kysely'
import type { CrewShift } from '../../api/crew.ts'
import { clockSlackMs, type ClockAct } from '../../domain/shift.ts'
import type { Actor } from '../call.ts'
import type { OrgTx } from '../db/door.ts'
import { widenSight } from '../db/sight.ts'
import { emitShift } from './emit.ts'
import { pressed } from './pressed.ts'
import { readShift, shiftColumns, shiftView } from './read.ts'
import { closeBreak } from './write-breaks.ts'

/** Starts a shift. A second clock-in returns the running one, even for concurrent calls. */
export async function clockIn(
  tx: OrgTx,
  actor: Pick<Actor, 'person_id' | 'team_id'>,
  at: ClockAct,
): Promise<CrewShift> {
  const last = await endOfShiftAt(tx, actor.person_id, at)
  if (last?.isCounted) return readShift(tx, actor.person_id)
  const row = await tx
    .insertInto('shifts')
    .values({
      person_id: actor.person_id,
      team_id: actor.team_id,
      started_at: last?.ended_at ?? pressed(at),
      start_lat: at.lat ?? null,
      start_lng: at.lng ?? null,
      start_accuracy: at.accuracy ?? null,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'person_id']).where('ended_at', 'is', null).doNothing(),
    )
    .returning(shiftColumns)
    .executeTakeFirst()
  if (!row) return readShift(tx, actor.person_id)
  await markLate(tx, row.id)
  await emitShift(tx, actor, row)
  return shiftView(row)
}

/**
 * Marks a shift on days that are approved already, since a phone may send it days later: what was
 * approved changes only once the office has looked. Sees the whole organization from here on.
 */
async function markLate(tx: OrgTx, shift_id: string): Promise<void> {
  await widenSight(tx)
  const zone = sql`(select o.time_zone from organizations o where o.id = s.organization_id)`
  await sql`
    update shifts s set came_late = true
    where s.organization_id = ${tx.org}::uuid and s.id = ${shift_id}::uuid and not s.came_late and exists (
      select 1 from pay_periods p where p.organization_id = s.organization_id and p.opened_at is null
        and p.starts_on <= (coalesce(s.ended_at, s.started_at) at time zone ${zone})::date
        and p.ends_on >= (s.started_at at time zone ${zone})::date)`.execute(tx)
}

/**
 * Ends the running shift. Changes nothing if there is none, or if it started after the button was
 * pressed.
 */
export async function clockOut(
  tx: OrgTx,
  actor: Pick<Actor, 'person_id' | 'team_id'>,
  at: ClockAct,
): Promise<CrewShift> {
  const row = await tx
    .updateTable('shifts')
    .set({
      ended_at: sql<string>`greatest(started_at, ${pressed(at)})`,
      end_lat: at.lat ?? null,
      end_lng: at.lng ?? null,
      end_accuracy: at.accuracy ?? null,
    })
    .where('person_id', '=', actor.person_id)
    .where('ended_at', 'is', null)
    .where('started_at', '<=', pressed(at, clockSlackMs))
    .returning(shiftColumns)
    .executeTakeFirst()
  if (!row) return readShift(tx, actor.person_id)
  await closeBreak(tx, row.id, pressed(at))
  await markLate(tx, row.id)
  await emitShift(tx, actor, row)
  return shiftView(row)
}

/** Ends the running shift of somebody whose work here ends. */
export async function endRunningShift(
  tx: OrgTx,
  who: Pick<Actor, 'person_id' | 'team_id'>,
): Promise<void> {
  const row = await tx
    .updateTable('shifts')
    .set({ ended_at: sql<string>`greatest(started_at, now())` })
    .where('person_id', '=', who.person_id)
    .where('ended_at', 'is', null)
    .returning(shiftColumns)
    .executeTakeFirst()
  if (!row) return
  await closeBreak(tx, row.id, sql<string>`now()`)
  await emitShift(tx, who, row)
}

/**
 * When the shift running at that moment ended, if the moment is already covered: it was sent twice,
 * or pressed on two phones.
 */
async function endOfShiftAt(
  tx: OrgTx,
  person_id: string,
  act: ClockAct,
): Promise<{ ended_at: string; isCounted: boolean } | undefined> {
  if (!act.waited_ms) return undefined
  return tx
    .selectFrom('shifts')
    .select([
      sql<string>`ended_at`.as('ended_at'),
      sql<boolean>`ended_at > ${pressed(act, clockSlackMs)}`.as('isCounted'),
    ])
    .where('person_id', '=', person_id)
    .where('started_at', '<=', pressed(act, clockSlackMs))
    .where('ended_at', '>', pressed(act))
    .orderBy('ended_at', 'desc')
    .executeTakeFirst()
}
