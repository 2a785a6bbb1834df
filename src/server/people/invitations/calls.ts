import type { invitations } from '../../../api/invitations.ts'
import { emailKey, maskEmail } from '../../../domain/base/email.ts'
import {
  invitationRules,
  ttlHours,
  type PermanentInvitation,
} from '../../../domain/people/invitation.ts'
import { hasRole, officeAndAdminRoles } from '../../../domain/base/roles.ts'
import type { App, Handlers } from '../../base/call.ts'
import { unseal } from '../../base/kit/codes.ts'
import { inOrgAll, type OrgTx } from '../../base/db/door.ts'
import { removeInvitedStaff } from '../write-memberships.ts'
import { enforce, found, noAccess, notFound, refused } from '../../base/kit/refusals.ts'
import { claimInvitation } from './claim.ts'
import { inviteCustomer } from './invite.ts'
import { sendInvitation } from './letter.ts'
import {
  factsOf,
  findInvitation,
  findStaffOffer,
  invitationView,
  inviteGone,
  linkOf,
  lockInvitation,
  maxResends,
  organizationName,
  readPermanentCode,
  readRecentInvitations,
  type InvitationRow,
} from './read.ts'
import {
  ensurePermanentCode,
  renewInvitation,
  revokeInvitation,
  revokePermanentCode,
} from './write.ts'

export const invitationHandlers: Handlers<typeof invitations> = {
  'GET /api/owner/invitations/permanent': async ({ readOrg, app, actor, cause }) => {
    const known = await readOrg((tx) => readPermanent(tx, app))
    if (known) return known
    return inOrgAll(app.store, actor.organization_id, cause, (tx) => ensurePermanent(tx, app))
  },

  'POST /api/owner/invitations/permanent/rotate': ({ inOrg, app }) =>
    inOrg(async (tx) => {
      await revokePermanentCode(tx)
      return ensurePermanent(tx, app)
    }),

  'GET /api/owner/invitations/recent': ({ readOrg, app, query, actor }) =>
    readOrg(async (tx) => {
      if (query.kind === 'staff' && !hasRole(actor.roles, officeAndAdminRoles)) throw noAccess()
      return readRecentInvitations(tx, app, query)
    }),

  'POST /api/owner/invitations/create': (call) =>
    inviteCustomer(call, {
      via: call.body.via,
      ttl_hours: call.body.ttl_hours,
      ...(call.body.phone ? { phone: call.body.phone } : {}),
    }),

  'POST /api/owner/invitations/email': (call) =>
    inviteCustomer(call, { via: 'email', ttl_hours: call.body.ttl_hours, email: call.body.email }),

  'POST /api/owner/invitations/sms': (call) =>
    inviteCustomer(call, {
      via: 'sms',
      ttl_hours: ttlHours(call.body.ttl_hours),
      phone: call.body.phone,
    }),

  'POST /api/owner/invitations/{code}/revoke': ({ inOrg, params, actor }) =>
    inOrg(async (tx) => {
      const row = await lockInvitation(tx, params.code, actor)
      enforce(invitationRules.revoke(factsOf(row)))
      await revokeInvitation(tx, row.id)
      if (row.kind === 'staff' && row.email) await removeInvitedStaff(tx, row.email)
      return { ok: true as const }
    }),

  'POST /api/owner/invitations/{code}/resend': ({ inOrg, app, params, actor }) =>
    inOrg(async (tx) => {
      const row = await lockInvitation(tx, params.code, actor)
      refuseResend(row)
      const renewed = await renewInvitation(tx, row.id)
      const code = unseal(app.secret, row.code_sealed)
      const waits = await sendInvitation(tx, app, renewed, code, {
        inviter_name: actor.name,
        once: await nextLetterKey(tx, row.id),
      })
      return {
        ok: true as const,
        invite: invitationView(
          app,
          waits ? { ...renewed, status: 'waiting' } : renewed,
          await organizationName(tx),
        ),
        link: linkOf(app, row.kind, code),
        ticket_url: null,
        note: null,
      }
    }),

  'GET /api/public/invitations/{code}': ({ readPlatform, params, actor }) =>
    readPlatform(async (tx) => {
      const { row, organization_name } = await findStaffOffer(tx, params.code)
      const own =
        actor?.email_verified && row.email && emailKey(actor.email) === emailKey(row.email)
      return {
        email: row.email && !own ? maskEmail(row.email) : row.email,
        role: row.role ?? 'crew_member',
        organization_name,
        expires_at: row.expires_at,
      }
    }),

  'POST /api/public/invitations/{code}/claim': async ({
    app,
    cause,
    readPlatform,
    params,
    actor,
  }) => {
    const named = await readPlatform((tx) => findInvitation(tx, params.code))
    if (!named?.organization_id || named.kind !== 'staff') throw notFound(inviteGone)
    const { id, organization_id } = named
    const role = await inOrgAll(app.store, organization_id, cause, (tx) =>
      claimInvitation(tx, id, actor),
    )
    return { ok: true as const, role, organization_id }
  },
}

async function ensurePermanent(tx: OrgTx, app: App): Promise<PermanentInvitation> {
  await ensurePermanentCode(tx, app)
  return found(await readPermanent(tx, app))
}

/** The permanent sign-up link and its embed code; null if there is none. */
async function readPermanent(tx: OrgTx, app: App): Promise<PermanentInvitation | null> {
  const code = await readPermanentCode(tx, app)
  if (!code) return null
  const organization = await tx
    .selectFrom('organizations')
    .select(['name', 'signup_open'])
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  const name = organization.name.replace(/[<>&"]/g, (c) => `&#${c.charCodeAt(0)};`)
  return {
    ok: true,
    link: linkOf(app, 'permanent', code),
    code,
    org_name: organization.name,
    public_signup_enabled: organization.signup_open,
    embed_html: `<a href="${app.config.PUBLIC_URL}/public-signup/${code}" rel="noopener">Sign up with ${name}</a>`,
  }
}

function refuseResend(row: InvitationRow): void {
  enforce(invitationRules.resend(factsOf(row)))
  if (row.via === 'sms')
    throw refused(
      'sms_sent_once',
      'A text invitation can be sent only once. Create a new invitation instead.',
    )
  if (!row.email)
    throw refused(
      'no_recipient',
      'This invitation was never sent. Show its code or copy its link instead.',
    )
}

/** The dedupe key of an invitation's next e-mail. 409 `sent_often`. */
async function nextLetterKey(tx: OrgTx, invitation_id: string): Promise<string> {
  const { sent } = await tx
    .selectFrom('messages')
    .select((e) => e.fn.countAll<number>().as('sent'))
    .where('once_key', 'like', `invite:${invitation_id}%`)
    .executeTakeFirstOrThrow()
  if (sent > maxResends)
    throw refused(
      'sent_often',
      'This invitation was already sent several times. Call them, or create a new one.',
    )
  return `invite:${invitation_id}:${sent}`
}
