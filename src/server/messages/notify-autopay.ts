import type { OrgTx } from '../db/door.ts'
import type { Card } from './letter-values.ts'
import { homeUrl } from './home.ts'
import { notifyOffice } from './notify-office.ts'
import { readReach } from './reach.ts'
import { tell } from './tell.ts'

type Change = {
  /** What ended, once: 'removed:pm_1'. */
  about_id: string
  card: Card | null
  /** What is charged instead; null: nothing, autopay is off. */
  next: Card | null
}

/** Tells a customer what became of their automatic payments, and the office if they ended; once. */
export async function notifyAutopayChanged(
  tx: OrgTx,
  customer_id: string,
  { about_id, card, next }: Change,
): Promise<void> {
  const customer = (await readReach(tx, [customer_id])).get(customer_id)
  if (!customer) return
  const { organization, name: customer_name } = customer
  const about = { organization, customer_name, card }
  await tell(tx, customer, {
    kind: 'autopay_changed',
    data: { ...about, next, url: homeUrl('/app/user/payments') },
    once: `autopay_changed:${about_id}`,
  })
  if (next) return
  const url = homeUrl(`/app/customers/${customer_id}`)
  await notifyOffice(tx, about_id, { kind: 'autopay_off', data: { ...about, url } })
}
