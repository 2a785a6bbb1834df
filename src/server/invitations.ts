import { sql } from 'kysely'
import type { invitations } from '../api/invitations.ts'
import { emailKey, maskEmail, toE164 } from '../domain/contact.ts'
import {
  alreadyStaffText,
  canInvite,
  invitationRules,
  invitationStatus,
  isSingleUse,
  ttlHours,
  type Invitation,
  type InvitationKind,
  type InvitationVia,
  type StoredInvitationStatus,
} from '../domain/invitation.ts'
import { hasRole, highestRole, roles as ranks, type Role } from '../domain/roles.ts'
import type { StaffInviteResult } from '../domain/team.ts'
import type { Actor, App, CallContext, Handlers } from './call.ts'
import { hashCode, newCode, seal, unseal } from './codes.ts'
import { inOrgAll, type OrgTx, type PlatformTx, type Tx } from './db/door.ts'
import { audit, emit, rightsChanged } from './events.ts'
import { alreadyHere } from './invitations/already-here.ts'
import { linkOf, sendInvitation } from './invitations/letters.ts'
import { dropInvited, endStaffInvitations, staffMember, takeOn } from './invitations/take-on.ts'
import { byId, pageOf } from './page.ts'
import { enforce, found, invalid, notFound, Refused, refused } from './refusals.ts'

export const inviteGone = 'Invalid or expired invite'

