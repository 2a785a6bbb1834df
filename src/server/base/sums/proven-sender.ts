import { sql, type RawBuilder } from 'kysely'
import { officeRoles } from '../../../domain/base/roles.ts'

/**
 * True if somebody who runs the business has proven their own mailbox; so has a business that nobody
 * runs yet. Until then it sends nothing to customers.
 */
export const senderVerified = (org: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`coalesce((select bool_or(vp.email_verified_at is not null) from memberships v join people vp on vp.id = v.person_id
    where v.organization_id = ${org} and v.role in (${sql.join([...officeRoles])}) and v.status = 'active'), true)`
