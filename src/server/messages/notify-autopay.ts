import type { OrgTx } from '../base/db/door.ts'
import type { Card } from './letter-values.ts'
import { homeUrl } from './links.ts'
import { notifyOffice, tell } from './tell.ts'
import { readReach, type ReachedCustomer } from './recipient.ts'

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
  const about = aboutOf(customer, card)
  await tell(tx, customer, {
    kind: 'autopay_changed',
    data: { ...about, next, url: methodsPage() },
    once: `autopay_changed:${about_id}`,
  })
  if (next) return
  const url = homeUrl(`/app/customers/${customer_id}`)
  await notifyOffice(tx, about_id, { kind: 'autopay_off', data: { ...about, url } })
}

/** Tells a customer that what they had agreed to for another account of theirs ended with it. */
export async function notifyAutopayMerged(
  tx: OrgTx,
  customer_id: string,
  from_id: string,
): Promise<void> {
  const customer = (await readReach(tx, [customer_id])).get(customer_id)
  if (!customer) return
  await tell(tx, customer, {
    kind: 'autopay_changed',
    data: { ...aboutOf(customer, null), next: null, is_merged: true, url: methodsPage() },
    once: `autopay_changed:merged:${from_id}`,
  })
}

const methodsPage = () => homeUrl('/app/user/payments')
const aboutOf = ({ organization, name }: ReachedCustomer, card: Card | null) => ({
  organization,
  customer_name: name,
  card,
})
