import { neverReasons, planTelling, type NeverReason } from '../../domain/message.ts'
import type { OrgTx } from '../db/door.ts'
import { readReach } from '../messages/reach.ts'

type Line = { customer_id: string; asks: boolean }

/** Why neither the message nor the question would reach a customer of a campaign, by customer. */
export async function readUnreached(
  tx: OrgTx,
  lines: readonly Line[],
  tells: boolean,
): Promise<Map<string, NeverReason>> {
  const asked = new Set(lines.filter((one) => one.asks).map((one) => one.customer_id))
  const meant = lines.filter((one) => tells || asked.has(one.customer_id))
  const reach = await readReach(
    tx,
    meant.map((one) => one.customer_id),
  )
  const now = new Date().toISOString()
  const why = new Map<string, NeverReason>()
  for (const [id, { recipient }] of reach) {
    const kind = asked.has(id) ? 'consent_request' : 'price_change'
    const [plan] = planTelling(recipient, kind, now)
    const { verdict } = plan ?? {}
    if (verdict?.do === 'never') why.set(id, verdict.reason)
    // Nobody knows when it goes, and prices rise on their day.
    if (verdict?.do === 'later' && verdict.reason === 'sender_unverified')
      why.set(id, verdict.reason)
  }
  return why
}

type Row = {
  customer_id: string
  customer_name: string | null
  phone_number: string | null
  asks: boolean
  reason: string
}

/** As the office reads it. */
export const worded = ({ reason, ...customer }: Row) => ({
  ...customer,
  reason: neverReasons[reason as NeverReason] ?? reason,
})
