import { sql, type RawBuilder } from 'kysely'
import { dayNumber, type LocalDate } from '../../../domain/base/dates.ts'
import type { PostalAddress } from '../../../domain/base/contact.ts'
import { VisitCustomer } from '../../../domain/customers/contact-fields.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { oneOf } from '../../base/db/ids.ts'
import { beforeShift, type Calendar } from './calendar.ts'
import { readRoute, type RouteSpots } from './route-spots.ts'
import {
  anyOf,
  selectRules,
  selectVisits,
  type DatesOfCustomer,
  type RuleRow,
  type VisitRow,
} from './rows.ts'

export type Window = { from: LocalDate; to: LocalDate }

export type CustomerRow = DatesOfCustomer & Omit<VisitCustomer, keyof DatesOfCustomer>

/** Fields visits show of a customer that are not stored under that name as shown. */
type DerivedField =
  | 'phone_number'
  | 'has_card_on_file'
  | 'has_gate_code'
  | 'held_since'
  | keyof PostalAddress
const derivedFields: Record<DerivedField, true> = {
  phone_number: true,
  has_card_on_file: true,
  has_gate_code: true,
  held_since: true,
  street: true,
  city: true,
  state: true,
  zip: true,
}
type StoredField = Exclude<keyof VisitCustomer, DerivedField>
const storedFields = Object.keys(VisitCustomer.shape).filter(
  (field): field is StoredField => !(field in derivedFields),
)
/**
 * Only visits of these teams (null: without a team) or this customer are needed; more may be read.
 */
export type WindowFilter = {
  team_ids?: readonly (string | null)[] | undefined
  customer_id?: string
}
type WindowRows = {
  rules: RuleRow[]
  customers: Map<string, CustomerRow>
  touched: VisitRow[]
  route: RouteSpots
}

/** Every rule that may have a date in a window, their customers, and every visit touched there. */
export async function readWindowRows(
  tx: OrgTx,
  calendar: Calendar,
  window: Window,
  filter: WindowFilter,
): Promise<WindowRows> {
  const [rules, touched, route] = await Promise.all([
    selectInForce(tx, window, filter).where(mayFall(calendar, window)).execute(),
    selectTouched(tx, window, filter).execute(),
    readRoute(tx, window),
  ])
  const customer_ids = new Set(rules.map(({ customer_id }) => customer_id))
  return { rules, customers: await readCustomers(tx, [...customer_ids]), touched, route }
}

/** Rules in force at some time during the window. */
function selectInForce(tx: OrgTx, window: Window, { team_ids, customer_id }: WindowFilter) {
  const teams = allOf(team_ids)
  return selectRules(tx)
    .where('removed_at', 'is', null)
    .where('start_date', '<=', window.to)
    .where((eb) =>
      eb.or([eb('end_date', 'is', null), eb('end_date', '>=', beforeShift(window.from))]),
    )
    .$if(customer_id !== undefined, (rules) => rules.where('customer_id', '=', customer_id!))
    .$if(teams !== null, (rules) =>
      // A visit may have another team than its rule.
      rules.where((eb) =>
        eb.or([
          eb('team_id', '=', teams!),
          eb(
            'series_id',
            'in',
            eb
              .selectFrom('visits as t')
              .select('t.series_id')
              .where(touchedIn('t', window))
              .where('t.team_id', '=', teams!),
          ),
        ]),
      ),
    )
}

function selectTouched(tx: OrgTx, window: Window, { team_ids, customer_id }: WindowFilter) {
  const teams = allOf(team_ids)
  return selectVisits(tx)
    .where(touchedIn('v', window))
    .$if(customer_id !== undefined, (visits) => visits.where('v.customer_id', '=', customer_id!))
    .$if(teams !== null, (visits) =>
      visits.where((eb) =>
        eb.or([
          eb('v.team_id', '=', teams!),
          eb(
            'v.series_id',
            'in',
            eb.selectFrom('rules as r').select('r.series_id').where('r.team_id', '=', teams!),
          ),
        ]),
      ),
    )
}

/** These teams, if none is null: visits without a team can only be found by reading all. */
const allOf = (team_ids: WindowFilter['team_ids']) =>
  team_ids?.every((id) => id !== null) ? anyOf(team_ids) : null

/** Visits planned for the window or taking place in it. */
const touchedIn = (row: string, { from, to }: Window): RawBuilder<boolean> =>
  sql`(${sql.ref(`${row}.date`)} between ${from}::date and ${to}::date or ${sql.ref(`${row}.original_date`)} between ${from}::date and ${to}::date)`

