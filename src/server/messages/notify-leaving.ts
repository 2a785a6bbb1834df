import type { OrgTx } from '../base/db/door.ts'
import { homeUrl } from './links.ts'
import { readReach } from './recipient.ts'
import { notifyOffice, tell } from './tell.ts'

/** Notifies the office that a customer wants to leave. */
export async function notifyLeaveRequested(
  tx: OrgTx,
  customer_id: string,
  { id, reason }: { id: string; reason: string | null },
): Promise<void> {
  const customer = (await readReach(tx, [customer_id])).get(customer_id)
  if (!customer) return
  const { organization, name: customer_name } = customer
  await notifyOffice(tx, id, {
    kind: 'leave_received',
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
  const { organization, name: customer_name } = customer
  await tell(tx, customer, {
    kind: 'leave_decided',
    once: `leave_decided:${id}`,
    data: { organization, customer_name, archived, answer, url: homeUrl('/app') },
  })
}
