import { sql, type RawBuilder } from 'kysely'
import { dayNumber, type LocalDate } from '../../domain/dates.ts'
import type { VisitCustomer } from '../../domain/visit.ts'
import type { OrgTx } from '../db/door.ts'
import { readMany, type Columns } from '../db/many.ts'
import { beforeShift, type Frame } from './frame.ts'
import type { KnownPlans, Plan } from './known-plans.ts'
import { readRoute, type RouteSpots } from './route-spots.ts'
import { anyOf, ruleKinds, selectRules, selectVisits, visitKinds, type DatesOfCustomer, type RuleRow, type VisitRow } from './rows.ts'

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
  /** How visits show it, once somebody asked; nobody changes it. */
  view?: VisitCustomer
}
/** Only visits of these teams (null: of none) or of this customer are wanted; more may be read. */
export type WindowFilter = { team_ids?: readonly (string | null)[] | undefined; customer_id?: string }
export type WindowRows = Plan & {
  /** Still on its way. */
  rest: Promise<{ touched: VisitRow[]; route: RouteSpots }>
}

/**
 * Every rule that may give a date to a window, their customers, and then every visit that was touched there. `known` are the plans that
 * need not be read again, for those who can do with what was committed when the frame was read.
 */
export async function readWindowRows(tx: OrgTx, frame: Frame, window: Window, filter: WindowFilter, known?: KnownPlans): Promise<WindowRows> {
  const teams = filter.team_ids?.every((id) => id !== null) ? anyOf(filter.team_ids) : null
  const { customer_id } = filter
  const isWhole = !teams && !customer_id
  let touched = selectVisits(tx).where(sql<boolean>`${touchedIn('v', window)}`)
  // A visit may be another team's than its rule; both ways round the other half is wanted too.
  if (teams)
    touched = touched.where(
      sql<boolean>`(v.team_id = ${teams} or v.series_id in (select r.series_id from rules r where r.organization_id = ${tx.org}::uuid and r.team_id = ${teams}))`,
    )
  if (customer_id) touched = touched.where('v.customer_id', '=', customer_id)
  const askRest = () => Promise.all([readMany<VisitRow>(tx, touched, visitKinds), readRoute(tx, window)])

  const plans = isWhole && tx.sight === 'all' ? known : undefined
  const of = { org: tx.org, plan_revision: frame.plan_revision }
  let plan = plans?.of(of, window)
  let rest: Promise<[VisitRow[], RouteSpots]>
  if (plan) rest = askRest()
  else {
    const stretch = plans?.stretch(of, window) ?? window
    // Of everybody's, each in a message of its own: rules are cut while the database looks for their customers, dates are found while it
    // looks for visits. A team's or a customer's are few, and asked at once.
    const sent = isWhole ? onceSent : () => Promise.resolve()
    const afterRules = sent()
    const asked = readPlan(tx, frame, stretch, { teams, customer_id }, afterRules)
    rest = afterRules.then(sent).then(askRest)
    // Nobody comes to wait for it when what was asked before fails, and that is what they hear.
    rest.catch(() => {})
    plan = await asked
    plans?.keep(of, stretch, plan)
  }
  return { ...plan, rest: rest.then(([rows, route]) => ({ touched: rows, route })) }
}

type Narrowed = { teams: RawBuilder<string> | null; customer_id: string | undefined }
async function readPlan(tx: OrgTx, frame: Frame, window: Window, { teams, customer_id }: Narrowed, afterRules: Promise<void>): Promise<Plan> {
  let rules = selectRules(tx)
    .where('removed_at', 'is', null)
    .where('start_date', '<=', window.to)
    .where(sql<boolean>`(end_date is null or end_date >= ${beforeShift(window.from)}::date)`)
  if (teams)
    rules = rules.where(
      sql<boolean>`(team_id = ${teams} or series_id in (select t.series_id from visits t where t.organization_id = ${tx.org}::uuid and ${touchedIn('t', window)} and t.team_id = ${teams}))`,
    )
  if (customer_id) rules = rules.where('customer_id', '=', customer_id)
  // Of customers a few too many cost less than asking for each of their rules where it falls.
  const theirs = rules.clearSelect().select('customer_id')
  const [rows, customers] = await Promise.all([
    // Customer by customer: what is shown together is read together.
    readMany<RuleRow>(tx, rules.where(mayFall(frame, window)).orderBy('customer_id').orderBy('series_id'), ruleKinds),
    afterRules.then(() => selectCustomers(tx, customer_id ? sql`= ${customer_id}::uuid` : sql`in (${theirs})`)),
  ])
  return { rules: rows, customers: new Map(customers.map((customer) => [customer.id, customer])) }
}

