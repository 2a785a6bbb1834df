import { emailKey } from '../../domain/base/email.ts'
import { sql } from 'kysely'
import type { PlatformTx } from '../base/db/door.ts'

/**
 * Links a person who has proven their mailbox to the customers businesses keep under its address,
 * where nobody else is linked. Platform staff see businesses by other means.
 */
export async function adoptByMailbox(
  tx: PlatformTx,
  { person_id, email }: { person_id: string; email: string },
): Promise<{ organization_id: string; customer_id: string }[]> {
  const { rows } = await sql<{ organization_id: string; customer_id: string }>`
    update customers c set person_id = ${person_id}::uuid, version = version + 1, updated_at = now()
    where lower(c.email) = ${emailKey(email)} and c.person_id is null and c.status <> 'archived'
      and not exists (select 1 from customers o where o.organization_id = c.organization_id and o.person_id = ${person_id}::uuid)
      and not exists (select 1 from people p where p.id = ${person_id}::uuid and p.platform_role is not null)
    returning c.organization_id, c.id as customer_id`.execute(tx)
  return rows
}
