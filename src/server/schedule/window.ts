import { keysOfWeekdays, weekdaysOfKeys } from '../../domain/dates.ts'
import { visitPaymentBadge } from '../../domain/invoice.ts'
import { recurrenceLabel } from '../../domain/cadence.ts'
import { overlayVisits, tellVisit, type BareVisit, type ExpandedVisit, type Visit, type VisitCustomer } from '../../domain/visit.ts'
import type { OrgTx } from '../db/door.ts'
import { turnFor } from '../turns.ts'
import type { Frame, FrameService, FrameTeam } from './frame.ts'
import { pauseOf } from './paused.ts'
import { noRoute, placeInRoute, type RouteSpots } from './route-spots.ts'
import { anyOf, holdVisit, planRule, ruleNamedBy, selectRules, type HeldVisit, type RuleRow, type VisitRow } from './rows.ts'
import { readCustomers, readTouched, readWindowRows, type CustomerRow, type Window, type WindowFilter } from './window-rows.ts'

type Place = { id: string; street: string | null; city: string | null; state: string | null; zip: string | null }

/** Visits of a window, and what they name, each once. */
export type WindowRead = { visits: HeldVisit[]; customers: ReadonlyMap<string, CustomerRow>; places: ReadonlyMap<string, Place>; route: RouteSpots }

/** Every visit held from one date to another, in the order of time. `team_ids` keeps the visits of these teams (null: of none). */
export async function readWindow(tx: OrgTx, frame: Frame, window: Window, filter: WindowFilter = {}): Promise<WindowRead> {
  const read = await readUnordered(tx, frame, window, filter)
  read.visits.sort(byTime)
  return read
}

type Planned = ExpandedVisit & { rule: RuleRow }

/**
 * The same in no order: the rules of the window, touched rows and customers are read once each, and the dates come from the
 * one expansion that the browser uses too.
 */
export async function readUnordered(tx: OrgTx, frame: Frame, { from, to }: Window, { team_ids, customer_id }: WindowFilter = {}): Promise<WindowRead> {
  const read = await readWindowRows(tx, frame, { from, to }, { team_ids, ...(customer_id ? { customer_id } : {}) })
  await turnFor(read.rules.length)
  const customers = new Map(read.customers.map((customer) => [customer.id, customer]))

  const expanded: Planned[] = []
  const shiftedIn: Planned[] = []
  for (const rule of read.rules) {
    for (const { original_date, date, shifted, paused } of planRule(rule, from, to, frame, customers.get(rule.customer_id))) {
      const visit: Planned = { original_date, date, shifted, paused, series_id: rule.series_id, rule_id: rule.id, rule }
      expanded.push(visit)
      if (original_date < from) shiftedIn.push(visit)
    }
  }

  const { touched, route } = await read.rest
  // A date shifted into the window may have a row that says otherwise.
  const rows = shiftedIn.length ? [...touched, ...(await readTouched(tx, shiftedIn)).filter(({ date }) => date < from || date > to)] : touched
  const overlaid = overlayVisits(expanded, rows, { from, to })
  const ruleOf = await rulesBesides(tx, overlaid, read.rules, customers)

  const visits: HeldVisit[] = []
  for (const { expanded: planned, row, original_date } of overlaid) {
    const named = ruleNamedBy(planned?.rule_id, row)
    const rule = planned?.rule_id === named ? planned.rule : ruleOf.get(named)
    if (!rule) continue
    const held = holdVisit(rule, row, planned, original_date, frame)
    if (!team_ids || team_ids.includes(held.team_id)) visits.push(held)
  }
  return { visits, customers, places: await readPlaces(tx, visits), route }
}

/** The rules that visits go by which their own plan does not name: most have been read, the others are, and their customers with them. */
async function rulesBesides(
  tx: OrgTx,
  overlaid: readonly { expanded: Planned | null; row: VisitRow | null }[],
  read: readonly RuleRow[],
  customers: Map<string, CustomerRow>,
): Promise<ReadonlyMap<string, RuleRow>> {
  const others = new Set<string>()
  for (const { expanded: planned, row } of overlaid) {
    const named = ruleNamedBy(planned?.rule_id, row)
    if (named !== planned?.rule_id) others.add(named)
  }
  const ruleOf = new Map<string, RuleRow>()
  if (!others.size) return ruleOf
  for (const rule of read) if (others.delete(rule.id)) ruleOf.set(rule.id, rule)
  if (!others.size) return ruleOf
  for (const rule of await selectRules(tx)
    .where('id', '=', anyOf([...others]))
    .execute())
    ruleOf.set(rule.id, rule)
  const unknown = [...ruleOf.values()].map((rule) => rule.customer_id).filter((id) => !customers.has(id))
  for (const [id, customer] of await readCustomers(tx, unknown)) customers.set(id, customer)
  return ruleOf
}

export const byTime = (a: HeldVisit, b: HeldVisit): number =>
  a.date < b.date ? -1 : a.date > b.date ? 1 : (a.start_minutes ?? 1440) - (b.start_minutes ?? 1440) || (a.occurrence_id < b.occurrence_id ? -1 : 1)

