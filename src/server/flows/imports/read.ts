import { sql } from 'kysely'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import {
  type Import,
  type ImportCheck,
  type ImportCounts,
  type ImportDetail,
  type ImportMapping,
  type ImportSource,
  undoUntil,
  unsaid,
} from '../../../domain/flows/import.ts'
import { noAnswers, type ImportAnswers } from '../../../domain/flows/import-answers.ts'
import type { ImportChoices } from '../../../domain/flows/import-group.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { unsealImport } from '../../base/gate-seal.ts'
import { found, refused } from '../../base/kit/refusals.ts'
import type { ImportTable } from './parse.ts'
import { comparingLists } from './surroundings.ts'

export type ImportRow = {
  id: string
  state: Import['state']
  source: ImportSource
  holds: string | null
  report: boolean
  file_name: string
  encoding: string
  headers: string[]
  /** Empty once sealed. */
  sample: string[][]
  sample_sealed: string | null
  remarks: string[]
  row_count: number
  mapping: ImportMapping
  choices: ImportChoices
  answers: ImportAnswers
  checked: ImportCheck | null
  result: ImportCounts | null
  first_date: string | null
  created_at: string
  created_by: string | null
  committed_at: string | null
  undone_at: string | null
}

const shown = sql`i.id, i.state, i.source, i.holds, i.report, i.file_name, i.encoding, i.headers, i.sample, i.sample_sealed, i.remarks, i.row_count, i.mapping, i.choices, i.answers,
  i.checked, i.result, i.first_date, i.created_at, p.name as created_by, i.committed_at, i.undone_at`

/** The last imports, newest first. */
export async function readImports(tx: OrgTx): Promise<Import[]> {
  const { rows } =
    await sql<ImportRow>`select ${shown} from imports i left join people p on p.id = i.created_by
    order by i.id desc limit 50`.execute(tx)
  return rows.map(listed)
}

/** One import; 404 if there is none. Locked until the transaction ends, if it is about to change. */
export async function readImport(
  tx: OrgTx,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<ImportRow> {
  const { rows } =
    await sql<ImportRow>`select ${shown} from imports i left join people p on p.id = i.created_by
    where i.id = ${id}::uuid ${lock ? sql`for update of i` : sql``}`.execute(tx)
  const row = found(rows[0])
  return { ...row, answers: { ...noAnswers, ...row.answers } }
}

const listed = (row: ImportRow): Import => ({
  ...row,
  can_undo_until:
    row.state === 'committed' && row.committed_at ? undoUntil(row.committed_at) : null,
})

/** How far commits in this process have come, by import. */
const progress = new Map<string, number>()
export const setProgress = (id: string, percent: number | null): unknown =>
  percent === null ? progress.delete(id) : progress.set(id, percent)

export async function readDetail(tx: OrgTx, id: string): Promise<ImportDetail> {
  const row = await readImport(tx, id)
  const invited = row.state === 'committed' ? await countInvited(tx, id) : { open: 0, invited: 0 }
  return {
    ...row,
    ...listed(row),
    sample: sampleOf(tx, row),
    check: row.checked && { ...unsaid, ...row.checked },
    invitable: invited.open,
    invited: invited.invited,
    progress: progress.get(id) ?? null,
  }
}

const sampleOf = (tx: OrgTx, { id, sample, sample_sealed }: ImportRow): string[][] =>
  sample_sealed === null
    ? sample
    : (JSON.parse(unsealImport(tx, id, sample_sealed) ?? '[]') as string[][])

const unzip = promisify(gunzip)

/** The rows of a file. 409 `file_gone`: they are kept for a month. */
export async function readRows(tx: OrgTx, import_id: string): Promise<ImportTable['rows']> {
  const file = await tx
    .selectFrom('import_files')
    .select(['rows_gzip', 'rows_sealed'])
    .where('import_id', '=', import_id)
    .executeTakeFirst()
  const zipped =
    file &&
    (file.rows_sealed === null ? file.rows_gzip : unsealImport(tx, import_id, file.rows_sealed))
  if (!zipped) throw refused('file_gone', 'This file is no longer kept. Upload it again.')
  const bytes = await unzip(Buffer.from(zipped, 'base64'))
  return JSON.parse(bytes.toString('utf8')) as ImportTable['rows']
}

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
