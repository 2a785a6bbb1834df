import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { buildWorld, type World } from '../db/world.ts'
import { readConfig } from '../src/server/config.ts'
import { openEmbedded } from '../src/server/db/embedded.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { openPostgres } from '../src/server/db/postgres.ts'
import { sandboxes } from '../src/server/main.ts'
import { startServer } from '../src/server/start.ts'

declare module 'vitest' {
  interface ProvidedContext {
    template: { folder: string; database: string | null; world: World }
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

/** Builds the demo world once; every test file starts from a copy of it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = project.config.env['TEST_DATABASE_URL'] || null
  const folder = mkdtempSync(join(tmpdir(), 'fieldhive-template-'))
  const database = server ? `fieldhive_template_${process.pid}` : null
  if (server) await onDatabase(server, `create database ${database}`)
  const store = server ? await openPostgres(Object.assign(new URL(server), { pathname: `/${database}` }).href) : await openEmbedded('memory://')
  await migrate(store)
  let world: World | undefined
  const running = await startServer(
    readConfig({ NODE_ENV: 'test', PORT: '0', DATA_DIR: folder, PUBLIC_URL: 'http://localhost:3000', LOG_LEVEL: 'error', RATE_LIMITS: 'off' }),
    sandboxes,
    {
      store,
      pages: false,
      prepare: async (app, sandbox) => {
        world = await buildWorld(app, sandbox)
      },
    },
  )
  await running.close()
  if ('snapshot' in store) writeFileSync(join(folder, 'database.tar'), await (store as Awaited<ReturnType<typeof openEmbedded>>).snapshot())
  await store.close()
  project.provide('template', { folder, database, world: world! })
  return async () => {
    if (server) await onDatabase(server, `drop database if exists ${database} with (force)`)
    rmSync(folder, { recursive: true, force: true })
  }
}
