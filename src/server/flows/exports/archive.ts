import { sql } from 'kysely'
import type { OrgTx } from '../../base/db/door.ts'
import { readContent } from '../files/read.ts'
import { csvCell, type CsvCell } from '../../base/kit/csv.ts'
import { withoutLinks } from '../../base/kit/redact-url.ts'
import { exportedTables, leftOut, type ExportedTable } from './tables.ts'
import type { Tar, Written } from './tar.ts'

/** What an archive says about itself: enough to prove that nothing was lost. */
export type Manifest = {
  format: 1
  organization: { id: string; name: string }
  made_at: string
  /** Rows, and the sums of all columns in cents. */
  tables: Record<string, { rows: number; cents: Record<string, number> }>
  left_out: Record<string, string>
  files: Record<string, Written>
}

/** Rows read and written at a time. */
const pageSize = 1000

/**
 * Writes everything of an organization into an archive: each table as a CSV file for people and as JSON lines for programs. `onProgress`
 * gets the percent done.
 */
export async function writeArchive(
  tx: OrgTx,
  tar: Tar,
  made_at: Date,
  onProgress: (percent: number) => void,
): Promise<Manifest> {
  const tables = await exportedTables(tx)
  const { id, name } = await tx
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  const manifest: Manifest = {
    format: 1,
    organization: { id, name },
    made_at: made_at.toISOString(),
    tables: {},
    left_out: leftOut,
    files: {},
  }
  const add = async (file: string, pieces: AsyncIterable<string | Uint8Array>) => {
    manifest.files[file] = await tar.add(file, pieces)
  }
  await add('README.txt', once(messageOfReadme(name)))
  for (const [i, table] of tables.entries()) {
    manifest.tables[table.name] = await count(tx, table)
    await add(`csv/${table.name}.csv`, csvOf(tx, table))
    await add(`json/${table.name}.jsonl`, linesOf(tx, table))
    onProgress(Math.floor(((i + 1) / tables.length) * 90))
  }
  for await (const { id, content } of pictures(tx)) await add(`files/${id}.jpg`, once(content))
  for await (const { id, content } of portraits(tx)) await add(`people/${id}.jpg`, once(content))
  await tar.add('manifest.json', once(`${JSON.stringify(manifest, null, 2)}\n`))
  return manifest
}

/** How many rows there are, and what their amounts come to. */
export async function count(tx: OrgTx, { name, cents }: Pick<ExportedTable, 'name' | 'cents'>) {
  const sums = cents.map((column) => `, coalesce(sum("${column}"), 0)::bigint as "${column}"`)
  const { rows } = await sql<Record<string, number>>`
    select count(*)::bigint as rows ${sql.raw(sums.join(''))} from ${sql.table(name)}`.execute(tx)
  const { rows: total = 0, ...sumOf } = rows[0]!
  return { rows: total, cents: sumOf }
}

async function* linesOf(tx: OrgTx, table: ExportedTable): AsyncGenerator<string> {
  for await (const rows of pagesOf(tx, table)) yield rows.map((row) => `${row}\n`).join('')
}

async function* csvOf(tx: OrgTx, table: ExportedTable): AsyncGenerator<string> {
  yield `\uFEFF${table.columns.join(',')}\r\n`
  for await (const rows of pagesOf(tx, table)) {
    const lines = rows.map((row) => {
      const values = JSON.parse(row) as Record<string, unknown>
      return `${table.columns.map((column) => csvCell(cellOf(values[column]))).join(',')}\r\n`
    })
    yield lines.join('')
  }
}

const cellOf = (value: unknown): CsvCell =>
  value === null || value === undefined
    ? null
    : typeof value === 'number' || typeof value === 'string'
      ? value
      : JSON.stringify(value)

/** All rows of a table in the order of its key, as JSON, page by page. */
async function* pagesOf(
  tx: OrgTx,
  { name, selected, key }: ExportedTable,
): AsyncGenerator<string[]> {
  const columns = sql.raw(selected.join(', '))
  const order = sql.raw(key.map((column) => `"${column}"`).join(', '))
  await sql`declare exported no scroll cursor for
    select row_to_json(r)::text as row from (select ${columns} from ${sql.table(name)} order by ${order}) r`.execute(
    tx,
  )
  for (;;) {
    const { rows } = await sql<{
      row: string
    }>`fetch ${sql.raw(`${pageSize}`)} from exported`.execute(tx)
    if (rows.length) yield rows.map(({ row }) => withoutLinks(row))
    if (rows.length < pageSize) break
  }
  await sql`close exported`.execute(tx)
}

/** Photos and signatures, one at a time; each is named by its row of `files`. */
async function* pictures(tx: OrgTx) {
  const kept = await tx
    .selectFrom('files')
    .select('id')
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const { id } of kept) {
    const file = await readContent(tx, id, 'full')
    if (file?.bytes) yield { id, content: file.bytes }
  }
}

/** The pictures of people, one at a time; each is named by its row of `people`. */
async function* portraits(tx: OrgTx) {
  const kept = await tx
    .selectFrom('person_pictures')
    .select('person_id as id')
    .orderBy('id')
    .execute()
  for (const { id } of kept)
    yield await tx
      .selectFrom('person_pictures')
      .select(['person_id as id', 'content'])
      .where('person_id', '=', id)
      .executeTakeFirstOrThrow()
}

async function* once<T>(piece: T): AsyncGenerator<T> {
  yield piece
}

/** The first file that somebody opens. */
const messageOfReadme = (name: string): string => `Everything ${name} has with Fieldhive

csv/            one file for each kind of record, for spreadsheets. Amounts are in cents. Text that a
                spreadsheet could take for a formula starts with an apostrophe.
json/           the same records exactly, one on each line, for programs
files/          photos and signatures, named by the id of their record in files
people/         the pictures people uploaded of themselves, named by the id of their record in people
manifest.json   how many records each file has, the sums of all amounts, checksums, and what is left out and why

Money: invoices and invoice_lines say what was billed, payments what came in, ledger_entries where it went.
Agreements: consents has the words each customer agreed to, with the time. History: audit says who did what.

What is not here: passwords and saved cards, which neither we nor the card company may hand out, and links and
codes that open something.

Move to another installation of Fieldhive: npm run load -- ARCHIVE --into ORGANIZATION (see its README).
`
