import { sql } from 'kysely'
import { emailKey } from '../../../domain/base/email.ts'
import { toE164 } from '../../../domain/base/phone.ts'
import {
  alreadyStaffText,
  canInvite,
  type InvitationVia,
} from '../../../domain/people/invitation.ts'
import { highestRole, roles as ranks, type Role } from '../../../domain/base/roles.ts'
import type { StaffInviteResult } from '../../../domain/people/team.ts'
import type { CallContext } from '../../base/call.ts'
import { sendAlong, type OrgTx } from '../../base/db/door.ts'
import { lockName } from '../../base/db/lock-name.ts'
import { invalid, Refused, refused } from '../../base/kit/refusals.ts'
import { sendInvitation } from './letter.ts'
import { invitationView, linkOf, organizationName, staffMember } from './read.ts'
import { addInvitation, emitInvited, revokeStaffInvitations } from './write.ts'
import { alreadyCustomerText } from '../../../domain/customers/customer.ts'
import { lookalikes } from '../../customers/find.ts'

export type StaffInviter = CallContext & { actor: { roles: Role[]; name: string | null } }
type StaffInvite = { email: string; role: Role; team_id: string | null }

/** Invites one person to the staff by e-mail. The result says which of four outcomes it was. */
export async function inviteStaff(
  call: StaffInviter,
  invite: StaffInvite,
): Promise<StaffInviteResult> {
  const own = highestRole(call.actor.roles)
  if (!own || !canInvite(own, invite.role))
    throw new Refused(403, 'role_too_high', 'You can only invite people below your own role.')
  return call.inOrg(async (tx) => {
    // Of two at once, the second revokes what the first sent.
    sendAlong(tx, lockName(`staff invite:${tx.org}:${emailKey(invite.email)}`))
    const note = await whyNotInvited(tx, invite)
    if (note) return { ok: true, invited: false, note, error: null }
    await revokeStaffInvitations(tx, invite.email)
    const { row, code } = await addInvitation(tx, call.app, {
      ...invite,
      organization_id: tx.org,
      kind: 'staff',
      via: 'email',
      ttl_hours: 24 * 14,
      status: 'sent',
    })
    await emitInvited(tx)
    const waits = await sendInvitation(tx, call.app, row, code, {
      inviter_name: call.actor.name,
      once: `invite:${row.id}`,
    })
    return {
      ok: true,
      invited: true,
      note: waits ? 'The invite waits until you confirm your email address.' : null,
      error: null,
    }
  })
}

/** Most staff invitations to one address per day. */
const maxLetters = 5

/** Why no e-mail is sent, as a sentence; null if one may be. 409 `sent_often`. */
async function whyNotInvited(tx: OrgTx, { email, role }: StaffInvite): Promise<string | null> {
  const member = await staffMember(tx, email)
  if (member && ranks.indexOf(member.role as Role) <= ranks.indexOf(role))
    return alreadyStaffText(email, member.role as Role)
  const { count, came_back } = await lettersTo(tx, email)
  if (came_back) return `No invite was sent: the last email to ${email} bounced.`
  if (count >= maxLetters)
    throw refused(
      'sent_often',
      `${email} was invited often enough today. Please call, or try again tomorrow.`,
    )
  return null
}

/** Staff invitations to an address in the last day. `came_back`: the latest bounced. */
async function lettersTo(tx: OrgTx, email: string): Promise<{ count: number; came_back: boolean }> {
  const letters = await tx
    .selectFrom('messages')
    .select('status')
    .where('template', '=', 'staff_invite')
    .where(sql`lower(recipient)`, '=', emailKey(email))
    .where('created_at', '>', sql<string>`now() - interval '1 day'`)
    .orderBy('id', 'desc')
    .limit(maxLetters)
    .execute()
  return {
    count: letters.length,
    came_back: ['failed', 'bounced'].includes(letters[0]?.status ?? ''),
  }
}

/**
 * Invites one customer: with a code to show, or by e-mail or text if an address or number is given.
 */
export async function inviteCustomer(
  call: CallContext,
  invite: { via: InvitationVia; ttl_hours: number; email?: string; phone?: string },
) {
  const phone = invite.phone ? toE164(invite.phone) : null
  if (invite.via === 'sms' && !phone) throw invalid({ phone: 'Enter a valid phone number' })
  return call.inOrg(async (tx) => {
    const { row, code } = await addInvitation(tx, call.app, {
      organization_id: tx.org,
      kind: 'customer',
      via: invite.via,
      ttl_hours: invite.ttl_hours,
      email: invite.email ?? null,
      phone,
      status: invite.email || phone ? 'sent' : 'pending',
    })
    await emitInvited(tx)
    const note = invite.email ? await alreadyHere(tx, invite.email) : null
    const waits = await sendInvitation(tx, call.app, row, code, { once: `invite:${row.id}` })
    return {
      ok: true as const,
      invite: invitationView(
        call.app,
        waits ? { ...row, status: 'waiting' } : row,
        await organizationName(tx),
      ),
      link: linkOf(call.app, 'customer', code),
      ticket_url: null,
      note,
    }
  })
}

/**
 * Who already has this address here, as far as the inviter may see; null if no one. The e-mail is
 * sent anyway: they may have asked for it.
 */
async function alreadyHere(tx: OrgTx, email: string): Promise<string | null> {
  const [member, [customer]] = await Promise.all([
    staffMember(tx, email),
    lookalikes(tx, { email }),
  ])
  return member
    ? alreadyStaffText(email, member.role as Role)
    : customer
      ? alreadyCustomerText(email, customer)
      : null
}
