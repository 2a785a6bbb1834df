import { keysOfWeekdays, weekdaysOfKeys } from '../../domain/dates.ts'
import { visitPaymentBadge } from '../../domain/invoice.ts'
import { recurrenceLabel } from '../../domain/cadence.ts'
import type { LocalDate } from '../../domain/dates.ts'
import type { PlannedDate } from '../../domain/recurrence.ts'
import { overlayVisits, tellVisit, type BareVisit, type ExpandedVisit, type Visit, type VisitCustomer } from '../../domain/visit.ts'
import type { OrgTx } from '../db/door.ts'
import { turnFor } from '../turns.ts'
import type { Frame, FrameService, FrameTeam } from './frame.ts'
import type { KnownPlans } from './known-plans.ts'
import { pauseOf } from './paused.ts'
import { noRoute, placeInRoute, type RouteSpots } from './route-spots.ts'
import { anyOf, holdVisit, planRule, ruleNamedBy, selectRules, type HeldVisit, type RuleRow, type VisitRow } from './rows.ts'
import { readCustomers, readTouched, readWindowRows, type CustomerRow, type Window, type WindowFilter } from './window-rows.ts'

type Place = { id: string; street: string | null; city: string | null; state: string | null; zip: string | null }

/** Visits of a window, and what they name, each once. */
export type WindowRead = { visits: HeldVisit[]; customers: ReadonlyMap<string, CustomerRow>; places: ReadonlyMap<string, Place>; route: RouteSpots }

/** Every visit held from one date to another, in the order of time. `team_ids` keeps the visits of these teams (null: of none). */
export async function readWindow(tx: OrgTx, frame: Frame, window: Window, filter: WindowFilter = {}, known?: KnownPlans): Promise<WindowRead> {
  const read = await readUnordered(tx, frame, window, filter, known)
  read.visits.sort(byTime)
  return read
}

type Expanded = ExpandedVisit<RuleRow>
/** Dates that are looked at without a rest. */
const atOnce = 2000

/**
 * The same in no order: the rules of the window, touched rows and customers are read once each, and the dates come from the
 * one expansion that the browser uses too. `known` are plans that need not be read again.
 */
export async function readUnordered(
  tx: OrgTx,
  frame: Frame,
  { from, to }: Window,
  { team_ids, customer_id }: WindowFilter = {},
  known?: KnownPlans,
): Promise<WindowRead> {
  const read = await readWindowRows(tx, frame, { from, to }, { team_ids, ...(customer_id ? { customer_id } : {}) }, known)
  await turnFor(read.rules.length)
  const { customers } = read

  const expanded: Expanded[] = []
  const shiftedIn: { series_id: string; original_date: LocalDate }[] = []
  let rested = 0
  for (const rule of read.rules) {
    if (expanded.length - rested > atOnce) {
      await turnFor(atOnce)
      rested = expanded.length
    }
    for (const planned of planRule(rule, from, to, frame, customers.get(rule.customer_id))) {
      expanded.push({ rule, planned })
      if (planned.original_date < from) shiftedIn.push({ series_id: rule.series_id, original_date: planned.original_date })
    }
  }

  const { touched, route } = await read.rest
  // A date shifted into the window may have a row that says otherwise.
  const rows = shiftedIn.length ? [...touched, ...(await readTouched(tx, shiftedIn)).filter(({ date }) => date < from || date > to)] : touched
  const visits: HeldVisit[] = []
  const strays: Stray[] = []
  const hold = (rule: RuleRow, planned: PlannedDate | null, row: VisitRow | null): void => {
    const held = holdVisit(rule, row, planned, (planned ?? row)!.original_date, frame)
    if (!team_ids || team_ids.includes(held.team_id)) visits.push(held)
  }
  const overlay = overlayVisits<VisitRow, Expanded>(rows, { from, to }, (one, row) => {
    const named = ruleNamedBy(one?.rule.id, row)
    if (one?.rule.id === named) hold(one.rule, one.planned, row)
    else strays.push({ named, planned: one && one.planned, row })
  })
  for (let at = 0; at < expanded.length; at++) {
    if (at % atOnce === atOnce - 1) await turnFor(atOnce)
    overlay.lay(expanded[at]!)
  }
  overlay.rest()
  const ruleOf = await rulesBesides(tx, strays, read.rules, customers)
  for (const { named, planned, row } of strays) {
    const rule = ruleOf.get(named)
    if (rule) hold(rule, planned, row)
  }
  return { visits, customers, places: await readPlaces(tx, visits), route }
}