/** The places that rules name themselves; most follow their customer's default one. */
export async function readPlaces(tx: OrgTx, visits: readonly { rule: RuleRow }[]): Promise<Map<string, Place>> {
  const ids = [...new Set(visits.flatMap(({ rule }) => rule.location_id ?? []))]
  if (!ids.length) return new Map()
  const rows = await tx
    .selectFrom('service_locations')
    .select(['id', 'street', 'city', 'state', 'zip'])
    .where('organization_id', '=', tx.org)
    .where('id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Where a visit is held: at the place its rule names, else where its customer is. Null too where nobody said where work is done. */
export async function zipOf(tx: OrgTx, { service_area }: Frame, { rule, customer_id }: { rule: RuleRow; customer_id: string }): Promise<string | null> {
  if (!service_area.length) return null
  const place = rule.location_id ? (await readPlaces(tx, [{ rule }])).get(rule.location_id) : undefined
  return (place ?? (await readCustomers(tx, [customer_id])).get(customer_id))?.zip ?? null
}

/** Where a visit is held: at the place its rule names, else at its customer's. */
export const addressOf = (
  { rule, customer_id }: Pick<HeldVisit, 'rule' | 'customer_id'>,
  { places, customers }: Pick<WindowRead, 'places' | 'customers'>,
): Place | CustomerRow | undefined => (rule.location_id && places.get(rule.location_id)) || customers.get(customer_id)

// Most visits of a window share their team and service, and many their customer: said in one object, they are compared and packed once.
const teamViews = new WeakMap<FrameTeam, Visit['team']>()
function teamView(team: FrameTeam): Visit['team'] {
  let view = teamViews.get(team)
  if (!view) teamViews.set(team, (view = { id: team.id, name: team.name }))
  return view
}

const serviceViews = { priced: new WeakMap<FrameService, Visit['service']>(), plain: new WeakMap<FrameService, Visit['service']>() }
function serviceView(service: FrameService, name: string, sees_prices: boolean): Visit['service'] {
  const known = serviceViews[sees_prices ? 'priced' : 'plain']
  let view = known.get(service)
  if (view?.name === name) return view
  const { id, key, price_cents, estimated_minutes } = service
  view = { id, key, name, label: name, price_cents: sees_prices ? price_cents : null, estimated_minutes }
  known.set(service, view)
  return view
}

const noDays: Visit['customer']['available_days'] = []
const dayKeys = new WeakMap<readonly string[], Visit['customer']['available_days']>()
// Customers read together share a list that says the same.
function dayKeysOf(days: readonly string[]): Visit['customer']['available_days'] {
  let keys = dayKeys.get(days)
  if (!keys) dayKeys.set(days, (keys = keysOfWeekdays(weekdaysOfKeys(days))))
  return keys
}

function customerView(id: string, customer: CustomerRow | undefined, place: Place | CustomerRow | undefined): VisitCustomer {
  if (customer?.view && place === customer) return customer.view
  const view: VisitCustomer = {
    id,
    name: customer?.name ?? null,
    email: customer?.email ?? null,
    phone_number: customer?.phone_number ?? null,
    street: place?.street ?? null,
    city: place?.city ?? null,
    state: place?.state ?? null,
    zip: place?.zip ?? null,
    available_days: customer ? dayKeysOf(customer.available_days) : noDays,
    has_card_on_file: customer?.has_card_on_file ?? false,
  }
  if (customer && place === customer) customer.view = view
  return view
}

/** Who looks: a crew has its own badge, and sees prices only where the organization lets it. */
export type Onlooker = { by_crew: boolean; sees_prices: boolean }

type Named = Pick<WindowRead, 'customers' | 'places'> & Partial<Pick<WindowRead, 'route'>>

/** A visit as callers see it. */
export const visitView = (held: HeldVisit, frame: Frame, named: Named, who: Onlooker): Visit => tellVisit(bareView(held, frame, named, who))

export function bareView(held: HeldVisit, frame: Frame, { customers, places, route = noRoute }: Named, who: Onlooker): BareVisit {
  const { rule, row, service } = held
  const customer = customers.get(held.customer_id)
  const place = addressOf(held, { places, customers })
  const team = held.team_id ? frame.teams.get(held.team_id) : undefined
  const name = (row?.status === 'completed' ? row.service_name : null) ?? service?.name ?? ''
  return {
    series_id: held.series_id,
    rule_id: rule.id,
    date: held.date,
    original_date: held.original_date,
    shifted: held.planned !== null && held.planned.shifted && held.planned.date === held.date,
    start_minutes: held.start_minutes,
    duration_minutes: held.duration_minutes,
    team_id: held.team_id,
    team: team ? teamView(team) : null,
    route_position: placeInRoute(route, held),
    status: held.status,
    skip_reason: held.skip_reason,
    pause: pauseOf(held, customer),
    completed_at: row?.completed_at ?? null,
    invoice_id: row?.invoice_id ?? null,
    invoice_status: held.invoice_status,
    invoice_total_cents: who.sees_prices ? (row?.invoice_total_cents ?? null) : null,
    payment_badge: visitPaymentBadge(held.invoice_status, who.by_crew ? 'crew' : 'appointment', row?.invoice_money ?? null),
    customer: customerView(held.customer_id, customer, place),
    service: service && serviceView(service, name, who.sees_prices),
    notes: rule.notes && row?.notes ? `${rule.notes}\n${row.notes}` : rule.notes || row?.notes || null,
    price_cents: who.sees_prices ? held.price_cents : null,
    recurrence_label: recurrenceLabel(rule),
    version: row?.version ?? 0,
  }
}
