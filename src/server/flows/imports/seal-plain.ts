import { sql } from 'kysely'
import { onPlatform, system, type PlatformTx } from '../../base/db/door.ts'
import type { Store } from '../../base/db/store.ts'
import { sealGateCodeWith, sealImportWith } from '../../base/gate-seal.ts'

type Of = { organization_id: string; import_id: string }

/** Seals what an earlier version kept of uploaded files and of customers as they were, one at a time. */
export async function sealPlainImports(store: Store, secret: Buffer): Promise<void> {
  for (const seal of [sealSample, sealFile, sealBefore])
    while (await onPlatform(store, system, (tx) => seal(tx, secret)));
}

async function sealSample(tx: PlatformTx, secret: Buffer): Promise<boolean> {
  const row = await tx
    .selectFrom('imports')
    .select(['organization_id', 'id', 'sample'])
    .where('sample', '<>', sql`'[]'::jsonb`)
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  const sealed = sealImportWith(secret, row.organization_id, row.id, JSON.stringify(row.sample))
  await tx
    .updateTable('imports')
    .set({ sample: '[]', sample_sealed: sealed })
    .where('organization_id', '=', row.organization_id)
    .where('id', '=', row.id)
    .execute()
  return true
}

async function sealFile(tx: PlatformTx, secret: Buffer): Promise<boolean> {
  const row = await tx
    .selectFrom('import_files')
    .select(['organization_id', 'import_id', 'rows_gzip'])
    .where('rows_gzip', 'is not', null)
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  const rows_sealed = sealImportWith(secret, row.organization_id, row.import_id, row.rows_gzip!)
  await tx
    .updateTable('import_files')
    .set({ rows_gzip: null, rows_sealed })
    .where('organization_id', '=', row.organization_id)
    .where('import_id', '=', row.import_id)
    .execute()
  return true
}

/** Customers as they were before an import, which an undo gives back. */
async function sealBefore(tx: PlatformTx, secret: Buffer): Promise<boolean> {
  const { rows } = await sql<Of & { made_id: string; code: string | null }>`
    select organization_id, import_id, made_id, before->>'gate_code' as code from import_rows
    where kind = 'customer' and before ? 'gate_code' limit 500 for update`.execute(tx)
  if (!rows.length) return false
  const sealed = rows.map(({ code, ...row }) => ({
    ...row,
    sealed: code === null ? null : sealGateCodeWith(secret, row.organization_id, row.made_id, code),
  }))
  await sql`update import_rows i set before = (i.before - 'gate_code') || jsonb_build_object('gate_code_sealed', r.sealed)
    from json_to_recordset(${JSON.stringify(sealed)}::text::json) as r(organization_id uuid, import_id uuid, made_id uuid, sealed text)
    where i.organization_id = r.organization_id and i.import_id = r.import_id and i.made_id = r.made_id and i.kind = 'customer'`.execute(
    tx,
  )
  return true
}