/** The rows of visits their rule puts on `original_date` of that series. */
export const readTouched = (
  tx: OrgTx,
  visits: readonly { series_id: string; original_date: LocalDate }[],
): Promise<VisitRow[]> =>
  selectVisits(tx)
    .innerJoin(
      sql<{
        series_id: string
        original_date: LocalDate
      }>`unnest(${`{${visits.map((one) => one.series_id).join(',')}}`}::text::uuid[], ${`{${visits.map((one) => one.original_date).join(',')}}`}::text::date[])`.as<'n'>(
        sql`n(series_id, original_date)`,
      ),
      (join) =>
        join
          .onRef('n.series_id', '=', 'v.series_id')
          .onRef('n.original_date', '=', 'v.original_date'),
    )
    .execute()

/** Customers by id, with the address where work is done. */
export async function readCustomers(
  tx: OrgTx,
  ids: readonly string[],
): Promise<Map<string, CustomerRow>> {
  if (!ids.length) return new Map()
  // Joined instead of `= any`: a week's list is long, and a plan may parse its text again for each
  // customer.
  return byId(await selectCustomers(tx).where('c.id', 'in', oneOf(ids)).execute())
}

/** Whom a series is for, asked together with the series itself. */
export const readCustomerOf = (tx: OrgTx, series_id: string): Promise<CustomerRow | undefined> =>
  selectCustomers(tx)
    .where(
      'c.id',
      'in',
      tx.selectFrom('rules').select('customer_id').where('series_id', '=', series_id),
    )
    .executeTakeFirst()

const byId = (customers: readonly CustomerRow[]) =>
  new Map(customers.map((customer) => [customer.id, customer]))

/** `limit` keeps the plan from reading every place for each customer (decision 8). */
const selectCustomers = (tx: OrgTx) =>
  tx
    .selectFrom('customers as c')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('service_locations as p')
          .select(['p.street', 'p.city', 'p.state', 'p.zip'])
          .whereRef('p.organization_id', '=', 'c.organization_id')
          .whereRef('p.customer_id', '=', 'c.id')
          .where('p.is_default', '=', sql.lit(true))
          .limit(1)
          .as('l'),
      (join) => join.onTrue(),
    )
    .select(storedFields.map((field) => `c.${field}` as const))
    .select(['c.status', 'c.paused_from', 'c.resume_on', 'l.street', 'l.city', 'l.state', 'l.zip'])
    .select(({ fn, eb }) => [
      fn.coalesce('c.phone_display', 'c.phone_number').as('phone_number'),
      eb('c.default_payment_method_id', 'is not', null).$castTo<boolean>().as('has_card_on_file'),
      eb('c.gate_code_sealed', 'is not', null).$castTo<boolean>().as('has_gate_code'),
      sql<
        string | null
      >`(select h.held_at from payment_holds h where h.organization_id = c.organization_id and h.customer_id = c.id and h.released_at is null)`.as(
        'held_since',
      ),
    ])

/**
 * False only for a rule that cannot have a date in the window, or before it where a closed day
 * could push one in. A quick check that avoids reading most rules for a day or week; `planRule` has
 * the real dates. It may be true too often, but never false too often.
 */
function mayFall(calendar: Calendar, { from, to }: Window): RawBuilder<boolean> {
  const early = beforeShift(from)
  const isClosedNear = [...calendar.closed_dates].some((date) => date >= early && date <= to)
  const first = isClosedNear ? early : from
  const length = dayNumber(to) - dayNumber(first)
  const monthLength = dayNumber(to) - dayNumber(early)
  // One weekday, the anchor's unless another was chosen: the first such day on or after the anchor,
  // then every n weeks.
  const start = sql`(anchor_date + coalesce((weekdays[1] - extract(dow from anchor_date)::int + 7) % 7, 0))`
  const step = sql`(case pattern when 'weekly' then 7 else 7 * interval end)`
  const isEveryWeekIn = length >= 6 ? sql`interval = 1 or` : sql``
  const inWeeks = sql`(${isEveryWeekIn} cardinality(weekdays) > 1 or case when ${start} >= ${first}::date then ${start} <= ${to}::date
    else (${step} - (${first}::date - ${start}) % ${step}) % ${step} <= ${length}::int end)`
  // By day of the month, with six days of tolerance for months of different lengths.
  const inMonths =
    monthLength >= 24
      ? sql`true`
      : sql`(month_week is not null or (extract(day from anchor_date)::int - ${Number(early.slice(8))}::int + 62) % 31 <= ${monthLength + 6}::int)`
  return sql<boolean>`case when pattern in ('weekly', 'every_x_weeks') then ${inWeeks} when pattern = 'once' then start_date >= ${early}::date else ${inMonths} end`
}
