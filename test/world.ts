import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { World } from '../demo/world.ts'
import { readConfig } from '../src/server/config.ts'
import { openEmbedded } from '../src/server/db/embedded.ts'
import { openPostgres } from '../src/server/db/postgres.ts'
import { sandboxes } from '../src/server/main.ts'
import { startPaymentSandbox } from '../sandbox/payments/index.ts'
import { startWatching } from './contract/contract.ts'
import { startServer, type Running } from '../src/server/start.ts'
import { onClock } from './clock.ts'
import { createDatabase, onDatabase } from './database.setup.ts'
import { openTemplate } from './open-template.ts'
import { copyFiles, snapshotIn } from './template.ts'

export type Reply = { status: number; body: any; headers: Headers }
export type Ask = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  key?: string
  headers?: Record<string, string>
}
/** Calls as a person, or without signing in. */
export type Caller = (call: string, ask?: Ask) => Promise<Reply>

export type OpenWorld = Running & {
  world: World
  /** The real server over HTTP, signed in with this address. */
  as(email: string): Promise<Caller>
  anonymous: Caller
  /** Runs a statement as the database's owner, bypassing row security, to inspect what a call changed. */
  rows<Row = any>(text: string, values?: unknown[]): Promise<Row[]>
  /** Waits until the asynchronous effects of a call (jobs, webhooks) are visible. */
  until<T>(look: () => Promise<T | null | undefined | false>, what: string): Promise<T>
}

const server = () => process.env['TEST_DATABASE_URL'] || null

/** Serves the demo world: a separate copy of the template for each test file. */
export async function openWorld(env: Record<string, string> = {}): Promise<OpenWorld> {
  const template = await openTemplate()
  const folder = mkdtempSync(join(tmpdir(), 'fieldhive-world-'))
  copyFiles(template.folder, folder)
  const database = template.database ? `fieldhive_world_${randomBytes(6).toString('hex')}` : null
  const store = database
    ? await openPostgres(await createDatabase(server()!, database, template.database))
    : await openEmbedded('memory://', { snapshot: snapshotIn(template.folder) })
  await onClock(store)
  const { watch, check } = startWatching()
  const running = await startServer(
    readConfig({
      NODE_ENV: 'test',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      PUBLIC_URL: 'http://localhost:3000',
      LOG_LEVEL: 'error',
      SECURITY_LOG: 'off',
      RATE_LIMITS: 'off',
      ...env,
    }),
    { ...sandboxes, startPayments: (options) => startPaymentSandbox({ ...options, watch }) },
    { store, pages: false },
  )

  const caller =
    (token: string | null): Caller =>
    async (call, ask = {}) => {
      const [method = 'GET', path = ''] = call.split(' ')
      const address = path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(ask.params?.[name] ?? ''),
      )
      const query = new URLSearchParams(
        Object.entries(ask.query ?? {})
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => [name, String(value)]),
      ).toString()
      const answer = await fetch(`${running.url}${address}${query ? `?${query}` : ''}`, {
        method,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(ask.key ? { 'idempotency-key': ask.key } : {}),
          ...(ask.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...ask.headers,
        },
        ...(ask.body === undefined
          ? {}
          : {
              body:
                typeof ask.body === 'string' || ask.body instanceof Uint8Array
                  ? (ask.body as BodyInit)
                  : JSON.stringify(ask.body),
            }),
      })
      const text = await answer.text()
      return {
        status: answer.status,
        headers: answer.headers,
        body:
          answer.headers.get('content-type')?.includes('json') && text ? JSON.parse(text) : text,
      }
    }
  const callers = new Map<string, Caller>()
  return {
    ...running,
    world: template.world,
    anonymous: caller(null),
    async as(email) {
      if (!callers.has(email))
        callers.set(email, caller(await running.app.identity!.issueToken(email)))
      return callers.get(email)!
    },
    async rows(text, values = []) {
      const wire = await store.acquire()
      try {
        return (await wire.query(text, values)).rows as never
      } finally {
        wire.release()
      }
    },
    async until(look, what) {
      for (let waited = 0; waited < 15_000; waited += 50) {
        const seen = await look()
        if (seen) return seen
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error(`Never came true: ${what}`)
    },
    async close() {
      await running.close()
      await store.close()
      if (database) await onDatabase(server()!, `drop database if exists ${database} with (force)`)
      rmSync(folder, { recursive: true, force: true })
      check()
    },
  }
}