/** Rows of visits that were held or are held in a window. */
const touchedIn = (row: string, { from, to }: Window): RawBuilder<boolean> =>
  sql`(${sql.ref(`${row}.date`)} between ${from}::date and ${to}::date or ${sql.ref(`${row}.original_date`)} between ${from}::date and ${to}::date)`

/** When what has been asked so far is on its way. */
const onceSent = (): Promise<void> => new Promise((sent) => process.nextTick(sent))

/** The rows of visits that their rule puts on `original_date` of that series. */
export const readTouched = (tx: OrgTx, visits: readonly { series_id: string; original_date: LocalDate }[]): Promise<VisitRow[]> =>
  selectVisits(tx)
    .innerJoin(
      sql<{
        series_id: string
        original_date: LocalDate
      }>`unnest(${`{${visits.map((one) => one.series_id).join(',')}}`}::text::uuid[], ${`{${visits.map((one) => one.original_date).join(',')}}`}::text::date[])`.as<'n'>(
        sql`n(series_id, original_date)`,
      ),
      (join) => join.onRef('n.series_id', '=', 'v.series_id').onRef('n.original_date', '=', 'v.original_date'),
    )
    .execute()

/** Customers with the address where they want their work done. */
export async function readCustomers(tx: OrgTx, ids: readonly string[]): Promise<Map<string, CustomerRow>> {
  if (!ids.length) return new Map()
  return new Map((await selectCustomers(tx, sql`= ${anyOf(ids)}`)).map((row) => [row.id, row]))
}

const customerKinds: Columns<Omit<CustomerRow, 'view'>> = {
  id: 'id',
  name: 'text',
  email: 'text',
  phone_number: 'text',
  street: 'text',
  city: 'text',
  state: 'text',
  zip: 'text',
  available_days: 'words',
  has_card_on_file: 'flag',
  status: 'word',
  paused_from: { kind: 'date', with: 'pause' },
  resume_on: { kind: 'date', with: 'pause' },
}

/** The same for those whose id is `which`: `= …` or `in (…)`. */
async function selectCustomers(tx: OrgTx, which: RawBuilder<unknown>): Promise<CustomerRow[]> {
  const customers = sql`
    select c.id, c.name, c.email, coalesce(c.phone_display, c.phone_number) as phone_number, coalesce(l.street, c.street) as street,
      coalesce(l.city, c.city) as city, coalesce(l.state, c.state) as state, coalesce(l.zip, c.zip) as zip, c.available_days,
      c.default_payment_method_id is not null as has_card_on_file, c.status, c.paused_from, c.resume_on
    from customers c left join service_locations l on l.organization_id = c.organization_id and l.customer_id = c.id and l.is_default
    where c.organization_id = ${tx.org}::uuid and c.id ${which}`
  return readMany<Omit<CustomerRow, 'view'>>(tx, customers, customerKinds)
}

/**
 * False only for a rule that cannot have a date in the window, nor one before it that a closed day may push into it. Arithmetic that
 * spares reading most rules for a day or a week; `planRule` says what the dates are. True too often is right, false too often never.
 */
function mayFall(frame: Frame, { from, to }: Window): RawBuilder<boolean> {
  const early = beforeShift(from)
  const isClosedNear = [...frame.closed_dates].some((date) => date >= early && date <= to)
  const first = isClosedNear ? early : from
  const length = dayNumber(to) - dayNumber(first)
  const monthLength = dayNumber(to) - dayNumber(early)
  // One weekday, the anchor's own unless another was chosen: the first such day on or after the anchor, then every so many weeks.
  const start = sql`(anchor_date + coalesce((weekdays[1] - extract(dow from anchor_date)::int + 7) % 7, 0))`
  const step = sql`(case pattern when 'weekly' then 7 else 7 * interval end)`
  const isEveryWeekIn = length >= 6 ? sql`interval = 1 or` : sql``
  const inWeeks = sql`(${isEveryWeekIn} cardinality(weekdays) > 1 or case when ${start} >= ${first}::date then ${start} <= ${to}::date
    else (${step} - (${first}::date - ${start}) % ${step}) % ${step} <= ${length}::int end)`
  // By day of month, give or take the six days by which months and their ends differ.
  const inMonths =
    monthLength >= 24
      ? sql`true`
      : sql`(month_week is not null or (extract(day from anchor_date)::int - ${Number(early.slice(8))}::int + 62) % 31 <= ${monthLength + 6}::int)`
  return sql<boolean>`case when pattern in ('weekly', 'every_x_weeks') then ${inWeeks} when pattern = 'once' then start_date >= ${early}::date else ${inMonths} end`
}
