import { roleLabel, type Role } from '../../domain/roles.ts'
import type { App } from '../call.ts'
import type { OrgTx } from '../db/door.ts'
import { queueMessage } from '../messages/queue.ts'
import { linkOf } from './link.ts'
import type { InvitationRow } from './read.ts'

/** Sends an invitation to its email address or phone number. */
export async function sendInvitation(
  tx: OrgTx,
  app: App,
  row: InvitationRow,
  code: string,
  { inviter_name = null, once_key }: { inviter_name?: string | null; once_key: string },
): Promise<void> {
  const organization = await tx
    .selectFrom('organizations')
    .select(['name', 'email', 'phone_number'])
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  const common = {
    organization,
    url: linkOf(app, row.kind, code),
    expires_on: await lastDay(tx, row.expires_at),
  }
  if (row.kind === 'staff') {
    const role_label = roleLabel((row.role ?? 'crew_member') as Role)
    if (row.email)
      await queueMessage(tx, {
        channel: 'email',
        template: 'staff_invite',
        to: row.email,
        once_key,
        data: { ...common, role_label, inviter_name },
      })
    return
  }
  const letter = { template: 'customer_invite', data: common, once_key } as const
  if (row.email) await queueMessage(tx, { ...letter, channel: 'email', to: row.email })
  else if (row.phone) await queueMessage(tx, { ...letter, channel: 'sms', to: row.phone })
}

/** When an invitation expires, as a letter shows it. */
const lastDay = async (tx: OrgTx, expires_at: string | null): Promise<string | null> => {
  if (!expires_at) return null
  const { time_zone } = await tx
    .selectFrom('organizations')
    .select('time_zone')
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  return new Intl.DateTimeFormat('en-US', {
    timeZone: time_zone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(expires_at))
}
