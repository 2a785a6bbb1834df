import { sql } from 'kysely'
import type { OrgTx } from '../db/door.ts'

/**
 * The active users of each organization, which its fee counts: everybody who may sign in to it,
 * once, and of its customers those it works for, so neither leads nor archived customers.
 */
const activeUsers = sql`
  select m.organization_id, count(distinct m.person_id)::int as users,
    count(distinct m.person_id) filter (where m.role <> 'user')::int as staff
  from memberships m join people p on p.id = m.person_id
  left join customers c on c.organization_id = m.organization_id and c.id = m.customer_id
  where m.status = 'active' and p.status = 'active' and (m.role <> 'user' or c.status in ('active', 'paused'))
  group by m.organization_id`

/** The active users of the organizations `f`, to be joined; the least that is charged for is one. */
export const activeUsersOfEach = {
  join: sql`left join (${activeUsers}) counted on counted.organization_id = f.id`,
  users: sql`greatest(1, coalesce(counted.users, 0))`,
}

type ActiveUsers = { users: number; staff: number; customers: number }

/** The active users of one organization; who is both on the staff and a customer is staff. */
export async function countActiveUsers(tx: OrgTx): Promise<ActiveUsers> {
  const { rows } = await sql<{ users: number; staff: number }>`
    select users, staff from (${activeUsers}) counted where organization_id = ${tx.org}::uuid`.execute(
    tx,
  )
  const { users, staff } = rows[0] ?? { users: 0, staff: 0 }
  return { users: Math.max(1, users), staff, customers: users - staff }
}
