import { sql } from 'kysely'
import { keysOfWeekdays, weekdaysOfKeys, type LocalDate } from '../../domain/dates.ts'
import { visitPaymentBadge } from '../../domain/invoice.ts'
import { recurrenceLabel } from '../../domain/recurrence.ts'
import { overlayVisits, visitFlags, visitTime, type ExpandedVisit, type Visit } from '../../domain/visit.ts'
import type { OrgTx } from '../db/door.ts'
import { beforeShift, type Frame } from './frame.ts'
import { anyOf, holdVisit, planRule, ruleNamedBy, selectRules, selectVisits, type DatesOfCustomer, type HeldVisit, type RuleRow } from './rows.ts'

export type Window = { from: LocalDate; to: LocalDate }

export type CustomerRow = DatesOfCustomer & {
  id: string
  name: string | null
  email: string | null
  phone_number: string | null
  street: string | null
  city: string | null
  state: string | null
  zip: string | null
  has_card_on_file: boolean
}
type Place = { id: string; street: string | null; city: string | null; state: string | null; zip: string | null }

/** Visits of a window, and what they name, each once. */
export type WindowRead = { visits: HeldVisit[]; customers: ReadonlyMap<string, CustomerRow>; places: ReadonlyMap<string, Place> }

/**
 * Every visit held from one date to another: the rules of the window, touched rows and customers are read once each, and
 * the dates come from the one expansion that the browser uses too. `team_ids` keeps the visits of these teams (null: of none).
 */
export async function readWindow(
  tx: OrgTx,
  frame: Frame,
  { from, to }: Window,
  { team_ids, customer_id }: { team_ids?: readonly (string | null)[] | undefined; customer_id?: string } = {},
): Promise<WindowRead> {
  let rulesInWindow = selectRules(tx)
    .where('removed_at', 'is', null)
    .where('start_date', '<=', to)
    .where((eb) => eb.or([eb('end_date', 'is', null), eb('end_date', '>=', beforeShift(from))]))
  if (customer_id) rulesInWindow = rulesInWindow.where('customer_id', '=', customer_id)
  const rules = await rulesInWindow.execute()
  const ruleOf = new Map(rules.map((rule) => [rule.id, rule]))
  const customers = await readCustomers(tx, [...new Set(rules.map((rule) => rule.customer_id))])

  const expanded: ExpandedVisit[] = []
  const shiftedIn = new Set<string>()
  for (const rule of rules) {
    for (const planned of planRule(rule, from, to, frame, customers.get(rule.customer_id))) {
      expanded.push({ ...planned, series_id: rule.series_id, rule_id: rule.id })
      if (planned.original_date < from) shiftedIn.add(rule.series_id)
    }
  }

  // A date shifted into the window may have a row that says otherwise; only for those is it worth looking further back.
  let touched = selectVisits(tx).where((eb) =>
    eb.or([
      eb.between('v.date', from, to),
      eb.between('v.original_date', from, to),
      ...(shiftedIn.size ? [eb.and([eb.between('v.original_date', beforeShift(from), from), eb('v.series_id', '=', anyOf([...shiftedIn]))])] : []),
    ]),
  )
  if (customer_id) touched = touched.where('v.customer_id', '=', customer_id)
  const rows = await touched.execute()
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
  return { visits, customers, places: await readPlaces(tx, visits) }
}

export const byTime = (a: HeldVisit, b: HeldVisit): number =>
  a.date < b.date ? -1 : a.date > b.date ? 1 : (a.start_minutes ?? 1440) - (b.start_minutes ?? 1440) || (a.occurrence_id < b.occurrence_id ? -1 : 1)

/** Customers with the address where they want their work done. */
export async function readCustomers(tx: OrgTx, ids: readonly string[]): Promise<Map<string, CustomerRow>> {
  if (!ids.length) return new Map()
  const { rows } = await sql<CustomerRow>`
    select c.id, c.name, c.email, coalesce(c.phone_display, c.phone_number) as phone_number, coalesce(l.street, c.street) as street,
      coalesce(l.city, c.city) as city, coalesce(l.state, c.state) as state, coalesce(l.zip, c.zip) as zip, c.available_days,
      c.default_payment_method_id is not null as has_card_on_file, c.status, c.paused_from, c.resume_on
    from customers c left join service_locations l on l.organization_id = c.organization_id and l.customer_id = c.id and l.is_default
    where c.organization_id = ${tx.org}::uuid and c.id = ${anyOf(ids)}`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

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

const dayKeys = new WeakMap<CustomerRow, Visit['customer']['available_days']>()
function dayKeysOf(customer: CustomerRow): Visit['customer']['available_days'] {
  let keys = dayKeys.get(customer)
  if (!keys) dayKeys.set(customer, (keys = keysOfWeekdays(weekdaysOfKeys(customer.available_days))))
  return keys
}

/** Who looks: a crew has its own badge, and sees prices only where the organization lets it. */
export type Onlooker = { by_crew: boolean; sees_prices: boolean }

/** A visit as callers see it. */
export function visitView(held: HeldVisit, frame: Frame, { customers, places }: Pick<WindowRead, 'customers' | 'places'>, who: Onlooker): Visit {
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
    team: team ? { id: team.id, name: team.name } : null,
    status: held.status,
    ...visitFlags(held.status),
    skip_reason: held.skip_reason,
    completed_at: row?.completed_at ?? null,
    invoice_id: row?.invoice_id ?? null,
    invoice_status: held.invoice_status,
    invoice_total_cents: who.sees_prices ? (row?.invoice_total_cents ?? null) : null,
    payment_badge: visitPaymentBadge(held.invoice_status, who.by_crew ? 'crew' : 'appointment', row?.invoice_money ?? null),
    customer: {
      id: held.customer_id,
      name: customer?.name ?? null,
      email: customer?.email ?? null,
      phone_number: customer?.phone_number ?? null,
      street: place?.street ?? null,
      city: place?.city ?? null,
      state: place?.state ?? null,
      zip: place?.zip ?? null,
      available_days: customer ? dayKeysOf(customer) : [],
      has_card_on_file: customer?.has_card_on_file ?? false,
    },
    service: service && {
      id: service.id,
      key: service.key,
      name,
      label: name,
      price_cents: who.sees_prices ? service.price_cents : null,
      estimated_minutes: service.estimated_minutes,
    },
    notes: [rule.notes, row?.notes].filter(Boolean).join('\n') || null,
    price_cents: who.sees_prices ? held.price_cents : null,
    recurrence_label: recurrenceLabel(rule),
    version: row?.version ?? 0,
  }
}
