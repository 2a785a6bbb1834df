import type { OrgTx } from '../db/door.ts'
import { readReach, type Reached } from '../messages/reach.ts'
import { found, refused } from '../refusals.ts'
import { quietThreadOfCustomer } from '../threads/write.ts'

/** The conversation in which the office writes to a customer first. Returns its id. */
export async function openConversation(tx: OrgTx, customer_id: string): Promise<string> {
  const customer = found((await readReach(tx, [customer_id])).get(customer_id))
  if (!waysTo(customer).length)
    throw refused(
      'no_address',
      'This customer has no email address, and no phone that takes texts.',
    )
  return quietThreadOfCustomer(tx, customer_id)
}

/** By what the office can write to a customer who has not written yet. */
export function waysTo({ recipient }: Reached): ('email' | 'sms')[] {
  const { email, phone, sms_consent } = recipient
  return [
    ...(email ? (['email'] as const) : []),
    ...(phone && sms_consent ? (['sms'] as const) : []),
  ]
}
