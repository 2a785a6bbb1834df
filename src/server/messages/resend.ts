import type { Selectable } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import { resendRule } from '../../domain/messages/message-log.ts'
import { neverReasons } from '../../domain/messages/message.ts'
import type { MessageKind } from '../../domain/messages/message-kinds.ts'
import type { OrgTx } from '../base/db/door.ts'
import { hasGoneBack } from './overtaken-charge.ts'
import { enforce, found, refused } from '../base/kit/refusals.ts'
import { reachAddress, readOffice, readReach, type Reached } from './recipient.ts'
import { isGoingOut, tell } from './tell.ts'
import type { AttachedPaper } from './delivery-needs.ts'

/** Sends a message once more, to where its reader is reached today; answers the new one's id. */
export async function resend(tx: OrgTx, id: string, author_id: string | null): Promise<string> {
  const message = found(
    await tx
      .selectFrom('messages')
      .selectAll()
      .select(hasGoneBack.as('went_back'))
      .where('organization_id', '=', tx.org)
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  const kind = message.template as MessageKind
  const has_data = message.data !== null
  enforce(resendRule({ ...message, kind, has_data, now: new Date().toISOString() }))
  const sendings = await tell(tx, await readAgain(tx, message), {
    kind,
    data: message.data as never,
    useful_until: message.useful_until,
    author_id,
    resend_of: message.id,
    ...(message.invoice_id ? { invoice_id: message.invoice_id } : {}),
    ...(message.document ? { document: message.document as AttachedPaper } : {}),
  })
  const [first] = sendings
  // Nothing is written then: the refusal takes the transaction back.
  if (!first || !isGoingOut(sendings)) {
    const reason = first && first.verdict.do === 'never' ? first.verdict.reason : 'no_address'
    throw refused('message_not_allowed', `${neverReasons[reason]}.`)
  }
  return first.id
}

async function readAgain(
  tx: OrgTx,
  { customer_id, person_id, channel, recipient }: Selectable<Database['messages']>,
): Promise<Reached> {
  if (customer_id) return found((await readReach(tx, [customer_id])).get(customer_id))
  const office = person_id ? await readOffice(tx) : []
  const known = office.find((one) => one.person_id === person_id)
  const address = channel === 'sms' ? { phone: recipient } : { email: recipient }
  return known ?? reachAddress(tx, { ...address, person_id })
}
