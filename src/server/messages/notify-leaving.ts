import type { OrgTx } from '../db/door.ts'
import { queueMessage } from './queue.ts'
import { homeUrl } from './home.ts'
import { readReach } from './reach.ts'
import { notifyOffice } from './notify-office.ts'

/** Notifies the office that a customer wants to leave. */
export async function notifyLeaveRequested(
  tx: OrgTx,
  customer_id: string,
  { id, reason }: { id: string; reason: string | null },
): Promise<void> {
  const customer = (await readReach(tx, [customer_id])).get(customer_id)
  if (!customer) return
  const { organization, customer_name } = customer
  await notifyOffice(tx, id, {
    template: 'leave_received',
    data: { organization, customer_name, reason, url: homeUrl('/app/customers') },
  })
}

type Decided = { id: string; archived: boolean; answer: string | null }

/** Notifies the customer once how their request to leave was decided. */
export async function notifyLeaveDecided(
  tx: OrgTx,
  customer_id: string,
  { id, archived, answer }: Decided,
): Promise<void> {
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
