import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { CompiledQuery } from 'kysely'
import { asOwner, type PlatformTx } from '../db/door.ts'
import { knownMigrations, migrate } from '../db/migrate.ts'
import type { Store } from '../db/store.ts'
import { jobPlans, type JobName } from '../jobs/catalog.ts'
import { createJobs, enqueue } from '../jobs/jobs.ts'
import {
  linesOf,
  pageSize,
  plainText,
  storedTables,
  type Counts,
  type Ask,
  type OpenJob,
} from './backup.ts'

/** A backup that cannot be restored here; the message is one clear sentence. */
export class RestoreFault extends Error {}

type Head = { fieldhive_backup: number; made_at: string; migrations: string[] }
type Options = {
  /** Replace what the database holds. */
  replace: boolean
  log: Parameters<typeof createJobs>[0]['log']
}

/**
 * Puts a backup back, all of it or nothing, and proves that every table is equal to the one that was backed up. A database without tables is
 * built as it was then, filled, and brought up to date.
 */
export async function restore(
  store: Store,
  file: string,
  { replace, log }: Options,
): Promise<Counts> {
  const head = await readHead(file)
  const known = knownMigrations()
  const strange = head.migrations.find((name) => !known.includes(name))
  if (strange)
    throw new RestoreFault(`A newer version of Fieldhive made this backup: it knows ${strange}.`)
  const applied = await readApplied(store)
  if (!replace && (await holdsData(store)))
    throw new RestoreFault(
      'The database is not empty. Restoring replaces everything in it: name it with --replace to do so.',
    )
  if (applied && applied.join() !== head.migrations.join())
    throw new RestoreFault(
      'An earlier version of Fieldhive made this backup. Restore it into a new database without tables: it is brought up to date there.',
    )
  await migrate(store, head.migrations)
  const jobs = createJobs({ store, runs: false, log })
  await jobs.prepare()
  try {
    const counts = await asOwner(store, (tx) => fill(tx, file))
    await migrate(store)
    return counts
  } finally {
    await jobs.stop()
  }
}

async function readHead(file: string): Promise<Head> {
  for await (const [line] of linesIn(file)) {
    const head = parsed(line!) as Head | null
    if (head?.fieldhive_backup === 1) return head
    break
  }
  throw new RestoreFault('This file is not a backup of Fieldhive.')
}

/** Names of the migrations a database has; null if it has no tables. */
async function readApplied(store: Store): Promise<string[] | null> {
  return asOwner(store, async (tx) => {
    const ask = asking(tx)
    const [found] = await ask<{ yes: boolean }>(
      "select to_regclass('public.migration') is not null as yes",
    )
    if (!found?.yes) return null
    const rows = await ask<{ name: string }>('select name from migration order by name')
    return rows.map(({ name }) => name)
  })
}

/** What installation has people or businesses in it. Keys and settings of a fresh start do not count. */
const signsOfLife = ['organizations', 'people', 'idp_account', 'platform_leads']

async function holdsData(store: Store): Promise<boolean> {
  if (!(await readApplied(store))) return false
  return asOwner(store, async (tx) => {
    const ask = asking(tx)
    await ask('set local role fieldhive_platform')
    for (const name of signsOfLife)
      if ((await ask(`select 1 from "${name}" limit 1`)).length) return true
    return false
  })
}

const asking =
  (tx: PlatformTx): Ask =>
  async (text, values = []) =>
    (await tx.executeQuery<never>(CompiledQuery.raw(text, [...values]))).rows

/**
 * Tables refer to each other in circles, so references are dropped first and made again at the end, which proves each of them. Triggers
 * rest: what they did is in the backup.
 */
