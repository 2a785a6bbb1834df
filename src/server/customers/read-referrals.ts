import { sql, type RawBuilder } from 'kysely'
import type { OrgTx } from '../base/db/door.ts'

/** True if the customer ever had a completed visit; `of` is the row's alias. */
export const wasServed = (of: 'c' | 'f'): RawBuilder<boolean> =>
  sql`exists (select 1 from visits v where v.organization_id = ${sql.ref(`${of}.organization_id`)} and v.customer_id = ${sql.ref(`${of}.id`)} and v.status = 'completed')`

/**
 * For a select from `customers c`: how many customers they referred who had a completed visit.
 * Needs the whole organization in sight.
 */
export const referralCount: RawBuilder<number> = sql`(select count(*) from customers f where f.organization_id = c.organization_id and f.referred_by = c.id and ${wasServed('f')})`

/**
 * For a select from `customers c`: who referred them, if no other visit of theirs was ever
 * completed, so that this one decides whether the referral counts.
 */
export const referrerBy = ({
  series_id,
  original_date,
}: {
  series_id: string
  original_date: string
}): RawBuilder<string | null> =>
  sql`case when c.referred_by is null or exists (select 1 from visits v where v.organization_id = c.organization_id and v.customer_id = c.id
    and v.status = 'completed' and (v.series_id, v.original_date) <> (${series_id}::uuid, ${original_date}::date)) then null else c.referred_by end`

/** The same as a separate query. */
export async function readReferrer(
  tx: OrgTx,
  visit: { customer_id: string; series_id: string; original_date: string },
): Promise<string | null> {
  const customer = await tx
    .selectFrom('customers as c')
    .select(referrerBy(visit).as('referrer'))
    .where('c.id', '=', visit.customer_id)
    .executeTakeFirst()
  return customer?.referrer ?? null
}
