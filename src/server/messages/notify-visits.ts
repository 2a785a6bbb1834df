import { sql } from 'kysely'
import { addDays, todayIn, zonedToUtcIso, type LocalDate } from '../../domain/base/dates.ts'
import { openChannels } from '../../domain/messages/message.ts'
import { channels, type Channel, type MessageKind } from '../../domain/messages/message-kinds.ts'
import { onTheWayUndoSeconds, parseOccurrenceId } from '../../domain/schedule/visit.ts'
import type { VisitNews } from '../../domain/schedule/visit-news.ts'
import type { OrgTx } from '../base/db/door.ts'
import { homeUrl } from './links.ts'
import { readPlanWaits, reopenPlans } from './plan-waits.ts'
import { readReach, type ReachedCustomer } from './recipient.ts'
import {
  leftToSay,
  markTakenBack,
  withdrawNews,
  withdrawOnce,
  type VisitChange,
} from './write-held-news.ts'
import { tell } from './tell.ts'
import type { When } from './letter-values.ts'
import type { ChangedVisit } from './visit-letters.ts'
import { grouped } from '../../domain/base/grouped.ts'
import { oneOf } from '../base/db/ids.ts'

type Slot = VisitNews['from']

/**
 * Notifies customers whose visits were moved, cancelled, put on hold or restored: one message per customer, queued in the caller's
 * transaction. It replaces waiting messages about the same visits. Until their plan is announced, changes are part of
 * that: new work is not known yet, and others wait for it.
 */
export async function notifyVisitsChanged(
  tx: OrgTx,
  changes: readonly VisitChange[],
): Promise<void> {
  if (!changes.length) return
  const series = [...new Set(changes.flatMap((change) => seriesOf(change) ?? []))]
  await reopenPlans(tx, series)
  const waits = await readPlanWaits(tx, series)
  const known = changes.filter((change) => change.own || !waits.get(seriesOf(change) ?? '')?.is_new)
  const isLate = (change: VisitChange) => !change.own && waits.has(seriesOf(change) ?? '')
  await notifyOf(
    tx,
    known.filter((change) => !isLate(change)),
  )
  const late = known.filter(isLate)
  const times = late.flatMap((change) => Date.parse(waits.get(seriesOf(change)!)!.tell_at))
  if (late.length) await notifyOf(tx, late, new Date(Math.max(...times) + afterPlan).toISOString())
}
/** A plan is announced within a minute of its time. */
const afterPlan = 60_000

const seriesOf = ({ visit }: VisitChange): string | undefined =>
  visit && parseOccurrenceId(visit)?.series_id

async function notifyOf(
  tx: OrgTx,
  changes: readonly VisitChange[],
  not_before: string | null = null,
): Promise<void> {
  if (!changes.length) return
  const customer_ids = changes.map((change) => change.customer_id)
  const reached = await readReach(tx, customer_ids)
  const named = await readPlaceNames(tx, customer_ids)
  for (const customer of reached.values()) {
    const theirs = changes.filter((change) => change.customer_id === customer.customer_id)
    const waiting = await withdrawNews(tx, customer.customer_id, {
      visits: theirs.flatMap(({ visit }) => visit ?? []),
    })
    await say(tx, customer, waiting, { next: theirs, named, not_before })
  }
}

const todayOf = ({ organization }: ReachedCustomer): LocalDate =>
  todayIn(organization.time_zone, new Date().toISOString())

/** Leaves to the message about a plan what it says of visits up to a day; what else waits about them is said by itself. */
export async function leaveToPlan(
  tx: OrgTx,
  customer: ReachedCustomer,
  series_ids: ReadonlySet<string>,
  until: LocalDate,
): Promise<void> {
  const series = [...series_ids]
  const waiting = await withdrawNews(tx, customer.customer_id, { series })
  if (!waiting.length) return
  const named = await readPlaceNames(tx, [customer.customer_id])
  const isSaid = (change: VisitChange) =>
    series_ids.has(seriesOf(change) ?? '') && (change.to ?? change.from).date <= until
  const left = waiting.map((one) => ({
    ...one,
    changes: one.changes.filter((change) => !isSaid(change)),
  }))
  await say(tx, customer, left, { next: [], named })
}

type Saying = { next: readonly VisitChange[]; named: NamePlace; not_before?: string | null }

