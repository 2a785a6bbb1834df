import { zonedToUtcIso, todayIn } from '../../domain/base/dates.ts'
import type { RequestAction } from '../../domain/schedule/request.ts'
import type { OrgTx } from '../base/db/door.ts'
import { homeUrl } from './links.ts'
import { readReach, type ReachedCustomer } from './recipient.ts'
import { notifyOffice, tell } from './tell.ts'
import { readPlaceNames, placedTitle, titleOf, whenOf } from './notify-visits.ts'
import type { VisitRequest } from '../../domain/schedule/visit-request.ts'

type AskedVisit = {
  customer_id: string
  occurrence_id: string
  date: string
  start_minutes: number | null
  service: { name: string } | null
  rule: { location_id: string | null }
}
type Decided = {
  id: string
  action: RequestAction
  approved: boolean
  has_new_slot: boolean
  is_done: boolean
  reason: string | null
}

/** Notifies the customer once how their request was decided. */
export async function notifyRequestDecided(
  tx: OrgTx,
  visit: AskedVisit,
  { id, has_new_slot, ...decided }: Decided,
): Promise<void> {
  const customer = (await readReach(tx, [visit.customer_id])).get(visit.customer_id)
  if (!customer) return
  const { organization, name: customer_name, arrival_window_minutes } = customer
  const when = whenOf(visit, arrival_window_minutes)
  const moved_to = has_new_slot ? when : null
  await tell(tx, customer, {
    kind: 'request_decided',
    once: `request_decided:${id}`,
    useful_until: zonedToUtcIso(visit.date, 0, organization.time_zone),
    announces: moved_to ? [[visit.date, visit.occurrence_id]] : [],
    data: {
      organization,
      customer_name,
      service: placedTitle(visit, await readPlaceNames(tx, [visit.customer_id])),
      ...when,
      ...decided,
      moved_to,
      url: homeUrl('/app'),
    },
  })
}

type Own = {
  /** Of the record of what the customer did. */
  id: string
  did: 'moved' | 'skipped'
  /** The visit before. */
  old?: AskedVisit
}

/** Tells the office what a customer did about a visit without asking. */
export async function tellOfficeOfOwn(
  tx: OrgTx,
  visit: AskedVisit,
  { id, did, old }: Own,
): Promise<void> {
  const customer = (await readReach(tx, [visit.customer_id])).get(visit.customer_id)
  if (!customer) return
  const { organization, name: customer_name } = customer
  await notifyOffice(tx, id, {
    kind: 'request_received',
    data: {
      organization,
      customer_name,
      service: titleOf(visit),
      ...whenOf(visit),
      action: did,
      ...(old ? { old: whenOf(old) } : {}),
      url: homeUrl(`/app/schedule?${new URLSearchParams({ date: visit.date }).toString()}`),
    },
  })
}

type Asked = {
  id: string
  action: RequestAction
  reason: string | null
  preferred_dates: readonly string[]
}

/** Notifies the office that a customer is waiting for an answer. */
export async function notifyRequestReceived(
  tx: OrgTx,
  visit: AskedVisit,
  { id, action, reason, preferred_dates }: Asked,
): Promise<void> {
  const customer = (await readReach(tx, [visit.customer_id])).get(visit.customer_id)
  if (!customer) return
  const { organization, name: customer_name } = customer
  const open = new URLSearchParams({
    inbox: '1',
    date: visit.date,
    occurrence_id: visit.occurrence_id,
    action,
  })
  await notifyOffice(tx, id, {
    kind: 'request_received',
    data: {
      organization,
      customer_name,
      service: titleOf(visit),
      ...whenOf(visit),
      action,
      reason,
      preferred: preferred_dates,
      url: homeUrl(`/app/schedule?${open.toString()}`),
    },
  })
}

type Wish = Pick<VisitRequest, 'id' | 'service_label' | 'wished_on' | 'note' | 'created_at'> & {
  customer_id: string
}

const factsOf = ({ organization, name }: ReachedCustomer, asked: Wish) => ({
  organization,
  customer_name: name,
  service: asked.service_label ?? '',
  on: asked.wished_on ?? todayIn(organization.time_zone, asked.created_at),
  at: null,
  action: 'visit' as const,
})

/** Tells the office that a customer asks for a visit. */
export async function notifyVisitRequested(tx: OrgTx, asked: Wish): Promise<void> {
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
  asked: Wish & { reason: string },
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
