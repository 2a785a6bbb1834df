import { sql, type RawBuilder } from 'kysely'
import {
  cardLimits,
  customerStatuses,
  rulesOfFrequency,
  wishesOfFrequency,
  type Customer,
  type CustomerPreferences,
  type CustomerStatus,
} from '../../domain/customer.ts'
import { addDays, type DayKey } from '../../domain/dates.ts'
import type { NotificationPrefs, PreferredContact } from '../../domain/person.ts'
import { barsOfReminders, switchedOffMessages } from '../../domain/reminder.ts'
import {
  cadenceOf,
  cadenceOfWord,
  customerFrequencyOf,
  patternOf,
  recurrenceLabel,
  type CustomerFrequency,
  type Pattern,
  type SignupFrequency,
} from '../../domain/cadence.ts'
import { isPaused } from '../../domain/recurrence.ts'
import { nearest, pairsToShare, slipsTo, soughtIn } from '../../domain/search.ts'
import { wishChanges } from '../../domain/wishes.ts'
import type { OrgTx } from '../db/door.ts'
import { referralCount } from '../referrals.ts'
import { owedCents, owes } from '../invoices/owed.ts'
import { found } from '../refusals.ts'
import { readFrame, type Frame } from '../schedule/frame.ts'
import { pausesOf, planRule, ruleColumns, type RuleRow } from '../schedule/rows.ts'

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
  referred_by: { id: string; name: string | null } | null
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
  wishes_before: CustomerPreferences | null
  wishes_changed_at: string | null
  sms_opt_in: boolean
  /** The choices of the customer's own account, if there is one. */
  prefs: NotificationPrefs | null
  preferred_contact: PreferredContact | null
  cltv_cents: number
  outstanding_balance_cents: number
  last_visits: { date: string; notes: string | null }[] | null
  notes: { id: string; text: string; author_name: string | null; created_at: string }[] | null
  rules: RuleRow[] | null
  touched: { series_id: string; original_date: string; date: string; status: string }[] | null
}

/** Which customers a list, a count or a file is about. */
export type CustomerFilter = {
  customer_id?: string | undefined
  q?: string | undefined
  statuses?: readonly string[]
  team_id?: string | undefined
  tags?: readonly string[]
  /** A service's key. */
  service?: string | undefined
  frequency?: CustomerFrequency | undefined
  autopay?: boolean | undefined
  due?: boolean | undefined
  /** Changed their wishes, which the office has not seen yet. */
  wishes?: boolean | undefined
}

const textArray = (texts: readonly string[]) => sql`${`{${texts.map((text) => JSON.stringify(text)).join(',')}}`}::text::text[]`
const like = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => (conditions.length ? sql.join(conditions, sql` and `) : sql`true`)

/** How many customers that are only near what was typed are shown at most. */
const nearAtMost = 200

/**
 * What was typed as a condition: every word stands in the customer's text, or the digits in the phone number. Where nobody in the
 * organization is found like that, those with the fewest typing mistakes in between.
 */
async function soughtBy(tx: OrgTx, q: string | undefined): Promise<RawBuilder<unknown>[]> {
  const sought = soughtIn(q ?? '')
  if (!sought.words.length) return []
  const words = sql`c.search like all (${textArray(sought.words.map(like))})`
  const exact = sought.digits ? sql`(${words} or c.search like ${like(sought.digits)})` : words
  const { rows } = await sql<{
    is_there: boolean
  }>`select exists (select 1 from customers c where c.organization_id = ${tx.org} and ${exact}) as is_there`.execute(tx)
  const sieve = rows[0]!.is_there ? null : pairsToShare(sought)
  if (!sieve) return [exact]
  const shared = sql.join(
    sieve.pairs.map((pair) => sql`(strpos(' ' || search || ' ', ${pair}) > 0)::int`),
    sql` + `,
  )
  const { rows: candidates } = await sql<{ id: string; search: string }>`
    select id, search from (select id, search, ${shared} as shared from customers where organization_id = ${tx.org}) c
    where shared >= ${sieve.at_least} order by shared desc, id desc limit 3000`.execute(tx)
  const near = nearest(candidates, ({ search }) => slipsTo(sought.words, search)).slice(0, nearAtMost)
  return [sql`c.id = any (${textArray(near.map(({ id }) => id))}::uuid[])`]
}

/** The organization's day, for statements that go out before its frame is there. */
const todaySql = (tx: OrgTx) => sql`(select (now() at time zone o.time_zone)::date from organizations o where o.id = ${tx.org})`

/** Work that goes on or is still to come. */
const currentRules = (today: RawBuilder<unknown>) =>
  sql`rules r where r.organization_id = c.organization_id and r.customer_id = c.id and r.removed_at is null and (r.end_date is null or r.end_date >= ${today})`

