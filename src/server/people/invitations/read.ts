import { sql, type Selectable } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../../../../db/schema.ts'
import type { invitations } from '../../../api/invitations.ts'
import { emailKey } from '../../../domain/base/email.ts'
import {
  invitationRules,
  invitationStatus,
  type Invitation,
  type InvitationKind,
  type InvitationVia,
  type StoredInvitationStatus,
} from '../../../domain/people/invitation.ts'
import { hasRole, officeAndAdminRoles } from '../../../domain/base/roles.ts'
import type { App } from '../../base/call.ts'
import { hashCode, unseal } from '../../base/kit/codes.ts'
import type { OrgTx, PlatformTx, Tx } from '../../base/db/door.ts'
import { waitsForProof } from '../../messages/write-waiting.ts'
import { byId, pageOf } from '../../base/kit/page.ts'
import { found, notFound } from '../../base/kit/refusals.ts'
import type { Actor } from '../../base/actor.ts'

export const inviteGone = 'Invalid or expired invite'

export const invitationColumns = [
  'id',
  'organization_id',
  'kind',
  'via',
  'code_sealed',
  'email',
  'phone',
  'name',
  'role',
  'team_id',
  'status',
  'prefill',
  'uses',
  'single_use',
  'created_by',
  'accepted_by',
  'created_at',
  'expires_at',
  'ticket_url',
] as const
export type InvitationRow = Pick<
  Selectable<Database['invitations']>,
  (typeof invitationColumns)[number]
>

/**
 * Finds the invitation with this code in any organization. One of the few reads across
 * organizations.
 */
export const findInvitation = (tx: PlatformTx, code: string): Promise<InvitationRow | undefined> =>
  tx
    .selectFrom('invitations')
    .select(invitationColumns)
    .where('code_hash', '=', hashCode(code))
    .executeTakeFirst()

/** An invitation to a staff that can still be accepted, with the name of the business. 404. */
export async function findStaffOffer(
  tx: PlatformTx,
  code: string,
): Promise<{ row: InvitationRow; organization_name: string }> {
  const row = await findInvitation(tx, code)
  if (!row || row.kind !== 'staff' || invitationRules.use(factsOf(row))) throw notFound(inviteGone)
  return { row, organization_name: (await activeOrganization(tx, row.organization_id)).name }
}

/** The business somebody is invited to, unless it is closed. 404. */
export async function activeOrganization(tx: Tx, id: string | null): Promise<{ name: string }> {
  const organization = await tx
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return found(organization, inviteGone)
}

/** The organization's permanent code; null if there is none. */
export async function readPermanentCode(tx: OrgTx, app: App): Promise<string | null> {
  const row = await tx
    .selectFrom('invitations')
    .select('code_sealed')
    .where('kind', '=', 'permanent')
    .where('status', '<>', 'revoked')
    .executeTakeFirst()
  return row ? unseal(app.secret, row.code_sealed) : null
}

/**
 * Locks an invitation, found by code or id. Crew leaders reach only customer invitations; the
 * permanent link cannot be reached.
 */
export async function lockInvitation(
  tx: OrgTx,
  code: string,
  actor: Pick<Actor, 'roles'>,
): Promise<InvitationRow> {
  const row = found(
    await tx
      .selectFrom('invitations')
      .select(invitationColumns)
      .where((e) =>
        e.or([
          e('code_hash', '=', hashCode(code)),
          e(sql<string>`id::text`, '=', code.toLowerCase()),
        ]),
      )
      .forUpdate()
      .executeTakeFirst(),
  )
  if (
    row.kind === 'permanent' ||
    row.kind === 'owner' ||
    (row.kind === 'staff' && !hasRole(actor.roles, officeAndAdminRoles))
  )
    throw notFound()
  return row
}

/** The facts an invitation's rules need. */
export const factsOf = (row: InvitationRow) => ({
  kind: row.kind as InvitationKind,
  via: row.via as InvitationVia,
  status: row.status as StoredInvitationStatus,
  expires_at: row.expires_at,
  now: new Date().toISOString(),
})

