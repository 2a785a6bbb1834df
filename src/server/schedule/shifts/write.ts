import { sql } from 'kysely'
import type { CrewShift } from '../../../api/crew.ts'
import { clockSlackMs, unpaidMinutes, type ClockAct } from '../../../domain/schedule/shift.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { widenSight } from '../../base/db/sight.ts'
import { readShift, shiftColumns, shiftView, type ShiftRow } from './read.ts'
import type { Actor } from '../../base/actor.ts'
import { breakNeedsCheck } from '../../../domain/schedule/break-check.ts'
import { readScheduleSettings } from '../../../domain/base/organization.ts'
import { emit } from '../../base/events.ts'

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
  widenSight(tx)
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

type Who = Pick<Actor, 'person_id' | 'team_id'>

/** Starts a break in the running shift. Undefined if the person was off the clock at that moment. */
export async function startBreak(
  tx: OrgTx,
  who: Who,
  at: ClockAct,
): Promise<{ changed: boolean; shift: CrewShift } | undefined> {
  const row = await lockRunning(tx, who, at)
  if (!row) return undefined
  const made = await tx
    .insertInto('shift_breaks')
    .values({
      shift_id: row.id,
      started_at: sql`greatest(${row.started_at}::timestamptz, ${pressed(at)},
        (select max(b.ended_at) from shift_breaks b where b.organization_id = ${tx.org} and b.shift_id = ${row.id}))`,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'shift_id']).where('ended_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (made) await emitShift(tx, who, row)
  return { changed: made !== undefined, shift: await readShift(tx, who.person_id) }
}

/**
 * Ends the break that is going on, at the press or as much earlier as its person says. Undefined if
 * the person was off the clock at that moment.
 */
export async function endBreak(
  tx: OrgTx,
  who: Who,
  at: ClockAct & { waited_ms: number },
  earlier_ms = 0,
): Promise<{ changed: boolean; shift: CrewShift } | undefined> {
  const ended = { waited_ms: at.waited_ms + earlier_ms }
  const row = await lockRunning(tx, who, ended)
  if (!row) return undefined
  const entered_at = earlier_ms > 0 ? pressed(at) : null
  const changed = await closeBreak(tx, row.id, pressed(ended), { entered_at })
  if (changed) await emitShift(tx, who, row)
  return { changed, shift: await readShift(tx, who.person_id) }
}

/** Somebody works on a stop during a break they forgot to end: it ended then, so that the work is paid. */
export async function endBreakByWork(tx: OrgTx, who: Who, at: ClockAct): Promise<void> {
  const row = await lockRunning(tx, who, at)
  if (!row) return
  const pause = await tx
    .selectFrom('shift_breaks')
    .select('id')
    .where('shift_id', '=', row.id)
    .where('ended_at', 'is', null)
    .where('started_at', '<=', pressed(at))
    .executeTakeFirst()
  if (!pause) return
  await closeBreak(tx, row.id, pressed(at), { ended_by_work: true })
  await emitShift(tx, who, row)
}

const lockRunning = (tx: OrgTx, who: Who, at: ClockAct) =>
  tx
    .selectFrom('shifts')
    .select(shiftColumns)
    .where('person_id', '=', who.person_id)
    .where('ended_at', 'is', null)
    .where('started_at', '<=', pressed(at, clockSlackMs))
    .forUpdate()
    .executeTakeFirst()

type Ending = { ended_by_work?: boolean; entered_at?: ReturnType<typeof pressed> | null }

/**
 * Ends a shift's break at that moment and takes it off the hours if the owner leaves such breaks
 * unpaid; the office checks those that are long or were not ended at the time. False if there was
 * none.
 */
async function closeBreak(
  tx: OrgTx,
  shift_id: string,
  at: ReturnType<typeof pressed>,
  { ended_by_work = false, entered_at = null }: Ending = {},
): Promise<boolean> {
  const ended = await tx
    .updateTable('shift_breaks')
    .set({ ended_at: sql<string>`greatest(started_at, ${at})`, ended_by_work, entered_at })
    .where('shift_id', '=', shift_id)
    .where('ended_at', 'is', null)
    .returning(['id', 'started_at', 'ended_at', 'ended_by_work', 'entered_at'])
    .executeTakeFirst()
  if (!ended?.ended_at) return false
  const { started_at, ended_at } = ended
  const pause = { started_at, ended_at }
  const unpaid = unpaidMinutes(pause, await readRule(tx))
  if (unpaid > 0)
    await tx
      .updateTable('shift_breaks')
      .set({ unpaid_minutes: unpaid })
      .where('id', '=', ended.id)
      .execute()
  const toCheck = breakNeedsCheck(pause, ended)
  if (unpaid > 0 || toCheck)
    await tx
      .updateTable('shifts')
      .set({
        break_minutes: sql`break_minutes + ${unpaid}`,
        break_to_check: sql`break_to_check or ${toCheck}`,
      })
      .where('id', '=', shift_id)
      .execute()
  return true
}

/** From how many minutes on the owner leaves a break unpaid. */
async function readRule(tx: OrgTx): Promise<number | null> {
  const { schedule_settings } = await tx
    .selectFrom('organizations')
    .select('schedule_settings')
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  return readScheduleSettings(schedule_settings).unpaid_break_minutes
}

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

/** When the button was pressed; a phone that was offline sends it later. */
const pressed = ({ waited_ms = 0 }: ClockAct, later_ms = 0) =>
  sql<string>`now() - ${waited_ms - later_ms}::float8 * interval '1 millisecond'`
