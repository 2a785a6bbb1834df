import { sql, type RawBuilder } from 'kysely'
import {
  cardLimits,
  type Customer,
  type CustomerStatus,
  type Note,
} from '../../domain/customers/customer.ts'
import type { LocalDate } from '../../domain/base/dates.ts'
import type { OrgTx, PlatformTx } from '../base/db/door.ts'
import { owedCents, owes } from '../base/sums/owed.ts'
import { customerPrefs } from '../messages/recipient.ts'
import { byId, pageOf } from '../base/kit/page.ts'
import { keptPayments } from '../base/sums/kept.ts'
import { found } from '../base/kit/refusals.ts'
import { readCalendar, type Calendar } from '../schedule/week/calendar.ts'
import { ruleColumns } from '../schedule/week/rows.ts'
import {
  all,
  conditionsOf,
  currentRules,
  matchRank,
  pageOfIds,
  textArray,
  todaySql,
  type CustomerFilter,
} from './filter.ts'
import { referralCount } from './read-referrals.ts'
import { nextVisit, shownCustomer, type CustomerRow } from './view.ts'
import type { NotificationPrefs } from '../../domain/base/person.ts'

export async function readCustomer(tx: OrgTx, id: string, known?: Calendar): Promise<Customer> {
  const [calendar, rows] = await Promise.all([
    known ?? readCalendar(tx),
    readRows(tx, sql`= ${id}`),
  ])
  return shownCustomer(found(rows[0]), calendar)
}

/** Customers with everything their cards show, the best matches of `q` first, then the newest. `which`: `= …` or `= any (…)`. */
async function readRows(tx: OrgTx, which: RawBuilder<unknown>, q?: string): Promise<CustomerRow[]> {
  const today = todaySql(tx)
  const { rows } = await sql<CustomerRow>`
    select c.*, l.street, l.city, l.state, l.zip,
      ${customerPrefs} as prefs, p.preferred_contact,
      (select max(s.accepted_at) from consents s where s.organization_id = c.organization_id and s.customer_id = c.id and s.kind = 'sms_marketing' and s.revoked_at is null) as offer_texts_since,
      message_block_mark('email', lower(c.email)) as email_block, message_block_mark('sms', c.phone_number) as phone_block,
      (select h.held_at from payment_holds h where h.organization_id = c.organization_id and h.customer_id = c.id and h.released_at is null) as held_since,
      ${referralCount} as referral_count,
      (select json_build_object('id', r.id, 'name', coalesce(r.name, r.email)) from customers r where r.organization_id = c.organization_id and r.id = c.referred_by) as referred_by,
      coalesce((select sum(p.cents) from ${keptPayments} p where p.organization_id = c.organization_id and p.customer_id = c.id), 0) as cltv_cents,
      ${owedCents(sql`i.organization_id = c.organization_id and i.customer_id = c.id`)} as outstanding_balance_cents,
      (select json_agg(v) from (select v.date, v.notes from visits v where v.organization_id = c.organization_id and v.customer_id = c.id and v.status = 'completed' order by v.date desc limit ${cardLimits.last_visits}) v) as last_visits,
      (select json_agg(n) from (select n.id, n.text, n.author_name, to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at from customer_notes n where n.organization_id = c.organization_id and n.customer_id = c.id order by n.id desc limit ${cardLimits.notes}) n) as notes,
      ${workAhead(today)}
    from customers c left join service_locations l on l.organization_id = c.organization_id and l.customer_id = c.id and l.is_default
    left join lateral (select p.notification_prefs, p.preferred_contact from people p where p.id = c.person_id limit 1) p on true
    where c.id ${which} order by ${matchRank(q)}, c.id desc`.execute(tx)
  return rows
}

/** A customer's rules and what was touched from today on: what their next visit follows from. */
const workAhead = (today: RawBuilder<unknown>) => sql`
      (select json_agg(r) from (select ${sql.join(ruleColumns.map((column) => sql.ref(`r.${column}`)))} from ${currentRules(today)} order by r.start_date limit ${cardLimits.rules}) r) as rules,
      (select json_agg(v) from (select v.series_id, v.original_date, v.date, v.status from visits v where v.organization_id = c.organization_id and v.customer_id = c.id and (v.date >= ${today} or v.original_date >= ${today}) limit 400) v) as touched`

