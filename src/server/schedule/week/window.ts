import type { WeekVisit } from '../../../api/week.ts'
import { visitChecklist } from '../../../domain/schedule/checklist.ts'
import { recurrenceLabel } from '../../../domain/base/cadence.ts'
import type { PostalAddress } from '../../../domain/base/contact.ts'
import { keysOfWeekdays, weekdaysOfKeys } from '../../../domain/base/dates.ts'
import { visitPaymentBadge } from '../../../domain/money/payment-badge.ts'
import { overlayVisits, type ExpandedVisit } from '../../../domain/schedule/overlay.ts'
import {
  isOnTheWay,
  wholeVisit,
  type BareVisit,
  type Visit,
} from '../../../domain/schedule/visit.ts'
import { unknownCustomer, type VisitCustomer } from '../../../domain/customers/contact-fields.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { turnFor } from '../../base/kit/turns.ts'
import type { Calendar } from './calendar.ts'
import type { Permissions } from './context.ts'
import { pauseOf } from './paused.ts'
import { noRoute, placeInRoute, type RouteSpots } from './route-spots.ts'
import {
  anyOf,
  resolveVisit,
  planRule,
  ruleNamedBy,
  selectRules,
  type ResolvedVisit,
  type RuleRow,
  type VisitRow,
} from './rows.ts'
import {
  readCustomers,
  readTouched,
  readWindowRows,
  type CustomerRow,
  type Window,
  type WindowFilter,
} from './window-rows.ts'

type Place = {
  id: string
  street: string | null
  city: string | null
  state: string | null
  zip: string | null
}

/** The visits of a window, with each customer, place and route spot listed once. */
export type WindowRead = {
  visits: ResolvedVisit[]
  customers: ReadonlyMap<string, CustomerRow>
  places: ReadonlyMap<string, Place>
  route: RouteSpots
}

/**
 * Every visit between two dates, ordered by time. `team_ids` keeps the visits of these teams (null:
 * without a team).
 */
export async function readWindow(
  tx: OrgTx,
  calendar: Calendar,
  window: Window,
  filter: WindowFilter = {},
): Promise<WindowRead> {
  const { rules, customers, touched, route } = await readWindowRows(tx, calendar, window, filter)
  await turnFor(rules.length)
  const expanded = rules.flatMap((rule) =>
    planRule(rule, window.from, window.to, calendar, customers.get(rule.customer_id)).map(
      (planned) => ({ rule, planned }),
    ),
  )
  const rows = [...touched, ...(await readMovedAway(tx, expanded, window))]
  await turnFor(expanded.length)
  const laid = overlayVisits(expanded, rows, window).map((visit) => ({
    ...visit,
    rule_id: ruleNamedBy(visit.expanded?.rule.id, visit.row),
  }))
  const ruleOf = await readRulesOf(tx, laid, rules, customers)
  const visits = laid
    .flatMap(({ expanded: one, row, rule_id }) => {
      const rule = ruleOf.get(rule_id)
      const planned = one && one.planned
      return rule
        ? [
            resolveVisit(
              rule,
              row,
              planned,
              (planned ?? row)!.original_date,
              calendar,
              customers.get(rule.customer_id),
            ),
          ]
        : []
    })
    .filter(({ team_id }) => !filter.team_ids || filter.team_ids.includes(team_id))
    .sort(byTime)
  return { visits, customers, places: await readPlaces(tx, visits), route }
}

/** Rows of visits that a closed day shifts into the window, but that were moved out of it. */
async function readMovedAway(
  tx: OrgTx,
  expanded: readonly ExpandedVisit[],
  { from, to }: Window,
): Promise<VisitRow[]> {
  const shifted = expanded.filter(({ planned }) => planned.original_date < from)
  if (!shifted.length) return []
  const rows = await readTouched(
    tx,
    shifted.map(({ rule, planned }) => ({
      series_id: rule.series_id,
      original_date: planned.original_date,
    })),
  )
  return rows.filter(({ date }) => date < from || date > to)
}

/**
 * The visits' rules. A completed visit keeps the segment it was done under, which may not have been
 * read yet.
 */
async function readRulesOf(
  tx: OrgTx,
  visits: readonly { rule_id: string }[],
  read: readonly RuleRow[],
  customers: Map<string, CustomerRow>,
): Promise<ReadonlyMap<string, RuleRow>> {
  const ruleOf = new Map(read.map((rule) => [rule.id, rule]))
  const others = new Set(visits.map(({ rule_id }) => rule_id).filter((id) => !ruleOf.has(id)))
  others.delete('')
  if (!others.size) return ruleOf
  const rules = await selectRules(tx)
    .where('id', '=', anyOf([...others]))
    .execute()
  for (const rule of rules) ruleOf.set(rule.id, rule)
  const unknown = rules.map((rule) => rule.customer_id).filter((id) => !customers.has(id))
  for (const [id, customer] of await readCustomers(tx, unknown)) customers.set(id, customer)
  return ruleOf
}

const byTime = (a: ResolvedVisit, b: ResolvedVisit): number =>
  a.date < b.date
    ? -1
    : a.date > b.date
      ? 1
      : (a.start_minutes ?? 1440) - (b.start_minutes ?? 1440) ||
        (a.occurrence_id < b.occurrence_id ? -1 : 1)

