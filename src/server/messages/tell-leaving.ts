import type { OrgTx } from '../db/door.ts'
import { queueMessage } from '../messages.ts'
import { homeUrl } from './home.ts'
import { readReach } from './reach.ts'
import { tellOffice } from './tell-office.ts'

/** Tells the office that a customer wants to leave. */
export async function tellLeaveAsked(tx: OrgTx, customer_id: string, { id, reason }: { id: string; reason: string | null }): Promise<void> {
  const customer = (await readReach(tx, [customer_id])).get(customer_id)
  if (!customer) return
  const { organization, customer_name } = customer
  await tellOffice(tx, id, { template: 'leave_received', data: { organization, customer_name, reason, url: homeUrl('/app/customers') } })
}

type Decided = { id: string; archived: boolean; answer: string | null }

/** Tells the customer what became of it, once. */
export async function tellLeaveDecided(tx: OrgTx, customer_id: string, { id, archived, answer }: Decided): Promise<void> {
  const customer = (await readReach(tx, [customer_id])).get(customer_id)
  if (!customer) return
  const { organization, customer_name, person_id } = customer
  for (const { channel, address } of customer.to)
    await queueMessage(tx, {
      channel,
      template: 'leave_decided',
      to: address,
      customer_id,
      person_id,
      once_key: `leave_decided:${id}:${channel}`,
      data: { organization, customer_name, archived, answer, url: homeUrl('/app') },
    })
}
