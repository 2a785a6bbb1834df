import { sql } from 'kysely'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ImportAnswers } from '../../../domain/flows/import-answers.ts'
import type { ImportChoices } from '../../../domain/flows/import-group.ts'
import type { Recognized } from '../../../domain/flows/import-recognize.ts'
import type {
  ImportCheck,
  ImportCounts,
  ImportMapping,
  ImportSource,
} from '../../../domain/flows/import.ts'
import type { LocalDate } from '../../../domain/base/dates.ts'
import type { OrgTx, PlatformTx } from '../../base/db/door.ts'
import { newId } from '../../base/db/ids.ts'
import { sealImport } from '../../base/gate-seal.ts'
import type { ImportTable } from './parse.ts'
import type { ImportPlan } from '../../../domain/flows/import-planning.ts'

const zip = promisify(gzip)
/** How many rows the mapping shows. */
const sampleRows = 5

/** Keeps an uploaded file; nothing of it is written to customers. */
export async function addImport(
  tx: OrgTx,
  file_name: string,
  { rows, headers, encoding, remarks }: ImportTable,
  { source, holds, report, mapping }: Recognized,
): Promise<string> {
  const id = newId()
  const sample = rows.slice(0, sampleRows).map(({ cells }) => cells)
  await tx
    .insertInto('imports')
    .values({
      id,
      file_name,
      source,
      holds,
      report,
      encoding,
      headers: JSON.stringify(headers),
      sample: '[]',
      sample_sealed: sealImport(tx, id, JSON.stringify(sample)),
      remarks: JSON.stringify(remarks),
      row_count: rows.length,
      mapping: JSON.stringify(mapping),
      created_by: tx.cause.person_id,
    })
    .execute()
  const bytes = await zip(JSON.stringify(rows))
  await tx
    .insertInto('import_files')
    .values({ import_id: id, rows_sealed: sealImport(tx, id, bytes.toString('base64')) })
    .execute()
  return id
}

/** What was found with the old columns no longer counts. */
export const setMapping = (
  tx: OrgTx,
  id: string,
  mapping: ImportMapping,
  source: ImportSource | undefined,
): Promise<unknown> =>
  tx
    .updateTable('imports')
    .set({
      mapping: JSON.stringify(mapping),
      ...(source ? { source } : {}),
      choices: '{}',
      checked: null,
    })
    .where('id', '=', id)
    .execute()

export const setCheck = (
  tx: OrgTx,
  id: string,
  { choices, answers }: { choices: ImportChoices; answers: ImportAnswers },
  check: ImportCheck,
): Promise<unknown> =>
  tx
    .updateTable('imports')
    .set({
      choices: JSON.stringify(choices),
      answers: JSON.stringify(answers),
      checked: JSON.stringify(check),
    })
    .where('id', '=', id)
    .execute()

export const setCommitted = (
  tx: OrgTx,
  id: string,
  result: ImportCounts,
  first_date: LocalDate | null,
): Promise<unknown> =>
  tx
    .updateTable('imports')
    .set({
      state: 'committed',
      committed_at: sql`now()`,
      result: JSON.stringify(result),
      first_date,
    })
    .where('id', '=', id)
    .execute()

export const setUndone = (tx: OrgTx, id: string): Promise<unknown> =>
  tx
    .updateTable('imports')
    .set({ state: 'undone', undone_at: sql`now()` })
    .where('id', '=', id)
    .execute()

/**
 * Records what an import wrote; changed customers with what they were, read before the change. Addresses and notes of new customers go
 * with them.
 */
export async function addImportRows(
  tx: OrgTx,
  import_id: string,
  plan: ImportPlan,
  before: ReadonlyMap<string, object>,
): Promise<void> {
  const isNew = new Set(plan.customers.map(({ id }) => id))
  const isApart = ({ customer_id }: { customer_id: string }) => !isNew.has(customer_id)
  const rows = [
    ...plan.customers.map((one) => ({ ...one, kind: 'customer' })),
    ...plan.changed.map((one) => ({ ...one, kind: 'customer', before: before.get(one.id) })),
    ...plan.places.filter(isApart).map((one) => ({ id: one.id, row: one.row, kind: 'place' })),
    ...plan.notes.filter(isApart).map((one) => ({ id: one.id, row: one.row, kind: 'note' })),
    ...plan.services.map((one) => ({ id: one.id, row: one.row, kind: 'service' })),
    ...plan.rules.map((one) => ({ ...one, kind: 'rule' })),
    ...plan.balances.map((one) => ({ ...one, kind: 'invoice' })),
  ].map((one) => ({
    kind: one.kind,
    made_id: one.id,
    file_row: one.row,
    external_key: 'key' in one ? one.key : null,
    before: 'before' in one ? one.before : null,
  }))
  if (!rows.length) return
  await sql`insert into import_rows (import_id, kind, made_id, file_row, external_key, before)
    select ${import_id}::uuid, r.kind, r.made_id, r.file_row, r.external_key, r.before
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as r(kind text, made_id uuid, file_row int, external_key text, before jsonb)
    on conflict do nothing`.execute(tx)
}

/** Deletes the rows of files that were uploaded a month ago. Nobody can find a name in what is sealed, so it must not outlive them. */
export async function deleteOldFiles(tx: PlatformTx): Promise<void> {
  const old = sql<string>`now() - interval '30 days'`
  await tx.deleteFrom('import_files').where('created_at', '<', old).execute()
  await tx
    .updateTable('imports')
    .set({ sample_sealed: null })
    .where('sample_sealed', 'is not', null)
    .where('created_at', '<', old)
    .execute()
}
