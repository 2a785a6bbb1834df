import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { ConfigFault } from '../config.ts'
import type { Store } from '../db/store.ts'
import { linesOf, openJobs, plainText, storedTables, type Ask } from './tables.ts'

/** Rows of each table. */
export type Counts = Record<string, number>

/**
 * Writes everything of the installation, as it is at one moment, into one compressed file that only its owner can read. Works while the
 * server runs on PostgreSQL. An existing file is never overwritten.
 */
export async function backUp(store: Store, file: string): Promise<Counts> {
  const counts: Counts = {}
  const part = `${file}.part`
  const wire = await store.acquire()
  const ask: Ask = async (text, values) => (await wire.query<never>(text, values)).rows
  try {
    await ask(`begin isolation level repeatable read read only; ${plainText}`)
    await refuseSecret(ask)
    await pipeline(
      Readable.from(contents(ask, counts)),
      createGzip(),
      createWriteStream(part, { mode: 0o600 }),
    )
    // Unlike a rename, this refuses a name that is taken.
    await link(part, file)
    await rm(part)
  } catch (fault) {
    await rm(part, { force: true })
    throw fault
  } finally {
    await wire.query('rollback').then(
      () => wire.release(),
      (fault: unknown) => wire.release(fault),
    )
  }
  return counts
}

/** A backup is copied to places where the secret must not be. */
async function refuseSecret(ask: Ask): Promise<void> {
  const found = await ask(
    "select 1 from setting where key = 'installation_secret' and value ? 'secret'",
  )
  if (found.length)
    throw new ConfigFault(
      'This database still holds the installation’s secret. Start the server once, which takes it out, and then make the backup.',
    )
}

/** The lines of a backup. A last line says that it is whole. */
async function* contents(ask: Ask, counts: Counts): AsyncGenerator<string> {
  const migrations = await ask<{ name: string }>('select name from migration order by name')
  const line = (value: object) => `${JSON.stringify(value)}\n`
  yield line({
    fieldhive_backup: 1,
    made_at: new Date().toISOString(),
    migrations: migrations.map(({ name }) => name),
  })
  const tables = await storedTables(ask)
  // Before the role changes, which may not read what other jobs hold.
  const jobs = await openJobs(ask)
  await ask('set local role fieldhive_platform')
  for (const table of tables) {
    const { name, columns } = table
    yield line({ table: name, columns })
    const hash = createHash('sha256')
    let rows = 0
    for await (const lines of linesOf(ask, table)) {
      const text = lines.map((one) => `${one}\n`).join('')
      hash.update(text)
      rows += lines.length
      yield text
    }
    counts[name] = rows
    yield line({ end: name, rows, sha256: hash.digest('hex') })
  }
  yield line({ jobs, whole: true })
}