/** Says what is new, together with what waited, by each channel what is left to say there. */
async function say(
  tx: OrgTx,
  customer: ReachedCustomer,
  waiting: Awaited<ReturnType<typeof withdrawNews>>,
  { next, ...how }: Saying,
): Promise<void> {
  const today = todayOf(customer)
  const open = openChannels(customer.recipient, 'visits_changed')
  const ways = Object.groupBy(open.length ? open : channels, (channel) =>
    JSON.stringify(leftToSay(waiting, channel, next, today)),
  )
  const isOne = Object.keys(ways).length === 1
  for (const [left, by = []] of Object.entries(ways)) {
    const changes = JSON.parse(left) as VisitChange[]
    if (changes.length)
      await notify(tx, isOne ? customer : reachedBy(customer, by), changes, { today, ...how })
    else
      await markTakenBack(
        tx,
        waiting.flatMap((one) => (by.includes(one.channel) ? one.id : [])),
      )
  }
}

/** A customer who is reached by some channels only. */
export const reachedBy = (customer: ReachedCustomer, by: readonly Channel[]): ReachedCustomer => ({
  ...customer,
  recipient: {
    ...customer.recipient,
    ...(by.includes('email') ? {} : { email: null }),
    ...(by.includes('sms') ? {} : { phone: null }),
  },
})

type OneVisit = Slot & {
  occurrence_id: string
  customer_id: string
  service: { name: string } | null
  rule: { location_id: string | null }
}

/** The same for one visit, as it was and as it is now. */
export const notifyVisitChanged = (
  tx: OrgTx,
  kind: VisitChange['kind'],
  before: OneVisit,
  after: OneVisit,
  { own, back }: Pick<VisitChange, 'own' | 'back'> = {},
): Promise<void> =>
  notifyVisitsChanged(tx, [
    {
      customer_id: after.customer_id,
      visit: after.occurrence_id,
      kind,
      title: titleOf(after),
      location_id: after.rule.location_id,
      from: slotOf(before),
      to: slotOf(after),
      own,
      ...(back ? { back } : {}),
    },
  ])

const slotOf = ({ date, start_minutes }: Slot): Slot => ({ date, start_minutes })

/** Tells the customer that their crew has set out, once for each visit and day, and not before that can no longer be taken back. News until the crew should have arrived. */
export async function tellOnTheWay(tx: OrgTx, visit: OneVisit): Promise<void> {
  const { customer_id, date, start_minutes } = visit
  const customer = (await readReach(tx, [customer_id])).get(customer_id)
  if (!customer) return
  const named = await readPlaceNames(tx, [customer_id])
  const { organization, name, arrival_window_minutes: window } = customer
  const now = new Date()
  const soon = new Date(now.getTime() + onTheWayHours * 3_600_000).toISOString()
  const end =
    start_minutes === null
      ? null
      : zonedToUtcIso(
          addDays(date, Math.floor((start_minutes + window) / 1440)),
          (start_minutes + window) % 1440,
          organization.time_zone,
        )
  await tell(tx, customer, {
    kind: 'on_the_way',
    once: onceOnTheWay(visit),
    not_before: new Date(now.getTime() + takesBackFor_ms).toISOString(),
    useful_until: end && end > now.toISOString() ? end : soon,
    data: {
      organization,
      customer_name: name,
      service: placedTitle(visit, named),
      ...whenOf(visit, window),
      url: homeUrl('/app'),
    },
  })
}
const onceOnTheWay = ({ occurrence_id, date }: Pick<OneVisit, 'occurrence_id' | 'date'>) =>
  `on_the_way:${occurrence_id}:${date}`
/** With the time an undo at the last moment takes to get here. */
const takesBackFor_ms = (onTheWayUndoSeconds + 3) * 1000

/** Keeps back that a crew has set out. False if it went out, or goes out right now. */
export const takeBackOnTheWay = (
  tx: OrgTx,
  visit: Pick<OneVisit, 'customer_id' | 'occurrence_id' | 'date'>,
): Promise<boolean> => withdrawOnce(tx, visit.customer_id, onceOnTheWay(visit))

