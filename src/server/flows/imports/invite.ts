import { sql } from 'kysely'
import { planTelling } from '../../../domain/messages/message.ts'
import { ttlBounds } from '../../../domain/people/invitation.ts'
import { importRules } from '../../../domain/flows/import.ts'
import type { App } from '../../base/call.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { sendInvitation } from '../../people/invitations/letter.ts'
import { addInvitation, emitInvited } from '../../people/invitations/write.ts'
import { reachAddress } from '../../messages/recipient.ts'
import { enforce } from '../../base/kit/refusals.ts'
import { countInvited, wanted, wasInvited, readImport } from './read.ts'
import { comparingLists } from './surroundings.ts'

/** The most invitations one press writes. */
const atOnce = 200

/**
 * Invites the customers of an import who were not invited yet, until the business has invited as many as it may in a day. Each is told
 * under the rules of every invitation; no customer is invited twice.
 */
export async function inviteImported(
  tx: OrgTx,
  app: App,
  import_id: string,
): Promise<{ sent: number; left: number }> {
  enforce(importRules.invite(await readImport(tx, import_id, { lock: true })))
  const { rows } = await comparingLists(tx, () =>
    sql<{ email: string; name: string | null }>`
      select c.email, c.name ${wanted(import_id)} and not ${wasInvited} order by c.name, c.id limit ${atOnce}`.execute(
      tx,
    ),
  )
  let sent = 0
  for (const { email, name } of rows) {
    const verdict = await verdictFor(tx, email)
    if (verdict === 'daily_cap') break
    const { row, code } = await addInvitation(tx, app, {
      organization_id: tx.org,
      kind: 'customer',
      via: 'email',
      ttl_hours: ttlBounds.max,
      email,
      name,
      status: 'sent',
    })
    await sendInvitation(tx, app, row, code, { once: `invite:${row.id}` })
    if (verdict === null) sent++
  }
  if (rows.length > 0) await emitInvited(tx)
  return { sent, left: (await countInvited(tx, import_id)).open }
}

/** Why an address would get no invitation now; null if it gets one. */
async function verdictFor(tx: OrgTx, email: string): Promise<string | null> {
  const { recipient } = await reachAddress(tx, { email })
  const [plan] = planTelling(recipient, 'customer_invite', new Date().toISOString())
  return plan?.verdict.do === 'never' ? plan.verdict.reason : null
}
