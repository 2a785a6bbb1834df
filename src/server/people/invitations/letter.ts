import { todayIn } from '../../../domain/base/dates.ts'
import type { Role } from '../../../domain/base/roles.ts'
import type { App } from '../../base/call.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { reachAddress } from '../../messages/recipient.ts'
import { tell, waitsForSender } from '../../messages/tell.ts'
import { refuseWaitingLetter } from '../../messages/write-waiting.ts'
import { linkOf, type InvitationRow } from './read.ts'

/**
 * Sends an invitation to its e-mail address or phone number; a code to show goes nowhere. True if
 * it waits until the sender's mailbox is proven.
 */
export async function sendInvitation(
  tx: OrgTx,
  app: App,
  row: InvitationRow,
  code: string,
  { inviter_name = null, once }: { inviter_name?: string | null; once: string },
): Promise<boolean> {
  if (!row.email && !row.phone) return false
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
  const to = await reachAddress(tx, row.email ? { email: row.email } : { phone: row.phone })
  await refuseWaitingLetter(tx, row.id)
  const useful_until = row.expires_at
  if (row.kind === 'customer')
    return waitsForSender(
      await tell(tx, to, { kind: 'customer_invite', data: common, once, useful_until }),
    )
  if (!row.email) return false
  const role = (row.role ?? 'crew_member') as Role
  const data = { ...common, role, inviter_name }
  return waitsForSender(await tell(tx, to, { kind: 'staff_invite', data, once, useful_until }))
}

/** The day on which an invitation expires. */
const lastDay = async (tx: OrgTx, expires_at: string | null): Promise<string | null> => {
  if (!expires_at) return null
  const { time_zone } = await tx
    .selectFrom('organizations')
    .select('time_zone')
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  return todayIn(time_zone, expires_at)
}
