import { sql } from 'kysely'
import type { PlannedEvent } from '../api/schedule.ts'
import { addDays, timeText, type LocalDate } from '../domain/dates.ts'
import { isEventOn } from '../domain/event-days.ts'
import { startMinutesOf, type MiscEvent, type NewMiscEvent } from '../domain/schedule.ts'
import type { OrgTx } from './db/door.ts'
import { emit } from './events.ts'
import { found, invalid } from './refusals.ts'
import type { FrameTeam } from './schedule/frame.ts'

const columns = ['id', 'title', 'date', 'start_minutes', 'duration_minutes', 'notes', 'team_id', 'created_at', 'updated_at'] as const
type Row = Omit<MiscEvent, 'start_time'>
const withTime = (row: Row): MiscEvent => ({ ...row, start_time: row.start_minutes === null ? null : timeText(row.start_minutes) })

/** Events that are no visits, by date; for a crew the transaction's sight leaves those of its teams and of everyone. */
export async function readMiscEvents(tx: OrgTx, { from, to }: { from: LocalDate; to: LocalDate }): Promise<MiscEvent[]> {
  const rows = await tx
    .selectFrom('misc_events')
    .select(columns)
    .where('organization_id', '=', tx.org)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .orderBy('date')
    .orderBy('id')
    .execute()
  return rows.map(withTime)
}

/** The same as a schedule shows them, with those still on after midnight of its first day, by time and with their team's name: of these teams and of everyone. */
export async function readPlannedEvents(
  tx: OrgTx,
  { teams }: { teams: ReadonlyMap<string, FrameTeam> },
  window: { from: LocalDate; to: LocalDate },
  team_ids?: readonly (string | null)[],
): Promise<PlannedEvent[]> {
  return (await readMiscEvents(tx, { from: addDays(window.from, -1), to: window.to }))
    .filter((event) => event.date >= window.from || isEventOn(event, window.from))
    .filter(({ team_id }) => team_id === null || !team_ids || team_ids.includes(team_id))
    .sort(byStart)
    .map((event) => {
      const team = event.team_id ? teams.get(event.team_id) : undefined
      return { type: 'misc_event', ...event, team: team ? { id: team.id, name: team.name } : null }
    })
}

/** What lasts all day comes first. */
const byStart = (a: MiscEvent, b: MiscEvent): number =>
  a.date < b.date ? -1 : a.date > b.date ? 1 : (a.start_minutes ?? -1) - (b.start_minutes ?? -1) || (a.id < b.id ? -1 : 1)

export async function addMiscEvent(tx: OrgTx, wish: NewMiscEvent): Promise<MiscEvent> {
  await checkTeam(tx, wish.team_id)
  const row = await tx
    .insertInto('misc_events')
    .values({
      organization_id: tx.org,
      title: wish.title,
      date: wish.date,
      start_minutes: startMinutesOf(wish) ?? null,
      duration_minutes: wish.duration_minutes ?? 60,
      notes: wish.notes,
      team_id: wish.team_id,
      created_by: tx.doer.person_id,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  await emitMiscEvent(tx, row, [row.team_id])
  return withTime(row)
}

export type MiscEventPatch = Partial<Omit<NewMiscEvent, 'duration_minutes'>> & { duration_minutes?: number | undefined }

export async function changeMiscEvent(tx: OrgTx, id: string, { start_time, start_minutes, ...patch }: MiscEventPatch): Promise<MiscEvent> {
  await checkTeam(tx, patch.team_id)
  const before = found(
    await tx.selectFrom('misc_events').select('team_id').where('organization_id', '=', tx.org).where('id', '=', id).forUpdate().executeTakeFirst(),
  )
  const minutes = startMinutesOf({ ...(start_time === undefined ? {} : { start_time }), ...(start_minutes === undefined ? {} : { start_minutes }) })
  const row = await tx
    .updateTable('misc_events')
    .set({ ...patch, ...(minutes === undefined ? {} : { start_minutes: minutes }), updated_at: sql<string>`now()` })
    .where('organization_id', '=', tx.org)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  await emitMiscEvent(tx, row, [row.team_id, before.team_id])
  return withTime(row)
}

export async function removeMiscEvent(tx: OrgTx, id: string): Promise<void> {
  const row = found(await tx.deleteFrom('misc_events').where('organization_id', '=', tx.org).where('id', '=', id).returning(columns).executeTakeFirst())
  await emitMiscEvent(tx, row, [row.team_id], true)
}

const emitMiscEvent = (tx: OrgTx, row: Row, team_ids: (string | null)[], removed = false) =>
  emit(tx, 'misc_event.changed', { misc_event_id: row.id, date: row.date, team_id: row.team_id, removed }, { team_ids })

async function checkTeam(tx: OrgTx, team_id: string | null | undefined): Promise<void> {
  if (!team_id) return
  const team = await tx
    .selectFrom('teams')
    .select('id')
    .where('organization_id', '=', tx.org)
    .where('id', '=', team_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!team) throw invalid({ team_id: 'Choose a team.' })
}
