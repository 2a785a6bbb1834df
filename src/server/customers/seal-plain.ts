import { sql } from 'kysely'
import { onPlatform, system, type PlatformTx } from '../base/db/door.ts'
import type { Store } from '../base/db/store.ts'
import { sealGateCodeWith } from '../base/gate-seal.ts'

const atOnce = 500

/**
 * Seals gate codes that an earlier version wrote, some at a time: a process that is killed leaves the rest for the next start, and while
 * an earlier version still runs beside this one, the nightly sweep seals what it writes.
 */
export async function sealPlainGateCodes(store: Store, secret: Buffer): Promise<void> {
  while (await onPlatform(store, system, (tx) => sealSome(tx, secret)));
}

type Plain = { organization_id: string; id: string; gate_code: string }

/** Whether there may be more. What is typed meanwhile stays. */
async function sealSome(tx: PlatformTx, secret: Buffer): Promise<boolean> {
  const { rows } =
    await sql<Plain>`select organization_id, id, gate_code from customers where gate_code is not null
    order by id limit ${atOnce} for update`.execute(tx)
  if (!rows.length) return false
  const sealed = rows.map((row) => ({
    ...row,
    sealed: sealGateCodeWith(secret, row.organization_id, row.id, row.gate_code),
  }))
  await sql`update customers c set gate_code = null, gate_code_sealed = r.sealed
    from json_to_recordset(${JSON.stringify(sealed)}::text::json) as r(organization_id uuid, id uuid, sealed text)
    where c.organization_id = r.organization_id and c.id = r.id`.execute(tx)
  return true
}
