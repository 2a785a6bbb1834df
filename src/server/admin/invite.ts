import type { NewUser } from '../../domain/admin.ts'
import { todayIn } from '../../domain/dates.ts'
import type { App } from '../call.ts'
import type { PlatformTx } from '../db/door.ts'
import { linkOf } from '../invitations/link.ts'
import { addInvitation } from '../invitations/write.ts'
import { homeUrl } from '../messages/home.ts'
import { reachAddress } from '../messages/reach.ts'
import { tell } from '../messages/tell.ts'

const staffHours = 24 * 14

/** Writes to somebody who was just given a role: staff get an invitation, others where to sign in. */
export async function inviteUser(
  tx: PlatformTx,
  app: App,
  { id, email, name, role, organization_id }: NewUser & { id: string },
  inviter_name: string | null,
): Promise<void> {
  const to = await reachAddress(tx, { email, name, person_id: id })
  const organization = organization_id
    ? await tx
        .selectFrom('organizations')
        .select(['name', 'email', 'phone_number', 'time_zone'])
        .where('id', '=', organization_id)
        .executeTakeFirstOrThrow()
    : null
  if (!organization || role === 'user' || role === 'owner') {
    await tell(
      tx,
      { ...to, organization_id },
      {
        kind: 'access_given',
        data: { name, role, organization_name: organization?.name ?? null, url: homeUrl('/login') },
      },
    )
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
  await tell(
    tx,
    { ...to, organization_id },
    {
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
    },
  )
}