/** A visit that goes by another rule than the one that gives its date, if any does. */
type Stray = { named: string; planned: PlannedDate | null; row: VisitRow | null }

/** The rules of strays: most have been read, the others are, and their customers with them. */
async function rulesBesides(
  tx: OrgTx,
  strays: readonly Stray[],
  read: readonly RuleRow[],
  customers: Map<string, CustomerRow>,
): Promise<ReadonlyMap<string, RuleRow>> {
  const ruleOf = new Map<string, RuleRow>()
  const others = new Set(strays.map(({ named }) => named))
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
export const visitView = (held: HeldVisit, frame: Frame, named: Named, who: Onlooker): Visit => tellVisit(teller(frame, named, who)(held))

/** Tells visits without what follows from the rest of them, always by the same object: it says one visit until the next is asked for. */
export function teller(frame: Frame, { customers, places, route = noRoute }: Named, { by_crew, sees_prices }: Onlooker): (held: HeldVisit) => BareVisit {
  const view = { ...blank }
  return (held) => {
    const { rule, row, service } = held
    const customer = customers.get(held.customer_id)
    const team = held.team_id ? frame.teams.get(held.team_id) : undefined
    const name = (row?.status === 'completed' ? row.service_name : null) ?? service?.name ?? ''
    view.series_id = held.series_id
    view.rule_id = rule.id
    view.date = held.date
    view.original_date = held.original_date
    view.shifted = held.planned !== null && held.planned.shifted && held.planned.date === held.date
    view.start_minutes = held.start_minutes
    view.duration_minutes = held.duration_minutes
    view.team_id = held.team_id
    view.team = team ? teamView(team) : null
    view.route_position = placeInRoute(route, held)
    view.status = held.status
    view.skip_reason = held.skip_reason
    view.hold_reason = held.hold_reason
    view.pause = pauseOf(held, customer)
    view.completed_at = row?.completed_at ?? null
    view.invoice_id = row?.invoice_id ?? null
    view.invoice_status = held.invoice_status
    view.invoice_total_cents = sees_prices ? (row?.invoice_total_cents ?? null) : null
    view.payment_badge = visitPaymentBadge(held.invoice_status, by_crew ? 'crew' : 'appointment', row?.invoice_money ?? null)
    view.customer = customerView(held.customer_id, customer, addressOf(held, { places, customers }))
    view.service = service && serviceView(service, name, sees_prices)
    view.notes = rule.notes && row?.notes ? `${rule.notes}\n${row.notes}` : rule.notes || row?.notes || null
    view.price_cents = sees_prices ? held.price_cents : null
    view.recurrence_label = recurrenceLabel(rule)
    view.buffer_days = rule.buffer_days
    view.version = row?.version ?? 0
    return view
  }
}

const blank: BareVisit = {
  series_id: '',
  rule_id: '',
  date: '',
  original_date: '',
  shifted: false,
  start_minutes: null,
  duration_minutes: 0,
  team_id: null,
  team: null,
  route_position: null,
  status: 'scheduled',
  skip_reason: null,
  hold_reason: null,
  pause: null,
  completed_at: null,
  invoice_id: null,
  invoice_status: null,
  invoice_total_cents: null,
  payment_badge: 'unpaid',
  customer: customerView('', undefined, undefined),
  service: null,
  notes: null,
  price_cents: null,
  recurrence_label: '',
  buffer_days: null,
  version: 0,
}
