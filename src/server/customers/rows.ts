import { sql } from 'kysely'
import { cardLimits, type Customer, type CustomerStatus } from '../../domain/customer.ts'
import { addDays, type DayKey, type LocalDate } from '../../domain/dates.ts'
import { cadenceOf, cadenceOfWord, customerFrequencyOf, isPaused, recurrenceLabel, type Pattern, type SignupFrequency } from '../../domain/recurrence.ts'
import type { OrgTx } from '../db/door.ts'
import { found } from '../refusals.ts'
import { readFrame, type Frame } from '../schedule/frame.ts'
import { pausesOf, planRule, type RuleRow } from '../schedule/rows.ts'

export type CustomerRow = {
  id: string
  created_at: string
  updated_at: string
  name: string | null
  email: string | null
  phone_number: string | null
  street: string | null
  city: string | null
  state: string | null
  zip: string | null
  status: CustomerStatus
  was_active: boolean
  paused_from: string | null
  resume_on: string | null
  pause_reason: string | null
  tags: string[]
  reminder_opt_in: boolean
  referral_count: number
  team_id: string | null
  available_days: DayKey[]
  service_frequency: string | null
  service_interval: number | null
  services_selected: { key: string }[]
  out_of_area: boolean
  signup_completed_at: string | null
  version: number
  autopay_enabled: boolean
  default_payment_method_id: string | null
  person_id: string | null
  promotions_off_at: string | null
  cltv_cents: number
  outstanding_balance_cents: number
  service_names: string[] | null
  last_visits: { date: string; notes: string | null }[] | null
  notes: { id: string; text: string; author_name: string | null; created_at: string }[] | null
  rules: RuleRow[] | null
  touched: { series_id: string; original_date: string; date: string; status: string }[] | null
}

export type CustomerFilter = {
  id?: string
  ids?: string[]
  q?: string | undefined
  statuses?: string[]
  team_id?: string | undefined
  tags?: string[]
  after?: string | undefined
  limit: number
}

/** Customers with what their cards show, newest first, in one statement. */
export async function readRows(tx: OrgTx, filter: CustomerFilter, today: LocalDate): Promise<CustomerRow[]> {
  const words = (filter.q ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 6)
  const digits = (filter.q ?? '').replace(/\D/g, '')
  const { rows } = await sql<CustomerRow>`
    select c.id, c.created_at, c.updated_at, c.name, c.email, c.phone_number, c.street, c.city, c.state, c.zip, c.status, c.was_active, c.paused_from, c.resume_on, c.pause_reason, c.tags, c.reminder_opt_in,
      c.referral_count, c.team_id, c.available_days, c.service_frequency, c.service_interval, c.services_selected, c.out_of_area, c.signup_completed_at, c.version, c.autopay_enabled, c.default_payment_method_id, c.person_id, c.promotions_off_at,
      coalesce((select sum(p.amount_cents - p.refunded_cents) from payments p where p.organization_id = c.organization_id and p.customer_id = c.id and p.captured_at is not null), 0) as cltv_cents,
      coalesce((select sum(i.total_cents - i.paid_cents) from invoices i where i.organization_id = c.organization_id and i.customer_id = c.id and i.doc = 'open' and i.money in ('none', 'processing', 'failed', 'partial')), 0) as outstanding_balance_cents,
      (select array_agg(distinct s.name) from rules r join services s on s.organization_id = r.organization_id and s.id = r.service_id where r.organization_id = c.organization_id and r.customer_id = c.id and r.removed_at is null and (r.end_date is null or r.end_date >= ${today})) as service_names,
      (select json_agg(v) from (select v.date, v.notes from visits v where v.organization_id = c.organization_id and v.customer_id = c.id and v.status = 'completed' order by v.date desc limit ${cardLimits.last_visits}) v) as last_visits,
      (select json_agg(n) from (select n.id, n.text, n.author_name, to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at from customer_notes n where n.organization_id = c.organization_id and n.customer_id = c.id order by n.id desc limit ${cardLimits.notes}) n) as notes,
      (select json_agg(r) from (select r.* from rules r
        where r.organization_id = c.organization_id and r.customer_id = c.id and r.removed_at is null and (r.end_date is null or r.end_date >= ${today}) order by r.start_date limit 20) r) as rules,
      (select json_agg(v) from (select v.series_id, v.original_date, v.date, v.status from visits v where v.organization_id = c.organization_id and v.customer_id = c.id and (v.date >= ${today} or v.original_date >= ${today}) limit 400) v) as touched
    from customers c where c.organization_id = ${tx.org}
      and (${filter.id ?? null}::uuid is null or c.id = ${filter.id ?? null}::uuid)
      and (${filter.ids ? 1 : null}::int is null or c.id = any (${`{${(filter.ids ?? []).join(',')}}`}::text::uuid[]))
      and (${filter.statuses?.length ? 1 : null}::int is null or c.status = any (${`{${(filter.statuses ?? []).join(',')}}`}::text::text[]))
      and (${filter.team_id ?? null}::text is null or (${filter.team_id ?? null}::text = 'none' and c.team_id is null) or c.team_id::text = ${filter.team_id ?? null}::text)
      and (${filter.tags?.length ? 1 : null}::int is null or (select array_agg(lower(t)) from unnest(c.tags) t) @> ${`{${(filter.tags ?? []).map((t) => JSON.stringify(t)).join(',')}}`}::text::text[])
      and (${words.length ? 1 : null}::int is null or c.search like all (${`{${words.map((w) => JSON.stringify(`%${w.replace(/[\\%_]/g, '\\$&')}%`)).join(',')}}`}::text::text[]) or (${digits.length >= 4 ? digits : null}::text is not null and c.phone_number like '%' || ${digits} || '%'))
      and (${filter.after ?? null}::uuid is null or c.id < ${filter.after ?? null}::uuid)
    order by c.id desc limit ${filter.limit}`.execute(tx)
  return rows
}

