import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import type { World } from '../db/world.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { openPostgres } from '../src/server/db/postgres.ts'
import { buildTemplate } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    template: { folder: string; database: string | null; empty: string | null; world: World }
  }
}

export const onDatabase = async (server: string, text: string): Promise<void> => {
  const client = new pg.Client({ connectionString: server })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

/** Migrates one database and builds the demo world once; every test file starts from a copy of the one or the other. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = project.config.env['TEST_DATABASE_URL'] || null
  const folder = mkdtempSync(join(tmpdir(), 'fieldhive-template-'))
  const database = server ? `fieldhive_template_${process.pid}` : null
  const empty = server ? `fieldhive_empty_${process.pid}` : null
  if (server) {
    await onDatabase(server, `create database ${empty}`)
    const store = await openPostgres(Object.assign(new URL(server), { pathname: `/${empty}` }).href)
    await migrate(store)
    await store.close()
    await onDatabase(server, `create database ${database} template ${empty}`)
  }
  const open = database ? () => openPostgres(Object.assign(new URL(server!), { pathname: `/${database}` }).href) : undefined
  const world = await buildTemplate(folder, open)
  project.provide('template', { folder, database, empty, world })
  return async () => {
    if (server) for (const one of [database, empty]) await onDatabase(server, `drop database if exists ${one} with (force)`)
    rmSync(folder, { recursive: true, force: true })
  }
}
