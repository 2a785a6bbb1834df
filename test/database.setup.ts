import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/server/base/db/migrate.ts'
import { openPostgres } from '../src/server/base/db/postgres.ts'
import type { Store } from '../src/server/base/db/store.ts'
import { databaseClock } from './day.ts'
import { faultIn, makeTemplate, readyIn } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    template: { folder: string; database: string | null; empty: string | null }
  }
}

export const onDatabase = async (server: string, ...texts: string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: server })
  client.on('error', () => {})
  await client.connect()
  try {
    for (const text of texts) await client.query(text)
  } finally {
    await client.end()
  }
}

/** Creates a test's own database, empty or as a copy, with its clock on the tests' day. Returns its URL. */
export async function createDatabase(
  server: string,
  name: string,
  template?: string | null,
): Promise<string> {
  await onDatabase(
    server,
    `create database ${name} ${template ? `template ${template}` : ''}`,
    `alter database ${name} set search_path = public, pg_catalog`,
    // A test's data need not survive the machine; waiting for the disk took most of a commit's time.
    `alter database ${name} set synchronous_commit = off`,
  )
  const address = Object.assign(new URL(server), { pathname: `/${name}` }).href
  if (!template) await onDatabase(address, databaseClock)
  return address
}

/** The address of a test's database through the pooler at `TEST_POOLER_URL`; none if there is none. */
export const pooledUrl = (url: string): string | undefined => {
  const pooler = process.env['TEST_POOLER_URL']
  return pooler && Object.assign(new URL(pooler), { pathname: new URL(url).pathname }).href
}

/** Opens a test's database as the server does. */
export function openAsServer(url: string, options: { max?: number } = {}): Promise<Store> {
  const pooled = pooledUrl(url)
  return pooled ? openPostgres(pooled, { ...options, direct_url: url }) : openPostgres(url, options)
}

/** Migrates one database and builds the demo world in another; without a server, in the folder. */
export async function buildTemplates(
  server: string | null,
  folder: string,
  database: string | null,
  empty: string | null,
): Promise<void> {
  let address: string | undefined
  if (server) {
    const store = await openPostgres(await createDatabase(server, empty!))
    await migrate(store)
    await store.close()
    address = await createDatabase(server, database!, empty)
  }
  await makeTemplate(folder, address)
}

/**
 * Migrates one database and builds the demo world once; every test file starts from a copy of one of
 * them. It goes on while the first files run, which need none: `openTemplate` waits for it.
 */
export default function setup(project: TestProject): () => Promise<void> {
  const server = process.env['TEST_DATABASE_URL'] || null
  const folder = mkdtempSync(join(tmpdir(), 'fieldhive-template-'))
  // Each project of a run has its own.
  const id = randomBytes(6).toString('hex')
  const database = server ? `fieldhive_template_${id}` : null
  const empty = server ? `fieldhive_empty_${id}` : null
  const built = buildTemplates(server, folder, database, empty)
    .catch((fault: unknown) => writeFileSync(faultIn(folder), String(fault)))
    .then(() => writeFileSync(readyIn(folder), ''))
  project.provide('template', { folder, database, empty })
  return async () => {
    await built
    if (server)
      for (const one of [database, empty])
        await onDatabase(server, `drop database if exists ${one} with (force)`)
    rmSync(folder, { recursive: true, force: true })
  }
}