/** The places set on rules; most rules follow their customer's default place. */
export async function readPlaces(
  tx: OrgTx,
  visits: readonly { rule: Pick<RuleRow, 'location_id'> }[],
): Promise<Map<string, Place>> {
  const ids = [...new Set(visits.flatMap(({ rule }) => rule.location_id ?? []))]
  if (!ids.length) return new Map()
  const rows = await tx
    .selectFrom('service_locations')
    .select(['id', 'street', 'city', 'state', 'zip'])
    .where('id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * A visit's ZIP code, from its rule's place or else its customer. Also null if the organization has
 * no service area.
 */
export async function zipOf(
  tx: OrgTx,
  { service_area }: Calendar,
  { rule, customer_id }: { rule: RuleRow; customer_id: string },
): Promise<string | null> {
  if (!service_area.length) return null
  const place = rule.location_id
    ? (await readPlaces(tx, [{ rule }])).get(rule.location_id)
    : undefined
  return (place ?? (await readCustomers(tx, [customer_id])).get(customer_id))?.zip ?? null
}

/** A visit's address, from its rule's place or else its customer. */
export const addressOf = (
  { rule, customer_id }: Pick<ResolvedVisit, 'rule' | 'customer_id'>,
  { places, customers }: Pick<WindowRead, 'places' | 'customers'>,
): Place | CustomerRow | undefined =>
  (rule.location_id && places.get(rule.location_id)) || customers.get(customer_id)

/** Crews have their own payment badge, and see prices only if the organization allows it. */
type Viewer = Pick<Permissions, 'by_crew' | 'sees_prices'>

type Named = Pick<WindowRead, 'customers' | 'places'> & Partial<Pick<WindowRead, 'route'>>

/** A visit for callers. */
export const visitView = (
  visit: ResolvedVisit,
  calendar: Calendar,
  named: Named,
  may: Viewer,
): Visit =>
  wholeVisit(bareView(visit, calendar, named, may), {
    ...customerView(visit.customer_id, named.customers.get(visit.customer_id)),
    ...placeView(visit, named.places),
  })

/** The same, with the customer's id instead of the customer. */
export const weekVisitView = (
  visit: ResolvedVisit,
  calendar: Calendar,
  named: Named,
  may: Viewer,
): WeekVisit => ({
  ...bareView(visit, calendar, named, may),
  customer_id: visit.customer_id,
  address: placeView(visit, named.places),
})

export function customerView(id: string, customer: CustomerRow | undefined): VisitCustomer {
  if (!customer) return unknownCustomer(id)
  const { status: _, paused_from: _from, resume_on: _on, ...shown } = customer
  const available_days = keysOfWeekdays(weekdaysOfKeys(customer.available_days))
  return { ...shown, available_days }
}

/** The address of the rule's place, if it has one. */
function placeView(
  { rule }: Pick<ResolvedVisit, 'rule'>,
  places: WindowRead['places'],
): PostalAddress | null {
  const place = rule.location_id ? places.get(rule.location_id) : undefined
  return place
    ? { street: place.street, city: place.city, state: place.state, zip: place.zip }
    : null
}

function bareView(
  visit: ResolvedVisit,
  calendar: Calendar,
  { customers, route = noRoute }: Named,
  { by_crew, sees_prices }: Viewer,
): BareVisit {
  const { rule, row } = visit
  const team = visit.team_id ? calendar.teams.get(visit.team_id) : undefined
  return {
    series_id: visit.series_id,
    rule_id: rule.id,
    date: visit.date,
    original_date: visit.original_date,
    shifted: visit.planned !== null && visit.planned.shifted && visit.planned.date === visit.date,
    start_minutes: visit.start_minutes,
    duration_minutes: visit.duration_minutes,
    team_id: visit.team_id,
    team: team ? { id: team.id, name: team.name } : null,
    route_position: placeInRoute(route, visit),
    status: visit.status,
    skip_reason: visit.skip_reason,
    hold_reason: visit.hold_reason,
    pause: pauseOf(visit, customers.get(visit.customer_id)),
    completed_at: row?.completed_at ?? null,
    on_the_way_at: wayOf(visit, calendar),
    started_at: row?.started_at ?? null,
    crew_notes: row?.crew_notes ?? [],
    files: row?.files ?? [],
    checklist: visitChecklist(listOf(visit)),
    open_reason: row?.open_reason ?? null,
    products: row?.products ?? [],
    extras: row?.extras ?? [],
    invoice_id: row?.invoice_id ?? null,
    invoice_status: visit.invoice_status,
    invoice_total_cents: sees_prices ? (row?.invoice_total_cents ?? null) : null,
    invoice_collected_cents: sees_prices ? (row?.invoice_collected_cents ?? null) : null,
    payment_badge: visitPaymentBadge(
      visit.invoice_status,
      by_crew ? 'crew' : 'appointment',
      row?.invoice_money ?? null,
    ),
    service: serviceView(visit, sees_prices),
    notes: [rule.notes, row?.notes].filter(Boolean).join('\n') || null,
    price_cents: sees_prices ? visit.price_cents : null,
    recurrence_label: recurrenceLabel(rule),
    buffer_days: rule.buffer_days,
    version: row?.version ?? 0,
  }
}

/** What the list of a visit is made of. */
export const listOf = ({ status, service, row }: ResolvedVisit) => ({
  status,
  items: service?.checklist ?? [],
  kept: row?.checklist ?? null,
  ticks: row?.ticks ?? [],
})

function wayOf({ row, status, date }: ResolvedVisit, { time_zone }: Calendar): string | null {
  const on_the_way_at = row?.on_the_way_at ?? null
  return isOnTheWay({ status, date, on_the_way_at }, time_zone) ? on_the_way_at : null
}

/** A completed visit keeps the service name it had then. */
function serviceView({ row, service }: ResolvedVisit, sees_prices: boolean): Visit['service'] {
  if (!service) return null
  const name = (row?.status === 'completed' ? row.service_name : null) ?? service.name
  const { active: _, checklist: _list, price_cents, ...shown } = service
  return {
    ...shown,
    name,
    label: name,
    price_cents: sees_prices ? price_cents : null,
  }
}
