import { sql } from 'kysely'
import type { LocalDate } from '../../../domain/base/dates.ts'
import {
  startMinutesOf,
  type MiscEvent,
  type NewMiscEvent,
} from '../../../domain/schedule/schedule.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'
import { found, invalid } from '../../base/kit/refusals.ts'
import { miscEventColumns, withTime, type MiscEventRow } from './read.ts'

export async function addMiscEvent(tx: OrgTx, input: NewMiscEvent): Promise<MiscEvent> {
  await checkTeam(tx, input.team_id)
  const row = await tx
    .insertInto('misc_events')
    .values({
      title: input.title,
      date: input.date,
      start_minutes: startMinutesOf(input) ?? null,
      duration_minutes: input.duration_minutes ?? 60,
      notes: input.notes,
      team_id: input.team_id,
      created_by: tx.cause.person_id,
    })
    .returning(miscEventColumns)
    .executeTakeFirstOrThrow()
  await emitMiscEvent(tx, row, [row.team_id])
  return withTime(row)
}

type MiscEventPatch = Partial<Omit<NewMiscEvent, 'duration_minutes'>> & {
  duration_minutes?: number | undefined
}

export async function changeMiscEvent(
  tx: OrgTx,
  id: string,
  { start_time, start_minutes, ...patch }: MiscEventPatch,
): Promise<MiscEvent> {
  await checkTeam(tx, patch.team_id)
  const before = found(
    await tx
      .selectFrom('misc_events')
      .select('team_id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  )
  const minutes = startMinutesOf({
    ...(start_time === undefined ? {} : { start_time }),
    ...(start_minutes === undefined ? {} : { start_minutes }),
  })
  const row = await tx
    .updateTable('misc_events')
    .set({
      ...patch,
      ...(minutes === undefined ? {} : { start_minutes: minutes }),
      updated_at: sql<string>`now()`,
    })
    .where('id', '=', id)
    .returning(miscEventColumns)
    .executeTakeFirstOrThrow()
  await emitMiscEvent(tx, row, [row.team_id, before.team_id])
  return withTime(row)
}

export async function removeMiscEvent(tx: OrgTx, id: string): Promise<void> {
  const row = found(
    await tx
      .deleteFrom('misc_events')
      .where('id', '=', id)
      .returning(miscEventColumns)
      .executeTakeFirst(),
  )
  await emitMiscEvent(tx, row, [row.team_id], true)
}

/** Reassigns a team's events from today on to another team or to none. */
export const moveMiscEventsOfTeam = (
  tx: OrgTx,
  team_id: string,
  to_team_id: string | null,
  today: LocalDate,
): Promise<unknown> =>
  sql`update misc_events set team_id = ${to_team_id}::uuid
    where team_id = ${team_id} and date >= ${today}::date`.execute(tx)

const emitMiscEvent = (
  tx: OrgTx,
  row: MiscEventRow,
  team_ids: (string | null)[],
  removed = false,
) =>
  emit(
    tx,
    'misc_event.changed',
    { misc_event_id: row.id, date: row.date, team_id: row.team_id, removed },
    { team_ids },
  )

async function checkTeam(tx: OrgTx, team_id: string | null | undefined): Promise<void> {
  if (!team_id) return
  const team = await tx
    .selectFrom('teams')
    .select('id')
    .where('id', '=', team_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!team) throw invalid({ team_id: 'Choose a team.' })
}
