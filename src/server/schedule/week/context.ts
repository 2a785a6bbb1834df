import { crewRoles, hasRole } from '../../../domain/base/roles.ts'
import type { CallContext, ReadContext } from '../../base/call.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { readCalendar, type Calendar } from './calendar.ts'
import type { Actor } from '../../base/actor.ts'

/**
 * What an actor may see and do on the schedule: the office everything, a crew only visits its teams
 * have now.
 */
export type Permissions = {
  by_crew: boolean
  sees_prices: boolean
  team_ids: readonly string[]
  person_id: string | null
}

/**
 * What every schedule action needs: its transaction, the organization's calendar, and the actor's
 * permissions.
 */
export type ScheduleContext = {
  tx: OrgTx
  calendar: Calendar
  may: Permissions
  /** How long a crew's completion can be undone before it charges. */
  undo_seconds: number
}

type Caller = Pick<Actor, 'roles' | 'team_ids' | 'person_id'>

/** One transaction of a writing call, with its context loaded. */
export const inSchedule = <T>(
  call: Writing,
  work: (ctx: ScheduleContext) => Promise<T>,
): Promise<T> => inScheduleWith(call, async () => {}, work)

type Writing = Pick<CallContext, 'inOrg' | 'app'> & { actor: Caller }

/** The same with what needs no context and is asked for together with it. */
export const inScheduleWith = <A, T>(
  { inOrg, actor, app }: Writing,
  ask: (tx: OrgTx) => Promise<A>,
  work: (ctx: ScheduleContext, asked: A) => Promise<T>,
): Promise<T> =>
  inOrg(async (tx) => {
    const opening = openSchedule(tx, actor, app.config.CREW_UNDO_SECONDS)
    const [ctx, asked] = await Promise.all([opening, ask(tx)])
    return work(ctx, asked)
  })

/** The same for a read-only call. */
export const readSchedule = <T>(
  { readOrg, actor }: Pick<ReadContext, 'readOrg'> & { actor: Caller },
  work: (ctx: ScheduleContext) => Promise<T>,
): Promise<T> => readOrg(async (tx) => work(await openSchedule(tx, actor, 0)))

async function openSchedule(
  tx: OrgTx,
  actor: Caller,
  undo_seconds: number,
): Promise<ScheduleContext> {
  const calendar = await readCalendar(tx)
  return { tx, calendar, may: permissionsOf(actor, calendar), undo_seconds }
}

/** The same for another noun's action that changes the schedule on the office's behalf. */
export const openScheduleForOffice = async (tx: OrgTx): Promise<ScheduleContext> => ({
  tx,
  calendar: await readCalendar(tx),
  may: { by_crew: false, sees_prices: true, team_ids: [], person_id: tx.cause.person_id },
  undo_seconds: 0,
})

export function permissionsOf(
  actor: Caller,
  { settings }: Pick<Calendar, 'settings'>,
): Permissions {
  const by_crew =
    hasRole(actor.roles, crewRoles) && !hasRole(actor.roles, ['owner', 'manager', 'admin'])
  return {
    by_crew,
    sees_prices: !by_crew || settings.crew_sees_prices,
    team_ids: actor.team_ids,
    person_id: actor.person_id,
  }
}
