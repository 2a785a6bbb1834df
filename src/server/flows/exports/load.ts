import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inOrgAll, readPlatform, system, type OrgTx } from '../../base/db/door.ts'
import type { Store } from '../../base/db/store.ts'
import { emit } from '../../base/events.ts'
import { takeOverSettings } from '../../base/organizations/write.ts'
import { count, type Manifest } from './archive.ts'
import { ArchiveFault, unpack } from './read-tar.ts'
import { exportedTables, type ExportedTable } from './tables.ts'
import { travels } from './travels.ts'

/** Rows written at a time. */
const batch = 500

/** What came into the organization. */
type Loaded = Manifest['tables']

/**
 * Brings an archive into an empty organization, named by its address on the web: all of it or nothing. Counts and sums must come out as
 * the archive has them. Throws ArchiveFault.
 */
export async function loadArchive(store: Store, file: string, slug: string): Promise<Loaded> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldhive-load-'))
  try {
    const manifest = await open(file, folder)
    const target = await readPlatform(store, system, (tx) =>
      tx.selectFrom('organizations').select('id').where('slug', '=', slug).executeTakeFirst(),
    )
    if (!target) throw new ArchiveFault(`There is no organization with the address ${slug}.`)
    return await inOrgAll(store, target.id, system, (tx) => load(tx, folder, manifest))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Unpacks an archive, and proves that every file is the one that was written. */
async function open(file: string, folder: string): Promise<Manifest> {
  const names = await unpack(file, folder)
  if (!names.includes('manifest.json')) throw new ArchiveFault('This copy has no manifest.')
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
  if (manifest.format !== 1) throw new ArchiveFault('A newer version of Fieldhive made this copy.')
  for (const table of Object.keys(manifest.tables)) {
    const said = manifest.files[`json/${table}.jsonl`]
    const path = join(folder, `${table}.jsonl`)
    if (!names.includes(`json/${table}.jsonl`) || (await hashOf(path)) !== said?.sha256)
      throw new ArchiveFault(`The records of ${table} are damaged.`)
  }
  return manifest
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer)
  return hash.digest('hex')
}

async function load(tx: OrgTx, folder: string, manifest: Manifest): Promise<Loaded> {
  const known = new Map((await exportedTables(tx)).map((table) => [table.name, table]))
  const strange = Object.keys(manifest.tables).find((name) => !known.has(name))
  if (strange) throw new ArchiveFault(`A newer version of Fieldhive made this copy: ${strange}.`)
  await refuseUsed(tx, known)
  const links = await linksOf(tx)
  for (const name of Object.keys(travels))
    if (manifest.tables[name]) await loadTable(tx, known.get(name)!, folder, links)
  await loadSettings(tx, folder)
  const loaded: Loaded = {}
  for (const name of Object.keys(travels)) {
    const said = manifest.tables[name]
    if (!said) continue
    loaded[name] = await count(tx, known.get(name)!)
    if (JSON.stringify(loaded[name]) !== JSON.stringify(said))
      throw new ArchiveFault(
        `${name} would not come out equal: ${JSON.stringify(said)} became ${JSON.stringify(loaded[name])}. Nothing was written.`,
      )
  }
  await emit(tx, 'organization.changed', {})
  await emit(tx, 'customer.changed', {})
  await emit(tx, 'rule.changed', {})
  await emit(tx, 'invoice.updated', {})
  return loaded
}

/** What a new organization starts with, in place of which the archive's own comes. */
const startsWith = ['business_hours', 'services', 'organization_logos']

async function refuseUsed(tx: OrgTx, known: ReadonlyMap<string, ExportedTable>): Promise<void> {
  for (const name of Object.keys(travels)) {
    const { rows } = await count(tx, known.get(name)!)
    if (rows && !startsWith.includes(name))
      throw new ArchiveFault(
        `This organization is not empty: it has ${rows} ${name.replaceAll('_', ' ')}. A copy goes into a new one only.`,
      )
  }
  for (const name of startsWith) await sql`delete from ${sql.table(name)}`.execute(tx)
}

type Links = {
  /** `table.column` of columns that name a row which does not come along. */
  broken: Set<string>
  /** Columns by which a table names another of its own rows, by table. */
  own: Map<string, string[]>
}

/** Which columns point where, from the database's own foreign keys. */
async function linksOf(tx: OrgTx): Promise<Links> {
  const { rows } = await sql<{ from: string; to: string; column: string }>`
    select f.conrelid::regclass::text as "from", f.confrelid::regclass::text as "to", a.attname::text as column from pg_constraint f
      cross join unnest(f.conkey) as k(attnum) join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.attnum
    where f.contype = 'f' and a.attname <> 'organization_id' and f.connamespace = 'public'::regnamespace`.execute(
    tx,
  )
  const links: Links = { broken: new Set(), own: new Map() }
  for (const { from, to, column } of rows) {
    if (from === to) links.own.set(from, [...(links.own.get(from) ?? []), column])
    else if (!(to in travels)) links.broken.add(`${from}.${column}`)
  }
  return links
}

async function loadTable(
  tx: OrgTx,
  table: ExportedTable,
  folder: string,
  { broken, own }: Links,
): Promise<void> {
  const { name } = table
  const { blank = [], as = {} } = travels[name]!
  // Rows of a table may name later ones of it, so these columns come when all rows are there.
  const later = own.get(name) ?? []
  const columns = table.columns.filter(
    (column) =>
      column !== 'organization_id' &&
      !blank.includes(column) &&
      !later.includes(column) &&
      !broken.has(`${name}.${column}`),
  )
  for await (const rows of batchesOf(join(folder, `${name}.jsonl`))) {
    // A column that is younger than the archive keeps its default.
    const given = JSON.parse(rows[0]!) as object
    const present = columns.filter((column) => column in given)
    const quoted = present.map((column) => `"${column}"`).join(', ')
    const values = present.map((column) => as[column] ?? `r."${column}"`).join(', ')
    await sql`insert into ${sql.table(name)} (${sql.raw(quoted)}) select ${sql.raw(values)}
      from json_populate_recordset(null::${sql.table(name)}, ${`[${rows.join(',')}]`}::text::json) r`.execute(
      tx,
    )
  }
  if (later.length) await linkRows(tx, name, later, folder)
}

async function linkRows(
  tx: OrgTx,
  name: string,
  columns: readonly string[],
  folder: string,
): Promise<void> {
  for await (const rows of batchesOf(join(folder, `${name}.jsonl`)))
    for (const column of columns)
      await sql`update ${sql.table(name)} t set ${sql.ref(column)} = r.${sql.ref(column)}
        from json_populate_recordset(null::${sql.table(name)}, ${`[${rows.join(',')}]`}::text::json) r
        where t.id = r.id and r.${sql.ref(column)} is not null`.execute(tx)
}

async function loadSettings(tx: OrgTx, folder: string): Promise<void> {
  for await (const [row] of batchesOf(join(folder, 'organizations.jsonl')))
    await takeOverSettings(tx, row!)
}

/** The lines of a file, some at a time. Only a line feed ends one: JSON leaves other line ends within text as they are. */
async function* batchesOf(path: string): AsyncGenerator<string[]> {
  let rest = ''
  let lines: string[] = []
  for await (const text of createReadStream(path, 'utf8')) {
    const parts = (rest + (text as string)).split('\n')
    rest = parts.pop()!
    lines.push(...parts)
    while (lines.length >= batch) yield lines.splice(0, batch)
  }
  if (lines.length) yield lines
}