async function fill(tx: PlatformTx, file: string): Promise<Counts> {
  const ask = asking(tx)
  for (const setting of plainText.split('; ')) await ask(setting)
  const tables = (await storedTables(ask)).map(({ name }) => name)
  const links = await ask<{ name: string; table: string; definition: string }>(
    `select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace order by 2, 1`,
  )
  for (const { table, name } of links) await ask(`alter table ${table} drop constraint "${name}"`)
  for (const name of tables) await ask(`alter table "${name}" disable trigger user`)
  await ask(`truncate ${tables.map((name) => `"${name}"`).join(', ')}`)
  // Forced row security binds the owner of the tables, too, unless it is a superuser. Nobody else sees them until this is over.
  const forced = await ask<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity",
  )
  for (const { name } of forced) await ask(`alter table "${name}" no force row level security`)
  const { counts, hashes, jobs } = await readAll(ask, file)
  await compare(ask, hashes)
  for (const name of tables) await ask(`alter table "${name}" enable trigger user`)
  for (const { table, name, definition } of links)
    await ask(`alter table ${table} add constraint "${name}" ${definition}`)
  for (const { name } of forced) await ask(`alter table "${name}" force row level security`)
  await ask('delete from pgboss.job')
  for (const [name, data, key, due] of jobs)
    if (isJob(name))
      await enqueue(tx, name, JSON.parse(data) as never, {
        startAfter: new Date(due),
        ...(key ? { key } : {}),
      })
  return counts
}

/** Jobs on a schedule come by themselves; what an older version called a job may be gone. */
const isJob = (name: string): name is JobName =>
  name in jobPlans && !jobPlans[name as JobName].schedule

type Read = { counts: Counts; hashes: Map<string, string>; jobs: OpenJob[] }

/** Writes every row of a backup. */
async function readAll(ask: Ask, file: string): Promise<Read> {
  const read: Read = { counts: {}, hashes: new Map(), jobs: [] }
  let columns: [string, string][] = []
  let table = ''
  let isWhole = false
  for await (const lines of linesIn(file)) {
    let rows: string[] = []
    const write = async () => {
      if (rows.length) await insert(ask, table, columns, rows)
      rows = []
    }
    for (const line of lines) {
      if (line.startsWith('[')) {
        rows.push(line)
        if (rows.length === pageSize) await write()
        continue
      }
      await write()
      const mark = parsed(line) as {
        table?: string
        columns?: [string, string][]
        end?: string
        rows?: number
        sha256?: string
        jobs?: OpenJob[]
        whole?: boolean
      } | null
      if (!mark) throw damaged()
      if (mark.table) [table, columns] = [mark.table, mark.columns!]
      if (mark.end) {
        read.counts[mark.end] = mark.rows!
        read.hashes.set(mark.end, mark.sha256!)
      }
      if (mark.whole) {
        isWhole = true
        read.jobs = mark.jobs!
      }
    }
    await write()
  }
  if (!isWhole) throw damaged()
  return read
}

const damaged = () => new RestoreFault('This backup is damaged or not whole. Nothing was restored.')

async function insert(
  ask: Ask,
  table: string,
  columns: readonly [string, string][],
  rows: readonly string[],
): Promise<void> {
  const names = columns.map(([name]) => `"${name}"`).join(', ')
  const values = columns.map(([, type], i) => `(r->>${i})::${type}`).join(', ')
  await ask(
    `insert into "${table}" (${names}) select ${values} from json_array_elements($1::text::json) r`,
    [`[${rows.join(',')}]`],
  )
}

/** Reads every table once more. */
async function compare(ask: Ask, hashes: ReadonlyMap<string, string>): Promise<void> {
  for (const table of await storedTables(ask)) {
    const hash = createHash('sha256')
    for await (const lines of linesOf(ask, table))
      for (const line of lines) hash.update(`${line}\n`)
    if (hash.digest('hex') !== hashes.get(table.name)) throw damaged()
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** The lines of a backup, those of one piece together. Only a line feed ends one. */
async function* linesIn(file: string): AsyncGenerator<string[]> {
  let rest = ''
  const bytes = createReadStream(file).pipe(createGunzip())
  const decoder = new TextDecoder()
  try {
    for await (const piece of bytes) {
      const lines = (rest + decoder.decode(piece as Buffer, { stream: true })).split('\n')
      rest = lines.pop()!
      if (lines.length) yield lines
    }
  } catch (fault) {
    if ((fault as { code?: string }).code?.startsWith('Z_')) throw damaged()
    throw fault
  }
}
