import { sql } from 'kysely'
import type { OrgTx } from '../db/door.ts'
import { comparingLists } from './surroundings.ts'

/** Customers `c` of an import with an address, no account and no card. */
export const wanted = (import_id: string) => sql`
  from import_rows r join customers c on c.organization_id = r.organization_id and c.id = r.made_id
  where r.import_id = ${import_id}::uuid and r.kind = 'customer' and c.status = 'active' and c.email is not null and c.person_id is null
    and c.default_payment_method_id is null`
/** An invitation of theirs is under way or was used. */
export const wasInvited = sql<boolean>`lower(c.email) in (select lower(v.email) from invitations v
  where v.organization_id = app_org() and v.kind = 'customer' and v.email is not null and v.status <> 'revoked')`

export async function countInvited(
  tx: OrgTx,
  import_id: string,
): Promise<{ open: number; invited: number }> {
  const { rows } = await comparingLists(tx, () =>
    sql<{ open: number; invited: number }>`
      select count(*) filter (where not was)::int as open, count(*) filter (where was)::int as invited
      from (select ${wasInvited} as was ${wanted(import_id)}) w`.execute(tx),
  )
  return rows[0]!
}