/** The next visit of each of these customers, by id. */
export async function readNextVisits(
  tx: OrgTx,
  ids: readonly string[],
): Promise<Map<string, LocalDate | null>> {
  const [calendar, { rows }] = await Promise.all([
    readCalendar(tx),
    sql<CustomerRow>`select c.*, ${workAhead(todaySql(tx))} from customers c where c.id = any (${[...ids]}::uuid[])`.execute(
      tx,
    ),
  ])
  return new Map(rows.map((row) => [row.id, nextVisit(row, calendar)]))
}

/** A page of filtered customers. */
export async function readPage(
  tx: OrgTx,
  filter: CustomerFilter,
  page: { after?: string | undefined; limit: number },
): Promise<CustomerRow[]> {
  const conditions = await conditionsOf(tx, filter)
  return readRows(
    tx,
    sql`= any (array(${pageOfIds(conditions, { ...page, statuses: filter.statuses, q: filter.q })}))`,
    filter.q,
  )
}

/** A page of a customer's notes, newest first. */
export async function readNotes(
  tx: OrgTx,
  customer_id: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ notes: Note[]; next_cursor: string | null }> {
  const customer = tx.selectFrom('customers').select('id').where('id', '=', customer_id)
  found(await customer.executeTakeFirst())
  let notes = tx
    .selectFrom('customer_notes')
    .select(['id', 'text', 'author_name', 'created_at'])
    .where('customer_id', '=', customer_id)
  if (cursor) notes = notes.where('id', '<', cursor)
  const rows = await notes
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const { page, next_cursor } = pageOf(rows, limit, byId)
  return { notes: page, next_cursor }
}

/** Counts the filtered customers by status, with the revenue of current customers. */
export async function readTotals(tx: OrgTx, filter: CustomerFilter) {
  const { statuses } = filter
  const conditions = [
    ...(await conditionsOf(tx, filter)),
    ...(statuses?.length ? [sql`c.status = any (${textArray(statuses)})`] : []),
  ]
  const { rows } = await sql<{
    status: CustomerStatus
    n: number
    cltv_cents: number
    wishes_changed: number
    owed_cents: number
  }>`
    with found as materialized (select c.organization_id, c.id, c.status, c.wishes_changed_at from customers c where ${all(conditions)})
    select f.status, count(*) as n, count(f.wishes_changed_at) as wishes_changed,
      coalesce((select sum(i.total_cents - i.paid_cents) from invoices i join found g on g.organization_id = i.organization_id and g.id = i.customer_id
        where ${owes} and g.status = f.status), 0) as owed_cents, coalesce((select sum(p.cents) from ${keptPayments} p join found g on g.organization_id = p.organization_id and g.id = p.customer_id
      where g.status = f.status), 0) as cltv_cents
    from found f group by f.status`.execute(tx)
  const brought = rows
    .filter(({ status }) => status === 'active' || status === 'paused')
    .reduce((sum, row) => sum + row.cltv_cents, 0)
  return {
    counts: countsIn(rows),
    cltv_cents: brought,
    paid_cents: rows.reduce((sum, row) => sum + row.cltv_cents, 0),
    owed_cents: rows.reduce((sum, row) => sum + row.owed_cents, 0),
    wishes_changed: rows.reduce((sum, row) => sum + row.wishes_changed, 0),
  }
}

const countsIn = (rows: readonly { status: CustomerStatus; n: number }[]) => {
  const count = (status: CustomerStatus): number =>
    rows.find((row) => row.status === status)?.n ?? 0
  return {
    active: count('active'),
    paused: count('paused'),
    lead: count('lead'),
    archived: count('archived'),
  }
}

/** What a customer switched off by the link in a letter, as their account shows it. */
export async function readNoticesOff(
  tx: PlatformTx,
  organization_id: string,
  customer_id: string,
): Promise<Partial<NotificationPrefs>> {
  const { notices_off } = await tx
    .selectFrom('customers')
    .select('notices_off')
    .where('organization_id', '=', organization_id)
    .where('id', '=', customer_id)
    .executeTakeFirstOrThrow()
  return Object.fromEntries(notices_off.map((name) => [name, false]))
}
