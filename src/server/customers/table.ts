import { sql, type RawBuilder } from 'kysely'
import type { CustomerRow } from '../../api/customer-table.ts'
import type { CustomerSort } from '../../domain/customers/customer-sort.ts'
import type { BulkEdit, BulkStatusResult } from '../../domain/customers/customer-bulk.ts'
import { inSavepoint, type OrgTx } from '../base/db/door.ts'
import { owes } from '../base/sums/owed.ts'
import { cursorOf, pageOf, readCursor } from '../base/kit/page.ts'
import { keptPayments } from '../base/sums/kept.ts'
import { Refused } from '../base/kit/refusals.ts'
import { all, conditionsOf, matchRank, textArray, type CustomerFilter } from './filter.ts'
import { readNextVisits } from './read.ts'
import { lockCustomer } from './write-row.ts'
import { setTags, assignTeam } from './write.ts'

type Page = {
  sort?: CustomerSort | undefined
  direction: 'asc' | 'desc'
  cursor?: string | undefined
  limit: number
}
type Key = { of: RawBuilder<unknown>; type: RawBuilder<unknown> }

const isWhole = (key: string): boolean => /^-?\d+$/.test(key)

/** What each column sorts by; amounts and days are numbers, so that a cursor compares as the column does. */
const keys: Record<CustomerSort, Key> = {
  name: { of: sql`lower(coalesce(c.name, c.email, c.phone_number, ''))`, type: sql`text` },
  balance: { of: sql`coalesce(b.cents, 0)`, type: sql`bigint` },
  paid: { of: sql`coalesce(p.cents, 0)`, type: sql`bigint` },
  last_visit: { of: sql`coalesce(v.date - '2000-01-01'::date, -1)`, type: sql`bigint` },
  added: { of: sql`(extract(epoch from c.created_at) * 1000000)::bigint`, type: sql`bigint` },
}

/** A page of filtered customers by one column; without one the best matches come first, then the newest. */
export async function readTable(
  tx: OrgTx,
  filter: CustomerFilter,
  { sort, direction, cursor, limit }: Page,
): Promise<{ rows: CustomerRow[]; next_cursor: string | null }> {
  const key = sort ? keys[sort] : { of: matchRank(filter.q), type: sql`bigint` }
  const isDown = sort ? direction === 'desc' : false
  const order = isDown ? sql`desc` : sql`asc`
  const after = cursor ? readCursor(cursor, sort === 'name' ? undefined : isWhole) : null
  const conditions = [
    ...(await conditionsOf(tx, filter)),
    ...(filter.statuses?.length ? [sql`c.status = any (${textArray(filter.statuses)})`] : []),
    ...(after
      ? [
          sql`(${key.of} ${isDown ? sql`<` : sql`>`} (${after.key}::text)::${key.type} or (${key.of} = (${after.key}::text)::${key.type} and c.id < ${after.id}::uuid))`,
        ]
      : []),
  ]
  const { rows } = await sql<Omit<CustomerRow, 'next_visit'> & { list_key: string }>`
    select c.id, c.name, c.email, c.phone_number, l.street, l.city, c.status, c.team_id, c.tags, c.created_at,
      coalesce(b.cents, 0) as balance_cents, coalesce(p.cents, 0) as paid_cents, v.date as last_visit, (${key.of})::text as list_key
    from customers c
      left join service_locations l on l.organization_id = c.organization_id and l.customer_id = c.id and l.is_default
      left join (select i.customer_id, sum(i.total_cents - i.paid_cents) as cents from invoices i where ${owes} group by 1) b on b.customer_id = c.id
      left join (select p.customer_id, sum(p.cents) as cents from ${keptPayments} p group by 1) p on p.customer_id = c.id
      left join (select customer_id, max(date) as date from visits where status = 'completed' group by 1) v on v.customer_id = c.id
    where ${all(conditions)} order by ${key.of} ${order}, c.id desc limit ${limit + 1}`.execute(tx)
  const { page, next_cursor } = pageOf(rows, limit, ({ list_key, id }) => cursorOf(list_key, id))
  const next = await readNextVisits(
    tx,
    page.map(({ id }) => id),
  )
  return {
    rows: page.map((row) => ({ ...row, next_visit: next.get(row.id) ?? null })),
    next_cursor,
  }
}

/** Tags several customers or gives them to a team, each changed or refused independently. */
export async function editMany(
  tx: OrgTx,
  { ids, add_tags, remove_tags, team_id }: BulkEdit,
): Promise<BulkStatusResult> {
  const updated: string[] = []
  const failed: BulkStatusResult['failed'] = []
  const gone = new Set(remove_tags.map((tag) => tag.toLowerCase()))
  for (const id of new Set(ids)) {
    try {
      await inSavepoint(tx, async () => {
        const row = await lockCustomer(tx, id)
        if (add_tags.length || gone.size) {
          const kept = (await tagsOf(tx, id)).filter((tag) => !gone.has(tag.toLowerCase()))
          await setTags(tx, row, [...kept, ...add_tags])
        }
        if (team_id !== undefined) await assignTeam(tx, row, team_id, true)
      })
      updated.push(id)
    } catch (fault) {
      if (!(fault instanceof Refused)) throw fault
      failed.push({ id, error: fault.message })
    }
  }
  return { updated, failed }
}

const tagsOf = async (tx: OrgTx, id: string): Promise<string[]> =>
  (await tx.selectFrom('customers').select('tags').where('id', '=', id).executeTakeFirstOrThrow())
    .tags
