import { sql } from 'kysely'
import {
  mayHaveFeed,
  type FeedScope,
  type OfferedFeed,
} from '../../../domain/customers/calendar-feed.ts'
import type { Role } from '../../../domain/base/roles.ts'
import { hashCode, unseal } from '../../base/kit/codes.ts'
import type { OrgTx, PlatformTx } from '../../base/db/door.ts'
import { homeUrl } from '../../messages/links.ts'
import type { Actor } from '../../base/actor.ts'

/** Calendars this person may have, with the links they made. */
export async function readOffered(
  tx: OrgTx,
  secret: Buffer,
  { person_id, roles }: Pick<Actor, 'person_id' | 'roles'>,
): Promise<OfferedFeed[]> {
  const links = await tx
    .selectFrom('calendar_feeds')
    .select(['id', 'scope', 'team_id', 'token_sealed', 'created_at', 'read_at'])
    .where('person_id', '=', person_id)
    .where('revoked_at', 'is', null)
    .execute()
  const teams = mayHaveFeed(roles, 'schedule') ? await readTeams(tx) : []
  const offered: Pick<OfferedFeed, 'scope' | 'team'>[] = [
    { scope: 'schedule', team: null },
    ...teams.map((team) => ({ scope: 'schedule' as const, team })),
    { scope: 'own_teams', team: null },
    { scope: 'own_visits', team: null },
  ]
  return offered
    .filter(({ scope }) => mayHaveFeed(roles, scope))
    .map(({ scope, team }) => {
      const link = links.find((one) => one.scope === scope && one.team_id === (team?.id ?? null))
      if (!link) return { scope, team, link: null }
      const { id, token_sealed, created_at, read_at } = link
      const url = homeUrl(`/api/public/calendar/${unseal(secret, token_sealed)}.ics`)
      return { scope, team, link: { id, url, created_at, read_at } }
    })
}

const readTeams = (tx: OrgTx) =>
  tx
    .selectFrom('teams')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .execute()

/** Whose calendar a link is, and what they may see of the business today. */
export type Feed = {
  id: string
  organization_id: string
  person_id: string
  scope: FeedScope
  team_id: string | null
  customer_id: string | null
  team_ids: string[]
  /** The business is deactivated: it does no visits. */
  is_closed: boolean
}

type Row = Omit<Feed, 'team_ids' | 'customer_id'> & {
  roles: Role[]
  customer_ids: string[]
  team_ids: string[]
}

/** The calendar of a link; null if it was ended, or its person may not see it any more. */
export async function readFeed(tx: PlatformTx, token: string): Promise<Feed | null> {
  const { rows } = await sql<Row>`
    select f.id, f.organization_id, f.person_id, f.scope, f.team_id, o.status <> 'active' as is_closed, json_agg(m.role) as roles,
      coalesce(json_agg(m.customer_id) filter (where m.role = 'user'), '[]') as customer_ids,
      coalesce(json_agg(m.team_id) filter (where m.role <> 'user' and m.team_id is not null), '[]')::jsonb || coalesce((
        select jsonb_agg(l.team_id) from led_teams l join memberships x on x.organization_id = l.organization_id and x.id = l.membership_id
        where l.organization_id = f.organization_id and x.person_id = f.person_id and x.status = 'active' and x.role = 'crew_owner'), '[]') as team_ids
    from calendar_feeds f
      join people p on p.id = f.person_id and p.status <> 'inactive' and p.platform_role is null
      join organizations o on o.id = f.organization_id
      join memberships m on m.organization_id = f.organization_id and m.person_id = f.person_id and m.status = 'active'
        and (o.status = 'active' or m.role = 'user')
    where f.token_hash = ${hashCode(token)} and f.revoked_at is null
    group by f.organization_id, f.id, o.status`.execute(tx)
  const row = rows[0]
  if (!row || !mayHaveFeed(row.roles, row.scope)) return null
  const { roles: _, customer_ids, ...feed } = row
  return { ...feed, customer_id: customer_ids[0] ?? null }
}
