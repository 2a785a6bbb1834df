import { addDays, todayIn, zonedToUtcIso, type LocalDate } from '../../domain/dates.ts'
import type { OrgTx } from '../db/door.ts'
import { homeUrl } from './home.ts'
import { readPlaceNames, type NamePlace } from './name-places.ts'
import { readReach, type ReachedCustomer } from './reach.ts'
import { tell } from './tell.ts'
import type { When } from './letter-values.ts'
import type { ChangedVisit } from './visit-letters.ts'

type Slot = { date: LocalDate; start_minutes: number | null }
export type VisitChange = {
  customer_id: string
  kind: ChangedVisit['kind']
  /** What is done: the service's name. */
  title: string
  /** Where, null: the default address. Changes kept by an earlier version do not say. */
  location_id?: string | null
  from: Slot
  /** Where a moved visit is now. */
  to?: Slot
  /** The customer did it. */
  own?: true | undefined
  /** What to announce if this is undone, where that is not obvious: what was announced before. */
  back?: ChangedVisit['kind']
}

/**
 * Notifies customers whose visits were moved, cancelled, put on hold or restored: one message per customer, queued in the caller's
 * transaction. Past visits, and a time of day that was only set or cleared, are not worth a message.
 */
export async function notifyVisitsChanged(
  tx: OrgTx,
  changes: readonly VisitChange[],
): Promise<void> {
  if (!changes.length) return
  const customer_ids = changes.map((change) => change.customer_id)
  const reached = await readReach(tx, customer_ids)
  const named = await readPlaceNames(tx, customer_ids)
  for (const customer of reached.values()) {
    const today = todayIn(customer.organization.time_zone, new Date().toISOString())
    const worth = changes.filter(
      (change) => change.customer_id === customer.customer_id && isNews(change, today),
    )
    if (worth.length) await notify(tx, customer, worth, { today, named })
  }
}

type OneVisit = Slot & {
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
  own?: true,
): Promise<void> =>
  notifyVisitsChanged(tx, [
    {
      customer_id: after.customer_id,
      kind,
      title: titleOf(after),
      location_id: after.rule.location_id,
      from: before,
      to: after,
      own,
    },
  ])

type Way = OneVisit & { occurrence_id: string }

/** Tells the customer that their crew has set out, once for each visit and day. News until the crew should have arrived. */
export async function tellOnTheWay(tx: OrgTx, visit: Way): Promise<void> {
  const { occurrence_id, customer_id, date, start_minutes } = visit
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
    once: `on_the_way:${occurrence_id}:${date}`,
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
/** A crew that says it is on its way arrives within this time. */
const onTheWayHours = 2

/** The same as a customer reads it. */
export const placedTitle = (visit: OneVisit, named: NamePlace): string =>
  named(titleOf(visit), {
    customer_id: visit.customer_id,
    location_id: visit.rule.location_id,
  })

/** Empty if it has no service. */
export const titleOf = (visit: { service: { name: string } | null }): string =>
  visit.service?.name ?? ''

function isNews({ kind, from, to = from }: VisitChange, today: LocalDate): boolean {
  if (from.date < today && to.date < today) return false
  return (
    kind !== 'moved' ||
    from.date !== to.date ||
    (from.start_minutes !== null &&
      to.start_minutes !== null &&
      from.start_minutes !== to.start_minutes)
  )
}

async function notify(
  tx: OrgTx,
  customer: ReachedCustomer,
  changes: VisitChange[],
  { today, named }: { today: LocalDate; named: NamePlace },
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
  const announces = changes.flatMap(({ kind, title, from, to: now = from }) =>
    kind === 'cancelled' || kind === 'held' ? [] : [[now.date, title] as const],
  )
  const about = { announces, useful_until: firstDay(changes, today, organization.time_zone) }
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