/** The filter as conditions on `customers c`, without its statuses. */
export async function conditionsOf(tx: OrgTx, filter: CustomerFilter): Promise<RawBuilder<unknown>[]> {
  const { customer_id, team_id, tags, service, frequency, autopay, due, wishes } = filter
  const today = todaySql(tx)
  const current = currentRules(today)
  return [
    sql`c.organization_id = ${tx.org}`,
    ...(customer_id === undefined ? [] : [sql`c.id = ${customer_id}`]),
    ...(team_id === undefined ? [] : [team_id === 'none' ? sql`c.team_id is null` : sql`c.team_id = ${team_id}`]),
    ...(tags?.length ? [sql`(select array_agg(lower(t)) from unnest(c.tags) t) @> ${textArray(tags)}`] : []),
    ...(service === undefined
      ? []
      : [
          sql`(exists (select 1 from services s join rules r on r.organization_id = s.organization_id and r.service_id = s.id
            where s.organization_id = c.organization_id and s.key = ${service} and r.customer_id = c.id and r.removed_at is null and (r.end_date is null or r.end_date >= ${today}))
          or (not exists (select 1 from ${current}) and c.services_selected @> ${JSON.stringify([{ key: service }])}::text::jsonb))`,
        ]),
    ...(frequency === undefined
      ? []
      : [
          sql`(exists (select 1 from ${current} and r.pattern || ' ' || r.interval || ' ' || (r.season_start_month is not null) = any (${textArray(rulesOfFrequency(frequency))}))
          or (not exists (select 1 from ${current}) and c.service_frequency || ' ' || coalesce(c.service_interval::text, '') = any (${textArray(wishesOfFrequency(frequency))})))`,
        ]),
    ...(wishes === undefined ? [] : [wishes ? sql`c.wishes_changed_at is not null` : sql`c.wishes_changed_at is null`]),
    ...(autopay === undefined ? [] : [sql`c.autopay_enabled = ${autopay}`]),
    ...(due === undefined
      ? []
      : [sql`${due ? sql`` : sql`not `}exists (select 1 from invoices i where i.organization_id = c.organization_id and i.customer_id = c.id and ${owes})`]),
    ...(await soughtBy(tx, filter.q)),
  ]
}

/**
 * The ids of a page, newest first. Each status is walked by the index that holds it alone, from where the last page ended: page 200
 * reads as many rows as page 1. Each is written out in the statement: of one that comes as a value the planner knows nothing, and
 * walks through everybody in search of it.
 */
export const pageOfIds = (
  conditions: readonly RawBuilder<unknown>[],
  { statuses = [], after, limit }: { statuses?: readonly string[] | undefined; after?: string | undefined; limit: number },
) => {
  const from = after === undefined ? [] : [sql`c.id < ${after}`]
  const wanted = statuses.length ? customerStatuses.filter((status) => statuses.includes(status)) : customerStatuses
  if (!wanted.length) return sql<{ id: string }>`select c.id from customers c where false`
  const pages = wanted.map(
    (status) =>
      sql`(select c.id from customers c where ${all([...conditions, sql`c.status = ${sql.lit(status)}`, ...from])} order by c.id desc limit ${limit})`,
  )
  return sql<{ id: string }>`select p.id from (${sql.join(pages, sql` union all `)}) p order by p.id desc limit ${limit}`
}

type Counts = Record<CustomerStatus, number>
const countsIn = (rows: readonly { status: CustomerStatus; n: number }[]): Counts => {
  const count = (status: CustomerStatus): number => rows.find((row) => row.status === status)?.n ?? 0
  return { active: count('active'), paused: count('paused'), lead: count('lead'), archived: count('archived') }
}

/** How many customers of each status the filter finds, and what those who are customers now have brought in. */
export async function readTotals(tx: OrgTx, filter: CustomerFilter) {
  const { statuses } = filter
  const conditions = [...(await conditionsOf(tx, filter)), ...(statuses?.length ? [sql`c.status = any (${textArray(statuses)})`] : [])]
  const { rows } = await sql<{ status: CustomerStatus; n: number; cltv_cents: number; wishes_changed: number }>`
    with found as materialized (select c.organization_id, c.id, c.status, c.wishes_changed_at from customers c where ${all(conditions)})
    select f.status, count(*) as n, count(f.wishes_changed_at) as wishes_changed, coalesce((select sum(p.amount_cents - p.refunded_cents) from payments p join found g on g.organization_id = p.organization_id and g.id = p.customer_id
      where p.organization_id = ${tx.org} and p.captured_at is not null and g.status = f.status), 0) as cltv_cents
    from found f group by f.status`.execute(tx)
  const brought = rows.filter(({ status }) => status === 'active' || status === 'paused').reduce((sum, row) => sum + row.cltv_cents, 0)
  return { counts: countsIn(rows), cltv_cents: brought, wishes_changed: rows.reduce((sum, row) => sum + row.wishes_changed, 0) }
}

