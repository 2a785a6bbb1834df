import { todayIn } from '../../domain/dates.ts'
import type { VisitRequest } from '../../domain/visit-request.ts'
import type { OrgTx } from '../db/door.ts'
import { homeUrl } from './home.ts'
import { notifyOffice } from './notify-office.ts'
import { readReach, type ReachedCustomer } from './reach.ts'
import { tell } from './tell.ts'

type Asked = Pick<VisitRequest, 'id' | 'service_label' | 'wished_on' | 'note' | 'created_at'> & {
  customer_id: string
}

const factsOf = ({ organization, name }: ReachedCustomer, asked: Asked) => ({
  organization,
  customer_name: name,
  service: asked.service_label ?? '',
  on: asked.wished_on ?? todayIn(organization.time_zone, asked.created_at),
  at: null,
  action: 'visit' as const,
})

/** Tells the office that a customer asks for a visit. */
export async function notifyVisitRequested(tx: OrgTx, asked: Asked): Promise<void> {
  const customer = (await readReach(tx, [asked.customer_id])).get(asked.customer_id)
  if (!customer) return
  await notifyOffice(tx, asked.id, {
    kind: 'request_received',
    data: {
      ...factsOf(customer, asked),
      reason: asked.note,
      preferred: asked.wished_on ? [asked.wished_on] : [],
      url: homeUrl('/app/schedule?inbox=1'),
    },
  })
}

/** Tells the customer once that their visit will not be planned, and why. */
export async function notifyVisitDeclined(
  tx: OrgTx,
  asked: Asked & { reason: string },
): Promise<void> {
  const customer = (await readReach(tx, [asked.customer_id])).get(asked.customer_id)
  if (!customer) return
  await tell(tx, customer, {
    kind: 'request_decided',
    once: `request_decided:${asked.id}`,
    data: {
      ...factsOf(customer, asked),
      approved: false,
      reason: asked.reason,
      url: homeUrl('/app'),
    },
  })
}