/** How far ahead a next visit is looked for: most come within weeks, the rarest pattern within a year. */
const horizons = [35, 366]

/** The next date on which work stands, within a year: touched visits where they are now, the others where the calendar holds them. */
function nextVisit(row: CustomerRow, frame: Frame): string | null {
  if (row.status === 'archived') return null
  const touched = new Map((row.touched ?? []).map((visit) => [`${visit.series_id}:${visit.original_date}`, visit]))
  const pauses = pausesOf(row)
  const dates = (row.touched ?? [])
    .filter((visit) => visit.status === 'scheduled' && visit.date >= frame.today && !isPaused(visit.original_date, pauses))
    .map((visit) => visit.date)
  for (const rule of row.rules ?? [])
    for (const days of horizons) {
      const coming = planRule(rule, frame.today, addDays(frame.today, days), frame, row).find(
        (planned) => !planned.paused && !touched.has(`${rule.series_id}:${planned.original_date}`),
      )
      if (coming) dates.push(coming.date)
      if (coming) break
    }
  return dates.toSorted()[0] ?? null
}

/** Orders a customer's work: the card names what comes most often. */
const daysBetweenVisits = (rule: { pattern: Pattern; interval: number }): number => {
  const { unit, interval } = cadenceOf(rule)
  return unit === 'once' ? Infinity : interval * (unit === 'week' ? 7 : 30)
}

export function shownCustomer(row: CustomerRow, frame: Frame): Customer {
  const rule = (row.rules ?? []).toSorted((a, b) => daysBetweenVisits(a) - daysBetweenVisits(b))[0]
  const cadence = rule ? cadenceOf(rule) : row.service_frequency ? cadenceOfWord(row.service_frequency, row.service_interval) : null
  const address = { street: row.street, city: row.city, state: row.state, zip: row.zip }
  return {
    id: row.id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    name: row.name,
    email: row.email,
    phone_number: row.phone_number,
    ...address,
    address,
    status: row.status,
    was_active: row.was_active,
    paused_from: row.paused_from,
    resume_on: row.resume_on,
    pause_reason: row.pause_reason,
    frequency: cadence ? customerFrequencyOf(cadence, rule?.season_start_month != null) : null,
    frequency_label: rule ? recurrenceLabel(rule) : null,
    next_visit_at: nextVisit(row, frame),
    services: row.service_names ?? row.services_selected.map((service) => service.key),
    last_visits: row.last_visits ?? [],
    notes: row.notes ?? [],
    tags: row.tags,
    reminder_opt_in: row.reminder_opt_in,
    referral_count: row.referral_count,
    cltv_cents: row.cltv_cents,
    outstanding_balance_cents: row.outstanding_balance_cents,
    has_autopay: row.autopay_enabled,
    has_card_on_file: row.default_payment_method_id !== null,
    has_login: row.person_id !== null,
    team_id: row.team_id,
    available_days: row.available_days,
    pref_frequency: row.service_frequency as SignupFrequency | null,
    pref_interval: row.service_interval,
    out_of_area: row.out_of_area,
    signup_completed_at: row.signup_completed_at,
    version: row.version,
  }
}

export async function readCustomer(tx: OrgTx, id: string): Promise<Customer> {
  const frame = await readFrame(tx)
  return shownCustomer(found((await readRows(tx, { id, limit: 1 }, frame.today))[0]), frame)
}
