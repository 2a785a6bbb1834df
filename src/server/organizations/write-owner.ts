import { sql } from 'kysely'
import type { OrganizationStatus } from '../../domain/organization.ts'
import type { OrgTx, Tx } from '../db/door.ts'
import { emit } from '../events.ts'

/** Records who owns an organization; the membership says the same. */
export const setOwner = (tx: Tx, organization_id: string, person_id: string): Promise<unknown> =>
  tx
    .updateTable('organizations')
    .set({ owner_person_id: person_id, updated_at: sql`now()` })
    .where('id', '=', organization_id)
    .execute()

/** Opens or closes an organization. Returns false if it was so already. */
export async function setOrganizationStatus(
  tx: OrgTx,
  status: OrganizationStatus,
): Promise<boolean> {
  const row = await tx
    .updateTable('organizations')
    .set({ status, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', tx.org)
    .where('status', '<>', status)
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  await emit(tx, 'organization.changed', { status })
  return true
}
