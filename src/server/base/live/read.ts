import { sql } from 'kysely'
import { liveTimes, type StreamPermissions } from '../../../domain/base/live.ts'
import type { Role } from '../../../domain/base/roles.ts'
import { readOrgAll, readPlatform, system } from '../db/door.ts'
import type { Store } from '../db/store.ts'
import { isSignedOut } from '../security/signed-out.ts'
import { Refused } from '../kit/refusals.ts'
import type { EventRow } from './events.ts'
import type { StreamActor } from './service.ts'

/** A client that missed more events than this reloads instead. */
export const replayLimit = 1000

/** Events after a number, oldest first. */
export const readEvents = (
  store: Store,
  organization_id: string,
  after: number,
  limit: number,
): Promise<EventRow[]> =>
  readOrgAll(store, organization_id, system, (tx) =>
    tx
      .selectFrom('events')
      .select(['number', 'type', 'data', 'customer_id', 'team_ids', 'at'])
      .where('organization_id', '=', organization_id)
      .where('number', '>', after)
      .orderBy('number')
      .limit(limit)
      .execute(),
  )

export const readRevisions = (
  store: Store,
  ids: readonly string[],
): Promise<{ id: string; revision: number }[]> =>
  readPlatform(store, system, (tx) =>
    tx.selectFrom('organizations').select(['id', 'revision']).where('id', 'in', ids).execute(),
  )

/**
 * True if what a stream stands on ended since its ticket was made: the person, the sign-in, its
 * access to the business, or the impersonation.
 */
export const hasEnded = (
  store: Store,
  { actor, session_id, organization_id }: StreamActor,
): Promise<boolean> =>
  readPlatform(store, system, async (tx) => {
    const { rows } = await sql`
      select 1 from people where id = ${actor.person_id}::uuid and status = 'inactive'
      union all select 1 from idp_session where uid = ${session_id}::text and ended_at is not null
      union all select 1 from impersonations where id = ${actor.impersonation_id}::uuid
        and (ended_at is not null or expires_at <= now())
      union all select 1 from memberships where organization_id = ${organization_id}::uuid and person_id = ${actor.person_id}::uuid
        and ${isSignedOut(actor.impersonation_id ? null : session_id)}`.execute(tx)
    return rows.length > 0
  })

/** Current role, teams and customer from the database, and the organization's revision. */
export async function readRights(
  store: Store,
  { actor, organization_id }: StreamActor,
): Promise<StreamPermissions & { revision: number }> {
  const rows = await readOrgAll(store, organization_id, system, (tx) =>
    tx
      .selectFrom('organizations')
      .leftJoin('memberships', (join) =>
        join
          .onRef('memberships.organization_id', '=', 'organizations.id')
          .on('memberships.person_id', '=', actor.person_id)
          .on('memberships.status', '=', 'active'),
      )
      .leftJoin('led_teams', (join) =>
        join
          .onRef('led_teams.organization_id', '=', 'memberships.organization_id')
          .onRef('led_teams.membership_id', '=', 'memberships.id')
          .on('memberships.role', '=', 'crew_owner'),
      )
      .select([
        'organizations.revision',
        'organizations.status',
        'role',
        'memberships.team_id',
        'led_teams.team_id as led_team_id',
        'customer_id',
      ])
      .where('organizations.id', '=', organization_id)
      .execute(),
  )
  const isInactive = rows[0]?.status === 'inactive'
  const roles = rows.flatMap(({ role }) =>
    role && (!isInactive || role === 'user') ? [role as Role] : [],
  )
  const [first] = rows
  if (!first || !roles.length) throw new Refused(404, 'not_found', 'Not found.')
  return {
    user_id: actor.person_id,
    roles,
    team_ids: rows.flatMap(({ team_id, led_team_id }) =>
      [team_id, led_team_id].filter((id) => id !== null),
    ),
    customer_id: rows.find(({ customer_id }) => customer_id)?.customer_id ?? null,
    revision: first.revision,
  }
}

/**
 * Number of the last event before a page started loading; if too many came since, one old enough to
 * make the client reload.
 */
export async function readNumberBefore(
  store: Store,
  organization_id: string,
  revision: number,
  since_ms: number,
): Promise<number> {
  const since = new Date(Date.now() - since_ms - liveTimes.settling).toISOString()
  const first = await readOrgAll(store, organization_id, system, (tx) =>
    tx
      .selectFrom('events')
      .select('number')
      .where('organization_id', '=', organization_id)
      .where('number', '>=', revision - replayLimit)
      .where('at', '>=', since)
      .orderBy('number')
      .limit(1)
      .executeTakeFirst(),
  )
  return first ? first.number - 1 : revision
}
