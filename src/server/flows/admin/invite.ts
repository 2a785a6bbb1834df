import { sql } from 'kysely'
import type { NewUser, NewOwnerInvite, OwnerInvite } from '../../../domain/flows/admin.ts'
import { emailKey } from '../../../domain/base/email.ts'
import { todayIn } from '../../../domain/base/dates.ts'
import type { App } from '../../base/call.ts'
import { sendAlong, type PlatformTx } from '../../base/db/door.ts'
import { lockName } from '../../base/db/lock-name.ts'
import { addInvitation, revokeOwnerInvitations } from '../../people/invitations/write.ts'
import { homeUrl } from '../../messages/links.ts'
import { reachAddress } from '../../messages/recipient.ts'
import { tell } from '../../messages/tell.ts'
import { invitationStatus, type StoredInvitationStatus } from '../../../domain/people/invitation.ts'
import { readPhone } from '../../../domain/base/phone.ts'
import { unseal } from '../../base/kit/codes.ts'
import { audit } from '../../base/events.ts'
import { invitationColumns, linkOf, type InvitationRow } from '../../people/invitations/read.ts'

const staffHours = 24 * 14

/** Writes to somebody who was just given a role: staff get an invitation, others where to sign in. */
export async function inviteUser(
  tx: PlatformTx,
  app: App,
  { id, email, name, role, organization_id }: NewUser & { id: string },
  inviter_name: string | null,
): Promise<void> {
  const organization = organization_id
    ? await tx
        .selectFrom('organizations')
        .select(['name', 'email', 'phone_number', 'time_zone'])
        .where('id', '=', organization_id)
        .executeTakeFirstOrThrow()
    : null
  const about = organization && { id: organization_id!, time_zone: organization.time_zone }
  const to = await reachAddress(tx, { email, name, person_id: id, about })
  if (!organization || role === 'user' || role === 'owner') {
    await tell(tx, to, {
      kind: 'access_given',
      data: { name, role, organization_name: organization?.name ?? null, url: homeUrl('/login') },
    })
    return
  }
  const { row, code } = await addInvitation(tx, app, {
    organization_id,
    kind: 'staff',
    via: 'email',
    email,
    role,
    ttl_hours: staffHours,
    status: 'sent',
  })
  await tell(tx, to, {
    kind: 'staff_invite',
    once: `invite:${row.id}`,
    data: {
      organization,
      name,
      role,
      inviter_name,
      url: linkOf(app, 'staff', code),
      expires_on: row.expires_at && todayIn(organization.time_zone, row.expires_at),
    },
  })
}

/** The time zone of the letter's last day: nobody knows yet where the business is. */
const ownersZone = 'America/New_York'

/** Invites a future owner by e-mail. Their earlier open invitation stops working. */
export async function inviteOwner(
  tx: PlatformTx,
  app: App,
  { owner_email, owner_name = null, org_name, ttl_hours, ...known }: NewOwnerInvite,
): Promise<OwnerInvite> {
  // Of two at once, the second revokes what the first sent.
  sendAlong(tx, lockName(`owner invite:${emailKey(owner_email)}`))
  await revokeOwnerInvitations(tx, owner_email)
  const { industry, website, phone_number } = known
  const { row, code } = await addInvitation(tx, app, {
    organization_id: null,
    kind: 'owner',
    via: 'email',
    email: owner_email,
    name: owner_name,
    ttl_hours,
    status: 'sent',
    prefill: {
      org_name,
      ...(industry ? { industry } : {}),
      ...(website ? { website } : {}),
      ...(phone_number ? { phone_number: readPhone(phone_number) ?? phone_number } : {}),
    },
  })
  await tell(tx, await reachAddress(tx, { email: owner_email, name: owner_name }), {
    kind: 'owner_invite',
    once: `invite:${row.id}`,
    data: {
      name: owner_name,
      organization_name: org_name,
      url: linkOf(app, 'owner', code),
      expires_on: row.expires_at && todayIn(ownersZone, row.expires_at),
    },
  })
  await audit(tx, {
    action: 'POST /api/admin/owner-invitations',
    entity: 'invitation',
    entity_id: row.id,
    after: { owner_email, org_name, ttl_hours },
  })
  return viewOf(app, { ...row, undelivered: false, founded: null })
}

/** The newest invitations an administrator sent. */
export async function readOwnerInvitations(
  tx: PlatformTx,
  app: App,
  limit: number,
): Promise<OwnerInvite[]> {
  const rows = await tx
    .selectFrom('invitations as i')
    .leftJoin('organizations as o', 'o.id', 'i.organization_id')
    .select(invitationColumns.map((column) => `i.${column}` as const))
    .select('o.name as founded')
    .select(undelivered)
    .where('i.kind', '=', 'owner')
    // What people start on their own is no invitation.
    .where(sql<boolean>`not (i.prefill ? 'own' or i.prefill ? 'anonymous')`)
    .orderBy('i.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => viewOf(app, row))
}

const undelivered =
  sql<boolean>`exists (select 1 from messages m where m.once_key = 'invite:' || i.id and m.status in ('failed', 'bounced', 'refused'))`.as(
    'undelivered',
  )

type Listed = InvitationRow & { undelivered: boolean; founded: string | null }

function viewOf(app: App, row: Listed): OwnerInvite {
  const { org_name } = row.prefill as { org_name?: string }
  const stored = (
    row.undelivered && row.status === 'sent' ? 'failed' : row.status
  ) as StoredInvitationStatus
  // Once a business was begun with it, the invitation no longer expires.
  const expires_at = row.organization_id ? null : row.expires_at
  const status = invitationStatus({ status: stored, expires_at }, new Date().toISOString())
  const isUsable = status !== 'expired' && status !== 'revoked' && status !== 'accepted'
  const code = isUsable ? unseal(app.secret, row.code_sealed) : null
  return {
    id: row.id,
    code,
    link: code && linkOf(app, 'owner', code),
    organization_name: row.founded ?? org_name ?? null,
    email: row.email,
    name: row.name,
    status,
    created_at: row.created_at,
    expires_at: row.expires_at,
  }
}
