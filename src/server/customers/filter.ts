import { sql, type RawBuilder } from 'kysely'
import type { CustomerFrequency } from '../../domain/base/cadence.ts'
import {
  customerStatuses,
  rulesOfFrequency,
  tagsInFilter,
  wishesOfFrequency,
} from '../../domain/customers/customer.ts'
import { nearest, requiredPairs, typosTo, searchTermsOf } from '../../domain/base/search.ts'
import type { OrgTx } from '../base/db/door.ts'
import { owes } from '../base/sums/owed.ts'

/** Selects customers for a list, a count or an export. */
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
  /** Changed their preferences since the office last looked. */
  wishes?: boolean | undefined
}

export const textArray = (texts: readonly string[]) =>
  sql`${`{${texts.map((text) => JSON.stringify(text)).join(',')}}`}::text::text[]`
const like = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
export const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length ? sql.join(conditions, sql` and `) : sql`true`

/** The most near matches to show. */
const maxNearMatches = 200

/**
 * What was typed as a condition: the customer's text contains every word, or the phone number
 * contains the digits. If no one in the organization matches, those with the fewest typos.
 */
async function soughtBy(tx: OrgTx, q: string | undefined): Promise<RawBuilder<unknown>[]> {
  const sought = searchTermsOf(q ?? '')
  if (!sought.words.length) return []
  const words = sql`c.search like all (${textArray(sought.words.map(like))})`
  const exact = sought.digits ? sql`(${words} or c.search like ${like(sought.digits)})` : words
  const { rows } = await sql<{
    is_there: boolean
  }>`select exists (select 1 from customers c where ${exact}) as is_there`.execute(tx)
  const sieve = rows[0]!.is_there ? null : requiredPairs(sought)
  if (!sieve) return [exact]
  const shared = sql.join(
    sieve.pairs.map((pair) => sql`(strpos(' ' || search || ' ', ${pair}) > 0)::int`),
    sql` + `,
  )
  const { rows: candidates } = await sql<{ id: string; search: string }>`
    select id, search from (select id, search, ${shared} as shared from customers) c
    where shared >= ${sieve.at_least} order by shared desc, id desc limit 3000`.execute(tx)
  const near = nearest(candidates, ({ search }) => typosTo(sought.words, search)).slice(
    0,
    maxNearMatches,
  )
  return [sql`c.id = any (${textArray(near.map(({ id }) => id))}::uuid[])`]
}

/**
 * How well a customer `c` matches what was typed: 0 is the exact name, phone or address, 3 only
 * contains it somewhere.
 */
export function matchRank(q: string | undefined): RawBuilder<unknown> {
  const typed = (q ?? '').trim().toLowerCase()
  if (!typed) return sql`0::bigint`
  const start = like(typed).slice(1)
  return sql`case when ${typed} in (lower(c.name), lower(c.email), c.phone_number) then 0
    when lower(c.name) like ${start} then 1 when lower(c.name) like ${like(typed)} then 2 else 3 end::bigint`
}

/** The organization's current date, for statements sent before the calendar is read. */
export const todaySql = (tx: OrgTx) =>
  sql`(select (now() at time zone o.time_zone)::date from organizations o where o.id = ${tx.org})`

/** Current or future work. */
export const currentRules = (today: RawBuilder<unknown>) =>
  sql`rules r where r.organization_id = c.organization_id and r.customer_id = c.id and r.removed_at is null and (r.end_date is null or r.end_date >= ${today})`

/** The filter as conditions on `customers c`, without statuses. */
export async function conditionsOf(
  tx: OrgTx,
  filter: CustomerFilter,
): Promise<RawBuilder<unknown>[]> {
  const { customer_id, team_id, tags, service, frequency, autopay, due, wishes } = filter
  const today = todaySql(tx)
  const current = currentRules(today)
  return [
    sql`true`,
    ...(customer_id === undefined ? [] : [sql`c.id = ${customer_id}`]),
    ...(team_id === undefined
      ? []
      : [team_id === 'none' ? sql`c.team_id is null` : sql`c.team_id = ${team_id}`]),
    ...(tags?.length
      ? [sql`(select array_agg(lower(t)) from unnest(c.tags) t) @> ${textArray(tags)}`]
      : []),
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
    ...(wishes === undefined
      ? []
      : [wishes ? sql`c.wishes_changed_at is not null` : sql`c.wishes_changed_at is null`]),
    ...(autopay === undefined ? [] : [sql`c.autopay_enabled = ${autopay}`]),
    ...(due === undefined
      ? []
      : [
          sql`${due ? sql`` : sql`not `}exists (select 1 from invoices i where i.organization_id = c.organization_id and i.customer_id = c.id and ${owes})`,
        ]),
    ...(await soughtBy(tx, filter.q)),
  ]
}

/**
 * The ids of a page, newest first. Each status is read from its own partial index starting where
 * the last page ended, so page 200 reads as many rows as page 1. Statuses are literals in the
 * statement: with a parameter, the planner cannot tell how selective one is and scans the whole
 * table.
 */
export const pageOfIds = (
  conditions: readonly RawBuilder<unknown>[],
  {
    statuses = [],
    after,
    limit,
    q,
  }: {
    statuses?: readonly string[] | undefined
    after?: string | undefined
    limit: number
    q?: string | undefined
  },
) => {
  if (q?.trim()) return bestIds(conditions, { statuses, after, limit, q })
  const from = after === undefined ? [] : [sql`c.id < ${after}`]
  const wanted = statuses.length
    ? customerStatuses.filter((status) => statuses.includes(status))
    : customerStatuses
  if (!wanted.length) return sql<{ id: string }>`select c.id from customers c where false`
  const pages = wanted.map(
    (status) =>
      sql`(select c.id from customers c where ${all([...conditions, sql`c.status = ${sql.lit(status)}`, ...from])} order by c.id desc limit ${limit})`,
  )
  return sql<{
    id: string
  }>`select p.id from (${sql.join(pages, sql` union all `)}) p order by p.id desc limit ${limit}`
}

/** The ids of a page of a search: the best matches first, then the newest. */
function bestIds(
  conditions: readonly RawBuilder<unknown>[],
  page: { statuses: readonly string[]; after: string | undefined; limit: number; q: string },
) {
  const { statuses, after, limit } = page
  const rank = matchRank(page.q)
  const before = sql`(select ${rank} from customers c where c.id = ${after ?? null}::uuid)`
  const wanted = [
    ...conditions,
    ...(statuses.length ? [sql`c.status = any (${textArray(statuses)})`] : []),
    ...(after === undefined
      ? []
      : [sql`(${rank} > ${before} or (${rank} = ${before} and c.id < ${after}::uuid))`]),
  ]
  return sql<{
    id: string
  }>`select c.id from customers c where ${all(wanted)} order by ${rank}, c.id desc limit ${limit}`
}

type ListQuery = {
  customer_id?: string | undefined
  q?: string | undefined
  status?: string | undefined
  team_id?: string | undefined
  tag?: string | undefined
  service?: string | undefined
  frequency?: CustomerFrequency | undefined
  autopay?: boolean | undefined
  due?: boolean | undefined
  wishes?: boolean | undefined
}
/** An unknown status matches no one. */
export const filterOf = ({ status, tag, ...rest }: ListQuery): CustomerFilter => ({
  ...rest,
  statuses: status ? status.split(',').map((one) => one.trim()) : [],
  tags: tagsInFilter(tag ?? ''),
})