/** Makes a code, keeps its hash and, sealed, the code itself for links that are shown again. */
export async function makeInvitation(
  tx: Tx,
  app: App,
  invite: {
    organization_id: string | null
    kind: InvitationKind
    via: InvitationVia
    ttl_hours?: number | null
    email?: string | null
    phone?: string | null
    name?: string | null
    role?: Role | null
    team_id?: string | null
    prefill?: object
    status?: StoredInvitationStatus
  },
): Promise<{ id: string; code: string }> {
  const code = newCode()
  const row = await tx
    .insertInto('invitations')
    .values({
      organization_id: invite.organization_id,
      kind: invite.kind,
      via: invite.via,
      code_hash: hashCode(code),
      code_sealed: seal(app.secret, code),
      email: invite.email ?? null,
      phone: invite.phone ?? null,
      name: invite.name ?? null,
      role: invite.role ?? null,
      team_id: invite.team_id ?? null,
      single_use: isSingleUse(invite),
      status: invite.status ?? 'pending',
      prefill: JSON.stringify(invite.prefill ?? {}),
      created_by: tx.doer.person_id,
      expires_at: invite.ttl_hours ? sql`now() + ${`${invite.ttl_hours} hours`}::interval` : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: row.id, code }
}

const invitationColumns = [
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

/** The invitation a code names, whichever organization's; null for none. One of the few looks across organizations. */
export const findInvitation = (tx: PlatformTx, code: string) =>
  tx.selectFrom('invitations').select(invitationColumns).where('code_hash', '=', hashCode(code)).executeTakeFirst()
export type InvitationRow = NonNullable<Awaited<ReturnType<typeof findInvitation>>>

export const factsOf = (row: InvitationRow) => ({
  kind: row.kind as InvitationKind,
  via: row.via as InvitationVia,
  status: row.status as StoredInvitationStatus,
  expires_at: row.expires_at,
  now: new Date().toISOString(),
})

export function shownInvitation(app: App, row: InvitationRow, organization_name: string | null = null): Invitation {
  const status = invitationStatus({ status: row.status as StoredInvitationStatus, expires_at: row.expires_at }, new Date().toISOString())
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

/** The organization's permanent code; made when there is none yet. */
export async function permanentCode(tx: OrgTx, app: App): Promise<string> {
  const find = () =>
    tx
      .selectFrom('invitations')
      .select('code_sealed')
      .where('organization_id', '=', tx.org)
      .where('kind', '=', 'permanent')
      .where('status', '<>', 'revoked')
      .executeTakeFirst()
  const known = await find()
  if (known) return unseal(app.secret, known.code_sealed)
  await tx.selectFrom('organizations').select('id').where('id', '=', tx.org).forUpdate().execute()
  const second = await find()
  if (second) return unseal(app.secret, second.code_sealed)
  return (await makeInvitation(tx, app, { organization_id: tx.org, kind: 'permanent', via: 'link' })).code
}

const permanent = async (tx: OrgTx, app: App) => {
  const organization = await tx.selectFrom('organizations').select(['name', 'signup_open']).where('id', '=', tx.org).executeTakeFirstOrThrow()
  const code = await permanentCode(tx, app)
  const link = linkOf(app, 'permanent', code)
  const name = organization.name.replace(/[<>&"]/g, (c) => `&#${c.charCodeAt(0)};`)
  return {
    ok: true,
    link,
    code,
    org_name: organization.name,
    public_signup_enabled: organization.signup_open,
    embed_html: `<a href="${app.config.PUBLIC_URL}/public-signup/${code}" rel="noopener">Sign up with ${name}</a>`,
  }
}

const nameOf = async (tx: OrgTx): Promise<string> =>
  (await tx.selectFrom('organizations').select('name').where('id', '=', tx.org).executeTakeFirstOrThrow()).name

/** Staff invitations to one address in a day. */
const maxLetters = 5
/** Staff invitations to an address in the last day, and whether the latest of them came back. */
async function lettersTo(tx: OrgTx, email: string): Promise<{ count: number; came_back: boolean }> {
  const letters = await tx
    .selectFrom('messages')
    .select('status')
    .where('organization_id', '=', tx.org)
    .where('template', '=', 'staff_invite')
    .where(sql`lower(recipient)`, '=', emailKey(email))
    .where('created_at', '>', sql<string>`now() - interval '1 day'`)
    .orderBy('id', 'desc')
    .limit(maxLetters)
    .execute()
  return { count: letters.length, came_back: letters[0]?.status === 'failed' }
}

/** Invites one person to the caller's staff by e-mail; answers how it went, for the four outcomes an office sees. */
export async function inviteStaff(
  call: CallContext & { actor: { roles: Role[]; name: string | null } },
  invite: { email: string; role: Role; team_id: string | null },
): Promise<StaffInviteResult> {
  const own = highestRole(call.actor.roles)
  if (!own || !canInvite(own, invite.role)) throw new Refused(403, 'role_too_high', 'You cannot invite somebody above your own role.')
  return call.inOrg(async (tx) => {
    const member = await staffMember(tx, invite.email)
    if (member && ranks.indexOf(member.role as Role) <= ranks.indexOf(invite.role)) {
      return { ok: true, invited: false, note: alreadyStaffText(invite.email, member.role as Role), error: null }
    }
    const { count, came_back } = await lettersTo(tx, invite.email)
    if (came_back) return { ok: true, invited: false, note: `No invite was sent: the last letter to ${invite.email} came back.`, error: null }
    if (count >= maxLetters) throw refused('sent_often', `${invite.email} was invited often enough today. Please call, or try again tomorrow.`)
    await endStaffInvitations(tx, invite.email)
    const made = await makeInvitation(tx, call.app, {
      organization_id: tx.org,
      kind: 'staff',
      via: 'email',
      email: invite.email,
      role: invite.role,
      team_id: invite.team_id,
      ttl_hours: 24 * 14,
      status: 'sent',
    })
    const row = await tx.selectFrom('invitations').select(invitationColumns).where('id', '=', made.id).executeTakeFirstOrThrow()
    await sendInvitation(tx, call.app, row, made.code, { inviter_name: call.actor.name, once_key: `invite:${made.id}` })
    return { ok: true, invited: true, note: null, error: null }
  })
}

async function inviteCustomer(call: CallContext, invite: { via: InvitationVia; ttl_hours: number; email?: string; phone?: string }) {
  const phone = invite.phone ? toE164(invite.phone) : null
  if (invite.via === 'sms' && !phone) throw invalid({ phone: 'Enter a valid phone number' })
  return call.inOrg(async (tx) => {
    const made = await makeInvitation(tx, call.app, {
      organization_id: tx.org,
      kind: 'customer',
      via: invite.via,
      ttl_hours: invite.ttl_hours,
      email: invite.email ?? null,
      phone,
      status: invite.email || phone ? 'sent' : 'pending',
    })
    const row = await tx.selectFrom('invitations').select(invitationColumns).where('id', '=', made.id).executeTakeFirstOrThrow()
    const note = invite.email ? await alreadyHere(tx, invite.email) : null
    await sendInvitation(tx, call.app, row, made.code, { once_key: `invite:${made.id}` })
    return {
      ok: true as const,
      invite: shownInvitation(call.app, row, await nameOf(tx)),
      link: linkOf(call.app, 'customer', made.code),
      ticket_url: null,
      note,
    }
  })
}

const staffInviters: readonly Role[] = ['owner', 'manager', 'admin']
/** Letters of one invitation after the first. */
const maxResends = 5
const undelivered =
  sql<boolean>`exists (select 1 from messages m where m.organization_id = i.organization_id and m.once_key = 'invite:' || i.id and m.status = 'failed')`.as(
    'undelivered',
  )

/** One invitation of the organization by its code or id, held; crew leaders reach those of customers only. The permanent link is none. */
async function lockInvitation(tx: OrgTx, code: string, actor: Pick<Actor, 'roles'>): Promise<InvitationRow> {
  const row = found(
    await tx
      .selectFrom('invitations')
      .select(invitationColumns)
      .where('organization_id', '=', tx.org)
      .where((e) => e.or([e('code_hash', '=', hashCode(code)), e(sql<string>`id::text`, '=', code.toLowerCase())]))
      .forUpdate()
      .executeTakeFirst(),
  )
  if (row.kind === 'permanent' || row.kind === 'owner' || (row.kind === 'staff' && !hasRole(actor.roles, staffInviters))) throw notFound()
  return row
}

export const invitationHandlers: Handlers<typeof invitations> = {
  'GET /api/owner/invitations/permanent': ({ inOrg, app }) => inOrg((tx) => permanent(tx, app)),

  'POST /api/owner/invitations/permanent/rotate': ({ inOrg, app }) =>
    inOrg(async (tx) => {
      await tx
        .updateTable('invitations')
        .set({ status: 'revoked' })
        .where('organization_id', '=', tx.org)
        .where('kind', '=', 'permanent')
        .where('status', '<>', 'revoked')
        .execute()
      await emit(tx, 'organization.changed', { permanent_link: 'rotated' })
      return permanent(tx, app)
    }),

  'GET /api/owner/invitations/recent': ({ inOrg, app, query, actor }) =>
    inOrg(async (tx) => {
      if (query.kind === 'staff' && !hasRole(actor.roles, staffInviters)) throw new Refused(403, 'forbidden', 'You do not have access to this resource.')
      let rows = tx
        .selectFrom('invitations as i')
        .select(invitationColumns)
        .select(undelivered)
        .where('organization_id', '=', tx.org)
        .where('kind', '=', query.kind)
        .orderBy('id', 'desc')
        .limit(query.limit + 1)
      if (query.via !== 'all') rows = rows.where('via', '=', query.via)
      if (query.cursor) rows = rows.where('id', '<', query.cursor)
      if (query.from)
        rows = rows.where(sql<boolean>`(created_at at time zone (select time_zone from organizations where id = ${tx.org}))::date >= ${query.from}::date`)
      if (query.q) {
        const like = `%${query.q.replace(/[\\%_]/g, '\\$&')}%`
        const digits = query.q.replace(/\D/g, '')
        rows = rows.where((e) => e.or([e('email', 'ilike', like), ...(digits.length >= 3 ? [e('phone', 'like', `%${digits}%`)] : [])]))
      }
      const { page, next_cursor } = pageOf(await rows.execute(), query.limit, byId)
      return {
        invites: page.map((row) => shownInvitation(app, row.undelivered && row.status === 'sent' ? { ...row, status: 'failed' } : row)),
        next_cursor,
      }
    }),

  'POST /api/owner/invitations/create': (call) =>
    inviteCustomer(call, { via: call.body.via, ttl_hours: call.body.ttl_hours, ...(call.body.phone ? { phone: call.body.phone } : {}) }),
  'POST /api/owner/invitations/email': (call) => inviteCustomer(call, { via: 'email', ttl_hours: call.body.ttl_hours, email: call.body.email }),
  'POST /api/owner/invitations/sms': (call) => inviteCustomer(call, { via: 'sms', ttl_hours: ttlHours(call.body.ttl_hours), phone: call.body.phone }),

  'POST /api/owner/invitations/{code}/revoke': ({ inOrg, params, actor }) =>
    inOrg(async (tx) => {
      const row = await lockInvitation(tx, params.code, actor)
      enforce(invitationRules.revoke(factsOf(row)))
      await tx.updateTable('invitations').set({ status: 'revoked' }).where('organization_id', '=', tx.org).where('id', '=', row.id).execute()
      if (row.kind === 'staff') await dropInvited(tx, row)
      return { ok: true as const }
    }),

  'POST /api/owner/invitations/{code}/resend': ({ inOrg, app, params, actor }) =>
    inOrg(async (tx) => {
      const row = await lockInvitation(tx, params.code, actor)
      enforce(invitationRules.resend(factsOf(row)))
      if (row.via === 'sms') throw refused('sms_sent_once', 'A text message invites once. Make a new invitation if they ask for it.')
      if (!row.email) throw refused('no_recipient', 'This invitation was sent to nobody: show its code or copy its link.')
      // The same code, so that the first letter works as well; an expired one gets the time it had when it was made.
      const [fresh] = await tx
        .updateTable('invitations')
        .set({ status: 'sent', expires_at: sql`case when expires_at is null then null else now() + (expires_at - created_at) end`, created_at: sql`now()` })
        .where('organization_id', '=', tx.org)
        .where('id', '=', row.id)
        .returning(invitationColumns)
        .execute()
      const code = unseal(app.secret, row.code_sealed)
      const { n } = await tx
        .selectFrom('messages')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('organization_id', '=', tx.org)
        .where('once_key', 'like', `invite:${row.id}%`)
        .executeTakeFirstOrThrow()
      if (n > maxResends) throw refused('sent_often', 'This invitation was sent often enough. Please call, or make a new one.')
      await sendInvitation(tx, app, found(fresh), code, { inviter_name: actor.name, once_key: `invite:${row.id}:${n}` })
      return {
        ok: true as const,
        invite: shownInvitation(app, found(fresh), await nameOf(tx)),
        link: linkOf(app, row.kind, code),
        ticket_url: null,
        note: null,
      }
    }),

  'GET /api/public/invitations/{code}': ({ onPlatform, params, actor }) =>
    onPlatform(async (tx) => {
      const row = await findInvitation(tx, params.code)
      if (!row || row.kind !== 'staff' || invitationRules.use(factsOf(row))) throw notFound(inviteGone)
      const organization = found(
        await tx.selectFrom('organizations').select('name').where('id', '=', row.organization_id).where('status', '=', 'active').executeTakeFirst(),
        inviteGone,
      )
      const own = actor?.email_verified && row.email && emailKey(actor.email) === emailKey(row.email)
      return {
        email: row.email && !own ? maskEmail(row.email) : row.email,
        role: row.role ?? 'crew_member',
        organization_name: organization.name,
        expires_at: row.expires_at,
      }
    }),

  'POST /api/public/invitations/{code}/claim': async ({ app, doer, onPlatform, params, actor }) => {
    const named = await onPlatform((tx) => findInvitation(tx, params.code))
    if (!named?.organization_id || named.kind !== 'staff') throw notFound(inviteGone)
    const { id, organization_id } = named
    return inOrgAll(app.store, organization_id, doer, async (tx) => {
      // Locked, so that of two who claim at once one finds it used.
      const row = await tx.selectFrom('invitations').select(invitationColumns).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
      const refusal = invitationRules.claim({
        ...factsOf(row),
        invited_email: row.email ? emailKey(row.email) : null,
        verified_email: actor.email_verified ? emailKey(actor.email) : null,
      })
      if (refusal?.code === 'invitation_invalid') throw notFound(inviteGone)
      if (refusal && !actor.email_verified) throw new Refused(403, 'email_unverified', 'Failed to accept invite. Confirm your e-mail address first.')
      if (refusal) throw new Refused(403, 'other_email', `Failed to accept invite. It was sent to ${row.email ? maskEmail(row.email) : 'another address.'}`)
      found(await tx.selectFrom('organizations').select('id').where('id', '=', tx.org).where('status', '=', 'active').executeTakeFirst(), inviteGone)
      const { role, team_id } = await takeOn(tx, row, actor.person_id)
      await tx
        .updateTable('invitations')
        .set({ status: 'accepted', accepted_by: actor.person_id, accepted_at: sql`now()`, uses: sql`uses + 1` })
        .where('id', '=', id)
        .execute()
      await sql`update people set active_organization_id = ${tx.org}::uuid, status = case when status = 'invited' then 'active' else status end
        where id = ${actor.person_id}`.execute(tx)
      await audit(tx, { action: 'invitation.claimed', entity: 'invitation', entity_id: id, after: { role } })
      await rightsChanged(tx, [actor.person_id])
      await emit(tx, 'team.changed', { team_id, person_id: actor.person_id }, { team_ids: [team_id] })
      return { ok: true as const, role, organization_id }
    })
  },
}