/** Customers with what their cards show, newest first. `which`: `= …` or `= any (…)`. */
async function readRows(tx: OrgTx, which: RawBuilder<unknown>): Promise<CustomerRow[]> {
  const today = todaySql(tx)
  const { rows } = await sql<CustomerRow>`
    select c.id, c.created_at, c.updated_at, c.name, c.email, c.phone_number, c.street, c.city, c.state, c.zip, c.status, c.was_active, c.paused_from, c.resume_on, c.pause_reason, c.tags, c.reminder_opt_in,
      c.team_id, c.available_days, c.service_frequency, c.service_interval, c.services_selected, c.out_of_area, c.signup_completed_at, c.version, c.autopay_enabled, c.default_payment_method_id, c.person_id, c.promotions_off_at, c.wishes_before, c.wishes_changed_at, c.sms_opt_in,
      p.notification_prefs as prefs, p.preferred_contact,
      ${referralCount} as referral_count,
      (select json_build_object('id', r.id, 'name', coalesce(r.name, r.email)) from customers r where r.organization_id = c.organization_id and r.id = c.referred_by) as referred_by,
      coalesce((select sum(p.amount_cents - p.refunded_cents) from payments p where p.organization_id = c.organization_id and p.customer_id = c.id and p.captured_at is not null), 0) as cltv_cents,
      ${owedCents(sql`i.organization_id = c.organization_id and i.customer_id = c.id`)} as outstanding_balance_cents,
      (select json_agg(v) from (select v.date, v.notes from visits v where v.organization_id = c.organization_id and v.customer_id = c.id and v.status = 'completed' order by v.date desc limit ${cardLimits.last_visits}) v) as last_visits,
      (select json_agg(n) from (select n.id, n.text, n.author_name, to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at from customer_notes n where n.organization_id = c.organization_id and n.customer_id = c.id order by n.id desc limit ${cardLimits.notes}) n) as notes,
      (select json_agg(r) from (select ${sql.join(ruleColumns.map((column) => sql.ref(`r.${column}`)))} from ${currentRules(today)} order by r.start_date limit ${cardLimits.rules}) r) as rules,
      (select json_agg(v) from (select v.series_id, v.original_date, v.date, v.status from visits v where v.organization_id = c.organization_id and v.customer_id = c.id and (v.date >= ${today} or v.original_date >= ${today}) limit 400) v) as touched
    from customers c left join lateral (select p.notification_prefs, p.preferred_contact from people p where p.id = c.person_id limit 1) p on true
    where c.organization_id = ${tx.org} and c.id ${which} order by c.id desc`.execute(tx)
  return rows
}

/** A page of the customers a filter finds. */
export async function readPage(tx: OrgTx, filter: CustomerFilter, page: { after?: string | undefined; limit: number }): Promise<CustomerRow[]> {
  const conditions = await conditionsOf(tx, filter)
  return readRows(tx, sql`= any (array(${pageOfIds(conditions, { ...page, statuses: filter.statuses })}))`)
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
  const rules = (row.rules ?? []).toSorted((a, b) => daysBetweenVisits(a) - daysBetweenVisits(b))
  const rule = rules[0]
  const wish = row.service_frequency ? cadenceOfWord(row.service_frequency, row.service_interval) : null
  const cadence = rule ? cadenceOf(rule) : wish
  const labels = rule ? rules.map(recurrenceLabel) : wish ? [recurrenceLabel(patternOf(wish))] : []
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
    frequency_label: [...new Set(labels)].join(', ') || null,
    next_visit_at: nextVisit(row, frame),
    services: servicesOf(rules, frame) ?? row.services_selected.map(({ key }) => serviceName(frame, key)),
    last_visits: row.last_visits ?? [],
    notes: row.notes ?? [],
    tags: row.tags,
    reminder_opt_in: row.reminder_opt_in,
    messages_off: switchedOffMessages(row),
    reminders_off: barsOfReminders({
      ...row,
      has_email: Boolean(row.email),
      has_phone: Boolean(row.phone_number),
      reminder_days_before: frame.settings.reminder_days_before,
    }),
    promotions_off: row.promotions_off_at !== null,
    referral_count: row.referral_count,
    referred_by: row.referred_by,
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
    wish_changes: row.wishes_before ? wishChanges(row.wishes_before, wishesOf(row), (key) => serviceName(frame, key)) : [],
    wishes_changed_at: row.wishes_changed_at,
    version: row.version,
  }
}

const wishesOf = (row: CustomerRow): CustomerPreferences => ({
  services_selected: row.services_selected.map(({ key }) => key),
  available_days: row.available_days,
  service_frequency: row.service_frequency as SignupFrequency | null,
  service_interval: row.service_interval,
})

/** The names of the services that rules are about; null for no rules. */
const servicesOf = (rules: readonly RuleRow[], frame: Frame): string[] | null => {
  const names = new Set(rules.flatMap(({ service_id }) => frame.services.get(service_id)?.name ?? []))
  return names.size ? [...names].toSorted() : null
}

const serviceName = (frame: Frame, key: string): string => [...frame.services.values()].find((service) => service.key === key)?.name ?? key

export async function readCustomer(tx: OrgTx, id: string, known?: Frame): Promise<Customer> {
  const [frame, rows] = await Promise.all([known ?? readFrame(tx), readRows(tx, sql`= ${id}`)])
  return shownCustomer(found(rows[0]), frame)
}
