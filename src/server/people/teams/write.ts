import { sql } from 'kysely'
import { nameTakenMessage, teamRules } from '../../../domain/people/team.ts'
import { todayOf } from '../../base/organizations/read.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'
import { moveMiscEventsOfTeam } from '../../schedule/misc-events/write.ts'
import { emptyTeam } from '../write-staff.ts'
import { enforce, found, invalid, refused } from '../../base/kit/refusals.ts'
import { moveRulesOfTeam } from '../../schedule/series/write.ts'
import { moveVisitsOfTeam } from '../../schedule/visits/write.ts'
import { countComingWork, liveTeam } from './read.ts'
import { moveCustomersOfTeam } from '../../customers/write.ts'

/** 409 `name_taken`. */
export async function addTeam(tx: OrgTx, name: string): Promise<string> {
  const { id } = await tx
    .insertInto('teams')
    .values({ name })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTakenName)
  await emitTeamChanged(tx, id)
  return id
}

/** 409 `name_taken`. */
export async function renameTeam(tx: OrgTx, id: string, name: string): Promise<void> {
  const row = await tx
    .updateTable('teams')
    .set({ name, version: sql`version + 1` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
    .catch(refuseTakenName)
  found(row)
  await emitTeamChanged(tx, id)
  await emitToCustomers(tx)
}

/** `color` is a palette key, or null for the team's default color. */
export async function setTeamColor(tx: OrgTx, id: string, color: string | null): Promise<void> {
  const before = found(await liveTeam(tx, id).select('color').forUpdate().executeTakeFirst())
  if (before.color === color) return
  await tx
    .updateTable('teams')
    .set({ color, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  await emitTeamChanged(tx, id)
}

/** How long the team can work on a day, in minutes; null: not said. */
export async function setDayMinutes(
  tx: OrgTx,
  id: string,
  day_minutes: number | null,
): Promise<void> {
  found(await liveTeam(tx, id).forUpdate().executeTakeFirst())
  await tx
    .updateTable('teams')
    .set({ day_minutes, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  await emitTeamChanged(tx, id)
}

/**
 * Removes a team. Its customers and upcoming work go to another team or to none; past work keeps
 * the team's name.
 */
export async function removeTeam(
  tx: OrgTx,
  id: string,
  move_to: string | null | undefined,
): Promise<void> {
  found(await liveTeam(tx, id).forUpdate().executeTakeFirst())
  if (move_to === id) throw invalid({ move_to: 'Choose another team.' })
  if (move_to) found(await liveTeam(tx, move_to).forShare().executeTakeFirst())
  const today = await todayOf(tx)
  enforce(teamRules.remove({ future_visits: await countComingWork(tx, id, today), move_to }))
  const heir = move_to ?? null
  await emptyTeam(tx, id)
  await moveCustomersOfTeam(tx, id, heir)
  await moveRulesOfTeam(tx, id, heir, today)
  await moveVisitsOfTeam(tx, id, heir, today)
  await moveMiscEventsOfTeam(tx, id, heir, today)
  await tx
    .updateTable('teams')
    .set({ deleted_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  const about = { team_ids: [id, heir] }
  await emit(tx, 'team.changed', { team_id: id, removed: true, move_to: heir }, about)
  await emitToCustomers(tx)
}

/** Customers get no events of teams, but their visits name them. */
const emitToCustomers = (tx: OrgTx): Promise<void> =>
  emit(tx, 'organization.changed', { fields: ['teams'] })

const emitTeamChanged = (tx: OrgTx, team_id: string): Promise<void> =>
  emit(tx, 'team.changed', { team_id }, { team_ids: [team_id] })

/** The database enforces unique team names. */
function refuseTakenName(fault: unknown): never {
  throw (fault as { constraint?: string }).constraint === 'teams_name' ||
    /teams_name/.test((fault as Error).message)
    ? refused('name_taken', nameTakenMessage)
    : fault
}