/** An invitation for the office; code and link only while they work. */
export function invitationView(
  app: App,
  row: InvitationRow,
  organization_name: string | null = null,
): Invitation {
  const status = invitationStatus(
    { status: row.status as StoredInvitationStatus, expires_at: row.expires_at },
    new Date().toISOString(),
  )
  const usable = status !== 'expired' && status !== 'revoked' && status !== 'accepted'
  const code = usable ? unseal(app.secret, row.code_sealed) : null
  return {
    id: row.id,
    code,
    kind: row.kind as InvitationKind,
    via: row.via as InvitationVia,
    email: row.email,
    phone: row.phone,
    role: row.role,
    organization_name,
    status,
    created_at: row.created_at,
    expires_at: row.expires_at,
    link: code ? linkOf(app, row.kind, code) : null,
    ticket_url: row.ticket_url,
  }
}

type RecentQuery = z.output<(typeof invitations)['GET /api/owner/invitations/recent']['query']>

/** A page of invitations, newest first. One whose last letter bounced shows as failed, one whose letter waits as waiting. */
export async function readRecentInvitations(
  tx: OrgTx,
  app: App,
  query: RecentQuery,
): Promise<{ invites: Invitation[]; next_cursor: string | null }> {
  const rows = await recentInvitations(tx, query).execute()
  const { page, next_cursor } = pageOf(rows, query.limit, byId)
  const invites = page.map((row) =>
    invitationView(app, row.letter && row.status === 'sent' ? { ...row, status: row.letter } : row),
  )
  return { invites, next_cursor }
}

function recentInvitations(tx: OrgTx, query: RecentQuery) {
  let rows = tx
    .selectFrom('invitations as i')
    .select(invitationColumns)
    .select(letter)
    .where('kind', '=', query.kind)
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
  if (query.via !== 'all') rows = rows.where('via', '=', query.via)
  if (query.cursor) rows = rows.where('id', '<', query.cursor)
  if (query.from)
    rows = rows.where(
      sql<boolean>`(created_at at time zone (select time_zone from organizations where id = ${tx.org}))::date >= ${query.from}::date`,
    )
  if (!query.q) return rows
  const like = `%${query.q.replace(/[\\%_]/g, '\\$&')}%`
  const digits = query.q.replace(/\D/g, '')
  return rows.where((e) =>
    e.or([
      e('email', 'ilike', like),
      ...(digits.length >= 3 ? [e('phone', 'like', `%${digits}%`)] : []),
    ]),
  )
}

/** How often an invitation is sent again. Each letter has the once-key `invite:<id>`, with its count from the second on. */
export const maxResends = 5

/** What became of the last letter, where the status does not say it: it did not arrive, or it waits. */
const letter = sql<'failed' | 'waiting' | null>`(
  select case when m.status in ('failed', 'bounced', 'refused') then 'failed' when ${waitsForProof} then 'waiting' end
  from messages m where m.organization_id = i.organization_id
    and m.once_key in (select 'invite:' || i.id union all select 'invite:' || i.id || ':' || again from generate_series(0, ${maxResends}::int) as again)
  order by m.id desc limit 1)`.as('letter')

/** The active staff member with this e-mail address. */
export const staffMember = (tx: OrgTx, email: string): Promise<{ role: string } | undefined> =>
  tx
    .selectFrom('memberships as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .select('m.role')
    .where('m.role', '<>', 'user')
    .where('m.status', '=', 'active')
    .where(sql`lower(p.email)`, '=', emailKey(email))
    .executeTakeFirst()

export const organizationName = async (tx: OrgTx): Promise<string> =>
  (
    await tx
      .selectFrom('organizations')
      .select('name')
      .where('id', '=', tx.org)
      .executeTakeFirstOrThrow()
  ).name

const paths: Record<string, string> = {
  staff: '/invite/accept?code=',
  owner: '/admin/owner-onboard/',
}

/** The page a code is used on. */
export const linkOf = (app: App, kind: string, code: string): string =>
  `${app.config.PUBLIC_URL}${paths[kind] ?? '/signup/'}${code}`
