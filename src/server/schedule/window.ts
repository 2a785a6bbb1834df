import { keysOfWeekdays, weekdaysOfKeys } from '../../domain/dates.ts'
import { visitPaymentBadge } from '../../domain/invoice.ts'
import { recurrenceLabel } from '../../domain/recurrence.ts'
import { overlayVisits, visitFlags, visitTime, type ExpandedVisit, type Visit, type VisitCustomer } from '../../domain/visit.ts'
import type { OrgTx } from '../db/door.ts'
import type { Frame, FrameService, FrameTeam } from './frame.ts'
import { pauseOf } from './paused.ts'
import { noRoute, placeInRoute, type RouteSpots } from './route-spots.ts'
import { anyOf, holdVisit, planRule, ruleNamedBy, selectRules, type HeldVisit, type RuleRow } from './rows.ts'
import { readCustomers, readTouched, readWindowRows, type CustomerRow, type Window, type WindowFilter } from './window-rows.ts'

type Place = { id: string; street: string | null; city: string | null; state: string | null; zip: string | null }

/** Visits of a window, and what they name, each once. */
export type WindowRead = { visits: HeldVisit[]; customers: ReadonlyMap<string, CustomerRow>; places: ReadonlyMap<string, Place>; route: RouteSpots }

/**
 * Every visit held from one date to another: the rules of the window, touched rows and customers are read once each, and
 * the dates come from the one expansion that the browser uses too. `team_ids` keeps the visits of these teams (null: of none).
 */
export async function readWindow(tx: OrgTx, frame: Frame, { from, to }: Window, { team_ids, customer_id }: WindowFilter = {}): Promise<WindowRead> {
  const read = await readWindowRows(tx, frame, { from, to }, { team_ids, ...(customer_id ? { customer_id } : {}) })
  const ruleOf = new Map(read.rules.map((rule) => [rule.id, rule]))
  const customers = new Map(read.customers.map((customer) => [customer.id, customer]))

  const expanded: ExpandedVisit[] = []
  const shiftedIn: ExpandedVisit[] = []
  for (const rule of read.rules) {
    for (const planned of planRule(rule, from, to, frame, customers.get(rule.customer_id))) {
      const visit = { ...planned, series_id: rule.series_id, rule_id: rule.id }
      expanded.push(visit)
      if (visit.original_date < from) shiftedIn.push(visit)
    }
  }

  // A date shifted into the window may have a row that says otherwise.
  const rows = shiftedIn.length ? [...read.touched, ...(await readTouched(tx, shiftedIn)).filter(({ date }) => date < from || date > to)] : read.touched
  const missing = [...new Set(rows.filter((row) => row.date >= from && row.date <= to && !ruleOf.has(row.rule_id)).map((row) => row.rule_id))]
  if (missing.length) {
    for (const rule of await selectRules(tx).where('id', '=', anyOf(missing)).execute()) ruleOf.set(rule.id, rule)
    const unknown = missing.flatMap((id) => ruleOf.get(id)?.customer_id ?? []).filter((id) => !customers.has(id))
    for (const [id, customer] of await readCustomers(tx, unknown)) customers.set(id, customer)
  }

  const visits: HeldVisit[] = []
  for (const { expanded: planned, row, original_date } of overlayVisits(expanded, rows, { from, to })) {
    const rule = ruleOf.get(ruleNamedBy(planned?.rule_id, row))
    if (!rule) continue
    const held = holdVisit(rule, row, planned, original_date, frame)
    if (!team_ids || team_ids.includes(held.team_id)) visits.push(held)
  }
  visits.sort(byTime)
  return { visits, customers, places: await readPlaces(tx, visits), route: read.route }
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
let lastDays = { text: '', keys: noDays }
// Customers next to each other mostly have the same days.
function dayKeysOf(days: readonly string[]): Visit['customer']['available_days'] {
  const text = days.join()
  if (text !== lastDays.text) lastDays = { text, keys: keysOfWeekdays(weekdaysOfKeys(days)) }
  return lastDays.keys
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

/** A visit as callers see it. */
export function visitView(
  held: HeldVisit,
  frame: Frame,
  { customers, places, route = noRoute }: Pick<WindowRead, 'customers' | 'places'> & Partial<Pick<WindowRead, 'route'>>,
  who: Onlooker,
): Visit {
  const { rule, row, service } = held
  const customer = customers.get(held.customer_id)
  const place = (rule.location_id && places.get(rule.location_id)) || customer
  const team = held.team_id ? frame.teams.get(held.team_id) : undefined
  const name = (row?.status === 'completed' ? row.service_name : null) ?? service?.name ?? ''
  return {
    id: held.occurrence_id,
    occurrence_id: held.occurrence_id,
    series_id: held.series_id,
    rule_id: rule.id,
    date: held.date,
    original_date: held.original_date,
    shifted: held.planned !== null && held.planned.shifted && held.planned.date === held.date,
    ...visitTime(held.start_minutes),
    duration_minutes: held.duration_minutes,
    team_id: held.team_id,
    team: team ? teamView(team) : null,
    route_position: placeInRoute(route, held),
    status: held.status,
    ...visitFlags(held.status),
    skip_reason: held.skip_reason,
    pause: pauseOf(held, customer),
    completed_at: row?.completed_at ?? null,
    invoice_id: row?.invoice_id ?? null,
    invoice_status: held.invoice_status,
    invoice_total_cents: who.sees_prices ? (row?.invoice_total_cents ?? null) : null,
    payment_badge: visitPaymentBadge(held.invoice_status, who.by_crew ? 'crew' : 'appointment', row?.invoice_money ?? null),
    customer: customerView(held.customer_id, customer, place),
    service: service && serviceView(service, name, who.sees_prices),
    notes: [rule.notes, row?.notes].filter(Boolean).join('\n') || null,
    price_cents: who.sees_prices ? held.price_cents : null,
    recurrence_label: recurrenceLabel(rule),
    version: row?.version ?? 0,
  }
}
