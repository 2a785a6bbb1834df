import { sql } from 'kysely'
import type { NewServiceRow } from '../../domain/import-plan.ts'
import { serviceKey } from '../../domain/service.ts'
import type { OrgTx } from '../db/door.ts'
import { oneOf } from '../db/ids.ts'

/** Writes the services an import brings. Emits nothing. */
export async function insertImportedServices(
  tx: OrgTx,
  services: readonly NewServiceRow[],
): Promise<void> {
  if (!services.length) return
  const taken = (await tx.selectFrom('services').select('key').execute()).map((row) => row.key)
  const rows = services.map(({ id, name, description, price_cents, estimated_minutes }) => {
    const key = serviceKey(name, taken)
    taken.push(key)
    return { id, key, name, description, price_cents, estimated_minutes }
  })
  await tx.insertInto('services').values(rows).execute()
}

/** Deletes imported services that nothing uses. Emits nothing. */
export async function deleteImportedServices(tx: OrgTx, ids: readonly string[]): Promise<void> {
  await sql`delete from services s where id in ${oneOf(ids)} and version = 1
    and not exists (select 1 from rules r where r.organization_id = s.organization_id and r.service_id = s.id)
    and not exists (select 1 from invoice_lines l where l.organization_id = s.organization_id and l.service_id = s.id)`.execute(
    tx,
  )
}
