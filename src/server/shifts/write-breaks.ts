import { sql } from 'kysely'
import type { CrewShift } from '../../api/crew.ts'
import { breakNeedsCheck } from '../../domain/break-check.ts'
import { readScheduleSettings } from '../../domain/organization.ts'
import { clockSlackMs, unpaidMinutes, type ClockAct } from '../../domain/shift.ts'
import type { Actor } from '../call.ts'
import type { OrgTx } from '../db/door.ts'
import { emitShift } from './emit.ts'
import { pressed } from './pressed.ts'
import { readShift, shiftColumns } from './read.ts'

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
export async function closeBreak(
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