/** True for a message that a crew is on its way which waited, if they are not on their way any more. */
export async function isWayOver(
  tx: OrgTx,
  {
    template,
    held_until,
    once_key,
  }: { template: string; held_until: string | null; once_key: string | null },
): Promise<boolean> {
  if (template !== ('on_the_way' satisfies MessageKind) || !held_until || !once_key) return false
  const [, series_id, original_date, date] = once_key.split(':')
  const { rows } = await sql<{ comes: boolean }>`select exists (select 1 from visits
    where series_id::text = ${series_id!} and original_date::text = ${original_date!} and date::text = ${date!}
      and status = 'scheduled' and on_the_way_at is not null and started_at is null) as comes`.execute(
    tx,
  )
  return !rows[0]!.comes
}
/** A crew that says it is on its way arrives within this time. */
const onTheWayHours = 2

/** The same as a customer reads it. */
export const placedTitle = (visit: Omit<OneVisit, 'occurrence_id'>, named: NamePlace): string =>
  named(titleOf(visit), {
    customer_id: visit.customer_id,
    location_id: visit.rule.location_id,
  })

/** Empty if it has no service. */
export const titleOf = (visit: { service: { name: string } | null }): string =>
  visit.service?.name ?? ''

async function notify(
  tx: OrgTx,
  customer: ReachedCustomer,
  changes: VisitChange[],
  { today, named, not_before = null }: Omit<Saying, 'next'> & { today: LocalDate },
): Promise<void> {
  const visits = changes
    .toSorted((a, b) => (a.from.date < b.from.date ? -1 : 1))
    .map((change) => ({
      ...changedOf(change, customer.arrival_window_minutes),
      service: named(change.title, change),
    }))
  const [first] = visits
  const { organization, name } = customer
  const common = { organization, customer_name: name, url: homeUrl('/app') }
  const announces = changes.flatMap(({ kind, visit, from, to: now = from }) =>
    !visit || kind === 'cancelled' || kind === 'held' ? [] : [[now.date, visit] as const],
  )
  const useful_until = firstDay(changes, today, organization.time_zone)
  const about = { announces, changes, useful_until, not_before }
  if (first && visits.length === 1)
    await tell(tx, customer, { ...about, kind: kinds[first.kind], data: { ...common, ...first } })
  else await tell(tx, customer, { ...about, kind: 'visits_changed', data: { ...common, visits } })
}

/** When the first day begins that a change is about: news of it is old by then. ISO 8601. */
function firstDay(changes: readonly VisitChange[], today: LocalDate, time_zone: string): string {
  const days = changes.flatMap(({ from, to = from }) => [from.date, to.date])
  const first = days.filter((day) => day >= today).reduce((a, b) => (a < b ? a : b))
  return zonedToUtcIso(first, 0, time_zone)
}

const kinds = {
  moved: 'visit_rescheduled',
  cancelled: 'visit_cancelled',
  restored: 'visit_restored',
  held: 'visit_held',
  kept: 'visit_kept',
} as const

const changedOf = (
  { kind, title, from, to = from, own }: VisitChange,
  window_minutes: number,
): ChangedVisit => ({
  kind,
  ...(own ? { own } : {}),
  service: title,
  ...whenOf(to, window_minutes),
  old: whenOf(from, window_minutes),
})

/** Day and time, with the arrival window of a coming visit. */
export const whenOf = ({ date, start_minutes }: Slot, window_minutes = 0): When => ({
  on: date,
  at: start_minutes === null ? null : { start_minutes, window_minutes },
})

type Work = { customer_id: string; location_id?: string | null | undefined }
/** The service with its street: 'Mowing (12 Oak St)'. Without it for customers with one address. */
type NamePlace = (service: string, work: Work) => string

/** Customers with several addresses could not tell which of their visits a message is about. */
export async function readPlaceNames(
  tx: OrgTx,
  customer_ids: readonly string[],
): Promise<NamePlace> {
  const rows = await tx
    .selectFrom('service_locations')
    .select(['id', 'customer_id', 'street', 'is_default'])
    .where('customer_id', 'in', oneOf(customer_ids))
    .where('removed_at', 'is', null)
    .execute()
  const byCustomer = grouped(rows, ({ customer_id }) => customer_id)
  return (service, { customer_id, location_id }) => {
    const places = byCustomer.get(customer_id) ?? []
    if (places.length < 2 || location_id === undefined) return service
    const place = places.find(({ id, is_default }) =>
      location_id === null ? is_default : id === location_id,
    )
    return place ? `${service} (${place.street})` : service
  }
}
